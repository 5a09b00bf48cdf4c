import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { inquiryFilePath } from '../shared/links.ts'

/** The files of message `m`, each with the address from which those who may read it can fetch it. */
const filesOf = ({ site }: Ctx) => sql`(
	select coalesce(json_agg(json_build_object('name', f.file_name, 'url', ${`${site.publicUrl}${inquiryFilePath(0).slice(0, -1)}`}::text || f.id) order by f.id), '[]')
	from inquiry_files f where f.message_id = m.id
)`

/**
 * Returns a person's threads with offices, for the export of personal data. Files are listed by address.
 */
export async function exportFromInquiries(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { rows: inquiries } = await sql`
		select o.name as office, i.subject, i.contact_name as "contactName", i.created_at as "createdAt", i.accepted_at as "acceptedAt",
			i.closed_at as "closedAt",
			(
				select json_agg(json_build_object('side', m.side, 'author', m.author_name, 'body', m.body, 'at', m.created_at, 'files', ${filesOf(ctx)}) order by m.id)
				from inquiry_messages m where m.inquiry_id = i.id
			) as messages
		from inquiries i join offices o on o.id = i.office_id where i.user_id = ${user.id}::bigint order by i.id
	`.execute(ctx.db)
	const { rows: sent } = await sql`
		select o.name as office, i.subject, m.body, m.created_at as "at", ${filesOf(ctx)} as files
		from inquiry_messages m join inquiries i on i.id = m.inquiry_id join offices o on o.id = i.office_id
		where m.author_id = ${user.id}::bigint and m.side = 'office' order by m.id
	`.execute(ctx.db)
	return { inquiries, messagesForOffices: sent }
}

/** Returns the reviews that a person wrote, for the export of personal data. */
export async function exportFromReviews(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { rows: reviews } = await sql`
		select o.name as office, r.stars, r.body, r.persona, r.received, r.reply, r.created_at as "createdAt", r.edited_at as "editedAt", (
			select coalesce(json_agg(json_build_object('stars', v.stars, 'body', v.body, 'persona', v.persona, 'replacedAt', v.replaced_at) order by v.id), '[]')
			from review_revisions v where v.review_id = r.id
		) as "earlierVersions"
		from reviews r join offices o on o.id = r.office_id where r.user_id = ${user.id}::bigint order by r.id
	`.execute(ctx.db)
	return { reviews }
}

/**
 * In the transaction that deletes the account: the office keeps the messages, anonymised and closed; files that the
 * person sent are deleted by the next cleanup. Runs before the experts' part, which anonymises reviews.
 */
export async function withdrawFromInquiries(ctx: Ctx, user: { id: string }): Promise<void> {
	await sql`
		update inquiry_files f set message_id = null from inquiry_messages m
		where m.id = f.message_id and m.author_id = ${user.id}::bigint and m.side = 'user'
	`.execute(ctx.db)
	await sql`
		update inquiry_messages m set author_name = '退会した利用者' where m.author_id = ${user.id}::bigint and m.side = 'user'
	`.execute(ctx.db)
	await sql`update inquiry_messages set author_id = null where author_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`
		update inquiries set user_id = null, contact_name = '退会した利用者', closed_at = coalesce(closed_at, ${ctx.now()}),
			closed_by = coalesce(closed_by, 'user')
		where user_id = ${user.id}::bigint
	`.execute(ctx.db)
	await sql`delete from inquiry_blocks where user_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`delete from review_revisions v using reviews r where r.id = v.review_id and r.user_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`update reviews set replied_by = null where replied_by = ${user.id}::bigint`.execute(ctx.db)
}
