import type { readInquiry } from '../../domain/inquiries/inquiry-reading.ts'
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
		hasLeft: thread.userId === null,
		hasReply: thread.lastOfficeMessageId > 0,
		isAccepted: thread.acceptedAt !== null,
		isDone: thread.doneAt !== null,
		isOwnMarked: (side === 'user' ? thread.userEngagedAt : thread.officeEngagedAt) !== null,
		isOtherMarked: (side === 'user' ? thread.officeEngagedAt : thread.userEngagedAt) !== null,
	}
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
