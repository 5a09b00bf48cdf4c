import { type Point, distanceMetres } from '../../src/domain/geography/distance.ts'

/** A station that was opened later is at the end of its line's list; moving it must save at least this much. */
const WORTHWHILE_METRES = 1500

/**
 * Puts the stations of a line in the order of the rails: moves runs of stations, turned if better, as long as the way
 * along the list gets worthwhile shorter. A list that is already in order, loops too, stays as it is.
 */
export function orderAlongRails(stationIds: readonly number[], pointOf: (id: number) => Point): number[] {
	let order = [...stationIds]
	const points = new Map(order.map((id) => [id, pointOf(id)]))
	const cache = new Map<number, number>()
	const distance = (a: number | undefined, b: number | undefined): number => {
		if (a === undefined || b === undefined) return 0
		const key = Math.min(a, b) * 1_000_000 + Math.max(a, b)
		const known = cache.get(key)
		if (known !== undefined) return known
		const metres = distanceMetres(points.get(a)!, points.get(b)!)
		cache.set(key, metres)
		return metres
	}
	for (let round = 0; round < order.length; round++) {
		const better = bestMove(order, distance)
		if (!better) break
		order = better
	}
	return order
}

function bestMove(order: readonly number[], distance: (a: number | undefined, b: number | undefined) => number): number[] | null {
	let best: { saved: number; from: number; length: number; to: number; turned: boolean } | null = null
	for (let from = 0; from < order.length; from++)
		for (let length = 1; from + length <= order.length && length < order.length; length++) {
			const before = order[from - 1]
			const after = order[from + length]
			const first = order[from]!
			const last = order[from + length - 1]!
			const freed = distance(before, first) + distance(last, after) - distance(before, after)
			if (freed < WORTHWHILE_METRES) continue
			for (let to = 0; to <= order.length; to++) {
				if (to >= from && to <= from + length) continue
				const left = order[to - 1]
				const right = order[to]
				const gap = distance(left, right)
				const straight = freed - (distance(left, first) + distance(last, right) - gap)
				const turned = freed - (distance(left, last) + distance(first, right) - gap)
				const saved = Math.max(straight, turned)
				if (saved >= WORTHWHILE_METRES && (!best || saved > best.saved)) best = { saved, from, length, to, turned: turned > straight }
			}
			// Reversing a run in place.
			const turnedHere = distance(before, first) + distance(last, after) - distance(before, last) - distance(first, after)
			if (turnedHere >= WORTHWHILE_METRES && (!best || turnedHere > best.saved))
				best = { saved: turnedHere, from, length, to: from, turned: true }
		}
	if (!best) return null
	const run = order.slice(best.from, best.from + best.length)
	if (best.turned) run.reverse()
	const rest = order.toSpliced(best.from, best.length)
	return rest.toSpliced(best.to > best.from ? best.to - best.length : best.to, 0, ...run)
}

/** Puts one more station where the way along the line grows least. */
export function insertAlongRails(stationIds: readonly number[], added: number, pointOf: (id: number) => Point): number[] {
	if (stationIds.includes(added)) return [...stationIds]
	const distance = (a: number | undefined, b: number | undefined) =>
		a === undefined || b === undefined ? 0 : distanceMetres(pointOf(a), pointOf(b))
	let best = { at: 0, detour: Number.POSITIVE_INFINITY }
	for (let at = 0; at <= stationIds.length; at++) {
		const before = stationIds[at - 1]
		const after = stationIds[at]
		const detour = distance(before, added) + distance(added, after) - distance(before, after)
		if (detour < best.detour) best = { at, detour }
	}
	return stationIds.toSpliced(best.at, 0, added)
}
