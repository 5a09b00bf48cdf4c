import { z } from 'zod'
import { readYaml } from '../content-files.ts'

const question = z
	.strictObject({
		label: z.string().max(60),
		kind: z.enum(['choice', 'count', 'text']),
		options: z.array(z.string()).default([]),
		unit: z.string().default(''),
		hint: z.string().default(''),
	})
	.refine(({ kind, options, unit }) => (kind === 'choice') === options.length > 1 && (kind === 'count') === (unit !== ''))
const own = z.looseObject({ key: z.string() }).transform(({ key, ...rest }) => ({ key, ...question.parse(rest) }))

const content = readYaml(
	'taxonomy/estimate-questions.yaml',
	z.strictObject({
		questions: z.record(z.string(), question),
		tasks: z.record(
			z.string(),
			z
				.array(z.union([z.string(), own]))
				.min(2)
				.max(6),
		),
	}),
)

export type EstimateQuestionSeed = z.infer<typeof question> & { key: string }

/** What a request for estimates of a task asks. Throws where the file has nothing on the task, or names an unknown question. */
export function estimateQuestionsOf(slug: string): EstimateQuestionSeed[] {
	const asked = content.tasks[slug]
	if (!asked) throw new Error(`content/taxonomy/estimate-questions.yaml has nothing on the task ${slug}`)
	return asked.map((one) => {
		if (typeof one !== 'string') return one
		const shared = content.questions[one]
		if (!shared) throw new Error(`content/taxonomy/estimate-questions.yaml has no question ${one}`)
		return { key: one, ...shared }
	})
}

/** Slugs of tasks the file speaks of, for the check that all of them are there. */
export const slugsAsked = Object.keys(content.tasks)
