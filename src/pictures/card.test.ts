import { expect, test } from 'vitest'
import { brokenRows, cleanCardText, cutText, textWidth, titleSize } from './card.ts'

test('a short title is large, a long one small, and none needs more than three rows', () => {
	expect(titleSize(['三鷹税理士事務所'], 724)).toBe(76)
	expect(titleSize(['あ'.repeat(54)], 1024)).toBeLessThan(60)
	for (const length of [1, 9, 10, 14, 20, 33, 54]) {
		const size = titleSize(['あ'.repeat(length)], 1024)
		expect(Math.ceil((length * size) / 1024)).toBeLessThanOrEqual(3)
	}
})

test('a title gets smaller to avoid a single character on a row', () => {
	// Ten characters of 76 pixels are 760: one would be alone in a second row.
	expect(titleSize(['髙﨑德濵税理士事務所'], 724)).toBe(68)
})

test('a title of three rows does not run over into a fourth with its last character', () => {
	// A row of 724 pixels holds 13 characters of 54 pixels and 15 of 48.
	expect(titleSize(['あ'.repeat(40)], 724)).toBe(48)
})

test('a title gets smaller where lines below it need the height', () => {
	const title = ['三鷹市で', '確定申告を相談できる事務所']
	expect(titleSize(title, 764)).toBe(76)
	expect(titleSize(title, 764, 261)).toBe(54)
})

test('a cut text fits the width and ends with an ellipsis', () => {
	const cut = cutText('創業期の会社の経理と税務を、社長と同じ机で考えます。', 12)
	expect(cut.endsWith('…')).toBe(true)
	expect(textWidth(cut)).toBeLessThanOrEqual(12)
	expect(cutText('短い', 12)).toBe('短い')
})

test('a sentence breaks behind its comma', () => {
	expect(brokenRows('創業期の会社の経理と税務を、社長と同じ机で考えます。', 22)).toEqual([
		'創業期の会社の経理と税務を、',
		'社長と同じ机で考えます。',
	])
})

test('a text from a URL becomes one clean line', () => {
	expect(cleanCardText('  題名\n\u0000の\u202e次\uD800  ', 20)).toBe('題名 の 次')
	expect(cleanCardText(null, 20)).toBe('')
	expect(textWidth(cleanCardText('長'.repeat(10_000), 54))).toBeLessThanOrEqual(54)
})
