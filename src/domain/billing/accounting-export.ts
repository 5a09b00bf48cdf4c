import type { ExportFormat } from './billing-labels.ts'
import { checkedSql, date, int4, text } from '../../platform/checked-sql.ts'
import { toShiftJis } from '../../platform/shift-jis.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { csvLine } from '../shared/csv.ts'
import { ledgerAccountLabels, ledgerKindLabels } from './ledger.ts'
import { invoiceNumber } from './invoice-number.ts'
import type { InvoiceKind, LedgerAccount, LedgerKind } from './tables.ts'

/** One line of a journal: both sides of the same amount, tax included in what is sold. */
export type JournalLine = {
	entryId: number
	day: string
	debit: LedgerAccount
	credit: LedgerAccount
	amount: number
	/** Tax within the amount, where the line is a sale or its return. */
	tax: number
	summary: string
}

const selectPostings = checkedSql({
	id: int4,
	day: date,
	kind: text.as<LedgerKind>(),
	account: text.as<LedgerAccount>(),
	amount: int4,
	addressee: text,
	invoice_kind: text.as<InvoiceKind>().nullable,
	year: int4.nullable,
	number: int4.nullable,
})

type Posting = { account: LedgerAccount; amount: number }

/**
 * The journal of a range of days. Sales and their tax are one line, as programs with 税込経理 take them. The lines of each entry
 * add up to its debits; a difference to the ledger's totals is an error, not a file.
 */
export async function readJournal(ctx: RecentStaffCtx, from: string, to: string): Promise<JournalLine[]> {
	requireRecentStaff(ctx, 'accounting')
	const { rows } = await selectPostings`
		select e.id, e.day, e.kind, p.account, p.amount, b.addressee, i.kind as invoice_kind, i.year, i.number
		from ledger_entries e
		join ledger_postings p on p.entry_id = e.id
		join billing_profiles b on b.user_id = e.user_id
		left join invoices i on i.id = e.invoice_id
		where e.day between ${from}::date and ${to}::date
		order by e.day, e.id, p.account
	`.execute(ctx.db)
	const lines = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([entryId, those]) => {
		const [first] = those
		if (!first) return []
		const number =
			first.invoice_kind === null ? '' : ` ${invoiceNumber({ kind: first.invoice_kind, year: first.year ?? 0, number: first.number ?? 0 })}`
		return pairs(those).map((pair) => ({
			entryId,
			day: first.day,
			...pair,
			summary: `${ledgerKindLabels[first.kind]}${number} ${first.addressee}`,
		}))
	})
	const debits = rows.reduce((sum, { account, amount }) => sum + (account === 'tax' ? 0 : Math.max(0, amount)), 0)
	const returned = rows.reduce((sum, { account, amount, kind }) => sum + (account === 'tax' && kind === 'credit-note' ? amount : 0), 0)
	const written = lines.reduce((sum, { amount }) => sum + amount, 0)
	if (written !== debits + returned) throw new Error(`the journal has ${written}, the ledger ${debits + returned}`)
	return lines
}

/** Debits against credits; tax goes with the sale. Pure. */
export function pairs(postings: readonly Posting[]): Pick<JournalLine, 'debit' | 'credit' | 'amount' | 'tax'>[] {
	const tax = postings.find(({ account }) => account === 'tax')?.amount ?? 0
	const whole = postings
		.filter(({ account }) => account !== 'tax')
		.map(({ account, amount }) => ({ account, left: account === 'revenue' ? amount + tax : amount, isSale: account === 'revenue' }))
	const found: Pick<JournalLine, 'debit' | 'credit' | 'amount' | 'tax'>[] = []
	let taxLeft = Math.abs(tax)
	for (const debit of whole.filter(({ left }) => left > 0))
		for (const credit of whole.filter(({ left }) => left < 0)) {
			const amount = Math.min(debit.left, -credit.left)
			if (amount <= 0) continue
			debit.left -= amount
			credit.left += amount
			const isSale = debit.isSale || credit.isSale
			const isLast = (debit.isSale ? debit.left : credit.left) === 0
			const part = isSale ? (isLast ? taxLeft : Math.trunc((amount * 10) / 110)) : 0
			taxLeft -= part
			found.push({ debit: debit.account, credit: credit.account, amount, tax: part })
		}
	return found
}

const day = (text: string, mark: string) => text.replaceAll('-', mark)
const isSales = (account: LedgerAccount) => account === 'revenue'
const NO_TAX = '対象外'
/** Debit and credit of a line, in the order of every program. */
const sides = ({ debit, credit, amount, tax }: JournalLine) =>
	[debit, credit].map((account) => ({
		name: ledgerAccountLabels[account],
		isSale: isSales(account),
		amount,
		tax: isSales(account) ? tax : 0,
	}))

const writers: Readonly<
	Record<ExportFormat, { head: readonly string[] | null; row: (line: JournalLine) => readonly (string | number)[] }>
> = {
	freee: {
		head: ['日付', '借方勘定科目', '借方税区分', '借方金額', '借方税額', '貸方勘定科目', '貸方税区分', '貸方金額', '貸方税額', '摘要'],
		row: (line) => [
			line.day,
			...sides(line).flatMap(({ name, isSale, amount, tax }) => [name, isSale ? '課税売上10%' : NO_TAX, amount, tax]),
			line.summary,
		],
	},
	moneyforward: {
		head: [
			'取引No',
			'取引日',
			'借方勘定科目',
			'借方補助科目',
			'借方税区分',
			'借方部門',
			'借方金額(円)',
			'借方税額',
			'貸方勘定科目',
			'貸方補助科目',
			'貸方税区分',
			'貸方部門',
			'貸方金額(円)',
			'貸方税額',
			'摘要',
		],
		row: (line) => [
			line.entryId,
			day(line.day, '/'),
			...sides(line).flatMap(({ name, isSale, amount, tax }) => [name, '', isSale ? '課税売上 10%' : NO_TAX, '', amount, tax]),
			line.summary,
		],
	},
	// 25 columns without titles: 識別フラグ 2000 is a slip of one line.
	yayoi: {
		head: null,
		row: (line) => [
			2000,
			'',
			'',
			day(line.day, '/'),
			...sides(line).flatMap(({ name, isSale, amount, tax }) => [name, '', '', isSale ? '課税売上込10%' : NO_TAX, amount, tax]),
			line.summary.slice(0, 32),
			'',
			'',
			0,
			'',
			'',
			0,
			0,
			'no',
		],
	},
}

/** Formats a journal as the CSV of an accounting program. */
export function journalCsv(lines: readonly JournalLine[], format: ExportFormat): string {
	const { head, row } = writers[format]
	const rows = [...(head === null ? [] : [head]), ...lines.map(row)]
	return `${rows.map(csvLine).join('\r\n')}\r\n`
}

/** The journal as a file, in UTF-8 with its mark or in Shift_JIS. Recorded in the audit log. */
export async function journalFile(
	ctx: RecentStaffCtx,
	{ from, to, format, isUtf8 }: { from: string; to: string; format: ExportFormat; isUtf8: boolean },
): Promise<Uint8Array> {
	const csv = journalCsv(await readJournal(ctx, from, to), format)
	await inTransaction(ctx, (trx) =>
		recordAuditEvent(trx, { action: 'billing.export', subject: 'journal:file', detail: { format, from, to } }),
	)
	return isUtf8 ? new TextEncoder().encode(`\uFEFF${csv}`) : toShiftJis(csv)
}
