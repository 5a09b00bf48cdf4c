import { expect, test } from 'vitest'
import { nameParts } from './name-parts.ts'

test.each([
	['三鷹つむぎ税理士事務所', ['三鷹', 'つむぎ', '税理士', '事務所']],
	['税理士法人みのりタックスラボ', ['税理士法人', 'みのり', 'タックス', 'ラボ']],
	['橋本税理士・中小企業診断士事務所', ['橋本', '税理士・', '中小企業診断士', '事務所']],
	['公認会計士いろは坂事務所', ['公認会計士', 'いろは坂', '事務所']],
	['かけはし総合会計パートナーズ', ['かけはし', '総合', '会計', 'パートナーズ']],
	['補助金・助成金', ['補助金・', '助成金']],
	['事業承継・M&A', ['事業承継・', 'M&A']],
	['森川 由紀', ['森川 ', '由紀']],
	['', []],
])('%s is broken between its words alone', (name, parts) => {
	expect(nameParts(name)).toEqual(parts)
})

test('the parts joined equal the name, whatever the input', () => {
	for (const name of ['Ａ＆Ｂ法律事務所', '（株）東京・Tokyo 123', '𠮷野司法書士法人', 'ー・ー'])
		expect(nameParts(name).join('')).toBe(name)
})
