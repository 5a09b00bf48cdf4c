import { expect, test } from 'vitest'
import { flagBit, professionBit, professions, selectionTest } from './attributes.ts'

test('flags are bits 0 to 4, profession n is bit 4 + n, and later flags follow', () => {
	expect((['first-free', 'online', 'weekend', 'evening', 'accepting'] as const).map(flagBit)).toEqual([1, 2, 4, 8, 16])
	expect(flagBit('english')).toBe(1 << 14)
	expect(flagBit('soon')).toBe(1 << 15)
	expect(professions.map(({ id }) => professionBit(id))).toEqual(professions.map((_, index) => 1 << (5 + index)))
})

test('requires every flag and any of the professions', () => {
	const attributes = flagBit('online') | flagBit('evening') | professionBit(1) | professionBit(3)
	expect(selectionTest({ flags: [], professions: [], subQualifications: [] })(attributes)).toBe(true)
	expect(selectionTest({ flags: ['online', 'evening'], professions: ['bengoshi', 'zeirishi'], subQualifications: [] })(attributes)).toBe(
		true,
	)
	expect(selectionTest({ flags: ['online', 'weekend'], professions: [], subQualifications: [] })(attributes)).toBe(false)
	expect(selectionTest({ flags: [], professions: ['bengoshi'], subQualifications: [] })(attributes)).toBe(false)
})
