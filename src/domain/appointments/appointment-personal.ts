import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'

/** Returns a person's appointments with offices, for the export of personal data. */
export async function exportFromAppointments({ db }: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { rows: appointments } = await sql`
		select o.name as office, a.kind, a.phone, a.begins_at as "beginsAt", a.ends_at as "endsAt", a.created_at as "createdAt",
			a.cancelled_at as "cancelledAt", a.cancelled_by as "cancelledBy", a.cancel_reason as "cancelReason"
		from appointments a join offices o on o.id = a.office_id where a.user_id = ${user.id}::bigint order by a.id
	`.execute(db)
	const { rows: proposals } = await sql`
		select o.name as office, p.kind, p.starts, p.message, p.created_at as "createdAt"
		from appointment_proposals p join inquiries i on i.id = p.inquiry_id join offices o on o.id = i.office_id
		where p.author_id = ${user.id}::bigint order by p.id
	`.execute(db)
	return { appointments, proposedTimes: proposals }
}

/**
 * In the transaction of the leaving, before the threads lose their author: what is ahead is cancelled, so that the times are free
 * again, and what the person typed is deleted.
 */
export async function withdrawFromAppointments(ctx: Ctx, user: { id: string }): Promise<void> {
	await sql`
		update appointments set cancelled_at = ${ctx.now()}, cancelled_by = 'user', sequence = sequence + 1
		where user_id = ${user.id}::bigint and cancelled_at is null and begins_at > ${ctx.now()}
	`.execute(ctx.db)
	await sql`
		update appointments set user_id = null, phone = null, cancel_reason = case when cancelled_by = 'user' then '' else cancel_reason end
		where user_id = ${user.id}::bigint
	`.execute(ctx.db)
	await sql`
		update appointment_proposals p set answered_at = ${ctx.now()}, answer = 'declined'
		from inquiries i where i.id = p.inquiry_id and i.user_id = ${user.id}::bigint and p.answered_at is null
	`.execute(ctx.db)
	await sql`update appointment_proposals set author_id = null where author_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`delete from calendar_feeds where user_id = ${user.id}::bigint`.execute(ctx.db)
}
