import { sql } from 'kysely'
import { recordAuditEvent } from '../accounts/audit.ts'
import { writeMail } from '../accounts/mails.ts'
import { supportWords } from './support-words.ts'
import { isStaffWith, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import { contactPath } from '../shared/links.ts'
import type { Page } from '../shared/paging.ts'
import { requestOrder } from './request-order.ts'
import {
	type Claimant,
	type Outcome,
	type SupportCategory,
	supportCategories,
	supportCategoryNames,
	supportDueOn,
	topicLabel,
} from './support-input.ts'

export type SupportItem = {
	id: number
	category: SupportCategory
	dueOn: IsoDate
	createdAt: Date
	answeredAt: Date | null
	closedAt: Date | null
}

/** Categories whose requests the viewer may read and answer. */
const categoriesFor = ({ viewer }: StaffCtx): SupportCategory[] =>
	supportCategoryNames.filter((name) => isStaffWith(viewer, supportCategories[name].role))

/** None of an empty list. */
const isOneOf = (categories: readonly SupportCategory[]) => sql<boolean>`category = any (${[...categories]}::text[])`

/** Requests without data about the sender. Open ones by deadline, closed ones newest first. */
export async function listSupportRequests(
	ctx: StaffCtx,
	{ isOpen, category, cursor }: { isOpen: boolean; category: SupportCategory | null; cursor: string | null },
): Promise<{ items: SupportItem[]; page: Page }> {
	const page = keysetPage<SupportItem>(cursor, requestOrder(isOpen))
	const categories = categoriesFor(ctx).filter((name) => category === null || name === category)
	const rows = await ctx.db
		.selectFrom('support_requests')
		.select(['id', 'category', 'due_on as dueOn', 'created_at as createdAt', 'answered_at as answeredAt', 'closed_at as closedAt'])
		.where('closed_at', isOpen ? 'is' : 'is not', null)
		.where(isOneOf(categories))
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { items: cut.rows, page: cut.page }
}

/** How many open requests the viewer could answer. */
export async function countOpenSupportRequests(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('support_requests')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('closed_at', 'is', null)
		.where(isOneOf(categoriesFor(ctx)))
		.executeTakeFirstOrThrow()
	return Number(count)
}

export type SupportRequest = SupportItem & {
	topic: string | null
	claimant: Claimant | null
	uid: string | null
	senderName: string
	email: string
	pagePath: string | null
	body: string
	authorAskedOn: IsoDate | null
	outcome: Outcome | null
	note: string
	/** The request under the Act on the Protection of Personal Information that it is. */
	privacyRequestId: number | null
	replies: { id: number; body: string; at: Date }[]
}

/** One request with its sender and all replies. Every reading is recorded. Throws not-found for other roles' categories. */
export async function readSupportRequest(ctx: RecentStaffCtx, id: number): Promise<SupportRequest> {
	return inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		const replies = await trx.db
			.selectFrom('support_replies')
			.select(['id', 'body', 'created_at as at'])
			.where('request_id', '=', id)
			.orderBy('id')
			.execute()
		const privacy = await trx.db.selectFrom('privacy_requests').select('id').where('support_id', '=', id).executeTakeFirst()
		await recordAuditEvent(trx, { action: 'support.read', subject: `support:${id}` })
		return {
			id,
			category: row.category,
			topic: topicLabel(row.category, row.topic),
			claimant: row.claimant,
			uid: row.uid,
			senderName: row.sender_name,
			email: row.email,
			pagePath: row.page_path,
			body: row.body,
			dueOn: row.due_on,
			authorAskedOn: row.author_asked_on,
			outcome: row.outcome,
			note: row.staff_note,
			privacyRequestId: privacy?.id ?? null,
			createdAt: row.created_at,
			answeredAt: row.answered_at,
			closedAt: row.closed_at,
			replies,
		}
	})
}

async function getRow(ctx: StaffCtx, id: number) {
	const row = await ctx.db
		.selectFrom('support_requests as s')
		.leftJoin('users as u', 'u.id', 's.user_id')
		.selectAll('s')
		.select('u.uid')
		.where('s.id', '=', id)
		.where(isOneOf(categoriesFor(ctx)))
		.forUpdate('s')
		.executeTakeFirst()
	if (!row) throw notFound('support request')
	return row
}

