import { redirect } from 'react-router'
import {
	addPlacement,
	listOwnPlacements,
	MOST_SHOWN,
	type OfficePlacements,
	type Placement,
	placementSchema,
	removePlacement,
} from '../../domain/placements/placements.ts'
import { officeEditPath, placementsPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field } from '../forms/field.tsx'
import { targetFields } from '../forms/form-fields.server.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import formStyles from '../forms/form.module.css'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/placements.page'
import styles from './placements.module.css'

const outcomes: Readonly<Record<string, string>> = {
	added: 'PRとして掲載しました。一覧の下の「PR」の欄に表示されます。',
	removed: '掲載をやめました。',
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => ({
	offices: await listOwnPlacements(ctx),
	mostShown: MOST_SHOWN,
	outcome: outcomes[new URL(request.url).searchParams.get('done') ?? ''] ?? null,
	csrfToken: formToken(context, request),
}))

export const action = pageAction({
	add: {
		input: placementSchema.extend(targetFields.shape),
		async run(ctx, { targetId, ...placement }) {
			await addPlacement(ctx, targetId, placement)
			return redirect(placementsPath('added'), 303)
		},
	},
	remove: {
		input: targetFields,
		async run(ctx, { targetId }) {
			await removePlacement(ctx, targetId)
			return redirect(placementsPath('removed'), 303)
		},
	},
})

export default function PlacementsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { offices, mostShown, outcome, csrfToken } = loaderData
	return (
		<div className={stack.narrow}>
			<Head title="PR掲載" description="業務の一覧に、PRとして事務所を掲載します。" path={placementsPath()} noindex />
			<h2>PR掲載</h2>
			{outcome !== null && !formState && <output className={notice.saved}>{outcome}</output>}
			<p className={stack.lead}>
				業務と都道府県の一覧の最後に、「PR（広告）」と表示して事務所を掲載します。一覧の順番、検索の結果、届く依頼の条件は変わりません。
			</p>
			<p className={stack.quietSmall}>
				{`一覧の最初のページに、${mostShown}事務所まで表示します。掲載が多い一覧では、毎日入れ替わります。弁護士か司法書士だけが行える業務の一覧には掲載しません。`}
			</p>
			{offices.length === 0 && <p>代表者になっている事務所がありません。事務所を登録すると使えます。</p>}
			{offices.map((office) => (
				<OfficeSection key={office.officeId} {...{ office, mostShown, formState, csrfToken }} />
			))}
		</div>
	)
}

type Shared = { formState: FormState | undefined; csrfToken: string }

function OfficeSection({ office, mostShown, formState, csrfToken }: Shared & { office: OfficePlacements; mostShown: number }) {
	const { officeId, officeName, most, isPaused, placements } = office
	return (
		<section className={stack.start} aria-labelledby={`office-${officeId}`}>
			<h3 id={`office-${officeId}`}>{officeName}</h3>
			<p className={stack.quietSmall}>{most === 0 && placements.length === 0 ? '掲載なし' : `${placements.length}つ掲載／${most}つまで`}</p>
			{isPaused && placements.length > 0 && (
				<p>
					新規の受付を休止している間は表示しません。<Link to={officeEditPath(officeId)}>受付の設定</Link>
				</p>
			)}
			{placements.length > 0 && (
				<ul className={`${stack.loose} ${styles.list}`}>
					{placements.map((placement) => (
						<PlacementItem key={placement.id} {...{ placement, mostShown, prefectureName: office.prefectureName, formState, csrfToken }} />
					))}
				</ul>
			)}
			<Add {...{ office, formState, csrfToken }} />
		</section>
	)
}

function Add({
	office: { officeId, officeName, prefectureName, most, placements, choices },
	formState,
	csrfToken,
}: Shared & { office: OfficePlacements }) {
	const added = formStateFor(formState, 'add', officeId)
	if (placements.length >= most && !added)
		return (
			<p>
				{most === 0 ? 'いまのプランでは掲載できません。プロプランで使えます。' : `いまのプランで掲載できる一覧は${most}つまでです。`}
				<Link to={plansPath()}>プランを見る</Link>
			</p>
		)
	if (choices.length === 0 && !added)
		return (
			<p>
				{`${prefectureName}の一覧に載っている業務がありません。`}
				<Link to={officeEditPath(officeId, { section: 'fees' })}>業務と料金を編集する</Link>
			</p>
		)
	const id = `task-${officeId}`
	const error = added?.fields['taskId']
	return (
		<form method="post" className={formStyles.form} noValidate aria-label={`${officeName}を一覧に掲載`}>
			<ErrorSummary formState={added} />
			<HiddenFields csrfToken={csrfToken} intent="add" targetId={officeId} />
			<Field id={id} label={`掲載する一覧（${prefectureName}）`} error={error}>
				<select {...controlProps(id, { error })} name="taskId" defaultValue={textIn(added?.values, 'taskId') ?? ''}>
					<option value="">業務を選ぶ</option>
					{choices.map(({ taskId, name }) => (
						<option key={taskId} value={taskId}>
							{name}
						</option>
					))}
				</select>
			</Field>
			<div>
				<button type="submit" className="button">
					PRとして掲載する
				</button>
			</div>
		</form>
	)
}

function PlacementItem({
	placement,
	mostShown,
	prefectureName,
	formState,
	csrfToken,
}: Shared & { placement: Placement; mostShown: number; prefectureName: string }) {
	const { id, taskName, path, isAsleep, together, isUnlisted } = placement
	return (
		<li className={stack.card}>
			<p>
				<Link to={path}>{`${prefectureName}の${taskName}`}</Link>
			</p>
			{isAsleep && (
				<p className={stack.line}>
					<Tag tone="warn">休眠中</Tag>
					<span>いまのプランの数を超えているため、表示していません。</span>
				</p>
			)}
			{!isAsleep && isUnlisted && (
				<p className={stack.line}>
					<Tag tone="warn">表示なし</Tag>
					<span>事務所がこの一覧に載っていないため、表示していません。</span>
				</p>
			)}
			{!isAsleep && !isUnlisted && <p className={stack.quietSmall}>{togetherText(together, mostShown)}</p>}
			<form method="post" aria-label={`${taskName}への掲載`}>
				<ErrorSummary formState={formStateFor(formState, 'remove', id)} />
				<HiddenFields csrfToken={csrfToken} intent="remove" targetId={id} />
				<button type="submit" className={formStyles.plain}>
					掲載をやめる
				</button>
			</form>
		</li>
	)
}

const togetherText = (together: number, mostShown: number) =>
	together <= mostShown ? '毎日表示しています。' : `この一覧のPRは${together}事務所です。${mostShown}事務所ずつ、毎日入れ替わります。`
