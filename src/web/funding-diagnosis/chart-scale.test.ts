import { expect, test } from 'vitest'
import { capRate, chartScale } from './chart-scale.ts'

test('the legal cap goes by the amount of the loan', () => {
	expect([99_999, 100_000, 999_999, 1_000_000].map(capRate)).toEqual([20, 18, 18, 15])
})

test.each([
	[1, 800],
	[52, 219_512],
	[90, 1_000_000],
	[365, 180_000_000],
])('%i days and %i yen lie within round axes', (days, highest) => {
	const scale = chartScale({ days, highest })
	expect(scale.days).toBeGreaterThan(days)
	expect(scale.yen).toBeGreaterThan(highest)
	expect(scale.yenTicks.length).toBeLessThanOrEqual(6)
	expect(scale.dayTicks.length).toBeLessThanOrEqual(7)
	expect(scale.yenTicks.at(-1)).toBe(scale.yen)
})
