import type { ShapesOf } from '../shared/tables.ts'

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'calculator_rates.numbers': Record<string, number>
	}> {}
}
