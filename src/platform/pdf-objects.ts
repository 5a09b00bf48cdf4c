import { unpackStream } from './pdf-filters.ts'
import { nameOf, isDict, type PdfDict, PdfReader, PdfReference, type PdfValue, RefusedPdf } from './pdf-syntax.ts'

export type PdfObject = { number: number; generation: number; offset: number; value: PdfValue; stream: Buffer | null }
/** An object inside a stream of objects. */
export type PackedObject = { number: number; value: PdfValue }
export type XrefEntry =
	| { kind: 'free' }
	| { kind: 'at'; offset: number; generation: number }
	| { kind: 'in'; container: number; index: number }
/** A table or stream of cross-references with its trailer. */
export type XrefSection = { offset: number; trailer: PdfDict; entries: Map<number, XrefEntry> }

/** A stream whose length is stored in another object, and how many bytes of its end may be the line end before `endstream`. */
export type DeferredLength = { reference: PdfReference; length: number; slack: number }

export type PdfLayout = { objects: PdfObject[]; sections: XrefSection[]; startxref: number; lengths: DeferredLength[] }

const MAX_OBJECTS = 200_000
const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n\t ]/

const broken = (message: string) => new RefusedPdf('broken', message)
const ambiguous = (message: string) => new RefusedPdf('ambiguous', message)

/**
 * Reads a PDF from its first byte to its last. Every byte belongs to an object, a table of cross-references, a comment or
 * white space, so nothing else can hide before, between or behind them.
 */
export function readLayout(bytes: Buffer): PdfLayout {
	if (!HEADER.test(bytes.toString('latin1', 0, 16))) throw broken('no header')
	const reader = new PdfReader(bytes)
	const layout: PdfLayout = { objects: [], sections: [], startxref: -1, lengths: [] }
	let hasEnded = false
	for (;;) {
		reader.skipSpace((comment) => {
			hasEnded = comment.trimEnd() === '%%EOF'
		})
		if (reader.isAtEnd) break
		hasEnded = false
		if (layout.objects.length + layout.sections.length >= MAX_OBJECTS) throw broken('too many objects')
		const offset = reader.position
		if (reader.take('xref')) layout.sections.push(readTable(reader, offset))
		else if (reader.take('startxref')) layout.startxref = reader.takeInteger()
		else {
			const object = readObject(reader, layout.lengths)
			layout.objects.push(object)
			if (object.stream && isDict(object.value) && nameOf(object.value.get('Type')) === 'XRef')
				layout.sections.push(readXrefStream(object.value, object.stream, offset))
		}
	}
	if (!hasEnded) throw broken('something follows the end')
	if (layout.sections.length === 0) throw broken('no cross-references')
	return layout
}

function readObject(reader: PdfReader, lengths: DeferredLength[]): PdfObject {
	const offset = reader.position
	const number = reader.takeInteger()
	const generation = reader.takeInteger()
	reader.skipSpace()
	if (!reader.take('obj')) throw broken(`no object at ${offset}`)
	reader.skipSpace()
	const value = reader.peekWord() === 'endobj' ? null : reader.value()
	const object: PdfObject = { number, generation, offset, value, stream: null }
	reader.skipSpace()
	if (reader.take('stream')) {
		if (!isDict(value)) throw broken('a stream without a dictionary')
		object.stream = readStream(reader, value, lengths)
		reader.skipSpace()
	}
	if (!reader.take('endobj')) throw broken(`the object at ${offset} does not end`)
	return object
}

function readStream(reader: PdfReader, dict: PdfDict, lengths: DeferredLength[]): Buffer {
	if (dict.has('F')) throw new RefusedPdf('active', 'a stream lies in another file')
	const { bytes } = reader
	if (bytes[reader.position] === 13) reader.position++
	if (bytes[reader.position++] !== 10) throw broken('a stream begins without a line end')
	const start = reader.position
	const length = dict.get('Length')
	if (typeof length === 'number') {
		reader.position = start + length
		const gap = /^(?:\r\n|\r|\n)?endstream/.exec(bytes.toString('latin1', reader.position, reader.position + 11))
		if (!gap) throw ambiguous('a stream is not as long as it says')
		reader.position += gap[0].length
		return bytes.subarray(start, start + length)
	}
	if (!(length instanceof PdfReference)) throw broken('a stream without a length')
	const end = endOfStream(bytes, start)
	const slack = /(?:\r\n|\r|\n)?$/.exec(bytes.toString('latin1', Math.max(start, end - 2), end))?.[0].length ?? 0
	reader.position = end + 'endstream'.length
	lengths.push({ reference: length, length: end - start, slack })
	return bytes.subarray(start, end - slack)
}

