import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, prefixRange, romajiOfKana, romajiOfLatin, withoutUnfinishedKana } from './search-text.ts'

test.each([
	['霞ヶ関', '霞が関'],
	['霞ケ関', '霞が関'],
	['サーバー', 'サーバ'],
	['ｻｰﾊﾞｰ', 'サーバー'],
	['Ｅ－Ｔａｘ', 'e-tax'],
	['髙﨑', '高崎'],
	['渡邊', '渡辺'],
	['ファクタリング', 'ふぁくたりんぐ'],
	['山田　太郎', '山田太郎'],
	['M&A', 'm&a'],
])('%s and %s are the same word', (one, other) => {
	expect(foldText(one)).toBe(foldText(other))
})

test('a short word keeps its long vowel', () => {
	expect(foldText('キー')).toBe('きー')
	expect(foldText('センター北')).toBe('せんた北')
})

test.each([
	['とうきょう', 'tokyo'],
	['おおさか', 'osaka'],
	['しんじゅく', 'shinjuku'],
	['こうえんじ', 'koenji'],
])('%s is %s', (kana, romaji) => {
	expect(romajiOfKana(kana)).toBe(romaji)
})

test.each(['tokyo', 'Tōkyō', 'toukyou', 'TOKYO', 'ｔｏｋｙｏ'])('%s is typed for 東京', (text) => {
	expect(romajiOfLatin(text)).toBe(romajiOfKana('とうきょう'))
})

test('Kunrei and Hepburn lead to the same key, and unfinished syllables stay', () => {
	expect(romajiOfLatin('sinzyuku')).toBe('shinjuku')
	expect(romajiOfLatin('shimbashi')).toBe(romajiOfKana('しんばし'))
	expect(romajiOfLatin('mit')).toBe('mit')
	expect(romajiOfLatin('三鷹')).toBeNull()
})

test('input that is still being composed is cut to its kana', () => {
	expect(withoutUnfinishedKana('みたk')).toBe('みた')
	expect(withoutUnfinishedKana('etax')).toBe('etax')
})

test('folding twice changes nothing, whatever the text', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ァ-ヶー一-龠ぁ-ん]{0,12}$/)), (text) => {
			expect(foldText(foldText(text)).length).toBeLessThanOrEqual(foldText(text).length)
		}),
	)
})

test('the range of a prefix holds what begins with it', () => {
	const { from, to } = prefixRange('みた')
	expect('みたか' >= from && 'みたか' < to).toBe(true)
	expect('みち' >= from && 'みち' < to).toBe(false)
})
