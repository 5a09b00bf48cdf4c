import { expect, test } from 'vitest'
import { flagBit, selectionTest, packAttributes, professionBit, professions } from './attributes.ts'

const none = { firstConsultationFree: false, online: false, weekend: false, evening: false, accepting: 'paused' } as const

test('flags are bits 0 to 4 and profession n is bit 4 + n', () => {
	expect(packAttributes(none, [])).toBe(0)
	expect(packAttributes({ ...none, firstConsultationFree: true }, [])).toBe(1)
	expect(packAttributes({ ...none, accepting: 'limited' }, [])).toBe(16)
	expect(packAttributes(none, [1, 9])).toBe((1 << 5) | (1 << 13))
	expect(flagBit('accepting')).toBe(16)
	expect(professions.map(({ id }) => professionBit(id))).toEqual(professions.map((_, index) => 1 << (5 + index)))
})

test('every flag is needed, of the professions any', () => {
	const attributes = packAttributes({ ...none, online: true, evening: true }, [1, 3])
	expect(selectionTest({ flags: [], professions: [] })(attributes)).toBe(true)
	expect(selectionTest({ flags: ['online', 'evening'], professions: ['bengoshi', 'zeirishi'] })(attributes)).toBe(true)
	expect(selectionTest({ flags: ['online', 'weekend'], professions: [] })(attributes)).toBe(false)
	expect(selectionTest({ flags: [], professions: ['bengoshi'] })(attributes)).toBe(false)
})