/** Where its length is found later only: the first end that an object's end follows. */
function endOfStream(bytes: Buffer, start: number): number {
	for (let at = bytes.indexOf('endstream', start, 'latin1'); at >= 0; at = bytes.indexOf('endstream', at + 1, 'latin1'))
		if (/^endstream\s*endobj/.test(bytes.toString('latin1', at, at + 24))) return at
	throw broken('a stream does not end')
}

function readTable(reader: PdfReader, offset: number): XrefSection {
	const entries: XrefSection['entries'] = new Map()
	for (reader.skipSpace(); !reader.take('trailer'); reader.skipSpace()) {
		const first = reader.takeInteger()
		const count = reader.takeInteger()
		for (let place = 0; place < count; place++) {
			const at = reader.takeInteger()
			const generation = reader.takeInteger()
			reader.skipSpace()
			const isUsed = reader.take('n')
			if (!isUsed && !reader.take('f')) throw broken('an entry is neither used nor free')
			addEntry(entries, first + place, isUsed && at > 0 ? { kind: 'at', offset: at, generation } : { kind: 'free' })
		}
	}
	return { offset, trailer: reader.dict(), entries }
}

function addEntry(entries: XrefSection['entries'], number: number, entry: XrefEntry): void {
	if (entries.has(number)) throw ambiguous(`object ${number} stands twice in a table`)
	if (entries.size >= MAX_OBJECTS) throw broken('too many entries')
	entries.set(number, entry)
}

const integersOf = (value: PdfValue | undefined): number[] | null =>
	Array.isArray(value) && value.every((one): one is number => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)
		? value
		: null

function readXrefStream(dict: PdfDict, stream: Buffer, offset: number): XrefSection {
	const widths = integersOf(dict.get('W'))
	const index = integersOf(dict.get('Index') ?? [0, dict.get('Size') ?? 0])
	if (widths?.length !== 3 || widths.some((width) => width > 6) || !index || index.length % 2 === 1) throw broken('odd cross-references')
	const content = unpackStream(dict, stream)
	const entries: XrefSection['entries'] = new Map()
	let at = 0
	const field = (place: number, otherwise: number): number => {
		const width = widths[place] ?? 0
		if (width === 0) return otherwise
		if (at + width > content.length) throw broken('cross-references end early')
		at += width
		return content.readUIntBE(at - width, width)
	}
	for (let pair = 0; pair < index.length; pair += 2)
		for (let place = 0; place < (index[pair + 1] ?? 0); place++) {
			const [type, second, third] = [field(0, 1), field(1, 0), field(2, 0)]
			if (type > 2) throw broken('an unknown kind of entry')
			const number = (index[pair] ?? 0) + place
			if (type === 2) addEntry(entries, number, { kind: 'in', container: second, index: third })
			else addEntry(entries, number, type === 1 && second > 0 ? { kind: 'at', offset: second, generation: third } : { kind: 'free' })
		}
	return { offset, trailer: dict, entries }
}

/** The objects inside a stream of objects (ISO 32000-1, 7.5.7). */
export function unpackObjects(dict: PdfDict, stream: Buffer): PackedObject[] {
	const [count, first] = [dict.get('N'), dict.get('First')]
	if (typeof count !== 'number' || typeof first !== 'number' || count > MAX_OBJECTS) throw broken('an odd stream of objects')
	const content = unpackStream(dict, stream)
	const head = new PdfReader(content.subarray(0, first))
	const seen = new Set<number>()
	const places = Array.from({ length: count }, () => ({ number: head.takeInteger(), at: head.takeInteger() }))
	const body = new PdfReader(content)
	return places.map(({ number, at }) => {
		if (seen.has(number)) throw ambiguous(`object ${number} stands twice in a stream of objects`)
		seen.add(number)
		body.position = first + at
		return { number, value: body.value() }
	})
}
