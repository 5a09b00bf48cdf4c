import type { ProfessionSlug } from '../taxonomy/types.ts'

/** An article of the demo, written as the site's own editors would print it. */
export type ArticleSeed = {
	/** The address, /articles/{slug}: 3–80 lower-case Latin letters, digits and single hyphens; unique over all files. */
	slug: string
	/** 10–60 characters, unique over all files. */
	title: string
	/** 40–200 characters: what the reader will know afterwards, and whom it is for. No marks. */
	lead: string
	/**
	 * 1,500–3,000 characters in the article Markdown: paragraphs divided by a blank line, `## ` and `### ` headings (at
	 * least three `## `; the table of contents is made of them), lists with `- ` or `1. `, `> ` quotes, **bold**,
	 * [text](https://…), and tables of at most 6 columns:
	 *
	 *     | 期限 | 手続き |
	 *     | --- | --- |
	 *     | 5日以内 | 新規適用届 |
	 */
	body: string
	taskCategoryId: number
	/** One to five tasks (seed/taxonomy), the nearest first. */
	taskIds: number[]
	/** The demo gives it to an expert of this profession who does the first task, or to the site's own editors. */
	author: ProfessionSlug | 'editor'
	/** The profession of the expert who checked it, or null. Where a law reserves the task, one of author and supervisor may do it. */
	supervisor: ProfessionSlug | null
	/** One to ten official pages, https, of whose address you are sure; at least two where a law is spoken of. */
	sources: { title: string; url: string }[]
	/** Date of the law that it rests on, 'YYYY-MM-DD', never after its publication or last update; null where no law matters. */
	lawAsOf: string | null
	/** Days before the demo's today (2026-10-31) on which it was published. */
	publishedDaysAgo: number
	/** Days before the demo's today of the last update, fewer than publishedDaysAgo; null where it was never updated. */
	updatedDaysAgo: number | null
}
