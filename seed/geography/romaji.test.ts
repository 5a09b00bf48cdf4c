import { expect, test } from 'vitest'
import { municipalityRomaji, romajiOf } from './romaji.ts'

test.each([
	['おおさか', 'osaka'],
	['とうきょう', 'tokyo'],
	['ゆうばり', 'yubari'],
	['まつうら', 'matsuura'],
	['ぜんつうじ', 'zentsuji'],
	['せとうち', 'setouchi'],
	['にっしん', 'nisshin'],
	['はっちょうぼり', 'hatchobori'],
	['しんおおさか', 'shinosaka'],
	['なりたくうこう', 'naritakuko'],
	['こうえんまえ', 'koenmae'],
	['がーらゆざわ', 'garayuzawa'],
	['うれしのおんせん', 'ureshinoonsen'],
	['てだこうらにし', 'tedakouranishi'],
])('%s is written %s', (kana, romaji) => {
	expect(romajiOf(kana)).toBe(romaji)
})

test('separates the suffix of a municipality', () => {
	expect(municipalityRomaji('三鷹市', 'みたかし')).toBe('mitaka-shi')
	expect(municipalityRomaji('梼原町', 'ゆすはらちょう')).toBe('yusuhara-cho')
	expect(municipalityRomaji('須恵町', 'すえまち')).toBe('sue-machi')
	expect(municipalityRomaji('読谷村', 'よみたんそん')).toBe('yomitan-son')
})
