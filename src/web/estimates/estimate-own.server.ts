import {
	acceptQuote,
	askChange,
	cancelEstimate,
	getMyEstimate,
	type MyEstimate,
	openPhone,
	proposeReplacements,
	replaceOffice,
	type RequestKey,
} from '../../domain/estimates/estimate-requests.ts'
import { estimateFormPath } from '../../domain/shared/links.ts'
import { unknownForm } from '../forms/page-action.server.ts'
import { textOf } from '../forms/read-form.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { changeFrom } from './estimate-form.server.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { viewDelivery, viewFacts } from './estimate-view.server.ts'

/** One's own request as its page shows it. */
export async function ownEstimate(ctx: Ctx, key: RequestKey) {
	const { facts, contact, place, deliveries, isReviewed, today } = await getMyEstimate(ctx, key)
	const head = viewFacts(facts)
	const canReplace =
		head.isOpen && deliveries.some(({ state, isReplaced }) => (state === 'declined' || state === 'timed_out') && !isReplaced)
	return {
		head,
		contact,
		isReviewed,
		againPath: head.state === 'expired' || head.state === 'cancelled' ? againPath(facts.task.id, place, deliveries) : null,
		deliveries: deliveries.map((delivery) => viewDelivery(delivery, today)),
		replacements: canReplace ? (await proposeReplacements(ctx, key)).offices : [],
	}
}

/** The form led in with what was asked before, and with the offices that did not refuse. */
const againPath = (taskId: number, { prefectureId, municipalityId }: MyEstimate['place'], deliveries: MyEstimate['deliveries']): string =>
	estimateFormPath({
		taskId,
		prefectureId: prefectureId ?? undefined,
		municipalityId: municipalityId ?? undefined,
		officeIds: deliveries.filter(({ state }) => state !== 'declined' && state !== 'timed_out').map(({ office }) => office.id),
	})

export type OwnEstimate = Awaited<ReturnType<typeof ownEstimate>>

/** What the page's forms do. */
export async function changeEstimate(ctx: Ctx, key: RequestKey, form: FormData): Promise<void> {
	const deliveryId = parseId(textOf(form, 'targetId'))
	switch (textOf(form, 'intent')) {
		case 'accept':
			return acceptQuote(ctx, key, parseId(textOf(form, 'quoteId')))
		case 'phone':
			return openPhone(ctx, key, deliveryId)
		case 'change':
			return askChange(ctx, key, deliveryId, changeFrom(form))
		case 'replace':
			return replaceOffice(ctx, key, deliveryId, parseId(textOf(form, 'officeId')))
		case 'cancel':
			return cancelEstimate(ctx, key)
		default:
			throw unknownForm()
	}
}
