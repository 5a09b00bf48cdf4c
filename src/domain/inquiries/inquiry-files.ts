import path from 'node:path'
import {
	type DocumentFault,
	type DocumentRules,
	readStoredDocument,
	redrawDocument,
	UnusableDocument,
} from '../../platform/storage-documents.ts'
import type { Storage } from '../../platform/storage.ts'
import { randomToken } from '../../platform/token.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { cleanLine } from '../shared/text-input.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { openInquiry } from './inquiry-access.ts'
import { FILE_BYTES, MAX_FILES } from './inquiry-input.ts'
import { hours } from '../shared/japan-time.ts'

export type GivenFile = { name: string; content: Uint8Array }

/** A file not attached to a message is deleted after this time. */
const FORGET_AFTER_MS = hours(1)
const AT_ONCE = 200

const refuse = (sentence: string) => new DomainError('invalid', 'unusable file', { fields: { files: sentence } })

const fileRules: DocumentRules = { maxBytes: FILE_BYTES, maxPages: 50, pictures: ['jpeg', 'png', 'webp'] }

const sentences: Record<DocumentFault, string> = {
	empty: '空のファイルは送れません。',
	size: 'ファイルは1つ5MBまでにしてください。',
	kind: 'PDF、JPEG、PNG、WebPのファイルを選んでください。',
	pixels: '画像の縦横が大きすぎます（4,000万画素まで）。',
	animated: '動く画像は送れません。',
	disguised: '画像のなかに別の種類のファイルが含まれています。画像として保存し直してください。',
	pages: `PDFは${fileRules.maxPages}ページまでにしてください。`,
	volume: 'ページの画像が大きすぎて送れません。ページを分けて送ってください。',
	locked: 'パスワードのかかったPDFは送れません。',
	active: 'スクリプトや動画、埋め込みファイルなどを含むPDFは送れません。印刷の機能でPDFに保存し直してください。',
	ambiguous: '開くソフトによって違う内容が見えるおそれのあるPDFです。印刷の機能でPDFに保存し直してください。',
	fonts: '日本語の書体が埋め込まれていないPDFです。印刷の機能でPDFに保存し直してください。',
	broken: 'このファイルは読み込めません。保存し直してから選んでください。',
}

/**
 * Re-encodes and stores files, not yet attached to a message. Returns their ids. Throws `invalid` (field files) with
 * the error of the first rejected file.
 */
export async function keepFiles(ctx: Ctx, files: readonly GivenFile[]): Promise<number[]> {
	if (files.length > MAX_FILES) throw refuse(`ファイルは一度に${MAX_FILES}つまでです。`)
	if (files.some(({ content }) => content.length > FILE_BYTES)) throw refuse('ファイルは1つ5MBまでにしてください。')
	const checked = []
	for (const { name, content } of files)
		checked.push({
			name,
			...(await redrawDocument(content, fileRules).catch((error: unknown) => {
				if (error instanceof UnusableDocument) throw refuse(`「${plainName(name)}」：${sentences[error.fault]}`)
				throw error
			})),
		})
	const ids: number[] = []
	for (const { name, content, extension } of checked) {
		const storedName = `inquiries/${randomToken(18)}.${extension}`
		// The row first: after a crash here the job still finds the file.
		const { id } = await ctx.db
			.insertInto('inquiry_files')
			.values({
				message_id: null,
				stored_name: storedName,
				file_name: `${plainName(name)}.${extension}`,
				extension,
				byte_count: content.length,
				created_at: ctx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await ctx.storage.write(storedName, content)
		ids.push(id)
	}
	return ids
}

/** The name without folders, extension and forbidden characters. */
export function plainName(given: string): string {
	const base = path.posix.basename(cleanLine(given).replaceAll('\\', '/'))
	const named = base.replace(/\.[A-Za-z0-9]{1,5}$/, '').replaceAll(/["*/:<>?|]/gu, '')
	return Array.from(named.trim()).slice(0, 60).join('') || 'file'
}

/** A file for the two sides of its thread; throws not-found for anyone else. */
export async function readInquiryFile(
	ctx: Ctx,
	fileId: number,
): Promise<{ content: Uint8Array; mediaType: 'application/pdf' | 'image/jpeg'; fileName: string }> {
	requireMember(ctx)
	if (!Number.isInteger(fileId) || fileId < 1 || fileId > 0x7fffffff) throw notFound('file')
	const row = await ctx.db
		.selectFrom('inquiry_files as f')
		.innerJoin('inquiry_messages as m', 'm.id', 'f.message_id')
		.select(['f.stored_name', 'f.file_name', 'f.extension', 'm.inquiry_id'])
		.where('f.id', '=', fileId)
		.executeTakeFirst()
	if (!row) throw notFound('file')
	await openInquiry(ctx, row.inquiry_id)
	const content = await readStoredDocument(ctx.storage, row.stored_name, row.extension === 'pdf' ? fileRules : null)
	if (!content) throw notFound('file')
	return { content, mediaType: row.extension === 'pdf' ? 'application/pdf' : 'image/jpeg', fileName: row.file_name }
}

/** Deletes files that belong to no message (any more), the file before its row. Returns the number. */
export async function purgeInquiryFiles(ctx: Pick<Ctx, 'db' | 'now'>, storage: Storage): Promise<number> {
	const due = await ctx.db
		.selectFrom('inquiry_files')
		.select(['id', 'stored_name'])
		.where('message_id', 'is', null)
		.where('created_at', '<', new Date(ctx.now().getTime() - FORGET_AFTER_MS))
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	for (const { id, stored_name: name } of due) {
		await storage.remove(name)
		await ctx.db.deleteFrom('inquiry_files').where('id', '=', id).where('message_id', 'is', null).execute()
	}
	return due.length
}
