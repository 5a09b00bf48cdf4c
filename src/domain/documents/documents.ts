import { z } from 'zod'
import { builtJson, checkedSql, int4, int8, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { readPageDocument } from '../../platform/page-document.ts'
import { zipStream } from '../../platform/zip-stream.ts'
import { type Access, openInquiry, whyClosed } from '../inquiries/inquiry-access.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { clockTime, isoDay } from '../shared/japan-time.ts'
import type { DocumentKind } from './document-input.ts'
import { readParts, readWhole, type StoredFile, UnreadablePart } from './document-parts.ts'
import { type KeepRule, readRule } from './document-rules.ts'
import { isMissing } from '../cases/case-rows.ts'

export type CaseDocument = {
	id: number
	requestId: number | null
	side: Side
	author: string
	isOwn: boolean
	name: string
	kind: DocumentKind
	bytes: number
	/** Pages that can be shown. */
	pages: number
	at: Date
	/** Who of the other side opened it, and when first. */
	seen: { name: string; at: Date }[]
}

export type DocumentRequest = {
	id: number
	/** Who asks; the other side sends. */
	side: Side
	title: string
	createdAt: Date
	settledAt: Date | null
}

export type CaseDocuments = {
	access: Access
	/** Why nothing more can be sent; null while it can. */
	closed: string | null
	requests: DocumentRequest[]
	documents: CaseDocument[]
	/** What the case's task usually needs and was not asked for yet; for the office. */
	suggestions: string[]
	rule: KeepRule
}

const selectDocuments = checkedSql({
	id: int4,
	request_id: int4.nullable,
	side: text.as<Side>(),
	author_id: int8.nullable,
	author_name: text,
	file_name: text,
	kind: text.as<DocumentKind>(),
	byte_count: int4,
	page_count: int4,
	ready_at: timestamptz,
	seen: builtJson(() => z.array(z.strictObject({ name: z.string(), at: z.string() }))),
})

/** The documents of a case with what is asked for, for its two sides. Throws not-found for everybody else, staff too. */
export async function readDocuments(ctx: Ctx, inquiryId: number): Promise<CaseDocuments> {
	const { userId } = requireMember(ctx)
	const access = await openInquiry(ctx, inquiryId)
	const { rows } = await selectDocuments`
		select c.id, c.request_id, c.side, c.author_id, c.author_name, c.file_name, c.kind, c.byte_count, c.page_count, c.ready_at,
			(
				select coalesce(json_agg(json_build_object('name', v.viewer_name, 'at', v.first_at) order by v.first_at), '[]')
				from case_document_views v where v.document_id = c.id and v.side <> c.side
			) as seen
		from case_documents c
		where c.inquiry_id = ${access.id}::integer and c.ready_at is not null and c.removed_at is null
		order by c.id desc
	`.execute(ctx.db)
	const requests = await ctx.db
		.selectFrom('document_requests')
		.select(['id', 'side', 'title', 'created_at', 'settled_at'])
		.where('inquiry_id', '=', access.id)
		.where('withdrawn_at', 'is', null)
		.orderBy('id')
		.execute()
	return {
		access,
		closed: whyClosed(access),
		requests: requests.map((row) => ({
			id: row.id,
			side: row.side,
			title: row.title,
			createdAt: row.created_at,
			settledAt: row.settled_at,
		})),
		documents: rows.map((row) => ({
			id: row.id,
			requestId: row.request_id,
			side: row.side,
			author: row.author_name,
			isOwn: row.author_id === userId,
			name: row.file_name,
			kind: row.kind,
			bytes: row.byte_count,
			pages: row.page_count,
			at: row.ready_at,
			seen: row.seen.map(({ name, at }) => ({ name, at: new Date(at) })),
		})),
		suggestions: access.side === 'office' ? await suggestionsFor(ctx, access.id, new Set(requests.map(({ title }) => title))) : [],
		rule: await readRule(ctx, access.id),
	}
}

async function suggestionsFor(ctx: Ctx, inquiryId: number, asked: ReadonlySet<string>): Promise<string[]> {
	const { rows } = await checkedSql({ documents: textArray })`
		select t.documents from inquiries i join tasks t on t.id = i.task_id where i.id = ${inquiryId}::integer
	`.execute(ctx.db)
	return (rows[0]?.documents ?? []).map((title) => Array.from(title).slice(0, 100).join('')).filter((title) => !asked.has(title))
}

type OpenedDocument = StoredFile & {
	access: Access
	name: string
	kind: DocumentKind
	bytes: number
	pages: number
}

/** A document as one of the two sides of its case. Throws not-found for everybody else, staff too, and for a deleted one. */
async function openDocument(ctx: Ctx, id: number): Promise<OpenedDocument> {
	requireMember(ctx)
	const row = await ctx.db
		.selectFrom('case_documents')
		.select(['id', 'inquiry_id', 'file_key', 'file_name', 'kind', 'byte_count', 'page_count'])
		.where('id', '=', id)
		.where('removed_at', 'is', null)
		.executeTakeFirst()
	if (!row || row.inquiry_id === null || row.kind === null) throw notFound('document')
	return {
		id: row.id,
		fileKey: row.file_key,
		access: await openInquiry(ctx, row.inquiry_id),
		name: row.file_name,
		kind: row.kind,
		bytes: row.byte_count,
		pages: row.page_count,
	}
}

/** Records that the viewer has looked at documents. Their sender reads it. */
async function recordViews(ctx: Ctx, access: Access, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return
	const { userId } = requireMember(ctx)
	await ctx.db
		.insertInto('case_document_views')
		.values(
			ids.map((id) => ({
				document_id: id,
				user_id: userId,
				side: access.side,
				viewer_name: access.ownName,
				first_at: ctx.now(),
				last_at: ctx.now(),
			})),
		)
		.onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet({ last_at: ctx.now() }))
		.execute()
}

