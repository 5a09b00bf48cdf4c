import type { Ctx } from '../shared/context.ts'
import { randomToken } from '../../platform/token.ts'
import { PART_BYTES, partsOf } from './document-input.ts'

/**
 * The encrypted parts of a file. Each part is sealed by AES-256-GCM with a key of its own file, derived from the secret key of the
 * installation, and bound to its number and to how many there are: parts that were cut off, exchanged or taken from another
 * file do not open.
 */

export type PartRole = 'upload' | 'content' | 'preview'
export type StoredFile = { id: number; fileKey: string }

type PartCtx = Pick<Ctx, 'db' | 'now' | 'storage' | 'encryptor'>

const purposeOf = (fileKey: string) => `case-document ${fileKey}`
/** An upload becomes the content without being encrypted again. */
const contextOf = (role: PartRole, number: number, count: number) => `${role === 'preview' ? 'preview' : 'file'} ${number}/${count}`

/**
 * Stores a part. A part that is there already stays; one whose writing was interrupted is written again under its name.
 */
export async function writePart(
	ctx: PartCtx,
	{ id, fileKey }: StoredFile,
	{ role, number, count }: { role: PartRole; number: number; count: number },
	content: Uint8Array,
): Promise<void> {
	const { db } = ctx
	// The row first: after a crash here the job still finds the part.
	await db
		.insertInto('case_document_parts')
		.values({
			document_id: id,
			role,
			number,
			stored_name: `documents/${randomToken(18)}.bin`,
			byte_count: content.length,
			written_at: null,
		})
		.onConflict((conflict) => conflict.columns(['document_id', 'role', 'number']).doNothing())
		.execute()
	const part = await db
		.selectFrom('case_document_parts')
		.select(['stored_name', 'written_at'])
		.where('document_id', '=', id)
		.where('role', '=', role)
		.where('number', '=', number)
		.executeTakeFirstOrThrow()
	if (part.written_at !== null) return
	await ctx.storage.write(part.stored_name, ctx.encryptor.encryptBytes(purposeOf(fileKey), content, contextOf(role, number, count)))
	await db
		.updateTable('case_document_parts')
		.set({ written_at: ctx.now(), byte_count: content.length })
		.where('stored_name', '=', part.stored_name)
		.execute()
}

/** Stores a whole file as parts of the usual size. */
export async function writeParts(ctx: PartCtx, file: StoredFile, role: PartRole, content: Uint8Array): Promise<void> {
	const count = partsOf(content.length)
	for (let number = 0; number < count; number++)
		await writePart(ctx, file, { role, number, count }, content.subarray(number * PART_BYTES, (number + 1) * PART_BYTES))
}

/** Thrown where a part is missing or does not open: storage that was lost, or another secret key. */
export class UnreadablePart extends Error {
	override readonly name = 'UnreadablePart'
}

/** The file part by part, so that no more than one of them is in memory. Throws `UnreadablePart`. */
export async function* readParts(ctx: PartCtx, { id, fileKey }: StoredFile, role: PartRole): AsyncGenerator<Buffer> {
	const parts = await ctx.db
		.selectFrom('case_document_parts')
		.select(['number', 'stored_name'])
		.where('document_id', '=', id)
		.where('role', '=', role)
		.where('written_at', 'is not', null)
		.orderBy('number')
		.execute()
	if (parts.length === 0) throw new UnreadablePart(`document ${id} has no ${role}`)
	for (const { number, stored_name: name } of parts) {
		const encrypted = await ctx.storage.read(name)
		const content = encrypted && ctx.encryptor.decryptBytes(purposeOf(fileKey), encrypted, contextOf(role, number, parts.length))
		if (!content) throw new UnreadablePart(`document ${id}, ${role} ${number}`)
		yield content
	}
}

/** The whole file in memory: to check it, or to show a page of it. */
export async function readWhole(ctx: PartCtx, file: StoredFile, role: PartRole): Promise<Buffer> {
	const parts: Buffer[] = []
	for await (const part of readParts(ctx, file, role)) parts.push(part)
	return Buffer.concat(parts)
}

/** Deletes parts, each before its row. */
export async function removeParts(ctx: Pick<PartCtx, 'db' | 'storage'>, id: number, roles: readonly PartRole[]): Promise<void> {
	const parts = await ctx.db
		.selectFrom('case_document_parts')
		.select('stored_name')
		.where('document_id', '=', id)
		.where('role', 'in', roles)
		.execute()
	for (const { stored_name: name } of parts) {
		await ctx.storage.remove(name)
		await ctx.db.deleteFrom('case_document_parts').where('stored_name', '=', name).execute()
	}
}
