import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.ts'

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
