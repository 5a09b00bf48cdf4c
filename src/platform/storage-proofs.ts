import { checkPdf } from './pdf-check.ts'

export const PROOF_BYTES = 10 * 1_048_576
export const PROOF_PAGES = 20
const PIXELS = 40_000_000
/** Enough to read the small print of an A4 sheet. */
const SIDE = 3_000
const WITHIN_SECONDS = 10

export type ProofFault = 'empty' | 'size' | 'kind' | 'pixels' | 'pages' | 'locked' | 'active' | 'broken'

/** Thrown when what was sent is no document that can be kept. */
export class UnusableProof extends Error {
	override readonly name = 'UnusableProof'
	readonly fault: ProofFault

	constructor(fault: ProofFault, cause?: unknown) {
		super(`unusable proof: ${fault}`, { cause })
		this.fault = fault
	}
}

export type Proof = { content: Uint8Array; extension: 'pdf' | 'jpg'; pages: number }

const beginsWith = (content: Uint8Array, bytes: readonly number[]) => bytes.every((byte, place) => content[place] === byte)

/**
 * A document that proves a credential, judged by its content whatever its name says. A photograph is made anew, so that
 * nothing else hides in the file; a PDF stays as it is, when it is whole, unlocked, short and unable to act.
 */
export async function checkProof(content: Uint8Array): Promise<Proof> {
	if (content.length === 0) throw new UnusableProof('empty')
	if (content.length > PROOF_BYTES) throw new UnusableProof('size')
	if (beginsWith(content, [0x25, 0x50, 0x44, 0x46, 0x2d])) return checkedPdf(content)
	if (beginsWith(content, [0xff, 0xd8, 0xff]) || beginsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
		return photograph(content)
	throw new UnusableProof('kind')
}

async function checkedPdf(content: Uint8Array): Promise<Proof> {
	// Nothing may follow the end: another file hung on there would be served along.
	const tail = Buffer.from(content.subarray(-1_024)).toString('latin1')
	if (!/%%EOF\s*$/.test(tail)) throw new UnusableProof('broken')
	const finding = await checkPdf(content)
	if ('fault' in finding) throw new UnusableProof(finding.fault)
	if (finding.pages < 1) throw new UnusableProof('broken')
	if (finding.pages > PROOF_PAGES) throw new UnusableProof('pages')
	return { content, extension: 'pdf', pages: finding.pages }
}

async function photograph(content: Uint8Array): Promise<Proof> {
	const { default: sharp } = await import('sharp')
	try {
		const picture = sharp(content, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 })
		const { format } = await picture.metadata()
		if (format !== 'jpeg' && format !== 'png') throw new UnusableProof('kind')
		const made = await picture
			.autoOrient()
			.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.jpeg({ quality: 85 })
			.timeout({ seconds: WITHIN_SECONDS })
			.toBuffer()
		return { content: made, extension: 'jpg', pages: 1 }
	} catch (error) {
		if (error instanceof UnusableProof) throw error
		throw new UnusableProof(error instanceof Error && /pixel limit/i.test(error.message) ? 'pixels' : 'broken', error)
	}
}
