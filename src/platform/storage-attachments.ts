import { checkPdf } from './pdf-check.ts'

const PIXELS = 40_000_000
/** Enough to read the small print of an A4 sheet. */
const SIDE = 3_000
const WITHIN_SECONDS = 10
const PDF_PAGES = 100
const formats = new Set(['jpeg', 'png', 'webp'])

export type AttachmentFault = 'empty' | 'kind' | 'pixels' | 'animated' | 'pages' | 'locked' | 'active' | 'broken'

/** Thrown when a file is none that may be passed on. */
export class UnusableAttachment extends Error {
	override readonly name = 'UnusableAttachment'
	readonly fault: AttachmentFault

	constructor(fault: AttachmentFault, cause?: unknown) {
		super(`unusable attachment: ${fault}`, { cause })
		this.fault = fault
	}
}

export type Attachment = { content: Uint8Array; extension: 'pdf' | 'jpg' }

/**
 * A file that one person sends to another, judged by its content whatever its name says. A picture is made anew, so that
 * neither metadata nor anything else goes along; a PDF stays as it is, when it is whole, unlocked and unable to act.
 */
export async function checkAttachment(content: Uint8Array): Promise<Attachment> {
	if (content.length === 0) throw new UnusableAttachment('empty')
	const beginning = Buffer.from(content.subarray(0, 16)).toString('latin1')
	if (beginning.startsWith('%PDF-')) return checkedPdf(content)
	const isPicture =
		beginning.startsWith('\xff\xd8\xff') ||
		beginning.startsWith('\x89PNG\r\n\x1a\n') ||
		(beginning.startsWith('RIFF') && beginning.slice(8, 12) === 'WEBP')
	if (!isPicture) throw new UnusableAttachment('kind')
	return picture(content)
}

async function checkedPdf(content: Uint8Array): Promise<Attachment> {
	// Nothing may follow the end: another file hung on there would be served along.
	if (!/%%EOF\s*$/.test(Buffer.from(content.subarray(-1_024)).toString('latin1'))) throw new UnusableAttachment('broken')
	const finding = await checkPdf(content)
	if ('fault' in finding) throw new UnusableAttachment(finding.fault)
	if (finding.pages < 1) throw new UnusableAttachment('broken')
	if (finding.pages > PDF_PAGES) throw new UnusableAttachment('pages')
	return { content, extension: 'pdf' }
}

async function picture(content: Uint8Array): Promise<Attachment> {
	const { default: sharp } = await import('sharp')
	try {
		const { format, pages = 1 } = await sharp(content, { limitInputPixels: PIXELS, failOn: 'error' }).metadata()
		if (!formats.has(format)) throw new UnusableAttachment('kind')
		if (pages > 1) throw new UnusableAttachment('animated')
		const made = await sharp(content, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 })
			.autoOrient()
			.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.jpeg({ quality: 85 })
			.timeout({ seconds: WITHIN_SECONDS })
			.toBuffer()
		return { content: made, extension: 'jpg' }
	} catch (error) {
		if (error instanceof UnusableAttachment) throw error
		throw new UnusableAttachment(error instanceof Error && /pixel limit/i.test(error.message) ? 'pixels' : 'broken', error)
	}
}
