/** One line of the report: a figure and its reference. */
export type Figure = {
	name: string
	value: string
	baseline?: string
	ratio?: number
	/** The target in words, and whether it is met. */
	goal?: { text: string; met: boolean }
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const kb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`
export const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`
export const seconds = (value: number): string => `${value.toFixed(1)} s`
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`

export const atMost = (text: string, value: number, limit: number) => ({ text: `≤ ${text}`, met: value <= limit })
export const atLeast = (text: string, value: number, limit: number) => ({ text: `≥ ${text}`, met: value >= limit })

const columns = ['', 'value', 'baseline', 'ratio', 'goal'] as const

const cells = ({ name, value, baseline, ratio, goal }: Figure): string[] => [
	name,
	value,
	baseline ?? '',
	ratio === undefined ? '' : ratio.toFixed(2),
	goal ? `${goal.met ? 'met ' : 'MISS'} ${goal.text}` : '',
]

/** Prints a part's figures as a table. */
export function printFigures(title: string, figures: readonly Figure[]): void {
	const rows = [[...columns], ...figures.map(cells)]
	const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
	console.log(`\n${title}`)
	for (const row of rows) console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
