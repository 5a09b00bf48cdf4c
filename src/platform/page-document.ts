/** A page as it was drawn: a JPEG of ours, and the size of the sheet in points (1/72 inch). */
export type PageImage = { jpeg: Uint8Array; width: number; height: number; points: { width: number; height: number } }

const PER_PAGE = 3
const FIRST_PAGE = 3
const HEAD = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'

const textOf = (value: number) => String(Number(value.toFixed(2)))
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Writes a PDF with one picture on each page and nothing else: no text, no links, no names, no metadata. */
export function writePageDocument(pages: readonly PageImage[]): Uint8Array {
	const parts: Uint8Array[] = [bytesOf(HEAD)]
	const offsets: number[] = []
	let length = HEAD.length
	const add = (...contents: (string | Uint8Array)[]) => {
		for (const content of contents) {
			const bytes = typeof content === 'string' ? bytesOf(content) : content
			parts.push(bytes)
			length += bytes.length
		}
	}
	const addObject = (...contents: (string | Uint8Array)[]) => {
		offsets.push(length)
		add(`${offsets.length} 0 obj\n`, ...contents, '\nendobj\n')
	}
	const numberOf = (page: number) => FIRST_PAGE + page * PER_PAGE
	addObject('<< /Type /Catalog /Pages 2 0 R >>')
	addObject(`<< /Type /Pages /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] /Count ${pages.length} >>`)
	for (const [page, { jpeg, width, height, points }] of pages.entries()) {
		const [wide, high] = [textOf(points.width), textOf(points.height)]
		const number = numberOf(page)
		const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Page Do Q`
		addObject(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${number + 1} 0 R /Resources << /XObject << /Page ${number + 2} 0 R >> >> >>`,
		)
		addObject(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
		addObject(
			`<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
			jpeg,
			'\nendstream',
		)
	}
	const start = length
	const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
	add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
	add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
	return new Uint8Array(Buffer.concat(parts))
}

const SHEET = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
const PICTURE = /\/Width (\d+) \/Height (\d+) [^>]*\/Length (\d+) >>\nstream\n/

/** The pages of a document that `writePageDocument` has written, byte for byte; null for any other file. */
export function readPageDocument(content: Uint8Array): PageImage[] | null {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	const pages: PageImage[] = []
	for (let at = bytes.indexOf('/Type /Page /Parent', 0, 'latin1'); at >= 0;) {
		const text = bytes.toString('latin1', at, at + 800)
		const sheet = SHEET.exec(text)
		const picture = PICTURE.exec(text)
		if (!sheet || !picture) return null
		const start = at + picture.index + picture[0].length
		const end = start + Number(picture[3])
		pages.push({
			jpeg: content.subarray(start, end),
			width: Number(picture[1]),
			height: Number(picture[2]),
			points: { width: Number(sheet[1]), height: Number(sheet[2]) },
		})
		at = bytes.indexOf('/Type /Page /Parent', end, 'latin1')
	}
	return bytes.equals(writePageDocument(pages)) ? pages : null
}
