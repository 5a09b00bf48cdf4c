import { expect, test } from 'vitest'
import { completenessOf } from './office-completeness.ts'
import { officeSections, type OfficeSection, type SectionValues } from './office-sections.ts'

const empty = Object.fromEntries(officeSections.map(({ section }) => [section, {}])) as Record<OfficeSection, SectionValues>

test('names what is missing, the most useful first', () => {
	const { done, all, missing } = completenessOf({ values: empty, photos: 0 })
	expect(done).toBe(0)
	expect(missing).toHaveLength(all)
	expect(missing[0]).toEqual({ part: 'fees', advice: '料金を3業務以上で示す' })
})

test('counts what is filled in, and neither blanks nor short texts', () => {
	const values = {
		...empty,
		fees: { 'fee-min-501': '1000', 'fee-min-502': '2000', 'fee-min-503': ' ', 'fee-max-504': '3000' },
		hours: { 'open-1-1': '09:00', 'close-1-1': '18:00' },
		about: { headline: '開業の一年目を支えます', description: '短い紹介です。', industries: '飲食店' },
	}
	const { done, missing } = completenessOf({ values, photos: 3 })
	expect(done).toBe(4)
	const parts = missing.map(({ part }) => part)
	expect(parts).toContain('fees')
	expect(parts).not.toContain('photos')
	expect(missing.filter(({ part }) => part === 'about')).toEqual([{ part: 'about', advice: '特徴を200文字以上で書く' }])
	expect(completenessOf({ values: { ...values, fees: { ...values.fees, 'fee-min-503': '3000' } }, photos: 3 }).done).toBe(5)
})
