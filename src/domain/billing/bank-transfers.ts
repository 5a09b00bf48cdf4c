import { sql } from 'kysely'
import { hashToken } from '../../platform/token.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { daysBetween } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { refusedPlan } from './billing-context.ts'
import type { BankLine } from './bank-file.ts'
import { invoiceNumber } from './invoice-number.ts'
import { likeness, numbersIn, plainPayer } from './payer-name.ts'
import { bookPayment } from './payments.ts'

/**
 * Stores the deposits of a file that are not known yet, so that importing the same file again, or one that overlaps it, adds
 * nothing twice. Equal deposits of a day are distinguished by their order. Returns the number of new ones.
 */
export async function importBankLines(ctx: RecentStaffCtx, lines: readonly BankLine[]): Promise<{ added: number; known: number }> {
	requireRecentStaff(ctx, 'accounting')
	if (lines.length === 0) return { added: 0, known: 0 }
	const seen = new Map<string, number>()
	const rows = lines.map((line) => {
		const text = `${line.bookedOn}|${line.amount}|${line.payer}`
		const place = (seen.get(text) ?? 0) + 1
		seen.set(text, place)
		return {
			line_hash: hashToken(`bank-line|${text}|${place}`).toString('base64url'),
			booked_on: line.bookedOn,
			amount: line.amount,
			payer: line.payer,
			imported_at: ctx.now(),
			imported_by: ctx.viewer.userId,
		}
	})
	return inTransaction(ctx, async (trx) => {
		let added = 0
		for (let at = 0; at < rows.length; at += 500) {
			const made = await trx.db
				.insertInto('bank_lines')
				.values(rows.slice(at, at + 500))
				.onConflict((conflict) => conflict.constraint('bank_lines_hash').doNothing())
				.returning('id')
				.execute()
			added += made.length
		}
		await recordAuditEvent(trx, { action: 'billing.import', subject: 'bank:transfers', detail: { lines: lines.length, added } })
		return { added, known: lines.length - added }
	})
}

type Candidate = { id: number; number: string; compact: string; addressee: string; open: number; dueOn: string; payer: string }

export type Proposal = { invoiceId: number; number: string; addressee: string; open: number; dueOn: string; score: number; why: string }
export type WaitingTransfer = BankLine & { id: number; proposals: Proposal[] }

/** Unmatched deposits, oldest first, each with the most likely unpaid invoices. */
export async function listWaitingTransfers(ctx: StaffCtx, cursor: string | null): Promise<{ items: WaitingTransfer[]; page: Page }> {
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`id`], direction: 'asc', size: 20, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('bank_lines')
		.select(['id', 'booked_on as bookedOn', 'amount', 'payer'])
		.where('payment_id', 'is', null)
		.where('ignored_reason', 'is', null)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	const candidates = cut.rows.length === 0 ? [] : await readCandidates(ctx)
	return { items: cut.rows.map((line) => ({ ...line, proposals: propose(line, candidates) })), page: cut.page }
}

/** Unpaid invoices, the oldest 2,000: a transfer is for one of them. */
async function readCandidates({ db }: StaffCtx): Promise<Candidate[]> {
	const rows = await db
		.selectFrom('invoices as i')
		.innerJoin('billing_profiles as b', 'b.user_id', 'i.user_id')
		.select([
			'i.id',
			'i.year',
			'i.number',
			'i.addressee',
			'i.due_on',
			'b.payer_kana',
			sql<number>`i.total - i.paid_amount - i.credited_amount`.as('open'),
		])
		.where('i.kind', '=', 'invoice')
		.where(sql<boolean>`i.paid_amount + i.credited_amount < i.total`)
		.orderBy('i.due_on')
		.orderBy('i.id')
		.limit(2_000)
		.execute()
	return rows.map(({ id, year, number, addressee, due_on: dueOn, payer_kana: payer, open }) => ({
		id,
		number: invoiceNumber({ kind: 'invoice', year, number }),
		compact: `${year}${`${number}`.padStart(6, '0')}`,
		addressee,
		open,
		dueOn: dueOn ?? '',
		payer: plainPayer(payer),
	}))
}

