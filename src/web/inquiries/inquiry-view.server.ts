import { stageOf } from '../../domain/cases/case-stage.ts'
import { isTimeProposedIn } from '../../domain/cases/delivery-threads.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { Side } from '../../domain/inquiries/inquiry-input.ts'
import type { readInquiry } from '../../domain/inquiries/inquiry-reading.ts'
import { estimatePath, leadPath } from '../../domain/shared/links.ts'
import { momentOf } from '../format/moment.ts'

type Thread = Awaited<ReturnType<typeof readInquiry>>

/** An inquiry as the side that reads it sees it. */
export function viewThread(thread: Thread) {
	const { id, side, officeId, officeName, subject, contactName, taskName, closed, closedBy, blockedBy, isReviewed, isOfficePublic } = thread
	return {
		id,
		side,
		officeId,
		officeName,
		subject,
		contactName,
		taskName,
		closed,
		isReviewed,
		isOfficePublic,
		isEnded: closedBy !== null,
		isBlockedHere: blockedBy.includes(side),
		isBlocked: blockedBy.length > 0,
		requestPath: thread.delivery && (side === 'user' ? estimatePath(thread.delivery.requestId) : leadPath(thread.delivery.id)),
		mayQuote: side === 'office' && closed === null && thread.acceptedAt === null && (thread.delivery?.hasLapsed ?? true),
		hasLeft: thread.userId === null,
		hasReply: thread.lastOfficeMessageId > 0,
		isAccepted: thread.acceptedAt !== null,
		isDone: thread.doneAt !== null,
		isOwnMarked: (side === 'user' ? thread.userEngagedAt : thread.officeEngagedAt) !== null,
		isOtherMarked: (side === 'user' ? thread.officeEngagedAt : thread.userEngagedAt) !== null,
	}
}

/** How far an inquiry is; the conversation of a request shows that on the request's page. */
export async function viewStage(ctx: Ctx, thread: Thread, missing: Readonly<Record<Side, number>>) {
	if (thread.delivery !== null || thread.userId === null) return null
	return stageOf({
		kind: 'inquiry',
		isClosed: thread.closedBy !== null,
		isAnswered: thread.lastOfficeMessageId > thread.lastUserMessageId,
		isClientEngaged: thread.userEngagedAt !== null,
		isOfficeEngaged: thread.officeEngagedAt !== null,
		isDone: thread.doneAt !== null,
		isReviewed: thread.isReviewed,
		isTimeProposed: await isTimeProposedIn(ctx, thread.id),
		isClientMissing: missing.user > 0,
		isOfficeMissing: missing.office > 0,
	})
}

export const viewMessages = ({ side, officeName, messages, otherSeenId }: Thread, now: Date) =>
	messages.map((message) => ({
		id: message.id,
		isOwn: message.side === side,
		author: message.side === 'office' ? `${message.author}（${officeName}）` : message.author,
		body: message.body,
		at: momentOf(message.at, now),
		files: message.files,
		isSeen: message.side === side && message.id <= otherSeenId,
	}))

export type ThreadView = ReturnType<typeof viewThread>
export type MessageView = ReturnType<typeof viewMessages>[number]
