import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Admission, type AdmissionOptions, createAdmission } from './admission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const make = (atOnce = 2, more: Partial<AdmissionOptions> = {}) =>
	createAdmission({
		atOnce,
		deadlines: { read: 200, write: 1_000 },
		longestTurn: 2_000,
		now: () => Date.now(),
		...more,
	})

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

test('where every handler is slow, two for each place go on without one, and no more begin until some have ended', async () => {
	const admission = make(1, { deadlines: { read: 60_000, write: 60_000 } })
	const all = Array.from({ length: 5 }, () => watch(admission.enter('read')))
	await vi.advanceTimersByTimeAsync(20_000)
	expect(all.map(({ end }) => end !== undefined)).toEqual([true, true, true, false, false])
	all[0]?.end?.()
	await vi.advanceTimersByTimeAsync(2_000)
	expect(all.map(({ end }) => end !== undefined)).toEqual([true, true, true, true, false])
	// Late ones that end give no place on: they had none.
	all[1]?.end?.()
	await settled()
	expect(all[4]?.end).toBeUndefined()
	all[3]?.end?.()
	await settled()
	expect(all[4]?.end).toBeTypeOf('function')
})

test('handlers that never end keep no place for good', async () => {
	const admission = make(1, { deadlines: { read: 600_000, write: 600_000 } })
	for (let hung = 0; hung < 6; hung += 1) void admission.enter('write')
	const next = watch(admission.enter('read'))
	await vi.advanceTimersByTimeAsync(180_000)
	expect(next.end).toBeTypeOf('function')
})

/** Ends a turn of so many milliseconds and lets the next one begin, for as many turns; more come meanwhile. */
async function keepFull(admission: Admission, turns: number) {
	const begun: ReturnType<typeof watch>[] = [
		watch(admission.enter('read')),
		...Array.from({ length: 4 }, () => watch(admission.enter('read'))),
	]
	for (let turn = 0; turn < turns; turn += 1) {
		await vi.advanceTimersByTimeAsync(10)
		begun[turn]?.end?.()
		begun.push(watch(admission.enter('read')))
		await settled()
	}
}
/** How many more reads may wait before one is refused at once. */
const room = (admission: Admission): number => {
	let found = 0
	for (; !admission.refuses('read') && found < 100; found += 1) void admission.enter('read')
	return found
}

test('a burst may wait longer than those who meet a queue that is never empty', async () => {
	const standing = { read: 80, write: 1_000 }
	const [burst, crowd] = [make(1, { standing }), make(1, { standing })]
	await keepFull(burst, 10)
	// 10 ms a turn: twenty fit into 200 ms, of which four wait already.
	expect(room(burst)).toBe(16)
	await keepFull(crowd, 30)
	expect(room(crowd)).toBe(4)
})

test('a queue that was empty for a moment is patient again', async () => {
	const admission = make(1, { standing: { read: 80, write: 1_000 } })
	await keepFull(admission, 30)
	await vi.advanceTimersByTimeAsync(3_000)
	expect(admission.stats()).toMatchObject({ waiting: 0 })
	void admission.enter('read')
	expect(room(admission)).toBeGreaterThan(8)
})

test('after a refusal the queue is short for five seconds, also for those who wait, and then patient again', async () => {
	const admission = make(1, { crowded: { read: 60, write: 1_000 } })
	// 10 ms a turn: twenty fit into 200 ms, of which four wait already.
	await keepFull(admission, 10)
	const waiting = Array.from({ length: 16 }, () => watch(admission.enter('read')))
	await settled()
	expect(waiting.every(({ end }) => end === undefined)).toBe(true)
	const oneMore = watch(admission.enter('read'))
	await settled()
	expect(oneMore.end).toBeNull()
	// Six fit into 60 ms.
	expect(waiting.map(({ end }) => end)).toEqual([...Array.from({ length: 2 }), ...Array.from({ length: 14 }, () => null)])
	expect(admission.stats()).toEqual({ running: 1, waiting: 6, refused: 15 })
	await vi.advanceTimersByTimeAsync(1_000)
	expect(room(admission)).toBe(6)
	await vi.advanceTimersByTimeAsync(4_100)
	// One begins at once by now.
	expect(room(admission)).toBe(21)
})
