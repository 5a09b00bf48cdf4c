import { professions } from '../../../domain/taxonomy/attributes.ts'
import { getEditor } from '../../../domain/operations/taxonomy/item-drafts.ts'
import { measurePart, readTaskUsage } from '../../../domain/operations/taxonomy/item-impact.ts'
import { listEditions } from '../../../domain/operations/taxonomy/item-lists.ts'
import { withDraft } from '../../../domain/operations/taxonomy/item-publishing.ts'
import { clockTime, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { staffItemEndPath, staffItemPath, staffTaxonomyPath } from '../../../domain/shared/links.ts'
import { fieldText, itemKindLabels, titleOf } from '../../../domain/taxonomy/editing/item-fields.ts'
import { differencesOf, effectiveOf, isLive } from '../../../domain/taxonomy/editing/merge.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/item.page'
import { changesBetween } from './field-changes.ts'
import { ItemFields } from './item-form.tsx'
import { itemForms, publicPathOf } from './item-forms.server.ts'
import { itemNameOf } from './item-name.server.ts'
import { Differences, Dropped, History } from './item-history.tsx'
import { Publishing } from './publishing.tsx'

export const loader = staffLoader(['editor'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const name = itemNameOf(params)
	const { fields, state, draft, values } = await getEditor(ctx, name)
	const [editions, usage, publicPath] = await Promise.all([listEditions(ctx, name), readTaskUsage(ctx, name), publicPathOf(ctx, name)])
	const impact = draft && state?.retiredAt == null ? await measurePart(ctx, state, withDraft(name, state, draft)) : null
	const labelOf = (field: string) => fields.find((one) => one.name === field)
	return {
		name,
		title: titleOf(name.kind, values) || '（名前なし）',
		fields,
		values,
		publicPath: state && isLive(state) ? publicPath : null,
		itemVersion: state?.version ?? 0,
		isRetired: state?.retiredAt != null,
		isDropped: state !== null && state.content === null && !state.isOwn,
		draft: draft && {
			version: draft.version,
			reason: draft.reason,
			failure: draft.failure,
			saved: `${draft.savedBy}・${momentText(draft.savedAt)}`,
			publishOn: draft.publishAt && isoDay(draft.publishAt),
			publishTime: draft.publishAt && clockTime(draft.publishAt),
			publishText: draft.publishAt && momentText(draft.publishAt),
			changes: changesBetween(fields, state ? effectiveOf(state) : {}, values),
		},
		impact: impact && {
			...impact,
			lostByProfession: impact.lostByProfession.map(({ professionId, offices }) => ({
				name: professions[professionId - 1]?.name ?? '',
				offices,
			})),
		},
		usage,
		differences: (state ? differencesOf(state) : []).flatMap(({ field, before, content, staff }) => {
			const known = labelOf(field)
			return known
				? [
						{
							field,
							label: known.label,
							before: fieldText(known, before),
							content: fieldText(known, content),
							staff: fieldText(known, staff),
						},
					]
				: []
		}),
		editions: editions.map(({ at, fields: shown, ...edition }, index) => ({
			...edition,
			at: momentText(at),
			changes: changesBetween(fields, editions[index + 1]?.fields ?? {}, shown),
			isFirst: index === editions.length - 1,
		})),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['editor'], 'verdict', itemForms)

export default function ItemPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { name, title, fields, values, publicPath, itemVersion, isRetired, isDropped, draft, csrfToken } = loaderData
	const own = formStateFor(formState, 'save')
	return (
		<div className={styles.body}>
			<Head title={`${title}の編集`} description="業務の分類の編集です。" path={staffItemPath(name.kind, name.key)} noindex />
			<p>
				<Link to={staffTaxonomyPath()}>業務の分類</Link>
			</p>
			<h1>{title}</h1>
			<p className={styles.line}>
				<span
					className={styles.quiet}
				>{`${itemKindLabels[name.kind]}・${name.key}・${itemVersion === 0 ? 'まだ公開していません' : `第${itemVersion}版`}`}</span>
				{publicPath && <Link to={publicPath}>公開中のページ</Link>}
				{itemVersion > 0 && name.kind !== 'category' && (
					<Link to={staffItemEndPath(name.kind, name.key)}>
						{isRetired ? 'もう一度公開する' : name.kind === 'task' ? '終了・統合・分割' : '終了する'}
					</Link>
				)}
			</p>
			{!formState && <DoneNote done={loaderData.done} />}
			{isRetired && <p className={styles.warn}>この項目は終了しています。編集の前に、もう一度公開してください。</p>}
			{isDropped && <Dropped version={itemVersion} csrfToken={csrfToken} formState={formState} />}
			<Differences data={loaderData} formState={formState} />
			{draft && <Publishing data={loaderData} draft={draft} formState={formState} />}
			{!isRetired && !isDropped && (
				<section className={styles.section} aria-labelledby="edit">
					<h2 id="edit">{draft ? '下書きを直す' : '内容を直す'}</h2>
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={own} />
						<HiddenFields csrfToken={csrfToken} intent="save" version={draft?.version ?? 0} />
						<input type="hidden" name="itemVersion" value={itemVersion} />
						<ItemFields fields={fields} values={values} formState={own} />
						<TextArea
							id="item-reason"
							name="reason"
							label="変える理由"
							hint="300文字まで。履歴に残ります。"
							rows={2}
							formState={own}
							defaultValue={draft?.reason ?? ''}
							optional
						/>
						<div className={formStyles.buttons}>
							<button type="submit" className="button" data-kind={draft ? 'quiet' : undefined}>
								下書きを保存する
							</button>
						</div>
					</form>
				</section>
			)}
			<History data={loaderData} formState={formState} />
		</div>
	)
}
