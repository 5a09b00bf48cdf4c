import { redirect } from 'react-router'
import { listMunicipalities } from '../../domain/geography/municipalities.ts'
import { estimateDraftPath, estimateFormPath, estimateResultPath } from '../../domain/shared/links.ts'
import { resultKey } from '../../domain/estimates/estimate-context.ts'
import {
	type Draft,
	nextStep,
	readDraft,
	saveArea,
	saveContact,
	saveFacts,
	saveOffices,
	saveTask,
	saveWishes,
} from '../../domain/estimates/estimate-drafts.ts'
import { ESTIMATE_CONSENT_VERSION, type EstimateStep, estimateSteps } from '../../domain/estimates/estimate-input.ts'
import { proposeOffices, readNames } from '../../domain/estimates/estimate-offices.ts'
import { findSentDraft, sendDraft } from '../../domain/estimates/estimate-sending.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { textOf } from '../forms/read-form.ts'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import type { Route } from './+types/estimate-draft.page'
import { areaFrom, contactFrom, factsFrom, officesFrom, placeFrom, taskChoices, taskFrom, wishesFrom } from './estimate-form.server.ts'
import { EstimateSteps } from './estimate-steps.tsx'
import { MailedNote, StepForm } from './estimate-step-forms.tsx'
import { factRows } from './estimate-view.server.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import styles from './estimate.module.css'

/** The values of the fields, by the names that they have in the forms. */
const valuesOf = (draft: Draft) => ({
	taskId: `${draft.taskId}`,
	prefectureId: `${draft.prefectureId ?? ''}`,
	municipalityId: `${draft.municipalityId ?? ''}`,
	entity: draft.entity ?? '',
	industry: draft.industry,
	size: draft.size ?? '',
	facts: draft.facts,
	budgetMax: draft.budgetMax?.toLocaleString('ja-JP') ?? '',
	desiredOn: draft.desiredOn ?? '',
	wishes: draft.wishes,
	contactName: draft.contactName,
	email: draft.email,
	phone: draft.phone,
})

/** The private page, which leads members on to the request in their own room. */
const sentPath = (ctx: Ctx, requestId: number) => estimateResultPath(resultKey(ctx, requestId))

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	// The way back, or a tab that was left open, after the form was sent.
	const sent = await findSentDraft(ctx, params.key)
	if (sent !== null) throw redirect(sentPath(ctx, sent), 303)
	const draft = await readDraft(ctx, params.key)
	const asked = new URL(request.url).searchParams.get('step')
	const step = estimateSteps.find((one) => one.step === asked)?.step ?? nextStep(draft)
	const isMailed = asked === 'mailed' && draft.isMailed
	const tasks = step === 'task' || step === 'confirm' ? await taskChoices(ctx) : []
	const place = { prefectureId: draft.prefectureId, municipalityId: draft.municipalityId }
	return {
		key: params.key,
		step,
		done: draft.done,
		isMailed,
		isMember: draft.isMembers,
		values: valuesOf(draft),
		tasks,
		municipalities:
			step === 'area' && draft.prefectureId !== null
				? (await listMunicipalities(ctx, draft.prefectureId)).map(({ id, name }) => ({ id, name }))
				: [],
		proposal:
			step === 'offices'
				? await proposeOffices(ctx, { ...place, taskId: draft.taskId, chosen: draft.officeIds, isAnswered: draft.done.includes('offices') })
				: null,
		summary:
			step === 'confirm'
				? {
						taskName: tasks.find(({ id }) => id === draft.taskId)?.name ?? '',
						rows: factRows({ ...draft, areaName: (await placeFrom(ctx, place)).name }),
						offices: (await readNames(ctx, draft.officeIds)).map(({ id, name }) => ({ id, name })),
						consentVersion: ESTIMATE_CONSENT_VERSION,
					}
				: null,
		csrfToken: formToken(context, request),
	}
})

const afterStep = (step: EstimateStep): EstimateStep =>
	estimateSteps[estimateSteps.findIndex((one) => one.step === step) + 1]?.step ?? 'confirm'

export const action = pageAction(async (ctx, form, { params }: Route.ActionArgs) => {
	const { key } = params
	const onTo = (step: EstimateStep | 'mailed') => redirect(estimateDraftPath(key, step), 303)
	const before = await findSentDraft(ctx, key)
	if (before !== null) return redirect(sentPath(ctx, before), 303)
	switch (textOf(form, 'intent')) {
		case 'task':
			await saveTask(ctx, key, taskFrom(form))
			return onTo(afterStep('task'))
		case 'area': {
			const { isNewPrefecture } = await saveArea(ctx, key, areaFrom(form))
			// The municipalities of the prefecture can only be shown now.
			return onTo(isNewPrefecture ? 'area' : afterStep('area'))
		}
		case 'facts':
			await saveFacts(ctx, key, factsFrom(form))
			return onTo(afterStep('facts'))
		case 'wishes':
			await saveWishes(ctx, key, wishesFrom(form, ctx.now()))
			return onTo(afterStep('wishes'))
		case 'offices':
			await saveOffices(ctx, key, officesFrom(form))
			return onTo(afterStep('offices'))
		case 'contact': {
			const draft = await readDraft(ctx, key)
			await saveContact(ctx, key, contactFrom(form, draft.isMembers && draft.email !== '' ? draft.email : null))
			return onTo(afterStep('contact'))
		}
		default: {
			const sent = await sendDraft(
				ctx,
				key,
				form.getAll('consent').filter((value) => typeof value === 'string'),
			)
			if (sent.kind === 'mailed') return onTo('mailed')
			return redirect(sentPath(ctx, sent.requestId), 303)
		}
	}
})

export default function EstimateDraftPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { key, step, done, isMailed, values } = loaderData
	const label = estimateSteps.find((one) => one.step === step)?.label ?? ''
	return (
		<>
			<Head
				title={isMailed ? '確認のメールを送りました' : `${label}｜まとめて見積もり`}
				description="見積もりの依頼を入力します。"
				path={estimateFormPath()}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: 'まとめて見積もり', path: estimateFormPath() },
					{ label: isMailed ? '確認のメール' : label, path: estimateDraftPath(key, step) },
				]}
			/>
			<div className={styles.page}>
				{isMailed ? (
					<MailedNote email={values.email} draftKey={key} />
				) : (
					<>
						<h1>まとめて見積もりを頼む</h1>
						<EstimateSteps current={step} done={done} draftKey={key} />
						<StepForm data={loaderData} formState={formState} />
					</>
				)}
			</div>
		</>
	)
}
