import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isMissing } from '../cases/case-rows.ts'
import { isInProgress } from '../inquiries/inquiry-access.ts'

/** The documents that are missing in the threads `i` of an office that are in progress. */
const missingAt = (officeId: RawBuilder<unknown>) => sql`
	select q.* from document_requests q join inquiries i on i.id = q.inquiry_id
	where q.office_id = ${officeId} and ${isMissing} and ${isInProgress}
`

/** How many wait, and in which thread the first one does. */
export const waitingPaper = z.strictObject({ inquiryId: z.int(), count: z.int() })

/**
 * Documents that a person was asked for and that have not come, as a part of another statement: by offices as their client, and by
 * clients as a verified member of an office whose case is theirs or nobody's.
 */
export const documentsToSend = (userId: string) => sql`(
	select to_json(w) from (
		select (array_agg(q.inquiry_id order by q.id))[1] as "inquiryId", count(*)::integer as count
		from (
			select q.inquiry_id, q.id
			from inquiries i cross join lateral (
				-- Read for each of the person's threads; without the fence the planner would rather read those of the whole site.
				select q.id, q.inquiry_id from document_requests q where q.inquiry_id = i.id and q.side = 'office' and ${isMissing} offset 0
			) q
			where i.user_id = ${userId}::bigint and ${isInProgress}
			union all
			select q.inquiry_id, q.id
			from experts e join office_members m on m.expert_id = e.id
			cross join lateral (${missingAt(sql`m.office_id`)} and q.side = 'user' and coalesce(i.assignee_id = e.id, true) offset 0) q
			where e.user_id = ${userId}::bigint and e.state = 'verified'
		) q
		having count(*) > 0
	) w
)`

/**
 * Rows of an inbox for the offices of its part `mine`: threads in which documents are missing, once for each side that is to send
 * them. `kind` is the number of the kind. The office should have sent its own within `targetDays`.
 */
export const documentRows = ({ kind, targetDays }: { kind: number; targetDays: number }): RawBuilder<unknown> => sql`
	select ${sql.lit(kind)}, i.id, i.id, i.office_id,
		q.first_title || case when q.missing > 1 then 'ほか' || q.missing - 1 || '点' else '' end || '（' || i.subject || '）', i.contact_name,
		case q.side when 'user' then 'submit' else 'requested' end,
		q.asked_at + interval '1 day' * case q.side when 'user' then ${sql.lit(targetDays)} else 0 end, false, i.assignee_id, false
	-- Counted before the threads are read, each of which is then read once.
	from mine cross join lateral (
		select q.inquiry_id, q.side, (array_agg(q.title order by q.id))[1] as first_title, count(*) as missing, min(q.created_at) as asked_at
		from document_requests q where q.office_id = mine.id and ${isMissing} group by q.inquiry_id, q.side
	) q join inquiries i on i.id = q.inquiry_id
	where ${isInProgress}
`

/** Rows of an inbox for the offices of its part `mine`: engagement letters that wait for the client. `kind` is the number of the kind. */
export const letterRows = (kind: number): RawBuilder<unknown> => sql`
	select ${sql.lit(kind)}, l.id, i.id, i.office_id, '契約書（' || i.subject || '）', i.contact_name, 'offered', l.offered_at, false, i.assignee_id, false
	from engagement_letters l join inquiries i on i.id = l.inquiry_id
	where l.office_id in (select id from mine) and l.agreed_at is null and l.withdrawn_at is null and i.closed_at is null and i.user_id is not null
`

/** Engagement letters that wait for a person's consent, as a part of another statement. */
export const lettersToRead = (userId: string) => sql`(
	select to_json(w) from (
		select l.inquiry_id as "inquiryId", count(*) over ()::integer as count
		from inquiries i join engagement_letters l on l.inquiry_id = i.id
		where i.user_id = ${userId}::bigint and i.closed_at is null and l.agreed_at is null and l.withdrawn_at is null
		order by l.id limit 1
	) w
)`
