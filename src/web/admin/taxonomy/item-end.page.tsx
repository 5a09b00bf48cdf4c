import { redirect } from 'react-router'
import { z } from 'zod'
import { readTaskUsage } from '../../../domain/operations/taxonomy/item-impact.ts'
import { getEditor } from '../../../domain/operations/taxonomy/item-drafts.ts'
import { below, listTree } from '../../../domain/operations/taxonomy/item-lists.ts'
import { mergeTask, retireItem, reviveItem, splitTask } from '../../../domain/operations/taxonomy/item-retiring.ts'
import { staffItemEndPath, staffItemPath } from '../../../domain/shared/links.ts'
import { itemKindLabels, titleOf } from '../../../domain/taxonomy/editing/item-fields.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Choices } from '../../forms/choices.tsx'
import { controlProps, Field, FieldGroup, InputField } from '../../forms/field.tsx'
import { noFields, textField, textsField } from '../../forms/form-fields.server.ts'
import { type FormState, formStateFor, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { LateDecision } from '../done-note.tsx'
import type { Route } from './+types/item-end.page'
import { itemNameOf } from './item-name.server.ts'

export const loader = staffLoader(['editor'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const name = itemNameOf(params)
	const [{ state, values }, tree, usage] = await Promise.all([getEditor(ctx, name), listTree(ctx), readTaskUsage(ctx, name)])
	const live = tree.filter(({ isLive }) => isLive)
	const categoryOf = (key: string) => `${Math.floor(Number(key) / 100)}`
	const optionOf = ({ kind, key, title }: (typeof tree)[number]) => ({
		value: `${kind}:${key}`,
		label: `${itemKindLabels[kind]}：${title}`,
	})
	const other = live.filter(({ kind, key }) => !(kind === name.kind && key === name.key))
	const sameTasks = other.filter(({ kind, key }) => kind === 'task' && name.kind === 'task' && categoryOf(key) === categoryOf(name.key))
	return {
		name,
		title: titleOf(name.kind, values),
		isRetired: state?.retiredAt != null,
		leadsOn: name.kind === 'task' || name.kind === 'tool',
		targets: [
			...sameTasks,
			...other.filter(({ kind }) => kind === 'category' || (kind === 'tool' && name.kind === 'tool')),
			...other.filter(({ kind, key }) => kind === 'task' && !sameTasks.some((same) => same.key === key)),
		].map(optionOf),
		mergeTargets: sameTasks.map(optionOf),
		parts: name.kind === 'task' ? below(live, 'part', name.key).map(({ key, title }) => ({ value: key, label: title })) : [],
		usage,
		csrfToken: formToken(context, request),
	}
})

const done = (kind: string, key: string, what: string) => redirect(staffItemPath(kind, key, { done: what }), 303)
const ending = z.object({ to: textField, reason: textField })

export const action = staffAction(['editor'], 'verdict', {
	retire: {
		input: ending,
		async run(ctx, input, { params }) {
			const name = itemNameOf(params)
			await retireItem(ctx, name, input)
			return done(name.kind, name.key, 'item-retired')
		},
	},
	revive: {
		input: noFields,
		async run(ctx, _input, { params }) {
			const name = itemNameOf(params)
			await reviveItem(ctx, name)
			return done(name.kind, name.key, 'item-revived')
		},
	},
	merge: {
		input: ending,
		async run(ctx, input, { params }) {
			const name = itemNameOf(params)
			await mergeTask(ctx, name, input)
			return done('task', input.to.replace('task:', ''), 'item-merged')
		},
	},
	split: {
		input: z.object({ name: textField, kana: textField, summary: textField, parts: textsField, reason: textField }),
		async run(ctx, input, { params }) {
			const made = await splitTask(ctx, itemNameOf(params), input)
			return done(made.kind, made.key, 'item-split')
		},
	},
})

type Data = Route.ComponentProps['loaderData']
type Props = { data: Data; formState: FormState | undefined }

export default function ItemEndPage({ loaderData: data, actionData: formState }: Route.ComponentProps) {
	const { name, title, isRetired, usage } = data
	const forms = isRetired ? ['revive:'] : ['merge:', 'split:', 'retire:']
	return (
		<div className={styles.body}>
			<Head title={`${title}の終了`} description="項目を終了、統合、分割します。" path={staffItemEndPath(name.kind, name.key)} noindex />
			<p>
				<Link to={staffItemPath(name.kind, name.key)}>{title}</Link>
			</p>
			<h1>{`${title}の${isRetired ? '再開' : name.kind === 'task' ? '終了・統合・分割' : '終了'}`}</h1>
			<LateDecision formState={formState} forms={forms} />
			{usage && (
				<p>{`いま、事務所${usage.offices.toLocaleString('ja-JP')}件、専門家${usage.experts.toLocaleString('ja-JP')}人、質問${usage.questions.toLocaleString('ja-JP')}件、記事${usage.articles.toLocaleString('ja-JP')}件、進行中の見積もり依頼${usage.openRequests.toLocaleString('ja-JP')}件が、この業務を使っています。進行中の依頼は、そのまま続きます。`}</p>
			)}
			{isRetired ? (
				<form method="post">
					<ErrorSummary formState={formStateFor(formState, 'revive')} />
					<HiddenFields csrfToken={data.csrfToken} intent="revive" />
					<button type="submit" className="button">
						もう一度公開する
					</button>
				</form>
			) : (
				<>
					{data.mergeTargets.length > 0 && <Merge data={data} formState={formStateFor(formState, 'merge')} />}
					{data.parts.length > 1 && <Split data={data} formState={formStateFor(formState, 'split')} />}
					<Retire data={data} formState={formStateFor(formState, 'retire')} />
				</>
			)}
		</div>
	)
}

function Target({
	id,
	label,
	options,
	formState,
}: {
	id: string
	label: string
	options: Data['targets']
	formState: FormState | undefined
}) {
	const error = formState?.fields['to']
	return (
		<Field id={id} label={label} error={error}>
			<select {...controlProps(id, { error })} name="to" defaultValue={textIn(formState?.values, 'to') ?? ''}>
				<option value="">選んでください</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		</Field>
	)
}

const Reason = ({ id, formState }: { id: string; formState: FormState | undefined }) => (
	<TextArea id={id} name="reason" label="理由" hint="5〜300文字。操作の記録に残ります。" rows={2} formState={formState} />
)

function Merge({ data, formState }: Props) {
	return (
		<section className={styles.section} aria-labelledby="merge">
			<h2 id="merge">ほかの業務に統合する</h2>
			<p className={styles.quiet}>
				事務所・専門家・質問・記事・お気に入りを移し、この業務の名前と別の言い方を、統合先の「別の言い方」に加えます。この業務のページは、統合先に転送します（301）。統合先の業務を法律上行えない事務所では、料金を残して掲載を止めます。
			</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={data.csrfToken} intent="merge" />
				<Target id="merge-to" label="統合する先（同じカテゴリーの業務）" options={data.mergeTargets} formState={formState} />
				<Reason id="merge-reason" formState={formState} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						統合する
					</button>
				</div>
			</form>
		</section>
	)
}

function Split({ data, formState }: Props) {
	const error = formState?.fields['parts']
	return (
		<section className={styles.section} aria-labelledby="split">
			<h2 id="split">一部を新しい業務に分ける</h2>
			<p className={styles.quiet}>
				選んだ部分を、新しい業務に移します。その部分を行える事務所と専門家は、同じ料金で新しい業務も載せます。質問は両方の業務に付きます。文章はもとの業務から写すので、分けたあとに直してください。
			</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={data.csrfToken} intent="split" />
				<FieldGroup id="split-parts" legend="移す部分" error={error}>
					<Choices type="checkbox" name="parts" options={data.parts} chosen={textsIn(formState?.values, 'parts')} />
				</FieldGroup>
				{(['name', 'kana', 'summary'] as const).map((field) => (
					<InputField
						key={field}
						id={`split-${field}`}
						name={field}
						label={{ name: '新しい業務の名前', kana: '読み（ひらがな）', summary: '要約' }[field]}
						autoComplete="off"
						error={formState?.fields[field]}
						defaultValue={textIn(formState?.values, field) ?? ''}
					/>
				))}
				<Reason id="split-reason" formState={formState} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						分けて公開する
					</button>
				</div>
			</form>
		</section>
	)
}

function Retire({ data, formState }: Props) {
	return (
		<section className={styles.section} aria-labelledby="retire">
			<h2 id="retire">終了する</h2>
			<p className={styles.quiet}>
				{data.leadsOn
					? 'ページを閉じ、前のアドレスを選んだページに転送します（301）。事務所が入力した料金と、これまでの記録は残ります。あとから再開できます。'
					: 'ページから外します。履歴は残り、あとから再開できます。'}
			</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={data.csrfToken} intent="retire" />
				{data.leadsOn && <Target id="retire-to" label="転送する先" options={data.targets} formState={formState} />}
				<Reason id="retire-reason" formState={formState} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						終了する
					</button>
				</div>
			</form>
		</section>
	)
}
