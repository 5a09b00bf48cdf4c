import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('lets each block take a burst at once, then makes it wait', () => {
	let time = 0
	const take = createPace({ perSecond: 100, burst: 100 }, () => time)
	expect(take('a', 100)).toBe(0)
	expect(take('a', 50)).toBe(500)
	expect(take('b', 50)).toBe(0)
	time += 1_500
	expect(take('a', 100)).toBe(0)
	expect(take('a', 1)).toBe(10)
})
