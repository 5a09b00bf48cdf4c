/**
 * Spans of time counted by their upper bounds: counts can be added up over days, quantiles cannot. Pure.
 */

/** Upper bounds in hours. */
export const hourBounds: readonly number[] = [0.5, 1, 2, 4, 8, 12, 24, 36, 48, 72, 96, 120, 168, 336, 720]

/** Upper bounds in milliseconds. */
export const millisecondBounds: readonly number[] = [10, 20, 50, 100, 200, 300, 500, 800, 1_200, 2_000, 3_000, 5_000, 10_000]

/** The bound of spans that are longer than the last one. */
export const OVER = 999_999

export const boundOf = (bounds: readonly number[], span: number): number => bounds.find((bound) => span <= bound) ?? OVER

/**
 * The quantile (0 to 1) of counts by upper bound, interpolated within the span that holds it. Spans beyond the last bound count
 * as that bound. Null without counts.
 */
export function quantileOf(counts: ReadonlyMap<number, number>, quantile: number, bounds: readonly number[]): number | null {
	const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
	if (total === 0) return null
	const wanted = quantile * total
	let passed = 0
	let from = 0
	for (const bound of bounds) {
		const count = counts.get(bound) ?? 0
		if (count > 0 && passed + count >= wanted) return from + (bound - from) * ((wanted - passed) / count)
		passed += count
		from = bound
	}
	return from
}
