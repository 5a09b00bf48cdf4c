import { parseSearchText } from '../listings/list-query.ts'
import { findPrefecture, getPrefecture } from '../geography/prefectures.ts'
import { decodeCursor } from '../shared/paging.ts'
import { parseCategoryId, parseTaskId } from '../taxonomy/ids.ts'

/**
 * The query of a question list's URL, and the limits of the forms. Without zod, because the pages' own scripts use it;
 * parsing never throws: unknown or malformed values are dropped.
 */
export const questionOrders = ['new', 'popular', 'unanswered', 'relevance'] as const
export type QuestionOrder = (typeof questionOrders)[number]
export const questionOrderLabels: Readonly<Record<QuestionOrder, string>> = {
	new: '新しい順',
	popular: '人気順',
	unanswered: '回答の少ない順',
	relevance: '関連の高い順',
}

export const questionFilters = ['answered', 'unanswered', 'resolved', 'all'] as const
export type QuestionFilter = (typeof questionFilters)[number]
export const questionFilterLabels: Readonly<Record<QuestionFilter, string>> = {
	answered: '回答あり',
	unanswered: '回答募集中',
	resolved: '解決済み',
	all: 'すべて',
}

export type QuestionQuery = {
	/** The search text; '' for none. */
	text: string
	categoryId: number | null
	taskId: number | null
	state: QuestionFilter
	prefectureId: number | null
	order: QuestionOrder
	/** For this order, or null for the first page. */
	cursor: string | null
}

/** Ordering by relevance needs search words. */
export const ordersFor = (text: string): readonly QuestionOrder[] =>
	text === '' ? ['new', 'popular', 'unanswered'] : ['relevance', 'new', 'popular', 'unanswered']

export const defaultOrderFor = (text: string): QuestionOrder => (text === '' ? 'new' : 'relevance')

/** A list shows what has been answered; a search looks through everything. */
export const defaultFilterFor = (text: string): QuestionFilter => (text === '' ? 'answered' : 'all')

export const emptyQuestionQuery: QuestionQuery = {
	text: '',
	categoryId: null,
	taskId: null,
	state: 'answered',
	prefectureId: null,
	order: 'new',
	cursor: null,
}

/** Names of the query's keys in the URL, for the page cache's rule and forms. */
export const questionQueryKeys = ['q', 'category', 'task', 'state', 'prefecture', 'order', 'page'] as const

/** First letter of a cursor, because a key of one order means nothing in another, and how many parts its key has. */
export const cursorForms: Readonly<Record<QuestionOrder, { prefix: string; keyLength: number }>> = {
	new: { prefix: 'n', keyLength: 1 },
	popular: { prefix: 'p', keyLength: 2 },
	unanswered: { prefix: 'u', keyLength: 2 },
	relevance: { prefix: 'r', keyLength: 2 },
}

export function parseQuestionQuery(search: URLSearchParams): QuestionQuery {
	const text = parseSearchText(search.get('q'))
	const order = ordersFor(text).find((one) => one === search.get('order')) ?? defaultOrderFor(text)
	return {
		text,
		categoryId: parseCategoryId(search.get('category')),
		taskId: parseTaskId(search.get('task')),
		state: questionFilters.find((one) => one === search.get('state')) ?? defaultFilterFor(text),
		prefectureId: findPrefecture(search.get('prefecture') ?? '')?.id ?? null,
		order,
		cursor: parseCursor(search.get('page'), order),
	}
}

function parseCursor(text: string | null, order: QuestionOrder): string | null {
	const { prefix, keyLength } = cursorForms[order]
	if (text === null || text.length > 40 || !text.startsWith(prefix)) return null
	return decodeCursor(text.slice(prefix.length), keyLength) ? text : null
}

/** The canonical query: '' for the default list, else '?q=…&category=…' in a fixed order. */
export function questionSearch(query: QuestionQuery): string {
	const search = new URLSearchParams()
	if (query.text !== '') search.append('q', query.text)
	if (query.categoryId !== null) search.append('category', `${query.categoryId}`)
	if (query.taskId !== null) search.append('task', `${query.taskId}`)
	if (query.state !== defaultFilterFor(query.text)) search.append('state', query.state)
	if (query.prefectureId !== null) search.append('prefecture', getPrefecture(query.prefectureId).slug)
	if (query.order !== defaultOrderFor(query.text)) search.append('order', query.order)
	if (query.cursor !== null) search.append('page', query.cursor)
	const text = search.toString()
	return text === '' ? '' : `?${text}`
}

/** The query with changes, from its first page. An order that the new text does not support is reset, and so is the default filter of the old text. */
export function withQuestionQuery(query: QuestionQuery, change: Partial<QuestionQuery>): QuestionQuery {
	const next = { ...query, cursor: null, ...change }
	if (change.state === undefined && query.state === defaultFilterFor(query.text)) next.state = defaultFilterFor(next.text)
	return ordersFor(next.text).includes(next.order) ? next : { ...next, order: defaultOrderFor(next.text) }
}

/** The answers' page of a question's URL (`?page=…`), or null for the first. */
export function parseAnswersCursor(text: string | null): string | null {
	if (text === null || text.length > 40) return null
	return decodeCursor(text, ANSWERS_KEY_LENGTH) ? text : null
}

export const ANSWERS_KEY_LENGTH = 2
export const ANSWERS_PAGE = 30
export const QUESTIONS_PAGE = 20

/** Lengths in characters as people count them (code points). */
export const lengths = {
	title: { min: 10, max: 60 },
	body: { min: 30, max: 3_000 },
	industry: { min: 1, max: 40 },
	addendum: { min: 5, max: 1_000 },
	answer: { min: 50, max: 5_000 },
	comment: { min: 2, max: 1_000 },
	thanks: { min: 1, max: 300 },
	reason: { min: 5, max: 300 },
	sourceTitle: { min: 1, max: 120 },
} as const

export const MAX_TASKS = 3
export const MAX_SOURCES = 5
export const MAX_ADDENDA = 5
export const COMMENT_ROUNDS = 3

/** Length in characters as people count them; a line break counts as one. */
export const countCharacters = (text: string): number => Array.from(text.replaceAll('\r\n', '\n').trim()).length

/** The fixed notice under every question. */
export const LEGAL_NOTICE = '一般的な情報提供であり、個別の委任関係は生じません。'
