import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { documentFilePath } from '../shared/links.ts'

/** The documents that a person sent in cases, those that they opened, and the letters that they agreed to, for the export of personal data. Files are listed by address. */
export async function exportFromDocuments(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { rows: documents } = await sql`
		select i.subject, c.file_name as name, c.byte_count as bytes, c.ready_at as "sentAt",
			${`${ctx.site.publicUrl}${documentFilePath(0).replace('/0/file', '/')}`}::text || c.id || '/file' as url
		from case_documents c join inquiries i on i.id = c.inquiry_id
		where c.author_id = ${user.id}::bigint and c.ready_at is not null and c.removed_at is null order by c.id
	`.execute(ctx.db)
	const { rows: opened } = await sql`
		select i.subject, c.file_name as name, v.first_at as "firstAt", v.last_at as "lastAt"
		from case_document_views v join case_documents c on c.id = v.document_id join inquiries i on i.id = c.inquiry_id
		where v.user_id = ${user.id}::bigint order by c.id
	`.execute(ctx.db)
	const { rows: requests } = await sql`
		select i.subject, q.title, q.created_at as "createdAt" from document_requests q join inquiries i on i.id = q.inquiry_id
		where q.author_id = ${user.id}::bigint order by q.id
	`.execute(ctx.db)
	const { rows: letters } = await sql`
		select i.subject, l.version, l.body, l.text_hash as hash, t.person_name as name, t.address, t.agreed_at as "agreedAt", l.revoked_at as "revokedAt"
		from letter_consents t join engagement_letters l on l.id = t.letter_id left join inquiries i on i.id = l.inquiry_id
		where t.user_id = ${user.id}::bigint order by l.id
	`.execute(ctx.db)
	return { caseDocuments: documents, openedCaseDocuments: opened, documentRequests: requests, engagementLetters: letters }
}

/**
 * In the transaction that deletes the account: what a client sent is deleted by the next cleanup; what an office sent stays with its
 * client, without the account. A letter to which both agreed stays with both as it is; one that waited for the client goes.
 */
export async function withdrawFromDocuments(ctx: Ctx, user: { id: string }): Promise<void> {
	await sql`
		update case_documents set removed_at = coalesce(removed_at, ${ctx.now()}), author_id = null, author_name = '退会した利用者'
		where author_id = ${user.id}::bigint and side = 'user'
	`.execute(ctx.db)
	await sql`update case_documents set author_id = null where author_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`
		delete from engagement_letters l using inquiries i
		where i.id = l.inquiry_id and i.user_id = ${user.id}::bigint and l.agreed_at is null
	`.execute(ctx.db)
	await sql`update letter_consents set user_id = null where user_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`update document_requests set author_id = null where author_id = ${user.id}::bigint`.execute(ctx.db)
	await sql`delete from case_document_views where user_id = ${user.id}::bigint`.execute(ctx.db)
}
