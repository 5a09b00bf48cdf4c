import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { planLabels } from '../plans/entitlements.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import type { Ctx } from '../shared/context.ts'
import { addDays, dateText, isoDay } from '../shared/japan-time.ts'
import { findSeller } from './billing-context.ts'
import { intervalLabels, PAYMENT_DAYS } from './billing-days.ts'
import { invoiceNumber } from './invoice-number.ts'
import { postEntry, readCustomerCredit } from './ledger.ts'
import type { ChargeLine } from './subscription.ts'
import type { InvoiceKind, IssuedLine, Issuer } from './tables.ts'
import { taxPercentOn, totalsByRate } from './tax.ts'

type Issue = {
	userId: string
	subscriptionId: number | null
	addressee: string
	eventKey: string
	lines: readonly IssuedLine[]
}

export type Issued = { id: number; kind: InvoiceKind; number: string; total: number; dueOn: string | null }

/** The lines of a step in the words of its document. */
export const issuedLines = (lines: readonly ChargeLine[]): IssuedLine[] =>
	lines.map(({ kind, plan, interval, from, to, amount }) => {
		const what = `${planLabels[plan]}プラン（${intervalLabels[interval]}）`
		const days = `${dateText(from)}〜${dateText(addDays(to, -1))}`
		const name = { charge: `${what} ${days}`, discount: `${what} クーポンによる値引き`, credit: `${what} 使わない日数の返還 ${days}` }[kind]
		return { name, from, to, amount, percent: taxPercentOn(from) }
	})

/**
 * Issues the document of what happened and posts it: an invoice where there is something to pay, a credit note where there is
 * something to give back, nothing for 0. Call it in a transaction that has locked the account's profile. What the
 * customer is owed is used for the invoice at once.
 */
export async function issueDocument(ctx: Ctx, issue: Issue): Promise<Issued | null> {
	const sum = issue.lines.reduce((total, { amount }) => total + amount, 0)
	if (sum === 0) return null
	return sum > 0 ? issueInvoice(ctx, issue) : issueCreditNote(ctx, { ...issue, creditsId: null })
}

async function issueInvoice(ctx: Ctx, issue: Issue): Promise<Issued> {
	const dueOn = addDays(isoDay(ctx.now()), PAYMENT_DAYS)
	const made = await insertDocument(ctx, 'invoice', { ...issue, dueOn, creditsId: null })
	await postEntry(ctx, {
		kind: 'invoice',
		eventKey: `invoice:${made.id}`,
		userId: issue.userId,
		day: isoDay(ctx.now()),
		invoiceId: made.id,
		postings: { receivable: made.total, revenue: made.tax - made.total, tax: -made.tax },
	})
	await applyCredit(ctx, issue.userId, made)
	return made
}

/**
 * Credits what was charged. First reduces unpaid invoices, newest first; the rest is owed to the customer.
 * `lines` are negative, the document's total is positive.
 */
export async function issueCreditNote(ctx: Ctx, issue: Issue & { creditsId: number | null }): Promise<Issued> {
	const creditsId = issue.creditsId ?? (await newestInvoice(ctx, issue.userId))
	const lines = issue.lines.map((line) => ({ ...line, amount: -line.amount }))
	const made = await insertDocument(ctx, 'credit_note', { ...issue, lines, dueOn: null, creditsId })
	let left = made.total
	// A refund gives back what was paid; everything else lowers what is still to be paid.
	const open = issue.creditsId === null ? await openInvoices(ctx, issue.userId) : []
	for (const invoice of open.toReversed()) {
		const part = Math.min(left, invoice.open)
		if (part === 0) break
		await ctx.db
			.updateTable('invoices')
			.set((eb) => ({ credited_amount: eb('credited_amount', '+', part) }))
			.where('id', '=', invoice.id)
			.execute()
		left -= part
	}
	await postEntry(ctx, {
		kind: 'credit-note',
		eventKey: `invoice:${made.id}`,
		userId: issue.userId,
		day: isoDay(ctx.now()),
		invoiceId: made.id,
		postings: { revenue: made.total - made.tax, tax: made.tax, receivable: left - made.total, customer_credit: -left },
	})
	return made
}

async function newestInvoice({ db }: Ctx, userId: string): Promise<number | null> {
	const row = await db
		.selectFrom('invoices')
		.select('id')
		.where('user_id', '=', userId)
		.where('kind', '=', 'invoice')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row?.id ?? null
}

