import { type RawBuilder, sql } from 'kysely'
import { isInProgress } from '../inquiries/inquiry-access.ts'

/** The longest appointment is three hours; what began before this is over. Lets the statement read an index by `begins_at`. */
const LONGEST = sql`interval '4 hours'`

/** They are kept in their order. */
const lastStart = sql`p.starts[cardinality(p.starts)]`

/** Whether a proposal `p` is the newest of its thread. */
const isNewest = sql`not exists (select from appointment_proposals n where n.inquiry_id = p.inquiry_id and n.id > p.id)`

/**
 * The condition under which a proposal `p` in a thread `i` leaves it to the office to propose other times: the client declined them or
 * they have passed, and the office has neither an appointment nor written since.
 */
const awaitsOtherTimes = (now: Date) => sql`
	case when p.answered_at is null then ${lastStart} <= ${now} else p.answer = 'declined' end and ${isNewest}
	and not exists (select from appointments a where a.inquiry_id = i.id and a.cancelled_at is null and a.ends_at > ${now})
	and not exists (
		select from inquiry_messages x
		where x.inquiry_id = i.id and x.side = 'office' and x.created_at > coalesce(p.answered_at, ${lastStart})
	)
`

/**
 * Rows of an inbox for the offices of its part `mine`: appointments to come, those of the next `soonDays` as work of the office, and
 * proposals of times, which wait for the client until they are declined or have passed. `kinds` are the numbers of both kinds.
 */
export const appointmentRows = (
	now: Date,
	{ kinds, soonDays, answerDays }: { kinds: { appointment: number; proposal: number }; soonDays: number; answerDays: number },
): RawBuilder<unknown> => sql`
	select ${sql.lit(kinds.appointment)}, a.id, a.id, a.office_id, i.subject, i.contact_name,
		case when a.begins_at <= ${now}::timestamptz + interval '1 day' * ${sql.lit(soonDays)} then 'meet' else 'booked' end,
		a.begins_at, false, i.assignee_id, false
	from appointments a join inquiries i on i.id = a.inquiry_id
	where a.office_id in (select id from mine) and a.begins_at > ${now}::timestamptz - ${LONGEST} and a.ends_at > ${now} and a.cancelled_at is null
	union all
	select ${sql.lit(kinds.proposal)}, i.id, i.id, i.office_id, i.subject, i.contact_name,
		case when w.others then 'propose' else 'proposed' end,
		case when w.others then coalesce(p.answered_at, w.last) + interval '1 day' * ${sql.lit(answerDays)} else w.last end, false, i.assignee_id, false
	from appointment_proposals p join inquiries i on i.id = p.inquiry_id
	-- The fence has both decided once for each row.
	cross join lateral (select ${lastStart} as last, (${awaitsOtherTimes(now)}) as others offset 0) w
	where p.office_id in (select id from mine) and ${isInProgress} and (p.answered_at is null or p.answer = 'declined')
		and (w.others or (p.answered_at is null and w.last > ${now}))
`

/** Times that offices proposed to a person and that wait for an answer, as a part of another statement: how many, and the first thread. */
export const proposalsToAnswer = (userId: string, now: Date) => sql`(
	select to_json(w) from (
		select p.inquiry_id as "inquiryId", count(*) over ()::integer as count
		from inquiries i join appointment_proposals p on p.inquiry_id = i.id and p.answered_at is null
		where i.user_id = ${userId}::bigint and ${isInProgress} and ${lastStart} > ${now}
		order by p.id limit 1
	) w
)`
