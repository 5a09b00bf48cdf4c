import type { Sharp } from 'sharp'
import { UnusablePicture } from './storage-pictures.ts'

const formats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
/** A picture of this many points takes some 160 MB while it is made smaller. */
const PIXELS = 40_000_000
const WITHIN_SECONDS = 10

export const photoSides = [1_600, 640] as const
export type PhotoSide = (typeof photoSides)[number]
export type PhotoFormat = 'webp' | 'jpg'
/** Photographs of offices: small enough for a card, large enough for the head of a page. */
export const officePhotoSides = [1_280, 640, 320] as const
export const officePhotoFormats = ['avif', 'webp', 'jpg'] as const

export type Photo<Side extends number = PhotoSide, Format extends string = PhotoFormat> = {
	/** Of the larger one. */
	width: number
	height: number
	files: { side: Side; format: Format; content: Buffer }[]
}

type AnyFormat = PhotoFormat | 'avif'

/** Why a picture is refused: `kind` for the sentence that a person is told. */
export class RefusedPhoto extends UnusablePicture {
	readonly kind: 'type' | 'animated' | 'too-large' | 'disguised' | 'broken'
	constructor(kind: RefusedPhoto['kind'], options?: ErrorOptions) {
		super(`refused: ${kind}`, options)
		this.kind = kind
	}
}

/**
 * A photograph or screenshot made anew in two sizes, each as WebP and as JPEG: turned upright, never enlarged, without any
 * metadata. Its points are counted before it is decoded; nothing of the file itself is kept.
 */
export const makePhoto = (content: Uint8Array): Promise<Photo> => makeFiles(content, photoSides, ['webp', 'jpg'])

/** The same for the photographs of an office: three sizes, each as AVIF, WebP and JPEG. */
export const makeOfficePhoto = (
	content: Uint8Array,
): Promise<Photo<(typeof officePhotoSides)[number], (typeof officePhotoFormats)[number]>> =>
	makeFiles(content, officePhotoSides, officePhotoFormats)

async function makeFiles<Side extends number, Format extends AnyFormat>(
	content: Uint8Array,
	sides: readonly [Side, ...Side[]],
	wanted: readonly Format[],
): Promise<Photo<Side, Format>> {
	// SVG and other markup, which some part of sharp may not even try to read.
	if (/^(?:\s|\u00ef\u00bb\u00bf)*</.test(latin1(content).slice(0, 100))) throw new RefusedPhoto('type')
	if (isDisguised(content)) throw new RefusedPhoto('disguised')
	const { default: sharp } = await import('sharp')
	try {
		const { format, width, height, pages = 1 } = await sharp(content, { failOn: 'error', limitInputPixels: false }).metadata()
		if (!formats.has(format)) throw new RefusedPhoto('type')
		if (pages > 1 || isAnimatedPng(content)) throw new RefusedPhoto('animated')
		if (width * height > PIXELS) throw new RefusedPhoto('too-large')
		const [largest] = sides
		const large = await sharp(content, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 })
			.autoOrient()
			.resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.toColourspace('srgb')
			.timeout({ seconds: WITHIN_SECONDS })
			.raw()
			.toBuffer({ resolveWithObject: true })
		const { width: w, height: h, channels } = large.info
		const from = () => sharp(large.data, { raw: { width: w, height: h, channels } })
		const files: Photo<Side, Format>['files'] = []
		for (const side of sides) {
			const sized = from().resize(side, side, { fit: 'inside', withoutEnlargement: true })
			for (const format of wanted) files.push({ side, format, content: await encode[format](sized.clone()).toBuffer() })
		}
		return { width: w, height: h, files }
	} catch (error) {
		if (error instanceof UnusablePicture) throw error
		throw new RefusedPhoto('broken', { cause: error })
	}
}

const encode: Record<AnyFormat, (picture: Sharp) => Sharp> = {
	// More effort takes seconds of a core for a few per cent.
	avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
	webp: (picture) => picture.webp({ quality: 80 }),
	jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
}

const latin1 = (content: Uint8Array): string =>
	Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, HEAD)).toString('latin1')

const HEAD = 4_096
/** A ZIP's last record and its longest comment. */
const ZIP_TAIL = 65_557
const markup = /<(?:!doctype|html|script|svg|iframe|\?php)\b|%PDF-/i

/** A file that is something else besides a picture: markup, a PDF or an archive in its beginning or end. */
function isDisguised(content: Uint8Array): boolean {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	if (markup.test(latin1(content)) || markup.test(bytes.toString('latin1', Math.max(0, bytes.length - HEAD)))) return true
	return bytes.includes('PK\x05\x06', Math.max(0, bytes.length - ZIP_TAIL), 'latin1')
}

/** sharp reads the first picture only and does not say that there are more. */
function isAnimatedPng(content: Uint8Array): boolean {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	if (!bytes.subarray(1, 4).equals(Buffer.from('PNG'))) return false
	for (let at = 8; at + 8 <= bytes.length;) {
		const type = bytes.toString('latin1', at + 4, at + 8)
		if (type === 'acTL') return true
		if (type === 'IDAT') return false
		at += 12 + bytes.readUInt32BE(at)
	}
	return false
}
