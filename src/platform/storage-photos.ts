import type { Sharp } from 'sharp'
import { asRefused, openPicture } from './storage-picture-check.ts'

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

/**
 * Re-encodes a photograph or screenshot in two sizes, each as WebP and as JPEG: turned upright, never enlarged, without any
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
	const picture = await openPicture(content, { formats: ['jpeg', 'png', 'webp', 'heif', 'gif'] })
	try {
		const { default: sharp } = await import('sharp')
		const [largest] = sides
		const large = await picture
			.resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
			.toColourspace('srgb')
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
		throw asRefused(error)
	}
}

const encode: Record<AnyFormat, (picture: Sharp) => Sharp> = {
	// More effort takes seconds of a core for a few per cent.
	avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
	webp: (picture) => picture.webp({ quality: 80 }),
	jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
}
