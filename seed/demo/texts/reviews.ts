import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import { texts } from './grammar.ts'

const byStars = z.strictObject({ 1: texts, 2: texts, 3: texts, 4: texts, 5: texts })

/** What clients write; notation of grammar.ts. Variables: $industry1, $task1, $title, $surname (of the expert), $town. */
export const reviewTexts = readYaml(
	'demo/reviews.yaml',
	z.strictObject({
		openings: byStars,
		details: byStars,
		endings: byStars,
		short: byStars,
		personas: texts,
		/** What offices answer to five and four, to three, and to fewer stars. */
		replies: z.strictObject({ good: texts, mixed: texts, bad: texts }),
	}),
)
