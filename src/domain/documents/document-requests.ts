import { z } from 'zod'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { notifyOtherSide } from '../inquiries/inquiry-access.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { documentsPath } from '../shared/links.ts'
import { cleanLine, cleanText } from '../shared/text-input.ts'
import { MAX_REQUESTS, REQUEST_LENGTH } from './document-input.ts'
import { openOpen } from './document-uploads.ts'
import { documentTexts } from './document-words.ts'

/** What is chosen from the list of the task, and lines that are typed. */
export const requestSchema = z
	.object({ chosen: z.array(z.string()), lines: z.string().max(10_000) })
	.transform(({ chosen, lines }) => ({
		titles: [...new Set([...chosen, ...cleanText(lines).split('\n')].map(cleanLine).filter((title) => title !== ''))],
	}))
	.superRefine(({ titles }, check) => {
		const report = (message: string) => check.addIssue({ code: 'custom', path: ['lines'], message })
		if (titles.length === 0) report('お願いする書類を選ぶか、1行に1つずつ書いてください。')
		if (titles.length > MAX_REQUESTS) report(`一度にお願いできる書類は${MAX_REQUESTS}点までです。`)
		if (titles.some((title) => Array.from(title).length > REQUEST_LENGTH.max))
			report(`書類の名前は1行${REQUEST_LENGTH.max}文字までにしてください。`)
	})
export type RequestInput = z.output<typeof requestSchema>

const refused = (sentence: string) => new DomainError('conflict', 'refused', { fields: { lines: sentence } })

/**
 * One side asks the other for documents. One that it asks for already is asked for once. Throws conflict for too many, and for one that the
 * other side asks for.
 */
export async function requestDocuments(ctx: Ctx, inquiryId: number, { titles }: RequestInput): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const access = await openOpen(trx, inquiryId, true)
		const open = await trx.db
			.selectFrom('document_requests')
			.select(['title', 'side'])
			.where('inquiry_id', '=', access.id)
			.where('withdrawn_at', 'is', null)
			.execute()
		if (open.filter(({ side }) => side === access.side).length + titles.length > MAX_REQUESTS)
			throw refused(`お願いできる書類は1つの案件に${MAX_REQUESTS}点までです。済んだものを取り下げてください。`)
		const taken = open.find(({ title, side }) => side !== access.side && titles.includes(title))
		if (taken) throw refused(`「${taken.title}」は、相手の方からお願いされています。別の名前にしてください。`)
		const made = await trx.db
			.insertInto('document_requests')
			.values(titles.map((title) => ({ inquiry_id: access.id, side: access.side, title, author_id: userId, created_at: trx.now() })))
			.onConflict((conflict) => conflict.columns(['inquiry_id', 'title']).where('withdrawn_at', 'is', null).doNothing())
			.returning('id')
			.execute()
		const [first] = made
		if (!first) return
		await notifyOtherSide(
			trx,
			access,
			`document-request:${first.id}`,
			writeText(trx.site, documentTexts[access.side === 'office' ? 'requested' : 'requestedOfOffice'], {
				事務所名: access.officeName,
				件名: access.subject,
				点数: `${made.length}`,
			}),
			documentsPath(access.id),
		)
	})
}

/** The side that asked marks a document of the list as complete, or as still missing. */
export async function settleRequest(ctx: Ctx, inquiryId: number, requestId: number, isSettled: boolean): Promise<void> {
	await change(ctx, inquiryId, requestId, { settled_at: isSettled ? ctx.now() : null })
}

/** The side that asked takes a document off the list; files that were sent for it stay. */
export async function withdrawRequest(ctx: Ctx, inquiryId: number, requestId: number): Promise<void> {
	await change(ctx, inquiryId, requestId, { withdrawn_at: ctx.now() })
}

async function change(
	ctx: Ctx,
	inquiryId: number,
	requestId: number,
	values: { settled_at?: Date | null; withdrawn_at?: Date },
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openOpen(trx, inquiryId, true)
		const done = await trx.db
			.updateTable('document_requests')
			.set(values)
			.where('id', '=', requestId)
			.where('inquiry_id', '=', access.id)
			.where('side', '=', access.side)
			.where('withdrawn_at', 'is', null)
			.executeTakeFirst()
		if (done.numUpdatedRows === 0n) throw notFound('request')
	})
}
