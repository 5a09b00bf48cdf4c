import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText, removeInvisible, removeInvisibleDeep, shortLine, shorten } from './text-input.ts'

const codePoint = (value: number) => String.fromCodePoint(value)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

const hostile: [string, readonly number[]][] = [
	['bidirectional overrides, embeddings and isolates', [...range(0x202a, 0x202e), ...range(0x2066, 0x2069), 0x061c, 0x200e, 0x200f]],
	['zero-width characters', [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x180e]],
	['the tag block', range(0xe0000, 0xe00ff)],
	['invisible operators and deprecated format characters', range(0x2061, 0x206f)],
	['fillers and soft hyphens', [0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0]],
	['annotation marks and reserved format characters', range(0xfff0, 0xfffb)],
	['variation selectors without a base', [...range(0xfe00, 0xfe0f), 0xe0100, 0xe01ef]],
	['private-use characters', [0xe000, 0xf8ff, 0xf0000, 0x10fffd]],
	['non-characters', [0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff]],
	['controls', [...range(0, 8), 0x0e, 0x1b, 0x7f, 0x80, 0x9f]],
	['lone surrogates', [0xd800, 0xdbff, 0xdc00, 0xdfff]],
]

describe('removes', () => {
	test.each(hostile)('%s', (_, codes) => {
		for (const code of codes) {
			const between = `あ${code < 0x10000 ? String.fromCharCode(code) : codePoint(code)}い`
			expect([code.toString(16), cleanText(between)]).toEqual([code.toString(16), 'あい'])
			expect(cleanLine(between)).toBe('あい')
		}
	})

	test('any number of them, anywhere, in one pass', () => {
		const typed = '\u202e山\u200b\u200d\u2066田\u{e0041}\u{e007f}\ufe0f'
		expect(cleanText(typed)).toBe('山田')
		expect(removeInvisible(removeInvisible(`👩\u200b\u200d👧${typed}`))).toBe(removeInvisible(`👩\u200b\u200d👧${typed}`))
	})

	test('marks beyond four on one letter, and marks without a letter', () => {
		expect(cleanText(`Z${'\u0300'.repeat(40)}algo`)).toBe(`Z${'\u0300'.repeat(4)}algo`)
		expect(cleanText('\u0300\u0301か')).toBe('か')
	})
})

describe('keeps', () => {
	test.each([
		['a family joined of pictographs', '👨‍👩‍👧‍👦'],
		['a profession with a skin tone', '👩🏽‍⚕️'],
		['a heart on fire', '❤️‍🔥'],
		['a keycap and a flag', '1️⃣ 🇯🇵'],
		['a rainbow flag', '🏳️‍🌈'],
		['the form of a name that an ideographic variation selector chooses', '葛\u{e0100}城市の\u8fbb\u{e0101}さん'],
		['a compatibility form as its standardised variation', '\u795e\ufe00'],
		['compatibility ideographs of names', '\ufa19\u5d0e\ufa11'],
		['decomposed kana', 'か\u3099き\u309a'],
		['Vietnamese, Thai and Hebrew marks', 'Việt ế น้ำ שָׁ'],
		['full-width letters and blanks', 'ＡＢＣ　株式会社'],
	])('%s', (_, typed) => {
		expect(cleanText(typed)).toBe(typed)
		expect(cleanLine(typed).replaceAll(' ', '')).toBe(typed.replaceAll(/[ \u3000]/g, ''))
	})
})

test('every line break becomes one kind, with one empty line at most', () => {
	expect(cleanText('一\r\n二\r三\u2028四\u2029五\u0085六\u000b七\n\n\n\n八')).toBe('一\n二\n三\n四\n五\n六\n七\n\n八')
	expect(cleanLine('  一\r\n\t二　三 ')).toBe('一 二 三')
})

test('a short line is cut between characters', () => {
	expect(shortLine('𠮷野家\u202eの会計', 3)).toBe('𠮷野家')
})

test('a kept draft loses invisible characters in every value and keeps its blanks', () => {
	expect(removeInvisibleDeep({ 'a\u200b': [' 一\u202e ', { b: '\u{e0041}' }], n: 1, none: null })).toEqual({
		a: [' 一 ', { b: '' }],
		n: 1,
		none: null,
	})
})

test('a text is cut before its limit, between characters and with an ellipsis', () => {
	expect(shorten('税務の相談', 5)).toBe('税務の相談')
	expect(shorten('税務の ご相談です', 5)).toBe('税務の…')
	expect(shorten('👨‍👩‍👧'.replaceAll('\u200d', '').repeat(2), 4)).toBe('👨👩👧…')
})
