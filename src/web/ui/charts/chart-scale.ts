/** Numbers of charts: their scale and their texts. Pure. */
export type ChartUnit = '件' | '人' | '%' | '時間' | '円' | 'ミリ秒' | '回' | '100か所あたり'

/** One row of a chart's table: a day, a step or a name with a value for each series; null where there is nothing to measure. */
export type ChartRow = { label: string; values: readonly (number | null)[]; path?: string | undefined }

/** `columns` are the series; `first` is the head of the column of labels. A plot has one scale, in the unit of its first series. */
export type ChartData = { first: string; columns: readonly { name: string; unit: ChartUnit }[]; rows: readonly ChartRow[] }

/** The least round number (1, 2 or 5 times a power of ten) that is not below the value: the top of a scale. */
export function roundUp(value: number): number {
	if (value <= 0) return 1
	const power = 10 ** Math.floor(Math.log10(value))
	const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
	return step * power
}

/** At most one decimal, and none for what is counted. A unit that is too long for a cell stands in the title alone. */
export function valueText(value: number | null, unit: ChartUnit): string {
	if (value === null) return '—'
	const isCounted = unit !== '%' && unit !== '時間' && unit !== '100か所あたり'
	const rounded = isCounted ? Math.round(value) : Math.round(value * 10) / 10
	return `${rounded.toLocaleString('ja-JP')}${unit === '100か所あたり' ? '' : unit}`
}

export const mostOf = (rows: readonly ChartRow[]): number => Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** Half the width of the mark for a value without neighbours. */
const MARK = 4

/** The points of a line as the runs without a gap, in coordinates of a plot of this size. A lone value is a short line. */
export function runsOf(values: readonly (number | null)[], top: number, size: { width: number; height: number }): string[] {
	const step = size.width / Math.max(1, values.length)
	const runs: { x: number; y: string }[][] = [[]]
	for (const [place, value] of values.entries()) {
		if (value === null) runs.push([])
		else runs.at(-1)?.push({ x: place * step + step / 2, y: (size.height * (1 - Math.min(1, value / top))).toFixed(1) })
	}
	const points = (run: readonly { x: number; y: string }[]) => run.map(({ x, y }) => `${x.toFixed(1)},${y}`).join(' ')
	return runs.flatMap((run) => {
		const [lone] = run
		if (lone === undefined) return []
		return [
			points(
				run.length === 1
					? [
							{ ...lone, x: lone.x - MARK },
							{ ...lone, x: lone.x + MARK },
						]
					: run,
			),
		]
	})
}
