import { expect, test } from 'vitest'
import { capacityOf, type Costs, databaseMs, harmonic, hitRatioOf, keptShare, usualAssumptions } from './model.ts'

const costs: Costs = {
	source: 'test',
	kinds: {
		kept: { webMs: 0.1, databaseMs: 0, walBytes: 0, perTenfold: 1 },
		rendered: { webMs: 10, databaseMs: 4, walBytes: 0, perTenfold: 2 },
		searched: { webMs: 10, databaseMs: 20, walBytes: 0, perTenfold: 1 },
		written: { webMs: 10, databaseMs: 10, walBytes: 10_000, perTenfold: 1 },
	},
	atOffices: 1_000,
	storage: { fixedBytes: 1e9, bytesPerOffice: 10_000, bytesPerQuestion: 5_000, indexShare: 0.5 },
	cache: { bytesPerPage: 10_000, dropsPerChange: 5 },
	processBytes: 2e8,
}
const demand = { offices: 1e6, questions: 1e7, pageviewsPerDay: 1e7 }

test('the harmonic sum is continuous where it changes to the approximation', () => {
	expect(harmonic(3)).toBeCloseTo(1 + 1 / 2 + 1 / 3)
	expect(harmonic(100) - harmonic(99)).toBeCloseTo(1 / 100, 4)
})

test('the share that a memory answers is that of one from which the page longest unused goes', () => {
	expect(keptShare(2_000, 1_000)).toBe(1)
	const [kept, pages, requests] = [200, 1_000, 200_000]
	// Ranks by the inverse of their sums, from evenly spread numbers in a fixed order.
	const sums = Array.from({ length: pages }, (_, index) => harmonic(index + 1) / harmonic(pages))
	const memory = new Set<number>()
	let hits = 0
	for (let turn = 1; turn <= requests; turn += 1) {
		const wanted = (turn * 0.618_033_988_749_895 * (1 + (turn % 7))) % 1
		const rank = sums.findIndex((sum) => sum >= wanted)
		if (memory.delete(rank)) hits += 1
		memory.add(rank)
		for (const oldest of memory) {
			if (memory.size <= kept) break
			memory.delete(oldest)
		}
	}
	expect(keptShare(kept, pages)).toBeCloseTo(hits / requests, 1)
	expect(keptShare(kept, pages)).toBeLessThan(harmonic(kept) / harmonic(pages))
})

test('changes cost hits, more for a process with fewer readers, and never less than none', () => {
	const at = (views: number) => hitRatioOf(1_000, costs, { cacheBytes: 1e9, views, changes: 2 })
	expect(at(1_000)).toBeCloseTo(0.99)
	expect(at(100)).toBeCloseTo(0.9)
	expect(at(1)).toBe(0)
})

test('the cost of a statement grows by its factor with ten times the offices, and not below the measured size', () => {
	expect(databaseMs(costs.kinds.rendered, 100_000, 1_000)).toBeCloseTo(16)
	expect(databaseMs(costs.kinds.rendered, 10, 1_000)).toBe(4)
})

test('the number of processes is the smallest whose cores are not busier than assumed', () => {
	const found = capacityOf(demand, costs)
	expect(found.webCores / found.processes).toBeLessThanOrEqual(usualAssumptions.busy)
	expect(found.processes).toBeGreaterThan(1)
	expect(found.databaseBytes).toBe(1e9 + 1e10 + 5e10)
	expect(found.connections).toBe(found.processes * (usualAssumptions.poolSize + 13))
	expect(found.limits.map(({ share }) => share)).toEqual(found.limits.map(({ share }) => share).toSorted((a, b) => b - a))
})

test('a larger page cache needs fewer processes, and more page views need more of everything', () => {
	const large = capacityOf(demand, costs, { ...usualAssumptions, pageCacheBytes: 8e9 })
	expect(large.processes).toBeLessThan(capacityOf(demand, costs).processes)
	const busier = capacityOf({ ...demand, pageviewsPerDay: 1e8 }, costs)
	const [one, other] = [capacityOf(demand, costs), busier]
	expect(other.processes).toBeGreaterThan(one.processes)
	expect(other.replicas).toBeGreaterThan(one.replicas)
	expect(other.walBytesPerDay).toBeCloseTo(10 * one.walBytesPerDay)
})

test('a load that no number of processes carries is the first limit', () => {
	const found = capacityOf({ ...demand, pageviewsPerDay: 1e12 }, costs)
	expect(found.limits[0]?.share).toBeGreaterThanOrEqual(1)
})
