/** The value that the share `p` (0 to 1) of the values does not exceed. */
export function percentile(values: readonly number[], p: number): number {
	const sorted = values.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Returns the milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now()
	await work()
	return performance.now() - start
}
