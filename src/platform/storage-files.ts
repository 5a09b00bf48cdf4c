import type { PageImage } from './page-document.ts'
import { renderPdf } from './pdf-pages.ts'
import { listZip, readZipText, UnreadableZip } from './zip-reading.ts'
import { type DocumentFault, redrawDocument, UnusableDocument } from './storage-documents.ts'

export type FileKind = 'pdf' | 'jpg' | 'xlsx' | 'docx' | 'pptx' | 'csv' | 'txt'
export type FileFault = DocumentFault | 'macro' | 'outside' | 'old-office'

/** Thrown when an upload cannot be kept as a file. */
export class UnusableFile extends Error {
	override readonly name = 'UnusableFile'
	readonly fault: FileFault

	constructor(fault: FileFault, cause?: unknown) {
		super(`unusable file: ${fault}`, { cause })
		this.fault = fault
	}
}

export type InspectedFile = {
	kind: FileKind
	/** What is stored: the upload byte for byte, but for a picture, which is drawn again. */
	content: Uint8Array
	/** Pages to look at; none for a kind that is not shown. */
	preview: PageImage[]
}

export type FileRules = {
	maxBytes: number
	/** Of a PDF. */
	maxPages: number
	previewPages: number
}

const PICTURES = ['jpeg', 'png', 'webp'] as const
const OLE = 'd0cf11e0'
const ENTRIES = 5_000
const TYPES = '[Content_Types].xml'
/** Of the small parts of an office file that are unpacked. */
const PART_BYTES = 1_048_576

/** A PDF that is only too large to be drawn has passed every rule about what it may hold. */
const undrawn = new Set<DocumentFault>(['pages', 'volume', 'fonts'])

/**
 * Judges an upload by its content; its name only tells texts apart. Throws `UnusableFile` for what acts when it is opened
 * (scripts, macros, content from elsewhere), cannot be judged (encrypted) or is of no kind that we take.
 */
export async function inspectFile(content: Uint8Array, name: string, rules: FileRules): Promise<InspectedFile> {
	if (content.length === 0) throw new UnusableFile('empty')
	if (content.length > rules.maxBytes) throw new UnusableFile('size')
	const head = Buffer.from(content.subarray(0, 8))
	if (head.toString('latin1', 0, 5) === '%PDF-') return inspectPdf(content, rules)
	if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return { kind: inspectOffice(content), content, preview: [] }
	if (head.toString('hex', 0, 4) === OLE) throw new UnusableFile('old-office')
	const kind = textKindOf(name)
	if (kind !== null) {
		assertPlainText(content)
		return { kind, content, preview: [] }
	}
	return inspectPicture(content, rules)
}

async function inspectPdf(content: Uint8Array, { maxPages, previewPages }: FileRules): Promise<InspectedFile> {
	const finding = await renderPdf(content, maxPages, previewPages)
	if (!('fault' in finding)) return { kind: 'pdf', content, preview: finding.pages }
	if (undrawn.has(finding.fault)) return { kind: 'pdf', content, preview: [] }
	throw new UnusableFile(finding.fault)
}

async function inspectPicture(content: Uint8Array, { maxBytes, maxPages }: FileRules): Promise<InspectedFile> {
	try {
		const drawn = await redrawDocument(content, { maxBytes, maxPages, pictures: PICTURES })
		const { default: sharp } = await import('sharp')
		const { width, height } = await sharp(drawn.content).metadata()
		return { kind: 'jpg', content: drawn.content, preview: [{ jpeg: drawn.content, width, height, points: { width, height } }] }
	} catch (error) {
		if (error instanceof UnusableDocument) throw new UnusableFile(error.fault, error)
		throw error
	}
}

const offices = [
	{ kind: 'xlsx', main: 'xl/workbook.xml' },
	{ kind: 'docx', main: 'word/document.xml' },
	{ kind: 'pptx', main: 'ppt/presentation.xml' },
] as const

/** The kind of an office file (ECMA-376) that has no macro and loads nothing from elsewhere. */
function inspectOffice(content: Uint8Array): FileKind {
	const names: string[] = []
	const small = new Map<string, string>()
	try {
		for (const part of listZip(content, ENTRIES)) {
			names.push(part.name)
			if (part.name === TYPES || part.name.endsWith('.rels')) small.set(part.name, readZipText(content, part, PART_BYTES))
		}
	} catch (error) {
		throw error instanceof UnreadableZip ? new UnusableFile('broken', error) : error
	}
	const types = small.get(TYPES)
	const kind = offices.find(({ main }) => names.includes(main))?.kind
	if (types === undefined || kind === undefined) throw new UnusableFile('kind')
	if (/macroEnabled|activeX|oleObject/i.test(types) || names.some(isActivePart)) throw new UnusableFile('macro')
	for (const [name, relations] of small) if (name.endsWith('.rels') && loadsFromOutside(relations)) throw new UnusableFile('outside')
	return kind
}

const isActivePart = (name: string): boolean =>
	/vbaProject|\/activeX\//i.test(name) || (/\/embeddings\//i.test(name) && !/\.(?:xlsx|docx|pptx)$/i.test(name))

/** Links that a person clicks may lead anywhere; anything else from elsewhere is fetched when the file is opened. */
const loadsFromOutside = (relations: string): boolean =>
	(relations.match(/<[\w:]*Relationship\b[^>]*>/g) ?? []).some(
		(relation) => /TargetMode\s*=\s*["']External["']/i.test(relation) && !/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(relation),
	)

const textKindOf = (name: string): 'csv' | 'txt' | null => {
	const [, extension] = /\.(csv|txt)$/i.exec(name) ?? []
	return extension === undefined ? null : extension.toLowerCase() === 'csv' ? 'csv' : 'txt'
}

// oxlint-disable-next-line no-control-regex -- that is what is looked for
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/
const MARKUP = /^\s*<(?:!doctype|html|script|svg|\?xml|iframe)/i

/** Japanese programs write texts in UTF-8 or Shift_JIS; UTF-16 comes from Excel's 「Unicode テキスト」. */
function assertPlainText(content: Uint8Array): void {
	// Nearly any bytes are UTF-16, which therefore has to say so.
	const isUtf16 = content[0] === 0xff && content[1] === 0xfe
	for (const encoding of isUtf16 ? ['utf-16le'] : ['utf-8', 'shift_jis']) {
		const text = decoded(content, encoding)
		if (text === null || CONTROL.test(text)) continue
		if (MARKUP.test(text)) throw new UnusableFile('disguised')
		return
	}
	throw new UnusableFile('kind')
}

function decoded(content: Uint8Array, encoding: string): string | null {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(content)
	} catch {
		return null
	}
}
