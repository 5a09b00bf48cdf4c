import { describe, expect, test } from 'vitest'
import { hiraganaWord, tokenise, tokensOf, tsqueryOfWord, tsvectorOf } from './search-tokens.ts'

describe('words of a Japanese text', () => {
	test('are runs of katakana and of Latin letters, and kanji cut into words', () => {
		expect(tokensOf('インボイス制度とe-Taxの確定申告')).toEqual(['いんぼいす', '制度', 'etax', '確定', '申告'])
		expect(tokenise('e-Tax')[0]?.forms).toEqual(['etax', 'tax'])
	})

	test('are the same for every way to write them', () => {
		expect(tokensOf('ＩＴ導入　サーバー')).toEqual(tokensOf('it導入 サーバ'))
		expect(tokensOf('ｲﾝﾎﾞｲｽ')).toEqual(tokensOf('インボイス'))
		expect(tokensOf('霞ヶ関')).toEqual(tokensOf('霞ケ関'))
	})

	test('are no grammar', () => {
		expect(tokensOf('これはどうすればよいですか')).toEqual([])
		expect(tsqueryOfWord('について')).toBeNull()
	})

	test('of one unbroken run are adjacent in a query; across grammar they are not', () => {
		expect(tsqueryOfWord('確定申告')).toBe("'確定申告'")
		expect(tsqueryOfWord('青色申告承認')).toBe("'青色申告' & '申告承認'")
		expect(tsqueryOfWord('会社の設立')).toBe("'会社' & '設立'")
	})

	test('keep PostgreSQL’s quoting, whatever is typed', () => {
		expect(tsqueryOfWord("a'b")).toBe("'ab'")
		expect(tsqueryOfWord(':*&|!()')).toBeNull()
	})

	test('in hiragana may be katakana in the texts', () => {
		expect(hiraganaWord('いんぼいす')).toBe('いんぼいす')
		expect(hiraganaWord('相続')).toBeNull()
	})

	test('are indexed alone and with their neighbour', () => {
		expect(tsvectorOf([{ text: '確定申告の', weight: 'D' }])).toBe("'確定':1 '確定申告':1 '申告':2")
	})

	test('of a title weigh more and meet no word of the text behind it', () => {
		expect(
			tsvectorOf([
				{ text: '税務', weight: 'A' },
				{ text: '調査', weight: 'D' },
			]),
		).toBe("'税務':1A '調査':12")
	})
})
