import { A4, MARGIN, openSheet, type Sheet } from '../src/platform/pdf-sheet.ts'
import type { Template } from './template-schema.ts'

type Tables = Extract<Template, { format: 'xlsx' }>
type Table = Tables['sheets'][number]

/** More columns than this are printed across. */
const UPRIGHT_COLUMNS = 5
const CELL = 8
const PAD = 3
/** The same sources give the same bytes whenever they are drawn. */
const MADE_AT = new Date('2026-01-01T00:00:00Z')

/** A template as a PDF to print and fill in by hand: its cells and blank rows, or its articles. Formulas are left blank. */
export async function drawTemplate(template: Template): Promise<Uint8Array> {
	const landscape = template.format === 'xlsx' && template.sheets.some(({ columns }) => columns.length > UPRIGHT_COLUMNS)
	const title = template.format === 'xlsx' ? (template.sheets[0]?.name ?? '') : template.title
	const sheet = await openSheet(
		title,
		`${JSON.stringify(template)}ご注意：□0123456789　自動で計算する欄は、この用紙では空いています。`,
		MADE_AT,
		{ landscape },
	)
	const width = (landscape ? A4.height : A4.width) - 2 * MARGIN
	if (template.format === 'xlsx') {
		for (const [index, table] of template.sheets.entries()) {
			if (index > 0) sheet.room(Number.POSITIVE_INFINITY)
			drawTable(sheet, table, template.check, width)
		}
		return sheet.save()
	}
	sheet.line(template.title, MARGIN, { size: 16, width })
	sheet.down(6)
	drawText(sheet, `ご注意：${template.check}`, width)
	sheet.down(8)
	for (const text of template.paragraphs) drawText(sheet, text, width)
	for (const article of template.articles) {
		sheet.down(6)
		sheet.room(48)
		sheet.line(article.title, MARGIN, { size: 11, width })
		for (const [index, text] of article.text.entries()) drawText(sheet, article.text.length > 1 ? `${index + 1}　${text}` : text, width)
	}
	sheet.down(8)
	for (const text of template.closing) drawText(sheet, text, width)
	return sheet.save()
}

function drawText(sheet: Sheet, text: string, width: number): void {
	for (const line of sheet.wrap(text, width, 9.5)) sheet.line(line, MARGIN, { size: 9.5 })
}

function drawTable(sheet: Sheet, { name, guide, columns, rows, blanks }: Table, check: string, width: number): void {
	sheet.line(name, MARGIN, { size: 14, width })
	sheet.down(4)
	if (guide !== undefined) drawText(sheet, guide, width)
	if (rows.some((row) => !Array.isArray(row))) drawText(sheet, '自動で計算する欄は、この用紙では空いています。', width)
	drawText(sheet, `ご注意：${check}`, width)
	sheet.down(8)
	const cells = rows.map((row) =>
		columns.map((column, index) => {
			const value = Array.isArray(row) ? row[index] : index === 0 ? row.label : undefined
			return value === undefined || value === '' ? emptyCell(column) : `${value}`
		}),
	)
	const widths = columnWidths(columns, cells, width)
	const head = () => {
		sheet.rule(1)
		drawRow(sheet, columns, widths, 0, null)
		sheet.rule(1)
	}
	head()
	for (const row of cells) {
		drawRow(sheet, row, widths, 20, head)
		sheet.rule(0.3)
	}
	for (let blank = 0; blank < blanks; blank++) {
		drawRow(sheet, columns.map(emptyCell), widths, 20, head)
		sheet.rule(0.3)
	}
}

/** A box to tick where the column asks whether something is done. */
const emptyCell = (column: string): string => (/^(?:済んだ|そろった)$/u.test(column) ? '□' : '')

/** Columns share the width by their longest text, none of them narrower than a word or wider than a sentence. */
function columnWidths(columns: readonly string[], rows: readonly (readonly string[])[], width: number): number[] {
	const weights = columns.map((column, index) => {
		const longest = Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0))
		return Math.min(Math.max(longest, 4), 18)
	})
	const sum = weights.reduce((total, weight) => total + weight, 0)
	return weights.map((weight) => (width * weight) / sum)
}

/** Draws a row as high as its highest cell; where the page ends before it, `again` repeats the headings on the next. */
function drawRow(sheet: Sheet, cells: readonly string[], widths: readonly number[], least: number, again: (() => void) | null): void {
	const wrapped = cells.map((cell, index) => sheet.wrap(cell, (widths[index] ?? 0) - 2 * PAD, CELL))
	const height = Math.max(least, ...wrapped.map((lines) => lines.length * CELL * 1.6))
	if (sheet.room(height + 20)) again?.()
	const top = sheet.y()
	let left = MARGIN
	for (const [index, lines] of wrapped.entries()) {
		if (index > 0) {
			sheet.to(top - height - 3)
			sheet.upright(left, top + 4)
		}
		sheet.to(top)
		for (const line of lines) sheet.line(line, left + PAD, { size: CELL })
		left += widths[index] ?? 0
	}
	sheet.to(top - height)
}
