import type { InvoiceKind } from './tables.ts'

/** 「2026-000012」; credit notes have a separate series, 「R2026-000003」. */
export const invoiceNumber = ({ kind, year, number }: { kind: InvoiceKind; year: number; number: number }): string =>
	`${kind === 'invoice' ? '' : 'R'}${year}-${`${number}`.padStart(6, '0')}`

/** Parses a typed invoice number, full-width or without its hyphen; null if it is none. Credit notes are not paid. */
export function parseInvoiceNumber(typed: string): { year: number; number: number } | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s\-‐-―−ー]/g, '')
	const [, year, number] = /^(20\d{2})(\d{6,9})$/.exec(plain) ?? []
	return year === undefined || number === undefined ? null : { year: Number(year), number: Number(number) }
}
