/** Thrown when what was sent is no picture that can be used. */
export class UnusablePicture extends Error {
	override readonly name = 'UnusablePicture'
}

const formats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
/** A picture of this many points takes some 160 MB while it is made smaller. */
const PIXELS = 40_000_000
const WITHIN_SECONDS = 10

/**
 * A square picture made anew from one that was sent: turned upright, cut to the middle, as WebP without any of its
 * metadata (where and with what it was taken). Nothing of the file itself is kept, so nothing hidden in it is either.
 */
export async function squarePicture(content: Uint8Array, side: number): Promise<Buffer> {
	const { default: sharp } = await import('sharp')
	try {
		const picture = sharp(content, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 })
		const { format } = await picture.metadata()
		if (!formats.has(format)) throw new UnusablePicture(`a ${format} is no picture for this`)
		return await picture
			.autoOrient()
			.resize(side, side, { fit: 'cover', position: 'attention' })
			.flatten({ background: '#ffffff' })
			.webp({ quality: 82 })
			.timeout({ seconds: WITHIN_SECONDS })
			.toBuffer()
	} catch (error) {
		if (error instanceof UnusablePicture) throw error
		throw new UnusablePicture('this picture cannot be read', { cause: error })
	}
}
