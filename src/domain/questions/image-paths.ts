/** Addresses and limits of questions' images. Pure, for the pages' scripts as for the server. */
export const MAX_IMAGES = 3
export const IMAGE_BYTES = 8 * 1_048_576
export const ALT_LENGTH = 120
/** Types for file choosers: iPhones convert HEIC to JPEG when it is not listed. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** An image as pages see it. Width and height are those of the larger size. */
export type QuestionImage = { id: number; token: string; alt: string; width: number; height: number }

export const imagePath = (token: string, side: 640 | 1600, format: 'webp' | 'jpg' = 'webp') => `/qa/images/${token}-${side}.${format}`

/** Width of the smaller size. */
export const smallWidth = ({ width, height }: Pick<QuestionImage, 'width' | 'height'>): number =>
	Math.max(1, Math.round(width * Math.min(1, 640 / Math.max(width, height))))
