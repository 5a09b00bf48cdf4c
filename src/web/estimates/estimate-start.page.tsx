import { redirect } from 'react-router'
import { startSchema, taskSchema } from '../../domain/estimates/estimate-schemas.ts'
import { estimateDraftPath, estimateFormPath } from '../../domain/shared/links.ts'
import { readTypedArea, startEstimate } from '../../domain/estimates/estimate-drafts.ts'
import { CONFIRM_HOURS, MAX_OFFICES, OPEN_DAYS } from '../../domain/estimates/estimate-input.ts'
import { placeOfOffice } from '../../domain/estimates/estimate-offices.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { formAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { textIn, textsIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import stack from '../ui/stack.module.css'
import formPage from '../ui/form-page.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { PictureBand } from '../ui/motif.tsx'
import type { Route } from './+types/estimate-start.page'
import { placeFrom, taskChoices, readStart } from './estimate-form.server.ts'
import { PlaceField } from './estimate-fields.tsx'
import { EstimateSteps } from './estimate-steps.tsx'
import { TaskSelect } from './estimate-task-select.tsx'
import formStyles from '../forms/form.module.css'
import styles from './estimate.module.css'

export const handle = { plain: true }

/** `task`, `prefecture`, `city` and `office` (repeated or by commas) come from the page that led here. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const officeId = [...new Set(search.getAll('office').flatMap((value) => value.split(',')))]
		.filter((id) => parseId(id) > 0)
		.slice(0, MAX_OFFICES)
	const given = { prefectureId: parseId(search.get('prefecture') ?? undefined), municipalityId: parseId(search.get('city') ?? undefined) }
	const place = await placeFrom(ctx, given.prefectureId === 0 && officeId[0] ? await placeOfOffice(ctx, parseId(officeId[0])) : given)
	return {
		tasks: await taskChoices(ctx),
		known: {
			taskId: `${parseId(search.get('task') ?? undefined) || ''}`,
			place: place.name,
			officeId,
		},
		isMember: ctx.viewer.kind === 'member',
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = formAction({
	input: startSchema.omit({ prefectureId: true, municipalityId: true }).extend(taskSchema.shape),
	read: readStart,
	async run(ctx, { place, ...input }) {
		const key = await startEstimate(ctx, { ...input, ...(await readTypedArea(ctx, place)) })
		return redirect(estimateDraftPath(key), 303)
	},
})

const steps = [
	{ title: '内容を入力', text: '業務と地域、事業と希望を入力します。3分ほどです。' },
	{ title: '事務所を選ぶ', text: `見積もりを頼む事務所を、名前を見て${MAX_OFFICES}つまで選びます。` },
	{ title: '見積もりを比べる', text: `内訳と税込の合計を並べて比べられます。依頼は${OPEN_DAYS}日間有効です。` },
]

export default function EstimateStartPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { tasks, known, isMember, csrfToken, clientKey } = loaderData
	const values = formState?.values ?? known
	return (
		<>
			<Head
				title="まとめて見積もりを頼む"
				description="業務と地域を選ぶと、対応できる事務所に見積もりをまとめて頼めます。選んだ事務所だけに届き、電話番号は公開するまで見えません。"
				path={estimateFormPath()}
				image="/ogp/page/estimate.png"
			/>
			<Breadcrumbs crumbs={[{ label: 'まとめて見積もり', path: estimateFormPath() }]} />
			<div className={formPage.page}>
				<h1>まとめて見積もりを頼む</h1>
				<PictureBand picture="/scenes/hand-over.svg">
					<p>同じ内容で、選んだ事務所に見積もりを頼みます。届くのは、あなたが名前を見て選んだ事務所だけです。</p>
				</PictureBand>
				<EstimateSteps current="task" done={[]} draftKey={null} />
				<form method="post" className={formStyles.form} noValidate>
					<HiddenFields csrfToken={csrfToken} clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
					{textsIn(values, 'officeId').map((id) => (
						<input key={id} type="hidden" name="officeId" value={id} />
					))}
					<ErrorSummary formState={formState} />
					<TaskSelect tasks={tasks} value={textIn(values, 'taskId') ?? ''} error={formState?.fields['taskId']} />
					<PlaceField value={textIn(values, 'place') ?? ''} error={formState?.fields['place']} />
					<div>
						<button type="submit" className="button">
							次へ進む
						</button>
					</div>
				</form>
				<ol className={`${stack.list} ${styles.how}`}>
					{steps.map(({ title, text }) => (
						<li key={title}>
							<strong>{title}</strong>
							<span>{text}</span>
						</li>
					))}
				</ol>
				<p className={styles.lead}>
					{isMember
						? '入力の途中の内容は、7日間残ります。'
						: `会員登録は要りません。最後に、メールに届くリンク（${CONFIRM_HOURS}時間有効）で確定すると、事務所に届きます。`}
				</p>
			</div>
		</>
	)
}
