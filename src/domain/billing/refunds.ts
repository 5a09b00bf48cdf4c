import { TWO_PEOPLE_ABOVE } from './billing-labels.ts'
import { yen } from '../shared/yen.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { dateText, isoDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { sql } from 'kysely'
import { lockProfile, refusedPlan } from './billing-context.ts'
import { mailDocument } from './billing-mails.ts'
import type { RefundRequest } from './billing-schemas.ts'
import { invoiceNumber } from './invoice-number.ts'
import { issueCreditNote } from './invoices.ts'
import { postEntry, readCustomerCredit } from './ledger.ts'
import type { TableRow } from '../shared/tables.ts'
import type { RefundState } from './tables.ts'

const tooMuch = (most: number) =>
	new DomainError('invalid', 'more than can be refunded', {
		fields: { amount: `返金できるのは${yen(most)}までです。` },
	})

/** What of an invoice was paid and has not been asked back. */
async function refundable({ db }: Ctx, invoiceId: number, paid: number): Promise<number> {
	const { asked } = await db
		.selectFrom('refunds')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), eb.lit(0)).as('asked'))
		.where('invoice_id', '=', invoiceId)
		.where('state', '<>', 'rejected')
		.executeTakeFirstOrThrow()
	return paid - Number(asked)
}

/** Asks for a refund of what was paid for an invoice. The same form sent twice asks once. Throws `invalid` for more than was paid. */
export async function requestRefund(ctx: RecentStaffCtx, invoiceId: number, { amount, reason, clientKey }: RefundRequest): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const invoice = await trx.db
			.selectFrom('invoices')
			.select(['user_id', 'paid_amount'])
			.where('id', '=', invoiceId)
			.where('kind', '=', 'invoice')
			.executeTakeFirst()
		if (!invoice) throw notFound('invoice')
		await lockProfile(trx, invoice.user_id)
		const known = await trx.db.selectFrom('refunds').select('id').where('client_key', '=', clientKey).executeTakeFirst()
		if (known) return
		const most = await refundable(trx, invoiceId, invoice.paid_amount)
		if (amount > most) throw tooMuch(most)
		await insertRefund(trx, { userId: invoice.user_id, invoiceId, amount, reason, clientKey })
	})
}

/** Asks for what a customer is owed (paid too much, or given back) to be paid out. */
export async function requestPayout(ctx: RecentStaffCtx, userId: string, { amount, reason, clientKey }: RefundRequest): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		await lockProfile(trx, userId)
		const known = await trx.db.selectFrom('refunds').select('id').where('client_key', '=', clientKey).executeTakeFirst()
		if (known) return
		const most = (await readCustomerCredit(trx, userId)) - (await askedOfCredit(trx, userId))
		if (amount > most) throw tooMuch(Math.max(0, most))
		await insertRefund(trx, { userId, invoiceId: null, amount, reason, clientKey })
	})
}

async function askedOfCredit({ db }: Ctx, userId: string): Promise<number> {
	const { asked } = await db
		.selectFrom('refunds')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), eb.lit(0)).as('asked'))
		.where('user_id', '=', userId)
		.where('invoice_id', 'is', null)
		.where('state', '=', 'requested')
		.executeTakeFirstOrThrow()
	return Number(asked)
}

async function insertRefund(
	ctx: StaffCtx,
	{ userId, invoiceId, amount, reason, clientKey }: RefundRequest & { userId: string; invoiceId: number | null },
): Promise<void> {
	const { id } = await ctx.db
		.insertInto('refunds')
		.values({
			user_id: userId,
			invoice_id: invoiceId,
			amount,
			reason,
			client_key: clientKey,
			requested_by: ctx.viewer.userId,
			requested_at: ctx.now(),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await recordAuditEvent(ctx, { action: 'billing.refund-request', subject: `refund:${id}`, reason, detail: { amount } })
}

async function lockRefund(ctx: RecentStaffCtx, id: number, state: RefundState) {
	const found = await ctx.db.selectFrom('refunds').select('user_id').where('id', '=', id).executeTakeFirst()
	if (!found) throw notFound('refund')
	const { addressee } = await lockProfile(ctx, found.user_id)
	const row = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
	if (row.state !== state) throw refusedPlan('ほかの担当者が先に対応しました。ページを開き直してください。')
	return { ...row, addressee }
}

/**
 * Approves a refund: issues the credit note for what was paid on an invoice and owes the amount to the customer's bank
 * account. Above ¥50,000 the requester may not approve it.
 */
export async function approveRefund(ctx: RecentStaffCtx, id: number): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const refund = await lockRefund(trx, id, 'requested')
		if (refund.amount > TWO_PEOPLE_ABOVE && refund.requested_by === trx.viewer.userId)
			throw new DomainError('forbidden', 'a second person decides', {
				fields: { form: `${yen(TWO_PEOPLE_ABOVE)}を超える返金は、依頼した方とは別の担当者が承認します。` },
			})
		const creditNoteId = refund.invoice_id === null ? null : await creditInvoice(trx, refund, refund.invoice_id)
		if ((await readCustomerCredit(trx, refund.user_id)) < refund.amount)
			throw refusedPlan('前受金が、ほかの請求書に充てられたため足りません。返金の依頼を却下し、金額を確認してください。')
		await trx.db
			.updateTable('refunds')
			.set({ state: 'approved', decided_by: trx.viewer.userId, decided_at: trx.now(), credit_note_id: creditNoteId })
			.where('id', '=', id)
			.execute()
		await postEntry(trx, {
			kind: 'refund',
			eventKey: `refund:${id}`,
			userId: refund.user_id,
			day: isoDay(trx.now()),
			refundId: id,
			postings: { customer_credit: refund.amount, refunds_payable: -refund.amount },
		})
		await recordAuditEvent(trx, { action: 'billing.refund-approve', subject: `refund:${id}`, detail: { amount: refund.amount } })
	})
}

