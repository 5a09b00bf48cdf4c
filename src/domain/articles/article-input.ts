import { parseSearchText } from '../listings/list-query.ts'
import { decodeCursor, MOMENT_KEY_LENGTH } from '../shared/paging.ts'
import { parseCategoryId, parseTaskId } from '../taxonomy/ids.ts'

/** The query of the article list's URL and the limits of the form. Without zod, because pages' own scripts use it. */
export type ArticleQuery = {
	/** What is searched for; '' for nothing. Hits are one page, best first. */
	text: string
	categoryId: number | null
	taskId: number | null
	/** Null for the first page. */
	cursor: string | null
}

export const emptyArticleQuery: ArticleQuery = { text: '', categoryId: null, taskId: null, cursor: null }

/** Names of the query's keys in the URL, for the page cache's rule. */
export const articleQueryKeys = ['q', 'category', 'task', 'page'] as const

export const ARTICLES_PAGE = 20

/** Never throws: unknown or malformed values are dropped. A task applies whatever category is given. */
export function parseArticleQuery(search: URLSearchParams): ArticleQuery {
	const taskId = parseTaskId(search.get('task'))
	const page = search.get('page')
	const text = parseSearchText(search.get('q'))
	return {
		text,
		categoryId: taskId === null ? parseCategoryId(search.get('category')) : null,
		taskId,
		cursor: text === '' && page !== null && page.length <= 40 && decodeCursor(page, MOMENT_KEY_LENGTH) ? page : null,
	}
}

/** The one spelling of a query: '' for the list as it opens, else '?category=…'. */
export function articleSearch({ text: words, categoryId, taskId, cursor }: ArticleQuery): string {
	const search = new URLSearchParams()
	if (words !== '') search.append('q', words)
	if (taskId !== null) search.append('task', `${taskId}`)
	else if (categoryId !== null) search.append('category', `${categoryId}`)
	if (cursor !== null) search.append('page', cursor)
	const text = search.toString()
	return text === '' ? '' : `?${text}`
}

/** Lengths in characters as people count them (code points). */
export const articleLengths = {
	title: { min: 10, max: 60 },
	lead: { min: 30, max: 200 },
	body: { min: 300, max: 12_000 },
	sourceTitle: { min: 1, max: 120 },
	reason: { min: 5, max: 1_000 },
	slug: { min: 3, max: 80 },
} as const

/** The end of an article's address. */
export const isSlug = (text: string): boolean =>
	text.length >= articleLengths.slug.min && text.length <= articleLengths.slug.max && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

export const MAX_ARTICLE_TASKS = 5
export const MAX_ARTICLE_SOURCES = 10

/** Characters that an adult reads in a minute. */
const PER_MINUTE = 500

export const readingMinutes = (text: string): number => Math.min(99, Math.max(1, Math.ceil(Array.from(text).length / PER_MINUTE)))
