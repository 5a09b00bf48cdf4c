import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const make = (atOnce = 2) => createAdmission({ atOnce, deadlines: { read: 200, write: 1_000 }, longestTurn: 2_000, now: () => Date.now() })

/** What has become of a request so far. */
function watch(entered: Promise<(() => void) | null>) {
	const seen: { end: (() => void) | null | undefined } = { end: undefined }
	void entered.then((end) => (seen.end = end))
	return seen
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test('so many run side by side, and the others follow in their order', async () => {
	const admission = make()
	const [a, b, c, d] = [1, 2, 3, 4].map(() => watch(admission.enter('read')))
	await settled()
	expect([a, b, c, d].map((one) => one?.end !== undefined)).toEqual([true, true, false, false])
	b?.end?.()
	await settled()
	expect([c, d].map((one) => one?.end !== undefined)).toEqual([true, false])
	a?.end?.()
	// A turn ends once.
	a?.end?.()
	await settled()
	expect(d?.end).toBeTypeOf('function')
	expect(admission.stats()).toEqual({ running: 2, waiting: 0, refused: 0 })
})

test('a request that waits in vain is refused at its deadline, a write later than a read', async () => {
	const admission = make(1)
	void admission.enter('read')
	const [read, write] = [watch(admission.enter('read')), watch(admission.enter('write'))]
	await vi.advanceTimersByTimeAsync(199)
	expect(read.end).toBeUndefined()
	await vi.advanceTimersByTimeAsync(1)
	expect([read.end, write.end]).toEqual([null, undefined])
	await vi.advanceTimersByTimeAsync(800)
	expect(write.end).toBeNull()
	expect(admission.stats()).toEqual({ running: 1, waiting: 0, refused: 2 })
})

test('writes pass reads that wait', async () => {
	const admission = make(1)
	const first = watch(admission.enter('read'))
	const [read, write, later] = [watch(admission.enter('read')), watch(admission.enter('write')), watch(admission.enter('write'))]
	await settled()
	first.end?.()
	await settled()
	expect([read.end, later.end]).toEqual([undefined, undefined])
	expect(write.end).toBeTypeOf('function')
})

test('once the pace is known, what could not be served in time is refused at once', async () => {
	const admission = make(1)
	let running = watch(admission.enter('read'))
	const queue = Array.from({ length: 4 }, () => watch(admission.enter('read')))
	for (const next of queue) {
		await vi.advanceTimersByTimeAsync(40)
		running.end?.()
		await settled()
		running = next
	}
	// 40 ms a turn: five of them fit into 200 ms.
	const more = Array.from({ length: 8 }, () => watch(admission.enter('read')))
	const write = watch(admission.enter('write'))
	await settled()
	expect(more.map(({ end }) => end)).toEqual([...Array.from({ length: 5 }), null, null, null])
	expect(write.end).toBeUndefined()
})

test('a handler that waits for something else holds its place for two seconds only', async () => {
	const admission = make(1)
	void admission.enter('write')
	await vi.advanceTimersByTimeAsync(1_900)
	const next = watch(admission.enter('read'))
	await vi.advanceTimersByTimeAsync(100)
	expect(next.end).toBeTypeOf('function')
})
