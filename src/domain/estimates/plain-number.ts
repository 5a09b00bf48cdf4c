/** A number as a Japanese keyboard leaves it, without full-width digits, commas and 円. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').replaceAll(/[,\s円¥]/g, '')
