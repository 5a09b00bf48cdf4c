import type { ProfessionSlug } from '../taxonomy/types.ts'

/** A question of the demo with its answers, as a person of the trade would find it on the site. */
export type QuestionSeed = {
	/** Running number within its file; the seed makes ids and dates from it. */
	number: number
	/** 10–60 characters. */
	title: string
	/** 30–3,000 characters; paragraphs are divided by a blank line. */
	body: string
	taskCategoryId: number
	/** One to three, all of the category or near it. */
	taskIds: number[]
	/** Prefecture id (JIS), or null where it does not matter. */
	prefectureId: number | null
	stage: '開業前' | '個人事業' | '法人'
	industry: string | null
	isAnonymous: boolean
	/** Days before the demo's today on which it was asked. */
	askedDaysAgo: number
	state: 'open' | 'answered' | 'resolved'
	viewCount: number
	answers: AnswerSeed[]
}

export type AnswerSeed = {
	/** The profession that may answer this by law. */
	profession: ProfessionSlug
	/** 50–5,000 characters in the site's Markdown subset: paragraphs, **bold**, lists with `- ` or `1. `, links. */
	body: string
	/** Official pages only, https. */
	sources: { title: string; url: string }[]
	/** Date of the law that the answer rests on, 'YYYY-MM-DD', or null. */
	lawAsOf: string | null
	/** Hours after the question. */
	afterHours: number
	isBest: boolean
	helpfulCount: number
	/** The asker's thanks, or null. */
	thanks: string | null
	/** Follow-ups by the asker and this expert in turn, at most three rounds. */
	comments: { by: 'asker' | 'expert'; body: string }[]
}
