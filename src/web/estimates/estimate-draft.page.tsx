import type { z } from 'zod'
import { redirect } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { contactSchema, officesSchema, taskSchema, typedFactsSchema, wishesSchema } from '../../domain/estimates/estimate-schemas.ts'
import { textsField } from '../forms/form-fields.server.ts'
import { placeFrom, readContact, readFacts, readOffices, readTask, readWishes, taskChoices } from './estimate-form.server.ts'
import { estimateDraftPath, estimateFormPath, estimateResultPath } from '../../domain/shared/links.ts'
import { resultKey } from '../../domain/estimates/estimate-context.ts'
import {
	type Draft,
	nextStep,
	readDraft,
	saveFactsAndWishes,
	saveOffices,
	saveTaskAndArea,
} from '../../domain/estimates/estimate-drafts.ts'
import { ESTIMATE_CONSENT_VERSION, type EstimateStep, estimateSteps } from '../../domain/estimates/estimate-input.ts'
import { proposeOffices, readNames } from '../../domain/estimates/estimate-offices.ts'
import { listTaskQuestions } from '../../domain/estimates/task-questions.ts'
import { findSentDraft, sendWithContact } from '../../domain/estimates/estimate-sending.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction, type PageForm } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import type { Route } from './+types/estimate-draft.page'
import { EstimateSteps } from './estimate-steps.tsx'
import { MailedNote, StepForm } from './estimate-step-forms.tsx'
import { answerField } from './task-question-fields.tsx'
import { factRows, NOT_GIVEN } from './estimate-view.server.ts'
import type { Ctx } from '../../domain/shared/context.ts'

import formPage from '../ui/form-page.module.css'

/** The values of the fields, by the names that they have in the forms. */
const valuesOf = (draft: Draft, placeName: string) => ({
	taskId: `${draft.taskId}`,
	place: placeName,
	entity: draft.entity ?? '',
	industry: draft.industry,
	size: draft.size ?? '',
	facts: draft.facts,
	...Object.fromEntries(draft.answers.map(({ key, value }) => [answerField(key), value])),
	opponent: draft.opponent,
	budgetMax: draft.budgetMax?.toLocaleString('ja-JP') ?? '',
	desiredOn: draft.desiredOn ?? '',
	wishes: draft.wishes,
	contactName: draft.contactName,
	email: draft.email,
	phone: draft.phone,
})

/** The private page, which redirects members to the request on My Page. */
const sentPath = (ctx: Ctx, requestId: number) => estimateResultPath(resultKey(ctx, requestId))

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	// Reached by the back button or an old tab after the form was sent.
	const sent = await findSentDraft(ctx, params.key)
	if (sent !== null) throw redirect(sentPath(ctx, sent), 303)
	const draft = await readDraft(ctx, params.key)
	const asked = new URL(request.url).searchParams.get('step')
	const step = estimateSteps.find((one) => one.step === asked)?.step ?? nextStep(draft)
	const isMailed = asked === 'mailed' && draft.isMailed
	const tasks = step === 'task' || step === 'facts' || step === 'contact' ? await taskChoices(ctx) : []
	const place = { prefectureId: draft.prefectureId, municipalityId: draft.municipalityId }
	const { name: placeName } = await placeFrom(ctx, place)
	return {
		key: params.key,
		step,
		done: draft.done,
		isMailed,
		isMember: draft.isMembers,
		mayHaveOpponents: draft.mayHaveOpponents,
		values: valuesOf(draft, placeName),
		tasks,
		questions: step === 'facts' ? await listTaskQuestions(ctx, draft.taskId) : [],
		proposal: step === 'offices' ? await proposeOffices(ctx, { ...place, taskId: draft.taskId, chosen: draft.officeIds }) : null,
		summary:
			step === 'contact'
				? {
						taskName: tasks.find(({ id }) => id === draft.taskId)?.name ?? '',
						rows: factRows({ ...draft, areaName: placeName }).filter(({ value }) => value !== NOT_GIVEN),
						offices: (await readNames(ctx, draft.officeIds)).map(({ id, name }) => ({ id, name })),
						consentVersion: ESTIMATE_CONSENT_VERSION,
					}
				: null,
		csrfToken: formToken(context, request),
	}
})

const afterStep = (step: EstimateStep): EstimateStep =>
	estimateSteps[estimateSteps.findIndex((one) => one.step === step) + 1]?.step ?? 'contact'

type StepForm<S extends z.ZodType> = PageForm<AccountsCtx, S, Response>
type Next = EstimateStep | 'mailed' | { requestId: number }

/** The form of one step: saves it and redirects to the next, unless the draft has been sent meanwhile. */
function stepForm<S extends z.ZodType>(
	{ input, read }: Pick<StepForm<S>, 'input' | 'read'>,
	save: (ctx: AccountsCtx, key: string, given: z.output<S>) => Promise<Next>,
) {
	return {
		input,
		...(read ? { read } : {}),
		async run(ctx: AccountsCtx, given: z.output<S>, { params: { key } }: Route.ActionArgs) {
			const before = await findSentDraft(ctx, key)
			if (before !== null) return redirect(sentPath(ctx, before), 303)
			const next = await save(ctx, key, given)
			return redirect(typeof next === 'string' ? estimateDraftPath(key, next) : sentPath(ctx, next.requestId), 303)
		},
	}
}

/** A member's contact has the address of the account. */
async function readContactOf(form: FormData, ctx: AccountsCtx, { params }: { params: { key?: string | undefined } }) {
	const key = params.key ?? ''
	const before = await findSentDraft(ctx, key)
	if (before !== null) throw redirect(sentPath(ctx, before), 303)
	const { isMembers, email } = await readDraft(ctx, key)
	return readContact(form, isMembers && email !== '' ? email : null)
}

export const action = pageAction({
	task: stepForm({ input: taskSchema, read: readTask }, async (ctx, key, given) => {
		await saveTaskAndArea(ctx, key, given)
		return afterStep('task')
	}),
	facts: stepForm(
		{
			input: ({ now }: Pick<Ctx, 'now'>) => typedFactsSchema.extend(wishesSchema(now()).shape),
			read: (form) => ({ ...readFacts(form), ...readWishes(form) }),
		},
		async (ctx, key, given) => {
			await saveFactsAndWishes(ctx, key, given)
			return afterStep('facts')
		},
	),
	offices: stepForm({ input: officesSchema, read: readOffices }, async (ctx, key, offices) => {
		await saveOffices(ctx, key, offices)
		return afterStep('offices')
	}),
	contact: stepForm({ input: contactSchema.extend({ consent: textsField }), read: readContactOf }, async (ctx, key, given) => {
		const sent = await sendWithContact(ctx, key, given)
		return sent.kind === 'mailed' ? 'mailed' : sent
	}),
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
			<div className={formPage.page}>
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
