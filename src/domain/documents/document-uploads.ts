import { sql } from 'kysely'
import { z } from 'zod'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { type FileFault, inspectFile, type InspectedFile, UnusableFile } from '../../platform/storage-files.ts'
import { writePageDocument } from '../../platform/page-document.ts'
import { hashToken, randomToken } from '../../platform/token.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { plainName } from '../inquiries/inquiry-files.ts'
import { type Access, notifyOtherSide, openInquiry, whyClosed } from '../inquiries/inquiry-access.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { documentsPath } from '../shared/links.ts'
import { countAttempt } from '../shared/throttles.ts'
import { documentTexts } from './document-words.ts'
import { CASE_BYTES, MAX_BYTES, MAX_DOCUMENTS, PART_BYTES, partsOf } from './document-input.ts'
import { readWhole, removeParts, type StoredFile, UnreadablePart, writePart, writeParts } from './document-parts.ts'

const refused = (sentence: string, kind: 'invalid' | 'conflict' = 'invalid') =>
	new DomainError(kind, 'refused', { fields: { file: sentence } })

const rules = { maxBytes: MAX_BYTES, maxPages: 2_000, previewPages: 10 }

const sentences: Record<FileFault, string> = {
	empty: '空のファイルは送れません。',
	size: 'ファイルは1つ50MBまでにしてください。',
	kind: 'PDF、JPEG、PNG、WebP、Excel（xlsx）、Word（docx）、PowerPoint（pptx）、CSV、テキストのファイルを選んでください。',
	pixels: '画像の縦横が大きすぎます（4,000万画素まで）。',
	animated: '動く画像は送れません。',
	disguised: 'なかに別の種類のファイルが含まれています。保存し直してください。',
	pages: 'PDFのページが多すぎます。分けて送ってください。',
	volume: 'ページの画像が大きすぎます。分けて送ってください。',
	locked: 'パスワードのかかったPDFは送れません。外して保存し直してください（ほかの人からは見えない場所に保管します）。',
	active: 'スクリプトや動画、埋め込みファイルなどを含むPDFは送れません。印刷の機能でPDFに保存し直してください。',
	ambiguous: '開くソフトによって違う内容が見えるおそれのあるPDFです。印刷の機能でPDFに保存し直してください。',
	fonts: '日本語の書体が埋め込まれていないPDFです。印刷の機能でPDFに保存し直してください。',
	broken: 'このファイルは読み込めません。壊れていないか確認して、保存し直してください。',
	macro: 'マクロや埋め込みの部品を含むファイルは送れません。xlsx・docx・pptx形式で保存し直してください。',
	outside: '開いたときに外部のファイルを読み込むファイルは送れません。外部へのリンクを解除して保存し直してください。',
	'old-office':
		'古い形式（xls・doc・ppt）か、パスワードのかかったファイルです。xlsx・docx・pptx形式で、パスワードなしで保存し直してください。',
}

/** Of a name as the computer of its sender has it. */
export const NAME_LENGTH = 400

export const uploadSchema = z.object({
	inquiryId: z.int().positive(),
	/** The document of the checklist that this is; null for another. */
	requestId: z.int().positive().nullable(),
	name: z.string().max(NAME_LENGTH),
	bytes: z.int().min(0),
	/** When the file was changed last, to know it again after a break. */
	modified: z.string().max(40),
})
export type Upload = z.output<typeof uploadSchema>

export type BegunUpload = {
	id: number
	/** Numbers of the parts that are there. */
	received: number[]
	/** The same file came before and was accepted. */
	isReady: boolean
}

/**
 * Begins or resumes sending a file. The same file by the same person resumes what is there. Throws not-found for who is no side of the
 * case, conflict where it takes nothing more or the office's plan has no room.
 */
