import { deflateSync } from 'node:zlib'

/** The body of an object: as it is written, or a stream with the keys of its dictionary. */
export type Body = string | { keys: string; data: Buffer | string; length?: string }
export type Bodies = Readonly<Record<number, Body>>

const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text)

export function bodyBytes(body: Body): Buffer {
	if (typeof body === 'string') return bytesOf(body)
	const data = bytesOf(body.data)
	return Buffer.concat([bytesOf(`<< ${body.keys} /Length ${body.length ?? data.length} >>\nstream\n`), data, bytesOf('\nendstream')])
}

type PageParts = { catalog?: string; page?: string; content?: string; more?: Bodies }

/** One page with a black square on it. */
export const onePage = ({ catalog = '', page = '', content = '0 0 0 rg 20 20 60 60 re f', more = {} }: PageParts = {}): Bodies => ({
	1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
	2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
	3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R ${page} >>`,
	4: { keys: '', data: content },
	...more,
})

/** Appends bytes and records offsets. */
export class PdfBytes {
	readonly offsets = new Map<number, number>()
	#parts: Buffer[]
	length: number

	constructor(start: Buffer | string = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n') {
		this.#parts = [bytesOf(start)]
		this.length = bytesOf(start).length
	}

	add(...contents: (string | Buffer)[]): this {
		for (const content of contents) {
			this.#parts.push(bytesOf(content))
			this.length += bytesOf(content).length
		}
		return this
	}

	object(number: number, body: Body, generation = 0): this {
		this.offsets.set(number, this.length)
		return this.add(`${number} ${generation} obj\n`, bodyBytes(body), '\nendobj\n')
	}

	objects(bodies: Bodies): this {
		for (const [number, body] of Object.entries(bodies)) this.object(Number(number), body)
		return this
	}

	/** A table of these objects, its trailer and the end. */
	table(numbers: Iterable<number>, trailer: string, startxref = this.length): this {
		const lines = Array.from(numbers, (number) => `${number} 1\n${entry(this.offsets.get(number) ?? 0)}`)
		return this.add(
			`xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size 100 ${trailer} >>\nstartxref\n${startxref}\n%%EOF\n`,
		)
	}

	bytes(): Buffer {
		return Buffer.concat(this.#parts)
	}
}

export const entry = (offset: number, generation = 0): string =>
	`${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`

/** A file with a table of cross-references, as most producers write it. */
export function classicPdf(bodies: Bodies, trailer = '/Root 1 0 R'): Buffer {
	const pdf = new PdfBytes().objects(bodies)
	return pdf.table(pdf.offsets.keys(), trailer).bytes()
}

const startOf = (bytes: Buffer): number => Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1])

/** An incremental update: objects and a table behind what there is. */
export function updatePdf(base: Buffer, bodies: Bodies, trailer = '/Root 1 0 R'): Buffer {
	const pdf = new PdfBytes(base).objects(bodies)
	return pdf.table(pdf.offsets.keys(), `${trailer} /Prev ${startOf(base)}`).bytes()
}

export type Row = readonly [type: number, second: number, third: number]

/** The stream of cross-references for rows of objects, in one piece from 0. */
export function xrefStream(rows: readonly Row[], keys: string, { predictor = false } = {}): Body {
	const plain = rows.map(([type, second, third]) =>
		Buffer.from([type, (second >> 16) & 255, (second >> 8) & 255, second & 255, (third >> 8) & 255, third & 255]),
	)
	const up = plain.map((row, place) => Buffer.from([2, ...row.map((byte, column) => (byte - (plain[place - 1]?.[column] ?? 0)) & 255)]))
	return {
		keys: `/Type /XRef /Size ${rows.length} /W [1 3 2] /Filter /FlateDecode ${predictor ? '/DecodeParms << /Predictor 12 /Columns 6 >>' : ''} ${keys}`,
		data: deflateSync(Buffer.concat(predictor ? up : plain)),
	}
}

/** A stream of objects. */
export function objectStream(bodies: readonly (readonly [number, string])[], keys = ''): Body {
	let at = 0
	const head = bodies.map(([number, body]) => {
		const place = `${number} ${at}`
		at += body.length + 1
		return place
	})
	const first = `${head.join(' ')}\n`
	const content = `${first}${bodies.map(([, body]) => body).join('\n')}`
	return {
		keys: `/Type /ObjStm /N ${bodies.length} /First ${first.length} /Filter /FlateDecode ${keys}`,
		data: deflateSync(Buffer.from(content, 'latin1')),
	}
}

type PackedParts = {
	keys?: string
	predictor?: boolean
	change?: Readonly<Record<number, Row>>
	stream?: (plain: [number, string][]) => Body
}

/**
 * A file with a stream of objects (number 20) and a stream of cross-references (number 21), as newer producers write it.
 * `change` alters the rows of the cross-references by number.
 */
export function packedPdf(
	bodies: Bodies,
	{ keys = '/Root 1 0 R', predictor = false, change = {}, stream = (plain) => objectStream(plain) }: PackedParts = {},
): Buffer {
	const all = Object.entries(bodies).map(([number, body]) => [Number(number), body] as const)
	const packed = all.filter((one): one is [number, string] => typeof one[1] === 'string')
	const pdf = new PdfBytes()
	for (const [number, body] of all) if (typeof body !== 'string') pdf.object(number, body)
	pdf.object(20, stream(packed))
	const rows: Row[] = Array.from({ length: 22 }, (_, number) => {
		const index = packed.findIndex(([one]) => one === number)
		if (number in change) return change[number] ?? [0, 0, 0]
		if (index >= 0) return [2, 20, index]
		const offset = number === 21 ? pdf.length : pdf.offsets.get(number)
		return offset === undefined ? [0, 0, 0] : [1, offset, 0]
	})
	const start = pdf.length
	return pdf
		.object(21, xrefStream(rows, keys, { predictor }))
		.add(`startxref\n${start}\n%%EOF\n`)
		.bytes()
}