/** Numbers follow each other without a gap: the row of the series stays locked until the document is committed with its number. */
async function nextNumber({ db }: Ctx, kind: InvoiceKind, year: number): Promise<number> {
	const { rows } = await checkedSql({ last_number: int4 })`
		insert into invoice_series (kind, year, last_number) values (${kind}, ${year}, 1)
		on conflict (kind, year) do update set last_number = invoice_series.last_number + 1
		returning last_number
	`.execute(db)
	return rows[0]?.last_number ?? 0
}

async function insertDocument(
	ctx: Ctx,
	kind: InvoiceKind,
	{ userId, subscriptionId, addressee, eventKey, lines, dueOn, creditsId }: Issue & { dueOn: string | null; creditsId: number | null },
): Promise<Issued & { tax: number }> {
	const today = isoDay(ctx.now())
	const year = Number(today.slice(0, 4))
	const byRate = totalsByRate(lines)
	const total = byRate.reduce((sum, one) => sum + one.total, 0)
	const tax = byRate.reduce((sum, one) => sum + one.tax, 0)
	const number = await nextNumber(ctx, kind, year)
	const { id } = await ctx.db
		.insertInto('invoices')
		.values({
			kind,
			year,
			number,
			event_key: eventKey,
			user_id: userId,
			subscription_id: subscriptionId,
			credits_id: creditsId,
			issued_on: today,
			issued_at: ctx.now(),
			due_on: dueOn,
			addressee,
			issuer: JSON.stringify(issuerOf(ctx)),
			lines: JSON.stringify(lines),
			by_rate: JSON.stringify(byRate),
			total,
			tax,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	return { id, kind, number: invoiceNumber({ kind, year, number }), total, tax, dueOn }
}

function issuerOf({ site }: Ctx): Issuer {
	const { operator } = site
	return {
		siteName: site.name,
		name: operator?.name ?? site.name,
		address: operator?.address ?? '',
		phone: operator?.phone ?? '',
		registrationNumber: operator?.invoiceNumber ?? null,
		bankAccount: findSeller(site)?.bankAccount ?? null,
	}
}

export type OpenInvoice = { id: number; dueOn: string; open: number }

/** What an account has not paid yet, the earliest due date first. */
export async function openInvoices({ db }: Pick<Ctx, 'db'>, userId: string): Promise<OpenInvoice[]> {
	const rows = await db
		.selectFrom('invoices')
		.select(['id', 'due_on', sql<number>`total - paid_amount - credited_amount`.as('open')])
		.where('user_id', '=', userId)
		.where('kind', '=', 'invoice')
		.where(sql<boolean>`paid_amount + credited_amount < total`)
		.orderBy('due_on')
		.orderBy('id')
		.execute()
	return rows.map(({ id, due_on, open }) => ({ id, dueOn: due_on ?? '', open }))
}

async function applyCredit(ctx: Ctx, userId: string, invoice: { id: number; total: number }): Promise<void> {
	const amount = Math.min(await readCustomerCredit(ctx, userId), invoice.total)
	if (amount <= 0) return
	await allocate(ctx, { paymentId: null, invoiceId: invoice.id, amount })
	await postEntry(ctx, {
		kind: 'apply-credit',
		eventKey: `apply-credit:${invoice.id}`,
		userId,
		day: isoDay(ctx.now()),
		invoiceId: invoice.id,
		postings: { customer_credit: amount, receivable: -amount },
	})
}

/** Records a paid amount of an invoice. The database rejects more than is open. */
export async function allocate(
	ctx: Pick<Ctx, 'db' | 'now'>,
	{ paymentId, invoiceId, amount }: { paymentId: number | null; invoiceId: number; amount: number },
): Promise<void> {
	await ctx.db.insertInto('payment_allocations').values({ payment_id: paymentId, invoice_id: invoiceId, amount, at: ctx.now() }).execute()
	const invoice = await ctx.db
		.updateTable('invoices')
		.set((eb) => ({ paid_amount: eb('paid_amount', '+', amount) }))
		.where('id', '=', invoiceId)
		.returning(['kind', 'year', 'number', 'user_id', 'total', 'paid_amount', 'credited_amount'])
		.executeTakeFirstOrThrow()
	if (invoice.paid_amount + invoice.credited_amount < invoice.total) return
	await recordWebhookEvent(ctx, {
		kind: 'invoice.paid',
		subject: `invoice:${invoiceId}`,
		data: { invoiceId, number: invoiceNumber(invoice), total: invoice.total },
		to: { userId: invoice.user_id },
	})
}
