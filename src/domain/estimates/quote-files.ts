import { createHash } from 'node:crypto'
import { randomToken } from '../../platform/token.ts'
import type { Ctx } from '../shared/context.ts'
import { readQuoteSheet } from './estimate-quote-file.ts'
import { drawQuote, type QuoteSheet } from './estimate-quote-pdf.ts'

/** Of the drawing: a change of its layout makes every file once more. */
const LAYOUT = 1
const PURPOSE = 'quote-file'

const hashOf = (sheet: QuoteSheet) =>
	createHash('sha256')
		.update(JSON.stringify([LAYOUT, sheet]))
		.digest('base64url')

/**
 * A quote as a PDF, for those whom `readQuoteSheet` lets read it. Drawing takes seconds, so that the file is kept, encrypted, and read again
 * while it would say the same.
 */
export async function readQuoteFile(ctx: Ctx, quoteId: number, keys: readonly string[]): Promise<{ number: string; content: Uint8Array }> {
	const sheet = await readQuoteSheet(ctx, quoteId, keys)
	const hash = hashOf(sheet)
	return { number: sheet.number, content: (await readKept(ctx, quoteId, hash)) ?? (await makeFile(ctx, quoteId, sheet, hash)) }
}

async function readKept(ctx: Ctx, quoteId: number, hash: string): Promise<Uint8Array | null> {
	const kept = await ctx.db
		.selectFrom('quote_files')
		.select('stored_name')
		.where('quote_id', '=', quoteId)
		.where('sheet_hash', '=', hash)
		.executeTakeFirst()
	const encrypted = kept && (await ctx.storage.read(kept.stored_name))
	return encrypted ? ctx.encryptor.decryptBytes(PURPOSE, encrypted, hash) : null
}

async function makeFile(ctx: Ctx, quoteId: number, sheet: QuoteSheet, hash: string): Promise<Uint8Array> {
	const content = await drawQuote(sheet)
	const storedName = `quotes/${randomToken(18)}.bin`
	// The row first: after a crash here the job still finds the file. One that was lost is replaced.
	const { stored_name: name } = await ctx.db
		.insertInto('quote_files')
		.values({ stored_name: storedName, quote_id: quoteId, sheet_hash: hash, client_named: sheet.client !== null, made_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['quote_id', 'sheet_hash']).doUpdateSet({ made_at: ctx.now() }))
		.returning('stored_name')
		.executeTakeFirstOrThrow()
	await ctx.storage.write(name, ctx.encryptor.encryptBytes(PURPOSE, content, hash))
	return content
}
