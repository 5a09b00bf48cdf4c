import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { lockProfile } from './billing-context.ts'
import { allocate, openInvoices } from './invoices.ts'
import { postEntry } from './ledger.ts'
import { readPrices } from './prices.ts'
import { findSubscription } from './subscription-store.ts'
import { catchUp } from './subscriptions.ts'

export type PaymentInput = { receivedOn: string; amount: number; payer: string; clientKey: string }

/**
 * Books a transfer for an invoice: first to that invoice, then to the account's others by due date; what is left over is
 * owed to the customer. Less than the invoice leaves the rest open. The same form sent twice books once. Returns the
 * payment's id. For staff of accounting.
 */
export async function recordPayment(ctx: RecentStaffCtx, invoiceId: number, input: PaymentInput): Promise<number> {
	requireRecentStaff(ctx, 'accounting')
	if (input.receivedOn > isoDay(ctx.now()))
		throw new DomainError('invalid', 'a day to come', { fields: { receivedOn: '入金日には、今日までの日付を入力してください。' } })
	return inTransaction(ctx, async (trx) => {
		const paymentId = await bookPayment(trx, invoiceId, { ...input, method: 'transfer', recordedBy: trx.viewer.userId })
		await recordAuditEvent(trx, { action: 'billing.payment', subject: `invoice:${invoiceId}`, detail: { amount: input.amount } })
		return paymentId
	})
}

/** The same in the caller's transaction, for a caller that knows that the money arrived. */
export async function bookPayment(
	ctx: Ctx,
	invoiceId: number,
	input: PaymentInput & { method: 'transfer' | 'card'; recordedBy: string | null },
): Promise<number> {
	const invoice = await ctx.db
		.selectFrom('invoices')
		.select('user_id')
		.where('id', '=', invoiceId)
		.where('kind', '=', 'invoice')
		.executeTakeFirst()
	if (!invoice) throw notFound('invoice')
	const userId = invoice.user_id
	await lockProfile(ctx, userId)
	const made = await ctx.db
		.insertInto('payments')
		.values({
			user_id: userId,
			method: input.method,
			received_on: input.receivedOn,
			amount: input.amount,
			payer: input.payer,
			client_key: input.clientKey,
			recorded_by: input.recordedBy,
			recorded_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.constraint('payments_client_key').doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!made)
		return (await ctx.db.selectFrom('payments').select('id').where('client_key', '=', input.clientKey).executeTakeFirstOrThrow()).id
	let left = input.amount
	const open = await openInvoices(ctx, userId)
	for (const one of open.toSorted((a, b) => Number(b.id === invoiceId) - Number(a.id === invoiceId))) {
		const part = Math.min(left, one.open)
		if (part === 0) break
		await allocate(ctx, { paymentId: made.id, invoiceId: one.id, amount: part })
		left -= part
	}
	await postEntry(ctx, {
		kind: 'payment',
		eventKey: `payment:${made.id}`,
		userId,
		day: input.receivedOn,
		invoiceId,
		paymentId: made.id,
		postings: { [input.method === 'card' ? 'card' : 'bank']: input.amount, receivable: left - input.amount, customer_credit: -left },
	})
	const stored = await findSubscription(ctx, userId, true)
	if (stored) await catchUp(ctx, stored, await readPrices(ctx))
	return made.id
}
