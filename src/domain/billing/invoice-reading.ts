import type { InvoiceStatus } from './billing-labels.ts'
import { sql } from 'kysely'
import { isStaffWith, type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { daysBetween, isoDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { invoiceNumber } from './invoice-number.ts'
import type { InvoiceKind, IssuedLine, Issuer } from './tables.ts'
import type { RateTotal } from './tax.ts'

export type InvoiceItem = {
	id: number
	kind: InvoiceKind
	number: string
	addressee: string
	issuedOn: string
	dueOn: string | null
	total: number
	/** What is left to pay. */
	open: number
	status: InvoiceStatus
}

type Row = {
	id: number
	kind: InvoiceKind
	year: number
	number: number
	addressee: string
	issued_on: string
	due_on: string | null
	total: number
	paid_amount: number
	credited_amount: number
}

const columns = ['id', 'kind', 'year', 'number', 'addressee', 'issued_on', 'due_on', 'total', 'paid_amount', 'credited_amount'] as const

function itemOf(row: Row, today: string): InvoiceItem {
	const open = row.kind === 'invoice' ? row.total - row.paid_amount - row.credited_amount : 0
	const status =
		row.kind === 'credit_note'
			? 'credit_note'
			: open > 0
				? (row.due_on ?? '') < today
					? 'overdue'
					: 'open'
				: row.paid_amount > 0
					? 'paid'
					: 'credited'
	return {
		id: row.id,
		kind: row.kind,
		number: invoiceNumber(row),
		addressee: row.addressee,
		issuedOn: row.issued_on,
		dueOn: row.due_on,
		total: row.total,
		open,
		status,
	}
}

/** The viewer's own invoices and credit notes, the newest first. */
export async function listOwnInvoices(ctx: Ctx, cursor: string | null): Promise<{ items: InvoiceItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`id`], direction: 'desc', size: 20, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('invoices')
		.select(columns)
		.where('user_id', '=', userId)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { items: cut.rows.map((row) => itemOf(row, isoDay(ctx.now()))), page: cut.page }
}

/** The latest invoices and credit notes of an account, 20 at most. */
export async function listInvoicesOf(ctx: RecentStaffCtx, userId: string): Promise<InvoiceItem[]> {
	requireRecentStaff(ctx, 'accounting')
	const rows = await ctx.db.selectFrom('invoices').select(columns).where('user_id', '=', userId).orderBy('id', 'desc').limit(20).execute()
	return rows.map((row) => itemOf(row, isoDay(ctx.now())))
}

export type InvoiceDocument = InvoiceItem & {
	issuer: Issuer
	lines: IssuedLine[]
	byRate: RateTotal[]
	paid: number
	credited: number
	issuedAt: Date
	/** The invoice that a credit note refers to. */
	credits: { id: number; number: string; issuedOn: string } | null
	userId: string
}

/** A document of the viewer's own, or any for staff of accounting. Throws not-found for anyone else. */
export async function readInvoice(ctx: Ctx, id: number): Promise<InvoiceDocument> {
	const { userId } = requireMember(ctx)
	const reading = ctx.db
		.selectFrom('invoices as i')
		.leftJoin('invoices as c', 'c.id', 'i.credits_id')
		.selectAll('i')
		.select(['c.kind as c_kind', 'c.year as c_year', 'c.number as c_number', 'c.issued_on as c_issued_on'])
		.where('i.id', '=', id)
	const row = await (isStaffWith(ctx.viewer, 'accounting') ? reading : reading.where('i.user_id', '=', userId)).executeTakeFirst()
	if (!row) throw notFound('invoice')
	return {
		...itemOf(row, isoDay(ctx.now())),
		issuer: row.issuer,
		lines: row.lines,
		byRate: row.by_rate,
		paid: row.paid_amount,
		credited: row.credited_amount,
		issuedAt: row.issued_at,
		credits:
			row.credits_id === null || row.c_kind === null
				? null
				: {
						id: row.credits_id,
						number: invoiceNumber({ kind: row.c_kind, year: row.c_year ?? 0, number: row.c_number ?? 0 }),
						issuedOn: row.c_issued_on ?? '',
					},
		userId: row.user_id,
	}
}

export type InvoiceSearch = {
	state: 'unpaid' | 'overdue' | 'all'
	from: string | null
	to: string | null
	min: number | null
	max: number | null
	customer: string
	cursor: string | null
}

/**
 * All documents by day of issue, amount and customer, alone or together, as 電子帳簿保存法 requires for stored documents: the unpaid by
 * due date, everything else the newest first.
 */
export async function searchInvoices(ctx: StaffCtx, search: InvoiceSearch): Promise<{ items: InvoiceItem[]; page: Page }> {
	const today = isoDay(ctx.now())
	const isByDue = search.state !== 'all'
	const page = keysetPage<{ id: number; due_on: string | null }>(search.cursor, {
		by: isByDue ? [sql`due_on - date '2000-01-01'`, sql`id`] : [sql`id`],
		direction: isByDue ? 'asc' : 'desc',
		size: 50,
		keyOf: ({ id, due_on }) => (isByDue ? [daysBetween('2000-01-01', due_on ?? ''), id] : [id]),
	})
	let reading = ctx.db.selectFrom('invoices').select(columns).where(page.beyond).orderBy(page.order).limit(page.limit)
	if (isByDue) reading = reading.where('kind', '=', 'invoice').where(sql<boolean>`paid_amount + credited_amount < total`)
	if (search.state === 'overdue') reading = reading.where('due_on', '<', today)
	if (search.from !== null) reading = reading.where('issued_on', '>=', search.from)
	if (search.to !== null) reading = reading.where('issued_on', '<=', search.to)
	if (search.min !== null) reading = reading.where('total', '>=', search.min)
	if (search.max !== null) reading = reading.where('total', '<=', search.max)
	if (search.customer !== '') reading = reading.where(sql<boolean>`strpos(addressee, ${search.customer}) > 0`)
	const cut = page.cut(await reading.execute())
	return { items: cut.rows.map((row) => itemOf(row, today)), page: cut.page }
}