export async function beginUpload(ctx: Ctx, upload: Upload): Promise<BegunUpload> {
	const { userId } = requireMember(ctx)
	if (upload.bytes < 1) throw refused(upload.name === '' ? 'ファイルを選んでください。' : sentences.empty)
	if (upload.bytes > MAX_BYTES) throw refused(sentences.size)
	const key = hashToken([upload.name, upload.bytes, upload.modified, upload.requestId ?? ''].join('\n')).toString('base64url')
	const document = await inTransaction(ctx, async (trx) => {
		const access = await openOpen(trx, upload.inquiryId, true)
		const before = await trx.db
			.selectFrom('case_documents')
			.select(['id', 'ready_at'])
			.where('inquiry_id', '=', access.id)
			.where('author_id', '=', userId)
			.where('client_key', '=', key)
			.where('removed_at', 'is', null)
			.executeTakeFirst()
		if (before) return before
		await assertRequest(trx, access, upload.requestId)
		await assertRoom(trx, access, upload.bytes)
		return trx.db
			.insertInto('case_documents')
			.values({
				inquiry_id: access.id,
				request_id: upload.requestId,
				side: access.side,
				author_id: userId,
				author_name: access.ownName,
				file_name: `${plainName(upload.name)}${/\.[A-Za-z0-9]{1,5}$/.exec(upload.name)?.[0].toLowerCase() ?? ''}`,
				file_key: randomToken(16),
				byte_count: upload.bytes,
				client_key: key,
				created_at: trx.now(),
			})
			.returning(['id', 'ready_at'])
			.executeTakeFirstOrThrow()
	})
	if (document.ready_at !== null) return { id: document.id, received: [], isReady: true }
	const parts = await ctx.db
		.selectFrom('case_document_parts')
		.select('number')
		.where('document_id', '=', document.id)
		.where('role', '=', 'upload')
		.where('written_at', 'is not', null)
		.orderBy('number')
		.execute()
	return { id: document.id, received: parts.map(({ number }) => number), isReady: false }
}

/** Keeps one part of a file. Idempotent. Throws not-found for anyone but who began it, invalid for a part of the wrong size. */
export async function keepPart(ctx: Ctx, id: number, number: number, content: Uint8Array): Promise<void> {
	const document = await findOwnUpload(ctx, id)
	if (document.isReady) return
	const count = partsOf(document.bytes)
	if (!Number.isInteger(number) || number < 0 || number >= count) throw notFound('part')
	const expected = number === count - 1 ? document.bytes - number * PART_BYTES : PART_BYTES
	if (content.length !== expected) throw refused('ファイルの一部が正しく届きませんでした。もう一度送ってください。')
	await writePart(ctx, document, { role: 'upload', number, count }, content)
}

/**
 * Checks a file of which all parts have come, and shows it to the other side, who is notified. Idempotent. Throws invalid (field
 * file) with the reason where it is refused; it is then forgotten, so that another file can take its place.
 */
export async function completeUpload(ctx: Ctx, id: number): Promise<void> {
	const document = await findOwnUpload(ctx, id)
	if (document.isReady) return
	await countAttempt(ctx, 'documentAccount', requireMember(ctx).userId)
	let inspected: InspectedFile
	try {
		const content = await readWhole(ctx, document, 'upload')
		if (content.length !== document.bytes) throw refused('まだ届いていない部分があります。もう一度送ってください。', 'conflict')
		inspected = await inspectFile(content, document.fileName, rules)
	} catch (error) {
		if (error instanceof UnreadablePart) {
			// Another attempt completed it meanwhile.
			if ((await findOwnUpload(ctx, id)).isReady) return
			throw refused('まだ届いていない部分があります。もう一度送ってください。', 'conflict')
		}
		if (!(error instanceof UnusableFile)) throw error
		await forget(ctx, id)
		throw refused(`「${document.fileName}」：${sentences[error.fault]}`)
	}
	await keepInspected(ctx, document, inspected)
}

async function keepInspected(ctx: Ctx, document: OwnUpload, { kind, content, preview }: InspectedFile): Promise<void> {
	const isRedrawn = kind === 'jpg'
	// The same file is drawn alike: parts of an attempt that was interrupted, or that runs beside this one, stay.
	if (isRedrawn) await writeParts(ctx, document, 'content', content)
	// A picture is its own preview.
	else if (preview.length > 0) await writeParts(ctx, document, 'preview', writePageDocument(preview))
	await inTransaction(ctx, async (trx) => {
		const access = await openOpen(trx, document.inquiryId)
		const done = await trx.db
			.updateTable('case_documents')
			.set({
				kind,
				file_name: `${plainName(document.fileName)}.${kind}`,
				byte_count: content.length,
				page_count: preview.length,
				ready_at: trx.now(),
			})
			.where('id', '=', document.id)
			.where('ready_at', 'is', null)
			.where('removed_at', 'is', null)
			.executeTakeFirst()
		if (done.numUpdatedRows === 0n) return
		if (!isRedrawn)
			await trx.db
				.updateTable('case_document_parts')
				.set({ role: 'content' })
				.where('document_id', '=', document.id)
				.where('role', '=', 'upload')
				.execute()
		// Once an hour: people send several files in a row.
		await notifyOtherSide(
			trx,
			access,
			`documents:${access.side}:${trx.now().toISOString().slice(0, 13)}`,
			writeText(trx.site, documentTexts.arrived, { 件名: access.subject }),
			documentsPath(access.id),
		)
	})
	if (isRedrawn) await removeParts(ctx, document.id, ['upload'])
}

