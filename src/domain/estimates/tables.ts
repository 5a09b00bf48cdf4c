import type { QuoteLine } from './estimate-quote.ts'
import type { TaskAnswer } from './task-questions.ts'
import type { ShapesOf } from '../shared/tables.ts'

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'estimate_quotes.lines': QuoteLine[]
		'estimate_requests.task_answers': TaskAnswer[]
	}> {}
}