export type DocumentFile = { name: string; kind: DocumentKind; bytes: number; content: AsyncIterable<Buffer> }

/** Reads the first part before anything is sent, so that a file that cannot be opened is not-found instead of cut off. */
async function openContent(ctx: Ctx, file: StoredFile): Promise<AsyncIterable<Buffer>> {
	const parts = readParts(ctx, file, 'content')
	const first = await parts.next().catch((error: unknown) => {
		throw error instanceof UnreadablePart ? notFound('document') : error
	})
	return (async function* () {
		if (!first.done) yield first.value
		yield* parts
	})()
}

/** A document to download, part by part; that it was opened is recorded. */
export async function readDocumentFile(ctx: Ctx, id: number): Promise<DocumentFile> {
	const document = await openDocument(ctx, id)
	const content = await openContent(ctx, document)
	await recordViews(ctx, document.access, [document.id])
	return { name: document.name, kind: document.kind, bytes: document.bytes, content }
}

/** What the page that shows a document needs; that it was opened is recorded. Throws not-found for a kind that is not shown. */
export async function readPreview(
	ctx: Ctx,
	id: number,
): Promise<Pick<OpenedDocument, 'id' | 'name' | 'bytes' | 'pages' | 'kind'> & { inquiryId: number }> {
	const { access, name, bytes, pages, kind } = await openDocument(ctx, id)
	if (pages === 0) throw notFound('preview')
	await recordViews(ctx, access, [id])
	return { id, name, bytes, pages, kind, inquiryId: access.id }
}

/** A page of a document as a JPEG that we have drawn. Pages count from 1. */
export async function readPreviewPage(ctx: Ctx, id: number, page: number): Promise<Uint8Array> {
	const document = await openDocument(ctx, id)
	if (!Number.isInteger(page) || page < 1 || page > document.pages) throw notFound('page')
	try {
		if (document.kind === 'jpg') return await readWhole(ctx, document, 'content')
		const picture = readPageDocument(await readWhole(ctx, document, 'preview'))?.[page - 1]?.jpeg
		if (!picture) throw notFound('page')
		return picture
	} catch (error) {
		throw error instanceof UnreadablePart ? notFound('page') : error
	}
}

