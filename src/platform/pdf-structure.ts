import {
	type PackedObject,
	type PdfLayout,
	type PdfObject,
	readLayout,
	unpackObjects,
	type XrefEntry,
	type XrefSection,
} from './pdf-objects.ts'
import { isDict, nameOf, type PdfDict, PdfReference, type PdfValue, RefusedPdf } from './pdf-syntax.ts'

const MAX_SECTIONS = 64

const ambiguous = (message: string) => new RefusedPdf('ambiguous', message)

export type PdfStructure = {
	/** Every object of every revision, also those that a later one replaces. */
	values: PdfValue[]
	/** What a reference means in the newest revision. */
	resolve: (value: PdfValue | undefined) => PdfValue | undefined
	catalog: PdfDict
}

/**
 * Reads a PDF twice, from top to bottom and by its cross-references as readers do, and refuses it as `ambiguous` where the
 * two differ: a reader that trusts the tables and one that repairs them must find the same objects.
 */
export function readStructure(bytes: Buffer): PdfStructure {
	const layout = readLayout(bytes)
	if (layout.sections.some(({ trailer }) => trailer.has('Encrypt'))) throw new RefusedPdf('locked', 'the file is encrypted')
	const sections = followChain(bytes, layout)
	const packed = new Map<PdfObject, PackedObject[]>()
	for (const object of layout.objects)
		if (object.stream && isDict(object.value) && nameOf(object.value.get('Type')) === 'ObjStm')
			packed.set(object, unpackObjects(object.value, object.stream))
	const found = matchEntries(bytes, { layout, sections, packed })
	const resolve = resolver(sections, found)
	for (const { reference, length, slack } of layout.lengths) {
		const given = resolve(reference)
		if (typeof given !== 'number' || given > length || given < length - slack) throw ambiguous('a stream is not as long as it says')
	}
	const catalog = resolve(rootOf(sections))
	if (!isDict(catalog) || nameOf(catalog.get('Type')) !== 'Catalog') throw new RefusedPdf('broken', 'no catalog')
	const trailers = sections.map(({ trailer }) => trailer)
	return {
		values: [...trailers, ...layout.objects.map(({ value }) => value), ...[...packed.values()].flat().map(({ value }) => value)],
		resolve,
		catalog,
	}
}

/** The sections from the newest to the oldest; one that the chain leaves out is a second table of contents. */
function followChain(bytes: Buffer, { sections, startxref }: PdfLayout): XrefSection[] {
	const chain: XrefSection[] = []
	const follow = (offset: PdfValue | undefined): XrefSection => {
		const section = typeof offset === 'number' ? sections.find((one) => one.offset === afterSpace(bytes, offset)) : undefined
		if (!section) throw ambiguous('the cross-references are not where the file says')
		if (chain.includes(section) || chain.length >= MAX_SECTIONS) throw ambiguous('the cross-references lead in a circle')
		chain.push(section)
		return section
	}
	for (let section = follow(startxref); ;) {
		if (section.trailer.has('XRefStm')) follow(section.trailer.get('XRefStm'))
		if (!section.trailer.has('Prev')) break
		section = follow(section.trailer.get('Prev'))
	}
	if (chain.length !== sections.length) throw ambiguous('there are cross-references that the file does not name')
	return chain
}

function afterSpace(bytes: Buffer, offset: number): number {
	if (!Number.isSafeInteger(offset) || offset < 0 || offset >= bytes.length) return -1
	let at = offset
	while (at < offset + 4 && /[\0\t\n\f\r ]/.test(String.fromCharCode(bytes[at] ?? 33))) at++
	return at
}

function rootOf(sections: readonly XrefSection[]): PdfReference {
	const roots = sections.map(({ trailer }) => trailer.get('Root')).filter((root) => root !== undefined)
	const [newest] = roots
	if (!(newest instanceof PdfReference)) throw new RefusedPdf('broken', 'no root')
	const isSame = (root: PdfValue) => root instanceof PdfReference && root.number === newest.number && root.generation === newest.generation
	if (!roots.every(isSame)) throw ambiguous('the trailers name different documents')
	return newest
}

type Read = { layout: PdfLayout; sections: XrefSection[]; packed: Map<PdfObject, PackedObject[]> }

/** The value of each entry. Each leads to its object, and to each object leads an entry. */
function matchEntries(bytes: Buffer, { layout, sections, packed }: Read): Map<XrefEntry, PdfValue> {
	const byOffset = new Map(layout.objects.map((object) => [object.offset, object]))
	const containers = new Map<number, PackedObject[][]>()
	for (const [{ number }, inside] of packed) containers.set(number, [...(containers.get(number) ?? []), inside])
	const found = new Map<XrefEntry, PdfValue>()
	const listed = new Set<PdfObject>()
	for (const [number, entry] of sections.flatMap(({ entries }) => [...entries])) {
		if (entry.kind === 'at') {
			const object = byOffset.get(afterSpace(bytes, entry.offset))
			if (object?.number !== number || object.generation !== entry.generation)
				throw ambiguous(`object ${number} is not where the file says`)
			listed.add(object)
			found.set(entry, object.value)
		} else if (entry.kind === 'in') {
			const inside = containers.get(entry.container)?.find((one) => one[entry.index]?.number === number)?.[entry.index]
			if (!inside) throw ambiguous(`object ${number} is not in the stream that the file says`)
			found.set(entry, inside.value)
		}
	}
	const isXref = ({ value, stream }: PdfObject) => stream !== null && isDict(value) && nameOf(value.get('Type')) === 'XRef'
	if (layout.objects.some((object) => !listed.has(object) && !isXref(object))) throw ambiguous('there is an object that no table lists')
	return found
}

function resolver(sections: readonly XrefSection[], found: ReadonlyMap<XrefEntry, PdfValue>): PdfStructure['resolve'] {
	const newest = new Map<number, XrefEntry>()
	const isHybrid = (place: number) => sections[place - 1]?.trailer.has('XRefStm') ?? false
	for (const [place, { entries }] of sections.entries())
		for (const [number, entry] of entries) {
			const known = newest.get(number)
			// A table for older readers calls those free that its stream of cross-references holds.
			if (!known || (known.kind === 'free' && isHybrid(place) && sections[place - 1]?.entries.get(number) === known))
				newest.set(number, entry)
		}
	return (value) => {
		let current = value
		for (let step = 0; current instanceof PdfReference; step++) {
			if (step > 16) throw new RefusedPdf('broken', 'references lead in a circle')
			const entry = newest.get(current.number)
			current = entry && found.get(entry)
		}
		return current
	}
}
