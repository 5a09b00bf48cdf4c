import { redirect } from 'react-router'
import { z } from 'zod'
import { discloseOpponent, withdrawOpponent } from '../../domain/estimates/conflict-checks.ts'
import { acceptProposals, readOpenProposals, refuseProposals } from '../../domain/estimates/proposals/lead-proposals.ts'
import { changeSchema, opponentSchema, proposalSchema } from '../../domain/estimates/estimate-schemas.ts'
import { idField, noFields } from '../forms/form-fields.server.ts'
import type { ActionArgs } from '../forms/page-action.server.ts'
import {
	acceptQuote,
	askChange,
	cancelEstimate,
	getMyEstimate,
	type MyEstimate,
	openPhone,
	proposeReplacements,
	replaceOffice,
	reportDone,
	type RequestKey,
} from '../../domain/estimates/estimate-requests.ts'
import { estimateFormPath } from '../../domain/shared/links.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { viewDelivery, viewFacts } from './estimate-view.server.ts'

/** The requester's own request as its page shows it. */
export async function ownEstimate(ctx: Ctx, key: RequestKey) {
	const { facts, contact, place, opponent, deliveries, isReviewed } = await getMyEstimate(ctx, key)
	const head = viewFacts(facts, ctx.now())
	const canReplace =
		head.isOpen && deliveries.some(({ state, isReplaced }) => (state === 'declined' || state === 'timed_out') && !isReplaced)
	return {
		head,
		contact,
		opponent,
		isReviewed,
		againPath: head.state === 'expired' || head.state === 'cancelled' ? againPath(facts.task.id, place, deliveries) : null,
		deliveries: deliveries.map((delivery) => viewDelivery(delivery, ctx.now())),
		proposed: head.isOpen ? await readOpenProposals(ctx, facts.id, facts.task.id) : [],
		replacements: canReplace ? await proposeReplacements(ctx, key) : [],
	}
}

/** The form prefilled with the previous request and the offices that did not decline. */
const againPath = (taskId: number, { prefectureId, municipalityId }: MyEstimate['place'], deliveries: MyEstimate['deliveries']): string =>
	estimateFormPath({
		taskId,
		prefectureId: prefectureId ?? undefined,
		municipalityId: municipalityId ?? undefined,
		officeIds: deliveries.filter(({ state }) => state !== 'declined' && state !== 'timed_out').map(({ office }) => office.id),
	})

export type OwnEstimate = Awaited<ReturnType<typeof ownEstimate>>

const deliveryFields = z.object({ targetId: idField })

/** The forms of the page, which a member opens by the request's id and a visitor by the key of a private link. */
export function ownEstimateForms(keyOf: (args: ActionArgs) => RequestKey, pathOf: (args: ActionArgs) => string) {
	const change = <S extends z.ZodType>(input: S, make: (ctx: Ctx, key: RequestKey, given: z.output<S>) => Promise<unknown>) => ({
		input,
		async run(ctx: Ctx, given: z.output<S>, args: ActionArgs) {
			await make(ctx, keyOf(args), given)
			return redirect(pathOf(args), 303)
		},
	})
	return {
		accept: change(z.object({ quoteId: idField }), (ctx, key, { quoteId }) => acceptQuote(ctx, key, quoteId)),
		phone: change(deliveryFields, (ctx, key, { targetId }) => openPhone(ctx, key, targetId)),
		change: change(changeSchema.extend(deliveryFields.shape), (ctx, key, given) => askChange(ctx, key, given.targetId, given.change)),
		replace: change(deliveryFields.extend({ officeId: idField }), (ctx, key, { targetId, officeId }) =>
			replaceOffice(ctx, key, targetId, officeId),
		),
		'accept-proposals': change(proposalSchema, (ctx, key, { officeId }) => acceptProposals(ctx, key, officeId)),
		'refuse-proposals': change(noFields, refuseProposals),
		disclose: change(opponentSchema.extend(deliveryFields.shape), (ctx, key, given) => discloseOpponent(ctx, key, given.targetId, given)),
		withdraw: change(deliveryFields, (ctx, key, { targetId }) => withdrawOpponent(ctx, key, targetId)),
		done: change(noFields, reportDone),
		cancel: change(noFields, cancelEstimate),
	}
}