/** The same for a file that came in one piece, with a form. */
export async function keepDocument(ctx: Ctx, upload: Upload, content: Uint8Array): Promise<void> {
	const { id, isReady } = await beginUpload(ctx, { ...upload, bytes: content.length })
	if (isReady) return
	for (let number = 0; number < partsOf(content.length); number++)
		await keepPart(ctx, id, number, content.subarray(number * PART_BYTES, (number + 1) * PART_BYTES))
	await completeUpload(ctx, id)
}

/** Stops sending; what came is deleted. */
export async function abandonUpload(ctx: Ctx, id: number): Promise<void> {
	const document = await findOwnUpload(ctx, id)
	if (!document.isReady) await forget(ctx, id)
}

async function forget(ctx: Ctx, id: number): Promise<void> {
	await ctx.db.updateTable('case_documents').set({ removed_at: ctx.now() }).where('id', '=', id).where('ready_at', 'is', null).execute()
	await removeParts(ctx, id, ['upload', 'content', 'preview'])
}

/** A case in which something can be written. */
export async function openOpen(ctx: Ctx, inquiryId: number, lock = false): Promise<Access> {
	const access = await openInquiry(ctx, inquiryId, { lock })
	const closed = whyClosed(access)
	if (closed !== null) throw refused(closed, 'conflict')
	return access
}

async function assertRequest(ctx: Ctx, access: Access, requestId: number | null): Promise<void> {
	if (requestId === null) return
	const request = await ctx.db
		.selectFrom('document_requests')
		.select('id')
		.where('id', '=', requestId)
		.where('inquiry_id', '=', access.id)
		.where('side', '<>', access.side)
		.where('withdrawn_at', 'is', null)
		.executeTakeFirst()
	if (!request) throw refused('お願いの書類が取り下げられています。ページを開き直してください。', 'conflict')
}

const selectRoom = checkedSql({ count: int4, in_case: int4, in_office: int4, gigabytes: int4 })
/** Kilobytes: a sum of bytes does not fit an integer. */
const sumOf = (condition: ReturnType<typeof sql>) =>
	sql`(select coalesce(sum(c.byte_count) / 1000, 0)::integer from case_documents c join inquiries i on i.id = c.inquiry_id where c.removed_at is null and ${condition})`

async function assertRoom(ctx: Ctx, { id, officeId, side }: Access, bytes: number): Promise<void> {
	// One at a time for an office, so that the sum stays within the plan.
	await sql`select id from offices where id = ${officeId}::integer for no key update`.execute(ctx.db)
	const { rows } = await selectRoom`
		select (select count(*)::integer from case_documents c where c.inquiry_id = ${id}::integer and c.removed_at is null) as count,
			${sumOf(sql`i.id = ${id}::integer`)} as in_case, ${sumOf(sql`i.office_id = ${officeId}::integer`)} as in_office,
			${capacityOfOffice(ctx.now(), sql`${officeId}::integer`, ({ documentGigabytes }) => documentGigabytes)} as gigabytes
	`.execute(ctx.db)
	const [room] = rows
	if (!room) return
	if (room.count >= MAX_DOCUMENTS) throw refused(`書類は1つの案件に${MAX_DOCUMENTS}点までです。不要なものを削除してください。`, 'conflict')
	if (room.in_case * 1_000 + bytes > CASE_BYTES)
		throw refused('この案件の書類が、合わせて2GBを超えます。不要なものを削除してください。', 'conflict')
	if (room.in_office * 1_000 + bytes > room.gigabytes * 1_000_000_000)
		throw refused(
			side === 'office'
				? `事務所で使える書類の容量（${room.gigabytes}GB）を超えます。不要な書類を削除するか、プランを変更してください。`
				: '事務所で使える書類の容量を超えるため、送れません。事務所にお知らせください。',
			'conflict',
		)
}

type OwnUpload = StoredFile & { inquiryId: number; fileName: string; bytes: number; isReady: boolean }

async function findOwnUpload(ctx: Ctx, id: number): Promise<OwnUpload> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db
		.selectFrom('case_documents')
		.select(['id', 'inquiry_id', 'file_key', 'file_name', 'byte_count', 'ready_at'])
		.where('id', '=', id)
		.where('author_id', '=', userId)
		.where('removed_at', 'is', null)
		.executeTakeFirst()
	if (!row || row.inquiry_id === null) throw notFound('document')
	await openOpen(ctx, row.inquiry_id)
	return {
		id: row.id,
		inquiryId: row.inquiry_id,
		fileKey: row.file_key,
		fileName: row.file_name,
		bytes: row.byte_count,
		isReady: row.ready_at !== null,
	}
}
