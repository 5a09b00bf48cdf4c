import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, type RowOf, text } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { findScope } from '../taxonomy/categories.ts'
import { notFound } from '../shared/errors.ts'
import { type Keyset, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { cursorForms, type QuestionOrder, type QuestionQuery, QUESTIONS_PAGE } from './input.ts'
import { isPublic, itemColumns, itemJoins, itemShape, toItem } from './question-items.ts'
import { narrowed, rankedHits, stateCondition, wideRanking } from './search/search-hits.ts'
import { readPassages } from './search/search-passages.ts'
import { type Found, searchQuestions } from './search/search-stages.ts'
import { type Answerer, COUNT_CAP, type Passage, type QuestionList, type QuestionListItem, type QuestionState } from './types.ts'

/** A page of the question list or of a search. Throws not-found for a category or task that does not exist. */
export async function listQuestions(ctx: Ctx, query: QuestionQuery): Promise<QuestionList> {
	const [category, task, found] = await Promise.all([
		query.categoryId === null ? null : nameOfScope(ctx, query.categoryId),
		query.taskId === null ? null : nameOfScope(ctx, query.taskId),
		query.text === '' ? null : searchQuestions(ctx, query),
	])
	// Only particles were typed: nothing is found.
	if (query.text !== '' && !found) return { ...emptyList(query), category, task }
	const [{ items, page }, counts] = await Promise.all([readPage(ctx, query, found), found ? countHits(found) : countByState(ctx, query)])
	const passages = found ? await readPassages(ctx, items, found.spellings) : new Map<number, Passage>()
	return {
		query,
		items: items.map((item) => ({ ...item, passage: passages.get(item.id) ?? null })),
		page,
		counts,
		category,
		task,
		words: [...(found?.spellings ?? [])],
		relaxed: found?.relaxed ?? false,
		meant: found?.meant ?? false,
		corrected: found?.corrected ?? null,
	}
}

function countHits({ hits: { newest, isCut } }: Found): QuestionList['counts'] {
	const of = (state: QuestionState) => newest.filter((hit) => hit.state === state).length
	const unanswered = of('open')
	return { all: newest.length, answered: newest.length - unanswered, unanswered, resolved: of('resolved'), more: isCut }
}

const emptyList = (query: QuestionQuery): QuestionList => ({
	query,
	items: [],
	page: { number: 1, from: 0, to: 0, previous: null, next: null },
	counts: { all: 0, answered: 0, unanswered: 0, resolved: 0, more: false },
	category: null,
	task: null,
	words: [],
	relaxed: false,
	meant: false,
	corrected: null,
})

async function nameOfScope(ctx: Ctx, scopeId: number): Promise<{ id: number; name: string }> {
	const scope = await findScope(ctx, scopeId)
	if (!scope) throw notFound(scopeId > 100 ? 'task' : 'category')
	return { id: scope.id, name: scope.name }
}

/** The questions of one task are read from its own rows, whose indexes have the orders of the list. */
const sourceOf = ({ taskId }: Pick<QuestionQuery, 'taskId'>): RawBuilder<unknown> =>
	taskId === null ? sql`from questions q` : sql`from question_tasks qt join questions q on q.id = qt.question_id`

function conditionsOf(query: QuestionQuery): RawBuilder<unknown> {
	const conditions: RawBuilder<unknown>[] = [isPublic]
	if (query.categoryId !== null) conditions.push(sql`q.task_category_id = ${query.categoryId}::smallint`)
	if (query.taskId !== null) conditions.push(sql`qt.task_id = ${query.taskId}::smallint`)
	if (query.prefectureId !== null) conditions.push(sql`q.prefecture_id = ${query.prefectureId}::smallint`)
	return sql.join(conditions, sql` and `)
}

const isInState = ({ taskId, state }: QuestionQuery): RawBuilder<unknown> => (taskId === null ? stateCondition(state) : statesOfTask[state])

/** The same conditions on the rows of a task. */
const statesOfTask: Readonly<Record<QuestionQuery['state'], RawBuilder<unknown>>> = {
	answered: sql`qt.state <> 'open' and (-qt.answer_count) < 0`,
	unanswered: sql`qt.state = 'open'`,
	resolved: sql`qt.state = 'resolved'`,
	all: sql`true`,
}

/** The hits themselves while they are few; with many the index is probed for each candidate question. */
const isHit = ({ hits: { newest, isCut }, tsquery }: Found, query: QuestionQuery): RawBuilder<unknown> =>
	isCut
		? sql`exists (select from question_searches s where s.question_id = q.id and s.tokens @@ ${narrowed(query, tsquery)}::tsquery)`
		: sql`q.id = any (${newest.map(({ id }) => id)}::integer[])`

async function countByState(ctx: Ctx, query: QuestionQuery): Promise<QuestionList['counts']> {
	const { taskId, categoryId, prefectureId } = query
	// The rows of a task are enough to count its questions.
	const isTaskAlone = taskId !== null && categoryId === null && prefectureId === null
	const from = isTaskAlone
		? sql`from question_tasks q where q.task_id = ${taskId}::smallint and q.state is not null`
		: sql`${sourceOf(query)} where ${conditionsOf(query)}`
	const capped = (state: QuestionQuery['state']) =>
		sql`(select count(*)::integer from (select ${from} and ${stateCondition(state)} limit ${sql.lit(COUNT_CAP)}) x)`
	// Few are counted at once; with many each state separately, up to the cap.
	const counted = (state: QuestionQuery['state']) =>
		sql`(select case when count(*) < ${sql.lit(COUNT_CAP)} then (count(*) filter (where ${stateCondition(state)}))::integer else ${capped(state)} end from first q)`
	const { rows } = await checkedSql({ all: int4, answered: int4, unanswered: int4, resolved: int4 })`
		with first as materialized (select q.state, q.answer_count ${from} limit ${sql.lit(COUNT_CAP)})
		select (select count(*)::integer from first) as "all", ${counted('answered')} as answered,
			${counted('unanswered')} as unanswered, ${counted('resolved')} as resolved
	`.execute(ctx.db)
	const counts = rows[0] ?? { all: 0, answered: 0, unanswered: 0, resolved: 0 }
	return { ...counts, more: counts.all === COUNT_CAP }
}

const sortShape = { ...itemShape, relevance: int4 }

type SortRow = RowOf<typeof sortShape>

/** The sort key of a row, descending in every part, so that one row comparison finds the start of a page. */
type Order = { by: readonly RawBuilder<unknown>[]; keyOf: (row: SortRow) => readonly number[] }

const orders: Record<QuestionOrder, Order> = {
	new: { by: [sql`q.id`], keyOf: (row) => [row.id] },
	popular: { by: [sql`q.popularity`, sql`q.id`], keyOf: (row) => [row.popularity, row.id] },
	unanswered: { by: [sql`(-q.answer_count)`, sql`q.id`], keyOf: (row) => [-row.answer_count, row.id] },
	relevance: { by: [sql`h.relevance`, sql`h.id`], keyOf: (row) => [row.relevance, row.id] },
}

/** The same orders on the rows of a task. */
const ordersOfTask: Record<Exclude<QuestionOrder, 'relevance'>, Order['by']> = {
	new: [sql`qt.question_id`],
	popular: [sql`qt.popularity`, sql`qt.question_id`],
	unanswered: [sql`(-qt.answer_count)`, sql`qt.question_id`],
}

const keysetOf = (by: Order['by'], { keyOf }: Order): Keyset<SortRow> => ({ by, direction: 'desc', size: QUESTIONS_PAGE, keyOf })

async function readPage(ctx: Ctx, query: QuestionQuery, found: Found | null): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { prefix } = cursorForms[query.order]
	const order = orders[query.order]
	const byRelevance = query.order === 'relevance' && found !== null
	const by = query.taskId !== null && query.order !== 'relevance' ? ordersOfTask[query.order] : order.by
	const cursorText = query.cursor === null ? null : query.cursor.slice(prefix.length)
	const page = keysetPage(cursorText, keysetOf(by, order))
	const shown = keysetPage(cursorText, keysetOf(order.by, order))
	const from = byRelevance ? (found.wide ? wideRanking(found.wide) : rankedHits(found.text, found.hits.candidates)) : sourceOf(query)
	// Hits are public: this was checked by the query above.
	const conditions = byRelevance
		? sql`true`
		: sql`${conditionsOf(query)} and ${isInState(query)} and ${found ? isHit(found, query) : sql`true`}`
	// The page is limited before its rows are joined. The limit is a literal: for a parameter the planner expects many rows.
	const { rows } = await checkedSql(sortShape)`
		with page as materialized (
			select ${byRelevance ? sql`h.id, h.relevance` : sql`q.id, 0 as relevance`} ${from}
			where ${conditions} and ${page.beyond}
			order by ${page.order} limit ${sql.lit(page.limit)}
		)
		select ${itemColumns}, h.relevance from page h join questions q on q.id = h.id and ${isPublic} ${itemJoins} order by ${shown.order}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	const prefixed = (link: Page['next']): Page['next'] => (link?.cursor ? { cursor: `${prefix}${link.cursor}` } : link)
	return {
		items: cut.rows.map(toItem),
		page: { ...cut.page, previous: prefixed(cut.page.previous), next: prefixed(cut.page.next) },
	}
}

/** How many of those who answered a list shows. */
const FACES = 3

/** Of each question the first who answered it and can be looked up, the author of its best answer before the others. */
export async function readAnswerers(ctx: Ctx, questionIds: readonly number[]): Promise<Map<number, Answerer[]>> {
	if (questionIds.length === 0) return new Map()
	const { rows } = await checkedSql({ question_id: int4, id: int4, name: text, portrait: text.nullable })`
		select q.id as question_id, x.id, x.name, x.portrait from questions q cross join lateral (
			select e.id, e.display_name as name, e.portrait
			from answers a join experts e on e.id = a.expert_id and e.state = 'verified'
			where a.question_id = q.id and a.hidden_at is null
			order by (a.id = q.best_answer_id) is true desc, a.helpful_count desc, a.id limit ${sql.lit(FACES)}
		) x
		where q.id = any (${questionIds}::integer[])
	`.execute(ctx.db)
	return Map.groupBy(
		rows.map(({ question_id: questionId, id, name, portrait }) => ({ questionId, id, name, portrait })),
		({ questionId }) => questionId,
	)
}

/** The newest public questions, of a category or task if asked. */
export async function listNewestQuestions(
	ctx: Ctx,
	options: { limit: number; categoryId?: number | undefined; taskId?: number | undefined },
): Promise<QuestionListItem[]> {
	const { limit, categoryId, taskId } = options
	const { rows } = await checkedSql(itemShape)`
		select ${itemColumns} ${sourceOf({ taskId: taskId ?? null })} ${itemJoins}
		where ${isPublic}
			and ${categoryId === undefined ? sql`true` : sql`q.task_category_id = ${categoryId}::smallint`}
			and ${taskId === undefined ? sql`true` : sql`qt.task_id = ${taskId}::smallint`}
		order by ${taskId === undefined ? sql`q.id` : sql`qt.question_id`} desc limit ${sql.lit(limit)}
	`.execute(ctx.db)
	return rows.map(toItem)
}

/** The most read and answered questions of the whole site. */
export async function listPopularQuestions(ctx: Ctx, { limit }: { limit: number }): Promise<QuestionListItem[]> {
	const { rows } = await checkedSql(itemShape)`
		select ${itemColumns} from questions q ${itemJoins} where ${isPublic} order by q.popularity desc, q.id desc limit ${sql.lit(limit)}
	`.execute(ctx.db)
	return rows.map(toItem)
}

/** The viewer's own questions, newest first, hidden ones too. */
export async function listMyQuestions(ctx: Ctx, cursorText: string | null): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	return pageOf(ctx, cursorText, sql`q.asker_id = ${userId}::bigint and q.deleted_at is null`)
}

/**
 * The queue of an expert: open questions of others that the law lets them answer, of the tasks and categories they work in.
 * Empty for anyone but a verified expert. `filter` narrows it.
 */
export async function listAnswerableQuestions(
	ctx: Ctx,
	cursorText: string | null,
	filter: AnswerableFilter = {},
): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	return pageOf(ctx, cursorText, isAnswerable(userId, filter))
}

export type AnswerableFilter = { categoryId?: number | null; prefectureId?: number | null }

/** How many wait in the queue, a hundred at most. */
export async function countAnswerableQuestions(ctx: Ctx): Promise<number> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ waiting: int4 })`select ${answerableQuestions(userId)} as waiting`.execute(ctx.db)
	return rows[0]?.waiting ?? 0
}

/** The same number as a part of another statement. */
export const answerableQuestions = (userId: string) =>
	sql<number>`(select count(*)::integer from (select from questions q where ${isAnswerable(userId, {})} limit 100) x)`

/** The tasks of which the viewer may do a part, and the categories of which they may do every part: each read once for a whole list. */
const permitted = (userId: string) => {
	const parts = sql`experts e cross join lateral permitted_parts(e.id) as own (part_id) where e.user_id = ${userId}::bigint`
	return {
		tasks: sql`array(select p.task_id from task_parts p where p.id in (select own.part_id from ${parts}))`,
		categories: sql`array(
			select c.id from task_categories c
			where not exists (select from task_parts p where p.task_category_id = c.id and p.id not in (select own.part_id from ${parts}))
		)`,
	}
}

/**
 * The conditions under which a person may answer a question `q` that waits: a part of one of its tasks, or all of its category where it
 * names no task. `bool_or` looks at one question at a time; for an `exists` the planner would read the tasks of all questions.
 */
export const isAnswerable = (userId: string, { categoryId = null, prefectureId = null }: AnswerableFilter = {}) => sql`
			${isPublic} and q.state = 'open' and q.asker_id is distinct from ${userId}::bigint
			and exists (
				select from experts e join expert_tasks et on et.expert_id = e.id join tasks t on t.id = et.task_id
				where e.user_id = ${userId}::bigint and e.state = 'verified' and t.task_category_id = q.task_category_id
			)
			and coalesce(
				(select bool_or(qt.task_id = any (${permitted(userId).tasks})) from question_tasks qt where qt.question_id = q.id),
				q.task_category_id = any (${permitted(userId).categories})
			)
			and ${categoryId === null ? sql`true` : sql`q.task_category_id = ${categoryId}::smallint`}
			and ${prefectureId === null ? sql`true` : sql`q.prefecture_id = ${prefectureId}::smallint`}
`

async function pageOf(
	ctx: Ctx,
	cursorText: string | null,
	conditions: RawBuilder<unknown>,
): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { new: order } = orders
	const page = keysetPage(cursorText, keysetOf(order.by, order))
	const { rows } = await checkedSql(sortShape)`
		select ${itemColumns}, 0 as relevance from questions q ${itemJoins}
		where ${conditions} and ${page.beyond}
		order by ${page.order} limit ${sql.lit(page.limit)}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map(toItem), page: cut.page }
}