/**
 * All documents of a case in one ZIP, oldest first, each with a name of its own, made while it is read. Those of the other side
 * count as opened. Throws not-found for a case without any.
 */
export async function readZip(ctx: Ctx, inquiryId: number): Promise<AsyncGenerator<Uint8Array>> {
	const access = await openInquiry(ctx, inquiryId)
	const { rows } = await checkedSql({ id: int4, file_key: text, file_name: text, side: text.as<Side>(), ready_at: timestamptz })`
		select c.id, c.file_key, c.file_name, c.side, c.ready_at from case_documents c
		where c.inquiry_id = ${access.id}::integer and c.ready_at is not null and c.removed_at is null
		order by c.id
	`.execute(ctx.db)
	if (rows.length === 0) throw notFound('documents')
	await recordViews(
		ctx,
		access,
		rows.filter(({ side }) => side !== access.side).map(({ id }) => id),
	)
	const taken = new Set<string>()
	return zipStream(
		rows.map((row) => ({
			name: freeName(taken, `${row.side === 'user' ? '依頼者から' : '事務所から'}/${row.file_name}`),
			clock: `${isoDay(row.ready_at)}T${clockTime(row.ready_at)}`,
			content: readParts(ctx, { id: row.id, fileKey: row.file_key }, 'content'),
		})),
	)
}

/** 「領収書.pdf」, then 「領収書 (2).pdf」; names that differ only in case are one name on many computers. */
function freeName(taken: Set<string>, name: string): string {
	const dot = name.lastIndexOf('.')
	for (let number = 1; ; number++) {
		const free = number === 1 ? name : `${name.slice(0, dot)} (${number})${name.slice(dot)}`
		if (taken.has(free.toLowerCase())) continue
		taken.add(free.toLowerCase())
		return free
	}
}

/** Deletes a document for both sides. Only the side that sent it may; its file follows by a job. Idempotent. */
export async function removeDocument(ctx: Ctx, inquiryId: number, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openInquiry(trx, inquiryId)
		const row = await trx.db
			.selectFrom('case_documents')
			.select(['side', 'removed_at'])
			.where('id', '=', id)
			.where('inquiry_id', '=', access.id)
			.where('ready_at', 'is not', null)
			.executeTakeFirst()
		if (!row) throw notFound('document')
		if (row.side !== access.side)
			throw new DomainError('forbidden', 'of the other side', {
				fields: { form: '相手が送った書類は削除できません。相手の方にお願いしてください。' },
			})
		if (row.removed_at !== null) return
		await trx.db.updateTable('case_documents').set({ removed_at: trx.now() }).where('id', '=', id).where('removed_at', 'is', null).execute()
	})
}

/** How many documents a case holds, and how many each side still has to send, for a link to its documents. */
export async function countDocuments(
	ctx: Pick<Ctx, 'db'>,
	inquiryId: number,
): Promise<{ documents: number; missing: Readonly<Record<Side, number>> }> {
	const { rows } = await checkedSql({ documents: int4, user: int4, office: int4 })`
		select (
			select count(*)::integer from case_documents c
			where c.inquiry_id = ${inquiryId}::integer and c.ready_at is not null and c.removed_at is null
		) as documents, count(*) filter (where q.side = 'office')::integer as "user", count(*) filter (where q.side = 'user')::integer as office
		from document_requests q where q.inquiry_id = ${inquiryId}::integer and ${isMissing}
	`.execute(ctx.db)
	const { documents, user, office } = rows[0] ?? { documents: 0, user: 0, office: 0 }
	return { documents, missing: { user, office } }
}
