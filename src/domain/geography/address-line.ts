const DIGITS = '〇一二三四五六七八九'

/** The number of `十五`, `二十三` or `三`; kanji of a block are below 100. */
function numberOf(kanji: string): number {
	const [tens, ones] = kanji.includes('十') ? kanji.split('十') : ['0', kanji]
	const value = (text: string | undefined, empty: number) => (text ? DIGITS.indexOf(text) : empty)
	return (tens === '0' ? 0 : value(tens, 1)) * 10 + value(ones, 0)
}

/**
 * One spelling for all the ways to write the rest of an address: `下連雀三丁目１番１号青葉ビル２Ｆ` (with any blanks) and `下連雀3-1-1青葉ビル2階` are equal.
 * Only for comparing, never for showing.
 */
export function addressKey(line: string): string {
	return line
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[一二三四五六七八九十]+(?=丁目|番|号|階)/gu, (kanji) => `${numberOf(kanji)}`)
		.replaceAll(/[‐‑–—―−ー－]/gu, (mark, at: number, all: string) => (/\d/.test(all[at - 1] ?? '') ? '-' : mark))
		.replaceAll(/(\d)(?:丁目|番地の|番地|番|号室|号|の(?=\d))/gu, '$1-')
		.replaceAll(/(\d)(?:階|f)/gu, '$1f')
		.replaceAll(/[\s、,]/gu, '')
		.replaceAll(/-+/gu, '-')
		.replaceAll(/-(?!\d)/gu, '')
}

/** Whether an address line goes down to a block or a house number. */
export const hasBlockNumber = (line: string): boolean => /\d/.test(addressKey(line))
