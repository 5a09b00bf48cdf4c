import type { Template } from './template-schema.ts'

type Table = Extract<Template, { format: 'xlsx' }>['sheets'][number]
type Letter = Extract<Template, { format: 'docx' }>

/** Of the identity (src/web/layout/tokens.css). */
const INK = '#12343b'
const QUIET = '#4f5d60'
const DEEP = '#0a3f49'
const MIST = '#d8e9e6'
const LINE = '#b9d9d7'
const CREAM = '#fdeec2'
const WHITE = '#ffffff'

const WIDTH = 360
const HEIGHT = 240
/** The sheet within the picture. */
const LEFT = 14
const RIGHT = WIDTH - 14
const TOP = 12
const SIZE = 12
const ROW = 24
const MOST_COLUMNS = 5
const MOST_TABS = 3

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rect = (x: number, y: number, width: number, height: number, fill: string) =>
	`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
const rule = (d: string) => `<path d="${d}" stroke="${LINE}"/>`

/** Widths of letters in ems: half for the narrow ones. */
const ems = (text: string) => Array.from(text).reduce((sum, letter) => sum + (/[ -~｡-ﾟ]/u.test(letter) ? 0.55 : 1), 0)

/** As much of the text as `width` holds. */
function fit(text: string, width: number, size = SIZE): string {
	if (ems(text) * size <= width) return text
	let kept = ''
	for (const letter of text) {
		if (ems(`${kept}${letter}…`) * size > width) break
		kept += letter
	}
	return `${kept}…`
}

const write = (text: string, x: number, y: number, { width, size = SIZE, fill = INK, bold = false }: Written) =>
	`<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${bold ? ' font-weight="700"' : ''}>${escape(fit(text, width, size))}</text>`
type Written = { width: number; size?: number; fill?: string; bold?: boolean }

/**
 * The first sheet or page of a template as an SVG of 3:2: its true headings and cells, as far as there is room. Under 3 KB
 * compressed; the same source gives the same text.
 */
export function templatePicture(template: Template): string {
	const drawn = template.format === 'xlsx' ? tableOf(template.sheets) : letterOf(template)
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif">` +
		`<rect x="${LEFT}" y="${TOP}" width="${RIGHT - LEFT}" height="${HEIGHT - 2 * TOP}" fill="${WHITE}" stroke="${LINE}"/>${drawn}</svg>\n`
	)
}

function tableOf(sheets: readonly Table[]): string {
	const [table] = sheets
	if (!table) return ''
	const places = columnPlaces(table)
	const columns = table.columns.slice(0, places.length)
	const head = TOP + 30
	const bottom = HEIGHT - TOP - 24
	const cellsOf = (row: Table['rows'][number]) => (Array.isArray(row) ? row.map(String) : [row.label])
	const rows = [...table.rows, ...Array.from({ length: table.blanks }, (): string[] => [])].slice(0, Math.floor((bottom - head) / ROW) - 1)
	const drawnRows = rows.map((row, index) => {
		const y = head + (index + 1) * ROW
		const computed = Array.isArray(row) ? '' : rect(places[1]?.x ?? LEFT, y, RIGHT - (places[1]?.x ?? LEFT), ROW, CREAM)
		const cells = cellsOf(row)
			.slice(0, columns.length)
			.map((cell, column) => {
				const place = places[column]
				return place && cell !== '' ? write(cell, place.x + 5, y + 16, { width: place.width - 8 }) : ''
			})
		return `${computed}${cells.join('')}${rule(`M${LEFT} ${y + ROW}H${RIGHT}`)}`
	})
	const end = head + (rows.length + 1) * ROW
	return (
		rect(LEFT, TOP, RIGHT - LEFT, 30, DEEP) +
		write(table.name, LEFT + 10, TOP + 20, { width: RIGHT - LEFT - 20, size: 14, fill: WHITE, bold: true }) +
		rect(LEFT, head, RIGHT - LEFT, ROW, MIST) +
		columns
			.map((name, column) => write(name, (places[column]?.x ?? 0) + 5, head + 16, { width: (places[column]?.width ?? 0) - 8, bold: true }))
			.join('') +
		drawnRows.join('') +
		places
			.slice(1)
			.map(({ x }) => rule(`M${x} ${head}V${end}`))
			.join('') +
		tabsOf(sheets)
	)
}

/** How many ems a column wants: its longest text, within limits, and the cell's margins. */
const wanted = ({ columns, rows }: Table, column: number) =>
	Math.min(
		12,
		Math.max(
			2.5,
			ems(columns[column] ?? ''),
			...rows.map((row) => ems(Array.isArray(row) ? String(row[column] ?? '') : column === 0 ? row.label : '')),
		),
	) + 0.8

/** The first columns that fit, to the width of the sheet; two at least. */
function columnPlaces(table: Table): { x: number; width: number }[] {
	const all = table.columns.slice(0, MOST_COLUMNS).map((_, column) => wanted(table, column))
	const sumOf = (count: number) => all.slice(0, count).reduce((sum, one) => sum + one, 0)
	let count = all.length
	while (count > 2 && sumOf(count) * SIZE > RIGHT - LEFT) count--
	let x = LEFT
	return all.slice(0, count).map((one) => {
		const width = Math.round((one / sumOf(count)) * (RIGHT - LEFT))
		const place = { x, width }
		x += width
		return place
	})
}

function tabsOf(sheets: readonly Table[]): string {
	const y = HEIGHT - TOP - 22
	let x = LEFT + 8
	return sheets
		.slice(0, MOST_TABS)
		.map(({ name }, index) => {
			const width = Math.min(112, Math.round(ems(name) * 11) + 16)
			const tab =
				rect(x, y, width, 22, index === 0 ? MIST : '#eff5f3') +
				write(name, x + 8, y + 15, { width: width - 10, size: 11, fill: index === 0 ? INK : QUIET })
			x += width + 4
			return tab
		})
		.join('')
}

function letterOf({ title, paragraphs, articles, closing }: Letter): string {
	const width = RIGHT - LEFT - 44
	const lines = [
		...paragraphs.map((text) => ({ text, bold: false })),
		...articles.flatMap((article) => [{ text: article.title, bold: true }, ...article.text.map((text) => ({ text, bold: false }))]),
		...closing.map((text) => ({ text, bold: false })),
	]
	const x = LEFT + 22
	const first = TOP + 62
	return (
		`<text x="${WIDTH / 2}" y="${TOP + 34}" font-size="16" font-weight="700" fill="${INK}" text-anchor="middle">${escape(fit(title, width, 16))}</text>` +
		lines
			.slice(0, Math.floor((HEIGHT - TOP - first) / 20))
			.map(({ text, bold }, index) => write(text, x, first + index * 20, { width, bold, fill: bold ? INK : QUIET }))
			.join('')
	)
}