/** The likeliest invoices of a deposit: by the number in the payer's text, the payer's name and the amount. Pure. */
export function propose(line: BankLine, candidates: readonly Candidate[]): Proposal[] {
	const payer = plainPayer(line.payer)
	const numbers = numbersIn(line.payer)
	return candidates
		.map((one): Proposal => {
			const hasNumber = numbers.some((digits) => digits === one.compact || (digits.length >= 4 && one.compact.endsWith(digits)))
			const name = likeness(payer, one.payer)
			const isExact = line.amount === one.open
			const score = (hasNumber ? 3 : 0) + 2 * name + (isExact ? 1.5 : 0)
			const why = [
				hasNumber && '請求番号が一致',
				name === 1 ? '名義が一致' : name >= 0.6 && '名義が近い',
				isExact ? '金額が一致' : line.amount < one.open ? '金額が足りない' : '金額が多い',
			]
			const { id: invoiceId, number, addressee, open, dueOn } = one
			return { invoiceId, number, addressee, open, dueOn, score, why: why.filter((part) => part !== false).join('・') }
		})
		.filter(({ score }) => score >= 1.5)
		.toSorted((a, b) => b.score - a.score || daysBetween(b.dueOn, a.dueOn) || a.invoiceId - b.invoiceId)
		.slice(0, 3)
}

/**
 * Books a deposit as the payment of an invoice, named by its printed number. Of two concurrent calls one succeeds. Throws conflict
 * for a deposit already handled, `invalid` for an unknown invoice number.
 */
export async function matchTransfer(ctx: RecentStaffCtx, lineId: number, wanted: { year: number; number: number }): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const line = await lockLine(trx, lineId)
		const invoiceId = await findByNumber(trx, wanted)
		const paymentId = await bookPayment(trx, invoiceId, {
			receivedOn: line.booked_on,
			amount: line.amount,
			payer: line.payer,
			clientKey: `bank-line-${lineId}`,
			method: 'transfer',
			recordedBy: trx.viewer.userId,
		})
		await trx.db.updateTable('bank_lines').set({ payment_id: paymentId }).where('id', '=', lineId).execute()
		await recordAuditEvent(trx, { action: 'billing.match', subject: `invoice:${invoiceId}`, detail: { line: lineId, amount: line.amount } })
	})
}

async function findByNumber({ db }: RecentStaffCtx, { year, number }: { year: number; number: number }): Promise<number> {
	const row = await db
		.selectFrom('invoices')
		.select('id')
		.where('kind', '=', 'invoice')
		.where('year', '=', year)
		.where('number', '=', number)
		.executeTakeFirst()
	if (!row)
		throw new DomainError('invalid', 'no such invoice', {
			fields: { invoiceNumber: `請求書 ${invoiceNumber({ kind: 'invoice', year, number })} は見つかりません。番号を確認してください。` },
		})
	return row.id
}

/** Marks a deposit that is for no invoice as ignored. */
export async function ignoreTransfer(ctx: RecentStaffCtx, lineId: number, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		await lockLine(trx, lineId)
		await trx.db.updateTable('bank_lines').set({ ignored_reason: reason }).where('id', '=', lineId).execute()
		await recordAuditEvent(trx, { action: 'billing.ignore', subject: `transfer:${lineId}`, reason })
	})
}

async function lockLine({ db }: RecentStaffCtx, id: number) {
	const row = await db.selectFrom('bank_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
	if (!row) throw notFound('transfer')
	if (row.payment_id !== null || row.ignored_reason !== null) throw refusedPlan('この入金は、ほかの担当者が先に対応しました。')
	return row
}

/** How many deposits wait to be matched. */
export async function countWaitingTransfers({ db }: StaffCtx): Promise<number> {
	const { count } = await db
		.selectFrom('bank_lines')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('payment_id', 'is', null)
		.where('ignored_reason', 'is', null)
		.executeTakeFirstOrThrow()
	return Number(count)
}
