import { openSheet, type Sheet } from '../../platform/pdf-sheet.ts'
import { dateText } from '../shared/japan-time.ts'
import type { InvoiceDocument } from './invoice-reading.ts'
import { yen } from '../shared/yen.ts'

const LEFT = 50
const RIGHT = 545
const NAME_WIDTH = 390

/** What the document is called: qualified only where its issuer is registered. */
export const documentTitle = ({ kind, issuer }: Pick<InvoiceDocument, 'kind' | 'issuer'>): string =>
	kind === 'invoice' ? '請求書' : issuer.registrationNumber === null ? '返還の明細書' : '適格返還請求書'

/**
 * Renders the document as a PDF of A4 pages with embedded Japanese fonts. It holds only what was issued, without payments, so
 * that the same document gives the same bytes ten years later.
 */
export async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
	const title = documentTitle(document)
	const { number, addressee, issuer, lines, credits } = document
	const texts = JSON.stringify([number, addressee, issuer, lines, credits])
	const sheet = await openSheet(`${title} ${number}`, `${texts}${FIXED}${title}`, document.issuedAt)
	head(sheet, document, title)
	table(sheet, document)
	foot(sheet, document)
	return sheet.save()
}

/** All characters drawn besides the document's texts, so that the fonts are subset with them. */
const FIXED =
	'請求書適格返還の明細御中様番号発行日お支払期限対象の請求書登録番号電話合計金額税込内容金額円対象内消費税額の合計お振込先支店口座名義普通当座振込手数料はご負担ください人のお名前の前に請求番号を付けてください下記のとおりご請求返還申し上げます年月日0123456789,.-%T:：（）〒〜—カ）'

function head(sheet: Sheet, document: InvoiceDocument, title: string): void {
	const { issuer } = document
	sheet.line(title, LEFT, { size: 22 })
	sheet.down(14)
	const top = sheet.y()
	for (const [index, line] of sheet.wrap(`${document.addressee} 様`, 250, 14).entries())
		sheet.line(line, LEFT, { size: index === 0 ? 14 : 14 })
	sheet.down(8)
	sheet.line(document.kind === 'invoice' ? '下記のとおりご請求申し上げます。' : '下記のとおり返還申し上げます。', LEFT, { size: 9 })
	if (document.dueOn !== null) sheet.line(`お支払期限：${dateText(document.dueOn)}`, LEFT, { size: 10 })
	if (document.credits !== null)
		sheet.line(`対象の請求書：${document.credits.number}（${dateText(document.credits.issuedOn)}）`, LEFT, { size: 10 })
	const bottom = sheet.y()
	sheet.to(top)
	for (const line of [
		`番号：${document.number}`,
		`発行日：${dateText(document.issuedOn)}`,
		...sheet.wrap(issuer.name, 215, 9),
		...sheet.wrap(issuer.address, 215, 9),
		...(issuer.phone === '' ? [] : [`電話：${issuer.phone}`]),
		...(issuer.registrationNumber === null ? [] : [`登録番号：${issuer.registrationNumber}`]),
	])
		sheet.line(line, 330, { size: 9, width: 215 })
	sheet.to(Math.min(bottom, sheet.y()))
	sheet.down(18)
	sheet.line('合計金額（税込）', LEFT, { size: 12, stay: true })
	sheet.line(yen(document.total), RIGHT, { size: 18, align: 'right' })
	sheet.rule(1)
}

function table(sheet: Sheet, { lines, byRate }: InvoiceDocument): void {
	sheet.down(10)
	sheet.line('内容', LEFT, { size: 9, stay: true })
	sheet.line('金額（税込）', RIGHT, { size: 9, align: 'right' })
	sheet.rule(0.8)
	for (const line of lines) {
		const [first = '', ...rest] = sheet.wrap(line.name, NAME_WIDTH, 10)
		sheet.room(16 * (rest.length + 1))
		sheet.line(first, LEFT, { size: 10, stay: true })
		sheet.line(yen(line.amount), RIGHT, { size: 10, align: 'right' })
		for (const more of rest) sheet.line(more, LEFT, { size: 10 })
		sheet.rule(0.3)
	}
	sheet.down(6)
	for (const { percent, total, tax } of byRate) {
		sheet.line(`${percent}%対象（税込）`, 460, { size: 10, align: 'right', stay: true })
		sheet.line(yen(total), RIGHT, { size: 10, align: 'right' })
		sheet.line(`内 消費税額（${percent}%）`, 460, { size: 10, align: 'right', stay: true })
		sheet.line(yen(tax), RIGHT, { size: 10, align: 'right' })
	}
}

function foot(sheet: Sheet, { kind, issuer, number }: InvoiceDocument): void {
	const { bankAccount } = issuer
	if (kind !== 'invoice' || bankAccount === null) return
	sheet.room(110)
	sheet.down(24)
	sheet.line('お振込先', LEFT, { size: 10 })
	sheet.rule(0.3)
	sheet.line(`${bankAccount.bank} ${bankAccount.branch} ${bankAccount.kind} ${bankAccount.number}`, LEFT, { size: 10 })
	sheet.line(`口座名義：${bankAccount.holder}`, LEFT, { size: 10 })
	sheet.line(`振込人のお名前の前に、請求番号 ${number.replace('-', '')} を付けてください。振込手数料はご負担ください。`, LEFT, { size: 9 })
}
