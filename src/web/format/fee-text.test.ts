import { describe, expect, test } from 'vitest'
import { costText, feeText } from './fee-text.ts'

describe('a fee band', () => {
	test('shows its basis, its range and that tax is included', () => {
		expect(feeText({ basis: 'monthly', min: 11_000, max: 66_000 })).toBe('月額 11,000円〜66,000円（税込）')
		expect(feeText({ basis: 'hourly', min: 11_000, max: null })).toBe('1時間 11,000円〜（税込）')
	})
	test('names one amount once', () => {
		expect(feeText({ basis: 'per_case', min: 110_000, max: 110_000 })).toBe('1件 110,000円（税込）')
	})
	test('in percent has no yen and no tax, and may be a fraction', () => {
		expect(feeText({ basis: 'percentage', min: 0.5, max: 10 })).toBe('割合 0.5%〜10%')
		expect(feeText({ basis: 'percentage', min: 3, max: null })).toBe('割合 3%〜')
	})
})

test('a cost of zero does not mention tax', () => {
	expect(costText(0)).toBe('0円')
	expect(costText(38_500)).toBe('38,500円（税込）')
})
