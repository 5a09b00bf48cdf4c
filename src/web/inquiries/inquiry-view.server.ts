import { stageOf } from '../../domain/cases/case-stage.ts'
import { readTalkFacts, readThreadStage } from '../../domain/cases/delivery-threads.ts'
import type { ThreadEvent } from '../../domain/cases/thread-events.ts'
import { shortMoment } from '../../domain/appointments/appointment-input.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { Side } from '../../domain/inquiries/inquiry-input.ts'
import type { readInquiry } from '../../domain/inquiries/inquiry-reading.ts'
import { appointmentPath, documentsPath, estimatePath, leadPath, letterPath, reviewFormPath } from '../../domain/shared/links.ts'
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

/** How far a case is; nothing to say while a quote has come to nothing and the conversation goes on. */
export async function viewStage(ctx: Ctx, thread: Thread, missing: Readonly<Record<Side, number>>) {
	if (thread.userId === null || thread.delivery?.hasLapsed) return null
	if (thread.delivery !== null) return readThreadStage(ctx, thread.id)
	return stageOf({
		kind: 'inquiry',
		isClosed: thread.closedBy !== null,
		isAnswered: thread.lastOfficeMessageId > thread.lastUserMessageId,
		isClientEngaged: thread.userEngagedAt !== null,
		isOfficeEngaged: thread.officeEngagedAt !== null,
		isDone: thread.doneAt !== null,
		isReviewed: thread.isReviewed,
		...(await readTalkFacts(ctx, thread.id)),
		isClientMissing: missing.user > 0,
		isOfficeMissing: missing.office > 0,
	})
}

/** Where a kind of event leads, and the word for it. */
type Way = { to: string; label: string }

/** An event as one side reads it. */
function eventText({ kind, count, total, title, beginsAt }: ThreadEvent, side: Side): string {
	const isClient = side === 'user'
	const meeting = beginsAt === null ? '' : shortMoment(beginsAt)
	const documents = `「${title}」${count > 1 ? `ほか${count - 1}点` : ''}`
	const texts: Readonly<Record<ThreadEvent['kind'], string>> = {
		quote: `見積もり（第${count}版）${total === null ? '' : `：${total.toLocaleString('ja-JP')}円（税込）`}`,
		chosen: isClient
			? 'この事務所に依頼先を決め、お名前と連絡先を知らせました。'
			: '依頼先に選ばれました。お名前と連絡先を見られるようになりました。',
		contacted: '事務所が、依頼した方へ連絡したと記録しました。',
		agreed: '双方が、依頼することになったと登録しました。',
		booked: `面談を予約：${meeting}`,
		cancelled: `面談をキャンセル：${meeting}`,
		asked: `書類のお願い：${documents}`,
		sent: `書類の受け渡し：${documents}`,
		letter: `契約書（第${count}版）を、事務所が同意して送りました。`,
		signed: `契約書（第${count}版）に、双方が同意しました。`,
		revoked: `契約書（第${count}版）の解除が通知されました。`,
		done: '仕事が終わったと報告がありました。',
		reviewed: '口コミが書かれました。',
	}
	return texts[kind]
}

function wayOf({ kind, id }: ThreadEvent, { side, id: threadId, officeId, delivery, isReviewed, isOfficePublic }: Thread): Way | null {
	const isClient = side === 'user'
	const isOf = (...kinds: readonly ThreadEvent['kind'][]) => kinds.includes(kind)
	if (isOf('quote', 'chosen', 'contacted') && delivery !== null)
		return {
			to: isClient ? estimatePath(delivery.requestId) : leadPath(delivery.id),
			label: kind === 'quote' ? '見積もりの内訳を見る' : '依頼の内容を見る',
		}
	if (isOf('booked')) return { to: appointmentPath(id), label: '面談の詳細を見る' }
	if (isOf('asked', 'sent')) return { to: documentsPath(threadId), label: '書類を見る' }
	if (isOf('letter', 'signed', 'revoked')) return { to: letterPath(threadId), label: '契約書を見る' }
	// An inquiry without a quote asks for the review in its own box.
	if (isOf('done') && delivery !== null && isClient && !isReviewed && isOfficePublic)
		return { to: reviewFormPath(officeId), label: 'この事務所の口コミを書く' }
	return null
}

/** Messages and events of a case in the order in which they happened. */
export function viewTimeline(thread: Thread, events: readonly ThreadEvent[], now: Date) {
	const messages = viewMessages(thread, now).map((message) => ({ ...message, kind: 'message' as const }))
	const happened = events.map((event) => ({
		kind: 'event' as const,
		id: `${event.kind}-${event.id}`,
		text: eventText(event, thread.side),
		way: wayOf(event, thread),
		at: momentOf(event.at, now),
	}))
	return [...messages, ...happened].toSorted((one, other) => one.at.iso.localeCompare(other.at.iso))
}

const viewMessages = ({ side, officeName, messages, otherSeenId }: Thread, now: Date) =>
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
export type TimelineView = ReturnType<typeof viewTimeline>[number]
export type MessageView = Extract<TimelineView, { kind: 'message' }>
export type EventView = Extract<TimelineView, { kind: 'event' }>