const isClosed = () =>
	new DomainError('conflict', 'the request is closed', {
		fields: { form: 'このお問い合わせは、ほかの担当者が終了しました。ページを開き直してください。' },
	})

/** Mails a reply to the sender and stores it. The same form sent twice mails once. Throws conflict for a closed request. */
export async function replyToSupportRequest(
	ctx: RecentStaffCtx,
	id: number,
	{ body, clientKey }: { body: string; clientKey: string },
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		const made = await trx.db
			.insertInto('support_replies')
			.values({ request_id: id, author_id: trx.viewer.userId, body, client_key: clientKey, created_at: trx.now() })
			.onConflict((conflict) => conflict.constraint('support_replies_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return
		if (row.closed_at !== null) throw isClosed()
		await trx.db.updateTable('support_requests').set({ answered_at: trx.now() }).where('id', '=', id).execute()
		await trx.enqueueMail(trx.db, {
			to: row.email,
			...writeMail(
				trx.site,
				supportWords.reply,
				{ 受付番号: `${id}`, 返事: body },
				{ footLinks: [{ label: 'お問い合わせのページ', url: `${trx.site.publicUrl}${contactPath(row.category)}` }] },
			),
		})
		await recordAuditEvent(trx, { action: 'support.reply', subject: `support:${id}` })
	})
}

/**
 * Closes a request. A claim needs an outcome, of which its sender has been notified by a reply unless they withdrew it.
 * Throws conflict for a closed one, invalid without outcome or reply.
 */
export async function closeSupportRequest(ctx: RecentStaffCtx, id: number, outcome: Outcome | null): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		if (row.closed_at !== null) throw isClosed()
		const isClaim = row.category === 'rights'
		if (isClaim && outcome === null)
			throw new DomainError('invalid', 'a claim needs an outcome', { fields: { outcome: '結果を選んでください。' } })
		if (isClaim && outcome !== 'withdrawn' && row.answered_at === null)
			throw new DomainError('invalid', 'the claimant was not told', {
				fields: { outcome: '先に、結果とその理由を申出者へ返信してください。' },
			})
		await trx.db
			.updateTable('support_requests')
			.set({ closed_at: trx.now(), outcome: isClaim ? outcome : null })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action: 'support.close', subject: `support:${id}`, ...(isClaim ? { detail: { outcome } } : {}) })
	})
}

/** Reopens a closed request. */
export async function reopenSupportRequest(ctx: RecentStaffCtx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		if (row.closed_at === null) return
		await trx.db.updateTable('support_requests').set({ closed_at: null, outcome: null }).where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'support.reopen', subject: `support:${id}` })
	})
}

/** The note replaces the one before. */
export async function noteSupportRequest(ctx: RecentStaffCtx, id: number, note: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await getRow(trx, id)
		await trx.db.updateTable('support_requests').set({ staff_note: note }).where('id', '=', id).execute()
	})
}

/** Records that the author of the content was asked today; the page counts their deadline from it. */
export async function noteAuthorAsked(ctx: RecentStaffCtx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		if (row.category !== 'rights') throw notFound('claim')
		if (row.closed_at !== null) throw isClosed()
		if (row.author_asked_on !== null) return
		await trx.db
			.updateTable('support_requests')
			.set({ author_asked_on: isoDay(trx.now()) })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action: 'support.ask-author', subject: `support:${id}` })
	})
}

/** Moves a misdirected request to a category without a separate form; its deadline counts from its arrival. */
export async function moveSupportRequest(ctx: RecentStaffCtx, id: number, category: SupportCategory): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await getRow(trx, id)
		if (row.closed_at !== null) throw isClosed()
		if (row.category === category) return
		if (supportCategories[category].topics.length > 0)
			throw new DomainError('invalid', 'a claim has facts of its own', {
				fields: { category: 'この種類には、専用のフォームからの申出が必要です。' },
			})
		await trx.db
			.updateTable('support_requests')
			.set({ category, topic: null, claimant: null, author_asked_on: null, due_on: supportDueOn(category, row.created_at) })
			.where('id', '=', id)
			.execute()
		// What was filed as a request under the Act by mistake is none; one that was decided stays.
		await trx.db.deleteFrom('privacy_requests').where('support_id', '=', id).where('closed_at', 'is', null).execute()
		await recordAuditEvent(trx, { action: 'support.move', subject: `support:${id}`, detail: { from: row.category, to: category } })
	})
}
