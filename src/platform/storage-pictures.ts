import { asRefused, openPicture } from './storage-picture-check.ts'

/**
 * Draws a square picture from one that was uploaded: upright, cut to the middle, as WebP without metadata (where and with
 * what it was taken). Nothing of the file itself is kept. Throws `RefusedPicture`.
 */
export async function squarePicture(content: Uint8Array, side: number): Promise<Buffer> {
	const picture = await openPicture(content, { formats: ['jpeg', 'png', 'webp', 'heif', 'gif'], firstFrame: true })
	return picture
		.resize(side, side, { fit: 'cover', position: 'attention' })
		.webp({ quality: 82 })
		.toBuffer()
		.catch((error: unknown) => {
			throw asRefused(error)
		})
}
