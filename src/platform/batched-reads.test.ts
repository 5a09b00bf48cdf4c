import { expect, test } from 'vitest'
import { createBatchedReads } from './batched-reads.ts'

/** Reads whose ends the test decides on. */
function make() {
	const reads: { keys: readonly string[]; end: (values: (number | undefined)[]) => void; fail: (error: Error) => void }[] = []
	const find = createBatchedReads<string, number | undefined>(
		(key) => key,
		(keys) => new Promise((resolve, reject) => reads.push({ keys, end: resolve, fail: reject })),
	)
	return { reads, find }
}

test('calls of one moment are one read, and those that come meanwhile are the next', async () => {
	const { reads, find } = make()
	const [a, again, b] = [find('a'), find('a'), find('b')]
	await expect.poll(() => reads.length).toBe(1)
	expect(reads[0]?.keys).toEqual(['a', 'b'])
	// Whatever changed since the first read began must be in this one.
	const later = find('a')
	reads[0]?.end([1, undefined])
	expect(await Promise.all([a, again, b])).toEqual([1, 1, undefined])
	await expect.poll(() => reads.length).toBe(2)
	reads[1]?.end([2])
	expect(await later).toBe(2)
})

test('a failed read rejects its own calls, and the next ones are read', async () => {
	const { reads, find } = make()
	const failing = find('a')
	await expect.poll(() => reads.length).toBe(1)
	const next = find('b')
	reads[0]?.fail(new Error('no database'))
	await expect(failing).rejects.toThrow('no database')
	await expect.poll(() => reads.length).toBe(2)
	reads[1]?.end([3])
	expect(await next).toBe(3)
})

test('a long list is read in parts', async () => {
	const { reads, find } = make()
	const all = Promise.all(Array.from({ length: 201 }, (_, index) => find(String(index))))
	await expect.poll(() => reads.length).toBe(1)
	reads[0]?.end(Array.from({ length: 200 }, (_, index) => index))
	await expect.poll(() => reads.length).toBe(2)
	expect(reads.map(({ keys }) => keys.length)).toEqual([200, 1])
	reads[1]?.end([200])
	expect(await all).toEqual(Array.from({ length: 201 }, (_, index) => index))
})