async function creditInvoice(
	ctx: Ctx,
	{ id, user_id: userId, amount, addressee }: { id: number; user_id: string; amount: number; addressee: string },
	invoiceId: number,
): Promise<number> {
	const invoice = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow()
	const [line] = invoice.lines
	const name = `請求書 ${invoiceNumber(invoice)}（${dateText(invoice.issued_on)}）の返金`
	const note = await issueCreditNote(ctx, {
		userId,
		subscriptionId: invoice.subscription_id,
		addressee,
		eventKey: `refund:${id}`,
		creditsId: invoiceId,
		lines: [
			{ name, from: line?.from ?? invoice.issued_on, to: line?.to ?? invoice.issued_on, amount: -amount, percent: line?.percent ?? 10 },
		],
	})
	await mailDocument(ctx, userId, note)
	return note.id
}

export async function rejectRefund(ctx: RecentStaffCtx, id: number): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		await lockRefund(trx, id, 'requested')
		await trx.db
			.updateTable('refunds')
			.set({ state: 'rejected', decided_by: trx.viewer.userId, decided_at: trx.now() })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action: 'billing.refund-reject', subject: `refund:${id}` })
	})
}

/** Notes that an approved refund has left the bank account. */
export async function payRefund(ctx: RecentStaffCtx, id: number, paidOn: string): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	if (paidOn > isoDay(ctx.now()))
		throw new DomainError('invalid', 'a day to come', { fields: { paidOn: '振込日には、今日までの日付を入力してください。' } })
	await inTransaction(ctx, async (trx) => {
		const refund = await lockRefund(trx, id, 'approved')
		const toCard = await trx.db
			.selectFrom('card_refunds')
			.select('state')
			.where('refund_id', '=', id)
			.where('state', '<>', 'failed')
			.executeTakeFirst()
		if (toCard) throw refusedPlan('この返金は、お支払いに使われたカードに返しているところです。')
		await trx.db.updateTable('refunds').set({ state: 'paid', paid_on: paidOn }).where('id', '=', id).execute()
		await postEntry(trx, {
			kind: 'refund-paid',
			eventKey: `refund-paid:${id}`,
			userId: refund.user_id,
			day: paidOn,
			refundId: id,
			postings: { refunds_payable: refund.amount, bank: -refund.amount },
		})
		await recordAuditEvent(trx, { action: 'billing.refund-pay', subject: `refund:${id}`, detail: { amount: refund.amount } })
	})
}

export type RefundItem = {
	id: number
	state: RefundState
	amount: number
	reason: string
	addressee: string
	invoice: { id: number; number: string } | null
	creditNote: { id: number; number: string } | null
	isOwn: boolean
	requestedAt: Date
	paidOn: string | null
	/** State of the card refund; null for a refund by transfer. */
	card: TableRow<'card_refunds'>['state'] | null
}

/** Refunds in a state, the newest first. */
export async function listRefunds(
	ctx: StaffCtx,
	{ state, cursor }: { state: RefundState; cursor: string | null },
): Promise<{ items: RefundItem[]; page: Page }> {
	const page = keysetPage<RefundItem>(cursor, { by: [sql`r.id`], direction: 'desc', size: 30, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('refunds as r')
		.innerJoin('billing_profiles as b', 'b.user_id', 'r.user_id')
		.leftJoin('invoices as i', 'i.id', 'r.invoice_id')
		.leftJoin('invoices as c', 'c.id', 'r.credit_note_id')
		.leftJoin('card_refunds as k', 'k.refund_id', 'r.id')
		.select(['r.id', 'r.state', 'r.amount', 'r.reason', 'r.requested_by', 'r.requested_at', 'r.paid_on', 'b.addressee', 'k.state as card'])
		.select(['i.id as i_id', 'i.kind as i_kind', 'i.year as i_year', 'i.number as i_number'])
		.select(['c.id as c_id', 'c.kind as c_kind', 'c.year as c_year', 'c.number as c_number'])
		.where('r.state', '=', state)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const documentOf = (id: number | null, kind: 'invoice' | 'credit_note' | null, year: number | null, number: number | null) =>
		id === null || kind === null ? null : { id, number: invoiceNumber({ kind, year: year ?? 0, number: number ?? 0 }) }
	const cut = page.cut(
		rows.map((row) => ({
			id: row.id,
			state: row.state,
			amount: row.amount,
			reason: row.reason,
			addressee: row.addressee,
			invoice: documentOf(row.i_id, row.i_kind, row.i_year, row.i_number),
			creditNote: documentOf(row.c_id, row.c_kind, row.c_year, row.c_number),
			isOwn: row.requested_by === ctx.viewer.userId,
			requestedAt: row.requested_at,
			paidOn: row.paid_on,
			card: row.card,
		})),
	)
	return { items: cut.rows, page: cut.page }
}

/** How many refunds wait for a decision or for their transfer. */
export async function countWaitingRefunds({ db }: StaffCtx): Promise<number> {
	const { count } = await db
		.selectFrom('refunds')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('state', 'in', ['requested', 'approved'])
		.executeTakeFirstOrThrow()
	return Number(count)
}
