import { sql } from 'kysely'
import { checkedSql, int4, int8, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import type { Ctx } from '../shared/context.ts'
import { TIME_ZONE } from '../shared/japan-time.ts'

export type ThreadEventKind =
	| 'quote'
	| 'chosen'
	| 'contacted'
	| 'agreed'
	| 'booked'
	| 'cancelled'
	| 'asked'
	| 'sent'
	| 'letter'
	| 'signed'
	| 'revoked'
	| 'done'
	| 'reviewed'

/** What happened in a case besides its messages. */
export type ThreadEvent = {
	kind: ThreadEventKind
	/** Of the appointment; of anything else its number within the kind. */
	id: number
	at: Date
	/** Who did it, where only one of the two can be told. */
	side: Side | null
	/** The version of a quote or letter; how many documents. */
	count: number
	/** Of a quote, in yen with tax. */
	total: number | null
	/** The first document's name. */
	title: string
	/** When a meeting begins. */
	beginsAt: Date | null
}

const selectEvents = checkedSql({
	kind: text.as<ThreadEventKind>(),
	id: int4,
	at: timestamptz,
	side: text.as<Side>().nullable,
	count: int4,
	total: int8.nullable,
	title: text,
	begins_at: timestamptz.nullable,
})

/** Of a longer case only the newest are read. */
const EVENTS = 200

/**
 * Quotes, the choice, meetings, documents, letters and the end of a thread, from the oldest on, in one statement. The caller has opened
 * the thread. Documents of one day and side are one event.
 */
export async function readThreadEvents(ctx: Pick<Ctx, 'db'>, inquiryId: number): Promise<ThreadEvent[]> {
	const { rows } = await selectEvents`
		with i as (select * from inquiries where id = ${inquiryId}::integer),
		request as (
			select r.*, d.id as delivery_id, d.contacted_at from i
			join estimate_deliveries d on d.id = i.delivery_id join estimate_requests r on r.id = d.request_id
		), chosen as (select * from request where accepted_delivery_id = delivery_id)
		select * from (
			select 'quote' as kind, q.id, q.created_at as at, 'office' as side, q.version::integer as count, q.total::bigint as total, '' as title, null::timestamptz as begins_at
			from request join estimate_quotes q on q.delivery_id = request.delivery_id
			union all select 'chosen', id, ended_at, 'user', 1, null, '', null from chosen
			union all select 'contacted', id, contacted_at, 'office', 1, null, '', null from chosen where contacted_at is not null
			union all select 'done', id, done_at, done_by, 1, null, '', null from chosen where done_at is not null
			union all select 'agreed', id, accepted_at, null, 1, null, '', null from i where accepted_at is not null
			union all select 'done', id, done_at, done_by, 1, null, '', null from i where done_at is not null
			union all select 'booked', a.id, a.created_at, null, 1, null, '', a.begins_at from appointments a where a.inquiry_id = ${inquiryId}::integer
			union all select 'cancelled', a.id, a.cancelled_at, a.cancelled_by, 1, null, '', a.begins_at
			from appointments a where a.inquiry_id = ${inquiryId}::integer and a.cancelled_at is not null
			union all select 'asked', min(q.id), q.created_at, q.side, count(*)::integer, null, (array_agg(q.title order by q.id))[1], null
			from document_requests q where q.inquiry_id = ${inquiryId}::integer and q.withdrawn_at is null group by q.created_at, q.side
			union all select 'sent', min(f.id), max(f.ready_at), f.side, count(*)::integer, null, (array_agg(f.file_name order by f.id))[1], null
			from case_documents f where f.inquiry_id = ${inquiryId}::integer and f.ready_at is not null and f.removed_at is null
			group by date_trunc('day', f.ready_at at time zone ${sql.lit(TIME_ZONE)}), f.side
			union all select 'letter', l.id, l.offered_at, 'office', l.version, null, '', null from engagement_letters l where l.inquiry_id = ${inquiryId}::integer
			union all select 'signed', l.id, l.agreed_at, 'user', l.version, null, '', null
			from engagement_letters l where l.inquiry_id = ${inquiryId}::integer and l.agreed_at is not null
			union all select 'revoked', l.id, l.revoked_at, l.revoked_by, l.version, null, '', null
			from engagement_letters l where l.inquiry_id = ${inquiryId}::integer and l.revoked_at is not null
			union all select 'reviewed', v.id, v.created_at, 'user', 1, null, '', null
			from i join reviews v on v.office_id = i.office_id and v.user_id = i.user_id and v.hidden_at is null
			where coalesce(i.done_at, (select done_at from chosen)) <= v.created_at
		) events
		order by at desc, kind, id desc limit ${sql.lit(EVENTS)}
	`.execute(ctx.db)
	return rows
		.toReversed()
		.map(({ begins_at, total, ...row }) => ({ ...row, beginsAt: begins_at, total: total === null ? null : Number(total) }))
}
