import { readPageDocument, writePageDocument } from './page-document.ts'
import { renderPdf } from './pdf-pages.ts'
import type { PdfFault } from './pdf-syntax.ts'
import type { Storage } from './storage.ts'
import { asRefused, openPicture, type RefusedPicture } from './storage-picture-check.ts'

/** Enough to read the small print of an A4 sheet. */
const SIDE = 3_000

export type DocumentFault = PdfFault | 'empty' | 'size' | 'kind' | 'pixels' | 'animated' | 'disguised'

/** Thrown when an upload cannot be kept as a document. */
export class UnusableDocument extends Error {
	override readonly name = 'UnusableDocument'
	readonly fault: DocumentFault

	constructor(fault: DocumentFault, cause?: unknown) {
		super(`unusable document: ${fault}`, { cause })
		this.fault = fault
	}
}

export type StoredDocument = { content: Uint8Array; extension: 'pdf' | 'jpg'; pages: number }

export type DocumentRules = { maxBytes: number; maxPages: number; pictures: readonly ('jpeg' | 'png' | 'webp')[] }

const faults: Record<RefusedPicture['kind'], DocumentFault> = {
	type: 'kind',
	animated: 'animated',
	'too-large': 'pixels',
	disguised: 'disguised',
	broken: 'broken',
}

/**
 * Judges an uploaded document by its content, whatever its name says, and draws it again: a picture as a JPEG, a PDF as a PDF
 * with one picture on each page. Not one byte of the upload is kept. Throws `UnusableDocument`.
 */
export async function redrawDocument(content: Uint8Array, rules: DocumentRules): Promise<StoredDocument> {
	if (content.length === 0) throw new UnusableDocument('empty')
	if (content.length > rules.maxBytes) throw new UnusableDocument('size')
	if (Buffer.from(content.subarray(0, 5)).toString('latin1') === '%PDF-') return redrawPdf(content, rules.maxPages)
	return redrawPicture(content, rules)
}

async function redrawPdf(content: Uint8Array, maxPages: number): Promise<StoredDocument> {
	const finding = await renderPdf(content, maxPages)
	if ('fault' in finding) throw new UnusableDocument(finding.fault)
	return { content: writePageDocument(finding.pages), extension: 'pdf', pages: finding.pages.length }
}

async function redrawPicture(content: Uint8Array, { pictures }: DocumentRules): Promise<StoredDocument> {
	try {
		const picture = await openPicture(content, { formats: pictures })
		const drawn = await picture.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 85 }).toBuffer()
		return { content: drawn, extension: 'jpg', pages: 1 }
	} catch (error) {
		throw new UnusableDocument(faults[asRefused(error).kind], error)
	}
}

/**
 * A stored document; null when it is not there. A PDF from the time when uploads were kept as they were is drawn again
 * first and replaced, or null if it is refused today. `rules` are those for PDFs, null for a picture.
 */
export async function readStoredDocument(storage: Storage, name: string, rules: DocumentRules | null): Promise<Uint8Array | null> {
	const content = await storage.read(name)
	if (!content || !rules || readPageDocument(content)) return content
	try {
		const redrawn = await redrawDocument(content, rules)
		await storage.write(name, redrawn.content)
		return redrawn.content
	} catch (error) {
		if (error instanceof UnusableDocument) return null
		throw error
	}
}
