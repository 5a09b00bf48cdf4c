import type { Faq } from './types.ts'
import type { ShapesOf } from '../shared/tables.ts'

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'fact_editions.numbers': Record<string, number>
		'tasks.faq': Faq[]
	}> {}
}
