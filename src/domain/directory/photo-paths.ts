/** Addresses of an office's photographs, whose `picture` names the first of them. Pure. */
export type OfficePhoto = { id: number; token: string; alt: string; width: number; height: number }

const SIDES = [320, 640, 1_280] as const
const STEM = 'photos/'

/** What `offices.picture` holds for a photograph: the start of its files' names below /media/. */
export const photoStem = (token: string): string => `${STEM}${token}`

export const isPhotoStem = (picture: string | null): picture is string => picture?.startsWith(STEM) ?? false

/** The address of one file of a photograph. */
export const photoPath = (stem: string, side: (typeof SIDES)[number], format: 'avif' | 'webp' | 'jpg'): string =>
	`/media/${stem}-${side}.${format}`

export const photoSources = (stem: string, format: 'avif' | 'webp', sides: readonly (typeof SIDES)[number][] = SIDES): string =>
	sides.map((side) => `${photoPath(stem, side, format)} ${side}w`).join(', ')
