/** Where an expert's portrait is served: their photograph, or the one that is drawn for them. */
export const portraitPath = ({ id, portrait }: { id: number; portrait: string | null }): string =>
	`/media/${portrait ?? `portraits/${id}.svg`}`
