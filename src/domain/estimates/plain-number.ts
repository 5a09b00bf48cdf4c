/** Normalises a number typed on a Japanese keyboard: no full-width digits, commas or 円. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').replaceAll(/[,\s円¥]/g, '')
