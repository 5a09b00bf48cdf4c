import { redirect } from 'react-router'
import { stageOf } from '../../domain/cases/case-stage.ts'
import { findDeliveryThreads, openDeliveryThread } from '../../domain/cases/delivery-threads.ts'
import type { Side } from '../../domain/inquiries/inquiry-input.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { inquiryPath } from '../../domain/shared/links.ts'
import { targetFields } from '../forms/form-fields.server.ts'

/** What of a request decides how far it is, as its pages already have it. */
type Request = {
	state: string
	isOpen: boolean
	isDone: boolean
	isReviewed: boolean
	deliveries: readonly {
		id: number
		office: { name: string }
		state: string
		isAccepted: boolean
		contacted: unknown
		change: string | null
		quotes: readonly unknown[]
	}[]
}

const states = ['sent', 'quoted', 'accepted', 'cancelled', 'expired'] as const

/** How far a request is, and its conversations by office. Who may read the request was decided before. */
export async function readThreads(ctx: Ctx, side: Side, request: Request) {
	const { deliveries, isOpen, isDone, isReviewed } = request
	const found = await findDeliveryThreads(
		ctx,
		deliveries.map(({ id }) => id),
		side,
	)
	const chosen = found.get(deliveries.find(({ isAccepted }) => isAccepted)?.id ?? 0)
	return {
		stage: stageOf({
			kind: 'estimate',
			state: states.find((state) => state === request.state) ?? 'expired',
			isChangeAsked: deliveries.some(({ change }) => change !== null),
			isContacted: deliveries.some(({ isAccepted, contacted }) => isAccepted && contacted !== null),
			isDone,
			isReviewed,
			isTimeProposed: [...found.values()].some(({ isTimeProposed }) => isTimeProposed),
			isClientMissing: chosen?.missing.user ?? false,
			isOfficeMissing: chosen?.missing.office ?? false,
		}),
		threads: deliveries.flatMap(({ id, office, state, isAccepted }) => {
			const thread = found.get(id)
			const canBegin = thread?.hasAccount && (isOpen || isAccepted) && state !== 'declined' && state !== 'timed_out'
			if (!thread || (thread.inquiryId === null && !canBegin)) return []
			return [
				{
					deliveryId: id,
					office: office.name,
					path: thread.inquiryId === null ? null : inquiryPath(thread.inquiryId),
					isUnread: thread.isUnread,
				},
			]
		}),
	}
}

export type Threads = Awaited<ReturnType<typeof readThreads>>

/** The form that opens a conversation. */
export const threadForm = {
	input: targetFields,
	async run(ctx: Ctx, { targetId }: { targetId: number }) {
		const { inquiryId } = await openDeliveryThread(ctx, targetId)
		return redirect(inquiryPath(inquiryId), 303)
	},
}
