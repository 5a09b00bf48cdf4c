import { z } from 'zod'
import { isoDate } from '../content-files.ts'
import { professionSlug } from '../taxonomy/types.ts'

/** A file of content/articles: an article of the demo, written as the site's editors would print it. */
export const articleSchema = z.strictObject({
	/** 10–60 characters, unique over all files. */
	title: z.string(),
	/** 40–200 characters: what the reader will know afterwards, and whom it is for. No marks. */
	lead: z.string(),
	/** Slug of the category. */
	category: z.string(),
	/** One to five slugs of tasks, the nearest first. */
	tasks: z.array(z.string()).min(1).max(5),
	/** The demo assigns it to an expert of this profession who does the first task, or to the site's editors. */
	author: z.union([professionSlug, z.literal('editor')]),
	/** The profession of the expert who checked it, or null. Where a law reserves the task, one of author and supervisor may do it. */
	supervisor: professionSlug.nullable().default(null),
	/** One to ten official pages of whose address you are sure; at least two where a law is spoken of. */
	sources: z.array(z.strictObject({ title: z.string(), url: z.url({ protocol: /^https$/ }) })).min(1),
	/** Date of the law that it rests on, never after its publication or last update; null where no law matters. */
	lawAsOf: isoDate.nullable().default(null),
	/** Days before the demo's today (2026-10-31) on which it was published. */
	publishedDaysAgo: z.int(),
	/** Days before the demo's today of the last update, fewer than publishedDaysAgo; null where it was never updated. */
	updatedDaysAgo: z.int().nullable().default(null),
	/** 1,500–3,000 characters in the article Markdown, with at least three headings of the second level. */
	body: z.string(),
})

export type ArticleSeed = Omit<z.infer<typeof articleSchema>, 'category' | 'tasks'> & {
	/** Name of the file and the address, /articles/{slug}: 3–80 lower-case Latin letters, digits and single hyphens. */
	slug: string
	taskCategoryId: number
	taskIds: number[]
}
