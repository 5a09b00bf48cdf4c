import { z } from 'zod'
import { isoDate } from '../content-files.ts'
import { professionSlug } from '../taxonomy/types.ts'

const answerSchema = z.strictObject({
	/** The profession that may answer this by law. */
	profession: professionSlug,
	/** Hours after the question. */
	afterHours: z.number(),
	isBest: z.boolean().default(false),
	helpfulCount: z.int(),
	/** Date of the law that the answer rests on. Without it an answer with figures rests on the law of its half-year. */
	lawAsOf: isoDate.nullable().default(null),
	/** Official pages only. */
	sources: z.array(z.strictObject({ title: z.string(), url: z.url({ protocol: /^https$/ }) })).default([]),
	/** 50–5,000 characters in the site's Markdown subset: paragraphs, **bold**, lists with `- ` or `1. `, links. */
	body: z.string(),
	/** The asker's thanks, or null. */
	thanks: z.string().nullable().default(null),
	/** Alternating follow-ups by the asker and this expert, at most three rounds. */
	comments: z.array(z.strictObject({ by: z.enum(['asker', 'expert']), body: z.string() })).default([]),
})
export type AnswerSeed = z.infer<typeof answerSchema>

/** A file of content/questions/{category}: a question of the demo with its answers. */
export const threadSchema = z.strictObject({
	/** Running number within its category; the seed draws asker, experts and hours from it, so it never changes. */
	number: z.int().positive(),
	/** 10–60 characters, unique over all files. */
	title: z.string(),
	/** One to three slugs of tasks, all of the category or near it. */
	tasks: z.array(z.string()).min(1).max(3),
	/** Slug of the prefecture, or null where it does not matter. */
	prefecture: z.string().nullable().default(null),
	stage: z.enum(['開業前', '個人事業', '法人']),
	industry: z.string().nullable().default(null),
	isAnonymous: z.boolean(),
	/** Days before the demo's today on which it was asked. */
	askedDaysAgo: z.int(),
	state: z.enum(['open', 'answered', 'resolved']),
	viewCount: z.int(),
	/** 30–3,000 characters; paragraphs are divided by a blank line. */
	body: z.string(),
	answers: z.array(answerSchema).default([]),
})

export type QuestionSeed = Omit<z.infer<typeof threadSchema>, 'tasks' | 'prefecture'> & {
	/** `category/name of the file`. */
	key: string
	taskCategoryId: number
	taskIds: number[]
	prefectureId: number | null
}
