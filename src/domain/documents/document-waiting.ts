import { sql } from 'kysely'
import { z } from 'zod'

/** How many wait, and in which thread the first one does. */
export const waitingPaper = z.strictObject({ inquiryId: z.int(), count: z.int() })

/** Documents that offices asked a person for and that have not come, as a part of another statement. */
export const documentsToSend = (userId: string) => sql`(
	select to_json(w) from (
		select q.inquiry_id as "inquiryId", count(*) over ()::integer as count
		from inquiries i join document_requests q on q.inquiry_id = i.id
		where i.user_id = ${userId}::bigint and i.closed_at is null and q.withdrawn_at is null and q.settled_at is null
			and not exists (select from case_documents c where c.request_id = q.id and c.ready_at is not null and c.removed_at is null)
		order by q.id limit 1
	) w
)`

/** Engagement letters that wait for a person's consent, as a part of another statement. */
export const lettersToRead = (userId: string) => sql`(
	select to_json(w) from (
		select l.inquiry_id as "inquiryId", count(*) over ()::integer as count
		from inquiries i join engagement_letters l on l.inquiry_id = i.id
		where i.user_id = ${userId}::bigint and i.closed_at is null and l.agreed_at is null and l.withdrawn_at is null
		order by l.id limit 1
	) w
)`
