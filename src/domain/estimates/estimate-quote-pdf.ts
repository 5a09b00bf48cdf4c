import { yen } from '../shared/yen.ts'
import { dateText, dayText } from '../shared/japan-time.ts'
import { lineAmount, type QuoteLine, type QuoteTotals } from './estimate-quote.ts'
import { openSheet, type Sheet } from '../../platform/pdf-sheet.ts'

/** Everything printed on a quote. */
export type QuoteSheet = {
	number: string
	issuedAt: Date
	/** 'YYYY-MM-DD' */
	validUntil: string
	/** Null once it was erased. */
	client: string | null
	subject: string
	lines: QuoteLine[]
	totals: QuoteTotals
	message: string
	office: { name: string; representative: string; invoiceNumber: string | null; postalCode: string | null; address: string }
}

/** Right edges of the columns of amounts, from the left of the page. */
const columns = { quantity: 340, unitPrice: 415, taxRate: 460, amount: 545 } as const
const LEFT = 50
const NAME_WIDTH = 240

/** Renders the quote as a PDF of A4 pages with embedded Japanese fonts. */
export async function drawQuote(quote: QuoteSheet): Promise<Uint8Array> {
	const sheet = await openSheet(`見積書 ${quote.number}`, texts(quote))
	head(sheet, quote)
	table(sheet, quote)
	sums(sheet, quote.totals)
	if (quote.message !== '') {
		sheet.down(24)
		sheet.line('備考', LEFT, { size: 10 })
		sheet.down(4)
		for (const paragraph of quote.message.split('\n')) for (const line of sheet.wrap(paragraph, 495, 9)) sheet.line(line, LEFT, { size: 9 })
	}
	return sheet.save()
}

/** All characters that are drawn, for subsetting the fonts. */
const texts = (quote: QuoteSheet): string =>
	`${JSON.stringify(quote)}${dayText(quote.issuedAt)}${dateText(quote.validUntil)}${FIXED}0123456789,.-%T:（）〒`

const FIXED =
	'御見積書様お客さま番号発行日有効期限件名合計金額税込登録代表数量単価税抜率金額小計対象外非課税消費税実費備考項目円下記のとおりお見積もり申し上げます。ページ：'

function head(sheet: Sheet, quote: QuoteSheet): void {
	const { office } = quote
	sheet.line('御見積書', LEFT, { size: 22 })
	sheet.down(14)
	const top = sheet.y()
	sheet.line(`${quote.client ?? 'お客さま'} 様`, LEFT, { size: 14, width: 250 })
	sheet.down(10)
	sheet.line(`件名：${quote.subject}`, LEFT, { size: 10, width: 250 })
	sheet.line(`有効期限：${dateText(quote.validUntil)}`, LEFT, { size: 10 })
	sheet.line('下記のとおりお見積もり申し上げます。', LEFT, { size: 9 })
	const bottom = sheet.y()
	sheet.to(top)
	for (const line of [
		`番号：${quote.number}`,
		`発行日：${dayText(quote.issuedAt)}`,
		office.name,
		...(office.representative === '' ? [] : [`代表：${office.representative}`]),
		...(office.postalCode === null ? [] : [`〒${office.postalCode.slice(0, 3)}-${office.postalCode.slice(3)}`]),
		...sheet.wrap(office.address, 215, 9),
		...(office.invoiceNumber === null ? [] : [`登録番号：${office.invoiceNumber}`]),
	])
		sheet.line(line, 330, { size: 9, width: 215 })
	sheet.to(Math.min(bottom, sheet.y()))
	sheet.down(18)
	sheet.line('合計金額（税込）', LEFT, { size: 12, stay: true })
	sheet.line(yen(quote.totals.total), columns.amount, { size: 18, align: 'right' })
	sheet.rule(1)
}

function table(sheet: Sheet, { lines }: QuoteSheet): void {
	const titles = () => {
		sheet.down(10)
		sheet.line('項目', LEFT, { size: 9, stay: true })
		sheet.line('数量', columns.quantity, { size: 9, align: 'right', stay: true })
		sheet.line('単価（税抜）', columns.unitPrice, { size: 9, align: 'right', stay: true })
		sheet.line('税率', columns.taxRate, { size: 9, align: 'right', stay: true })
		sheet.line('金額（税抜）', columns.amount, { size: 9, align: 'right' })
		sheet.rule(0.8)
	}
	titles()
	for (const line of lines) {
		const [first = '', ...rest] = sheet.wrap(line.name, NAME_WIDTH, 10)
		if (sheet.room(16 * (rest.length + 1))) titles()
		sheet.line(first, LEFT, { size: 10, stay: true })
		sheet.line(`${line.quantity.toLocaleString('ja-JP')}${line.unit}`, columns.quantity, { size: 10, align: 'right', stay: true })
		sheet.line(yen(line.unitPrice), columns.unitPrice, { size: 10, align: 'right', stay: true })
		sheet.line(line.taxRate === 0 ? '対象外' : `${line.taxRate}%`, columns.taxRate, { size: 10, align: 'right', stay: true })
		sheet.line(yen(lineAmount(line)), columns.amount, { size: 10, align: 'right' })
		for (const more of rest) sheet.line(more, LEFT, { size: 10 })
		sheet.rule(0.3)
	}
}

function sums(sheet: Sheet, totals: QuoteTotals): void {
	sheet.room(20 * (totals.byRate.length * 2 + 2))
	sheet.down(8)
	const row = (label: string, amount: number) => {
		sheet.line(label, columns.unitPrice + 20, { size: 10, align: 'right', stay: true })
		sheet.line(yen(amount), columns.amount, { size: 10, align: 'right' })
	}
	for (const { taxRate, subtotal, tax } of totals.byRate) {
		row(taxRate === 0 ? '小計（対象外・非課税）' : `小計（${taxRate}%対象、税抜）`, subtotal)
		if (taxRate !== 0) row(`消費税（${taxRate}%）`, tax)
	}
	if (totals.expenses > 0) row('実費', totals.expenses)
	row('合計（税込）', totals.total)
}
