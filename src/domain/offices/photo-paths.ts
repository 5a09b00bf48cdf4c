/** Addresses of an office's photographs. Pure. */
export type OfficePhoto = { id: number; token: string; alt: string; width: number; height: number }

const SIDES = [320, 640, 1_280] as const
type Side = (typeof SIDES)[number]

/** The value of `offices.picture` for a photograph: one of its files below /media/, for code that shows a single size. */
export const pictureOf = (token: string): string => `photos/${token}-640.jpg`

/** The photograph that a picture is a file of, or null for a drawn one. */
export const tokenOf = (picture: string | null): string | null => /^photos\/([A-Za-z0-9_-]{24})-640\.jpg$/.exec(picture ?? '')?.[1] ?? null

/** The address of one file of a photograph. */
export const photoPath = (token: string, side: Side, format: 'avif' | 'webp' | 'jpg'): string => `/media/photos/${token}-${side}.${format}`

/** All sizes of a photograph for `<source srcset>`. */
export const photoSources = (token: string, format: 'avif' | 'webp'): string =>
	SIDES.map((side) => `${photoPath(token, side, format)} ${side}w`).join(', ')
