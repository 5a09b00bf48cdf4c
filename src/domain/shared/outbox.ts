import { sql } from 'kysely'
import { notify } from '../../platform/listener.ts'
import { currentOrigin } from '../../platform/telemetry/work-origin.ts'
import type { Ctx } from './context.ts'
import type { CalendarNotice } from './icalendar.ts'

/** Kinds of notifications whose text comes from the room that sends them (social/notification-kinds.ts has all kinds). */
export type NoticeKind =
	| 'inquiry'
	| 'office-inquiry'
	| 'review'
	| 'review-reply'
	| 'estimate'
	| 'lead'
	| 'expert-decision'
	| 'question-task'
	| 'report-outcome'
	| 'article-decision'
	| 'rules'
	| 'due-date'
	| 'appointment'
	| 'office-appointment'
	| 'webhook'
	| 'announcement'
	| 'staff-work'

/** A line of a mail's table: 「回答の期限：2026年12月1日 18:00」. */
export type NoticeFact = { label: string; value: string }

/** A case that its notices can be answered to by mail: a thread, or a request's delivery whose thread may not be there yet. */
export type AnswerableCase = { inquiryId: number } | { deliveryId: number }

/** Something happened that people may be notified of. Ids only, where the rest can be read at delivery. */
export type NotifiedEvent =
	| { event: 'answer.posted'; answerId: number }
	| { event: 'answer.commented'; commentId: number }
	| { event: 'answer.accepted'; answerId: number }
	| { event: 'answer.thanked'; answerId: number }
	/** An account has proved its first address. */
	| { event: 'address.proved'; uid: string }
	| { event: 'expert.followed'; expertId: number; userId: string }
	/** `path` is the article's page. */
	| { event: 'article.published'; articleId: number; expertId: number; title: string; path: string }
	| {
			event: 'notice'
			kind: NoticeKind
			/** Users to notify. */
			userId: string
			/** Key of the occasion, such as `report:12`: a person is notified once for each. */
			subject: string
			/** One Japanese sentence. */
			text: string
			/** A path of this site. */
			path: string
			/** The channels that it may take at most; all that the person has chosen where it is not said. */
			only?: readonly ('site' | 'mail')[]
			/** What, where, how much and until when, for the mail and the list of notices. Nothing that only the page may show. */
			facts?: readonly NoticeFact[]
			/** Goes with the mail as a calendar file. */
			calendar?: CalendarNotice
			/** What an answer to the mail is added to. */
			answers?: AnswerableCase
	  }

/** What the outbox holds: besides notifications, work that other rooms do after a commit. */
export type DomainEvent =
	| NotifiedEvent
	| { event: 'webhook.waiting'; deliveryId: number }
	| { event: 'device.waiting'; deliveryId: number }
	/** A profession whose advertising rules bind the office's texts has come into it. */
	| { event: 'office.bound'; officeId: number }

/** The channel that announces events to relay. */
export const EVENTS_CHANNEL = 'pending_events'

/**
 * Publishes an event. Call it in the transaction of the write: if that rolls back, no event exists; once it commits, every
 * recipient is notified exactly once, also after a crash. It carries the ids of the request and the trace that led to it.
 */
export async function publishEvent(ctx: Pick<Ctx, 'db' | 'now'>, event: DomainEvent): Promise<void> {
	await sql`
		insert into pending_events (event, happened_at) values (${JSON.stringify({ ...event, ...currentOrigin() })}::jsonb, ${ctx.now()})
	`.execute(ctx.db)
	await notify(ctx.db, EVENTS_CHANNEL, '')
}
