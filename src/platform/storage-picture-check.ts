import type { Sharp } from 'sharp'

/** Thrown for a file that is no picture we take; `kind` says which sentence the person is shown. */
export class RefusedPicture extends Error {
	override readonly name = 'RefusedPicture'
	readonly kind: 'type' | 'animated' | 'too-large' | 'disguised' | 'broken'
	constructor(kind: RefusedPicture['kind'], options?: ErrorOptions) {
		super(`refused: ${kind}`, options)
		this.kind = kind
	}
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heif' | 'gif'

/** A picture of this many points takes some 160 MB while it is made smaller. */
const PIXELS = 40_000_000
const WITHIN_SECONDS = 10
const HEAD = 4_096
/** A ZIP's last record and its longest comment. */
const ZIP_TAIL = 65_557
const MARKUP = /<(?:!doctype|html|script|svg|iframe|\?php)\b|%PDF-/i

/** By the first bytes alone, so that no decoder sees a format that we do not take (SVG and PDF among them). */
const isOf: Record<PictureFormat, (head: string) => boolean> = {
	jpeg: (head) => head.startsWith('\xff\xd8\xff'),
	png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
	webp: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
	heif: (head) => head.startsWith('ftyp', 4),
	gif: (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a'),
}

export type PictureRules = {
	formats: readonly PictureFormat[]
	/** Of an animation the first frame is taken instead of refusing it. */
	firstFrame?: boolean
}

/**
 * Opens a picture for drawing it again, upright and without transparency. Throws `RefusedPicture` for another format, an
 * animation, more than 40 million points (counted before anything is decoded) or a file that is something else besides.
 */
export async function openPicture(content: Uint8Array, { formats, firstFrame = false }: PictureRules): Promise<Sharp> {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	const head = bytes.toString('latin1', 0, HEAD)
	if (!formats.some((format) => isOf[format](head))) throw new RefusedPicture('type')
	if (isDisguised(bytes, head)) throw new RefusedPicture('disguised')
	const { default: sharp } = await import('sharp')
	try {
		const { format, width, height, pages = 1 } = await sharp(content, { failOn: 'error', limitInputPixels: false }).metadata()
		if (!(formats as readonly string[]).includes(format)) throw new RefusedPicture('type')
		if (!firstFrame && (pages > 1 || isAnimatedPng(bytes))) throw new RefusedPicture('animated')
		if (width * height > PIXELS) throw new RefusedPicture('too-large')
	} catch (error) {
		throw asRefused(error)
	}
	return sharp(content, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 })
		.autoOrient()
		.flatten({ background: '#ffffff' })
		.timeout({ seconds: WITHIN_SECONDS })
}

/** What failed while a picture was decoded, as a refusal. */
export const asRefused = (error: unknown): RefusedPicture =>
	error instanceof RefusedPicture ? error : new RefusedPicture('broken', { cause: error })

/** A file that is something else besides a picture: markup, a PDF or an archive in its beginning or end. */
function isDisguised(bytes: Buffer, head: string): boolean {
	if (MARKUP.test(head) || MARKUP.test(bytes.toString('latin1', Math.max(0, bytes.length - HEAD)))) return true
	return bytes.includes('PK\x05\x06', Math.max(0, bytes.length - ZIP_TAIL), 'latin1')
}

/** sharp reads the first picture only and does not say that there are more. */
function isAnimatedPng(bytes: Buffer): boolean {
	if (bytes.toString('latin1', 1, 4) !== 'PNG') return false
	for (let at = 8; at + 8 <= bytes.length;) {
		const type = bytes.toString('latin1', at + 4, at + 8)
		if (type === 'acTL') return true
		if (type === 'IDAT') return false
		at += 12 + bytes.readUInt32BE(at)
	}
	return false
}
