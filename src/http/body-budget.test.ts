import { expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const KB = 1_024
const limits = { blockBytes: 100 * KB, totalBytes: 150 * KB }

test('bounds the bytes in flight of a block and of all, until they are released', () => {
	const budget = createBodyBudget(limits)
	const first = budget.reserve('a', 80 * KB)
	expect(budget.reserve('a', 30 * KB)).toBe('block')
	expect(budget.reserve('b', 80 * KB)).toBe('total')
	expect(budget.reserve('b', 60 * KB)).toHaveProperty('release')
	if (typeof first === 'object') {
		first.release()
		first.release()
	}
	expect(budget.reserve('a', 80 * KB)).toHaveProperty('release')
	expect(budget.reserve('c', 80 * KB)).toBe('total')
})

test('counts a small body for the connection that it holds', () => {
	const budget = createBodyBudget(limits)
	const held = Array.from({ length: 20 }, () => budget.reserve('a', 1)).filter((room) => typeof room === 'object')
	expect(held).toHaveLength(6)
})
