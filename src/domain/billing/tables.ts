import type { BankAccount } from '../shared/context.ts'
import type { IsoDate } from '../shared/column-types.ts'
import type { ShapesOf, TableRow } from '../shared/tables.ts'
import type { RateTotal } from './tax.ts'

export type InvoiceKind = TableRow<'invoices'>['kind']
export type LedgerAccount = TableRow<'ledger_postings'>['account']
export type LedgerKind = TableRow<'ledger_entries'>['kind']
export type RefundState = TableRow<'refunds'>['state']

/** A line as issued: its text never changes. `amount` in yen with tax. */
export type IssuedLine = { name: string; from: IsoDate; to: IsoDate; amount: number; percent: number }

/** Who issued a document, as it stood on that day. */
export type Issuer = {
	siteName: string
	name: string
	address: string
	phone: string
	registrationNumber: string | null
	bankAccount: BankAccount | null
}

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'invoices.issuer': Issuer
		'invoices.lines': IssuedLine[]
		'invoices.by_rate': RateTotal[]
	}> {}
}
