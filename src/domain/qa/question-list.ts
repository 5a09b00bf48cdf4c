import { type RawBuilder, sql } from 'kysely'
import { type Ctx, requireMember } from '../context.ts'
import { findScope } from '../directory/categories.ts'
import { notFound } from '../errors.ts'
import { type Cursor, cutPage, decodeCursor, type Page } from '../paging.ts'
import { cursorForms, type QuestionOrder, type QuestionQuery, QUESTIONS_PAGE } from './input.ts'
import { isPublic, itemColumns, itemJoins, type ItemRow, toItem } from './question-items.ts'
import { narrowed, rankedHits, stateCondition } from './search-hits.ts'
import { readPassages } from './search-passages.ts'
import { type Found, searchQuestions, spellingsOf } from './search-stages.ts'
import { COUNT_CAP, type Passage, type QuestionList, type QuestionListItem, type QuestionState } from './types.ts'

/** A page of the question list or of a search. Throws not-found for a category or task that does not exist. */
export async function listQuestions(ctx: Ctx, query: QuestionQuery): Promise<QuestionList> {
	const [category, task, found] = await Promise.all([
		query.categoryId === null ? null : nameOfScope(ctx, query.categoryId),
		query.taskId === null ? null : nameOfScope(ctx, query.taskId),
		query.text === '' ? null : searchQuestions(ctx, query),
	])
	// Nothing but grammar was typed: nothing is found.
	if (query.text !== '' && !found) return { ...emptyList(query), category, task }
	const [{ items, page }, counts] = await Promise.all([readPage(ctx, query, found), found ? countHits(found) : countByState(ctx, query)])
	const passages = found ? await readPassages(ctx, items, found.text) : new Map<number, Passage>()
	return {
		query,
		items: items.map((item) => ({ ...item, passage: passages.get(item.id) ?? null })),
		page,
		counts,
		category,
		task,
		words: found ? spellingsOf(found.text) : [],
		relaxed: found?.relaxed ?? false,
		corrected: found?.corrected ?? null,
	}
}

function countHits({ hits: { newest, isCut } }: Found): QuestionList['counts'] {
	const of = (state: QuestionState) => newest.filter((hit) => hit.state === state).length
	return { all: newest.length, unanswered: of('open'), resolved: of('resolved'), more: isCut }
}

const emptyList = (query: QuestionQuery): QuestionList => ({
	query,
	items: [],
	page: { number: 1, from: 0, to: 0, previous: null, next: null },
	counts: { all: 0, unanswered: 0, resolved: 0, more: false },
	category: null,
	task: null,
	words: [],
	relaxed: false,
	corrected: null,
})

async function nameOfScope(ctx: Ctx, scopeId: number): Promise<{ id: number; name: string }> {
	const scope = await findScope(ctx, scopeId)
	if (!scope) throw notFound(scopeId > 100 ? 'task' : 'category')
	return { id: scope.id, name: scope.name }
}

function conditionsOf(query: QuestionQuery): RawBuilder<unknown> {
	const conditions: RawBuilder<unknown>[] = [isPublic]
	if (query.categoryId !== null) conditions.push(sql`q.task_category_id = ${query.categoryId}::smallint`)
	if (query.taskId !== null)
		conditions.push(sql`exists (select from question_tasks qt where qt.question_id = q.id and qt.task_id = ${query.taskId}::smallint)`)
	if (query.prefectureId !== null) conditions.push(sql`q.prefecture_id = ${query.prefectureId}::smallint`)
	return sql.join(conditions, sql` and `)
}

/** The hits themselves while they are few; of many the index is asked again for each question that is looked at. */
const isHit = ({ hits: { newest, isCut }, tsquery }: Found, query: QuestionQuery): RawBuilder<unknown> =>
	isCut
		? sql`exists (select from question_searches s where s.question_id = q.id and s.tokens @@ ${narrowed(query, tsquery)}::tsquery)`
		: sql`q.id = any (${newest.map(({ id }) => id)}::integer[])`

async function countByState(ctx: Ctx, query: QuestionQuery): Promise<QuestionList['counts']> {
	const conditions = conditionsOf(query)
	const capped = (state: RawBuilder<unknown>) =>
		sql`(select count(*)::integer from (select from questions q where ${conditions} and ${state} limit ${sql.lit(COUNT_CAP)}) x)`
	const { rows } = await sql<Omit<QuestionList['counts'], 'more'>>`
		select ${capped(sql`true`)} as "all", ${capped(sql`q.state = 'open'`)} as unanswered, ${capped(sql`q.state = 'resolved'`)} as resolved
	`.execute(ctx.db)
	const counts = rows[0] ?? { all: 0, unanswered: 0, resolved: 0 }
	return { ...counts, more: counts.all === COUNT_CAP }
}

type Order = {
	/** Sort expressions over `q` (or `h` for relevance) with their directions. */
	by: RawBuilder<unknown>
	reversed: RawBuilder<unknown>
	beyond: (cursor: Cursor) => RawBuilder<unknown>
	keyOf: (row: ItemRow & { relevance: number }) => readonly number[]
}

const forward = (cursor: Cursor) => cursor.direction === 'after'

const orders: Record<QuestionOrder, Order> = {
	new: {
		by: sql`q.id desc`,
		reversed: sql`q.id`,
		beyond: (cursor) => (forward(cursor) ? sql`q.id < ${cursor.key[0]}` : sql`q.id > ${cursor.key[0]}`),
		keyOf: (row) => [row.id],
	},
	popular: {
		by: sql`q.popularity desc, q.id desc`,
		reversed: sql`q.popularity, q.id`,
		beyond: ({ key, ...cursor }) =>
			sql`(q.popularity, q.id) ${forward({ key, ...cursor }) ? sql`<` : sql`>`} (${key[0]}::integer, ${key[1]}::integer)`,
		keyOf: (row) => [row.popularity, row.id],
	},
	unanswered: {
		by: sql`q.answer_count, q.id desc`,
		reversed: sql`q.answer_count desc, q.id`,
		beyond: (cursor) => {
			const [count, id] = cursor.key
			return forward(cursor)
				? sql`q.answer_count >= ${count}::integer and (q.answer_count > ${count}::integer or q.id < ${id}::integer)`
				: sql`q.answer_count <= ${count}::integer and (q.answer_count < ${count}::integer or q.id > ${id}::integer)`
		},
		keyOf: (row) => [row.answer_count, row.id],
	},
	relevance: {
		by: sql`h.relevance desc, q.id desc`,
		reversed: sql`h.relevance, q.id`,
		beyond: ({ key, ...cursor }) =>
			sql`(h.relevance, q.id) ${forward({ key, ...cursor }) ? sql`<` : sql`>`} (${key[0]}::integer, ${key[1]}::integer)`,
		keyOf: (row) => [row.relevance, row.id],
	},
}

async function readPage(ctx: Ctx, query: QuestionQuery, found: Found | null): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { prefix, keyLength } = cursorForms[query.order]
	const cursor = query.cursor === null ? null : decodeCursor(query.cursor.slice(prefix.length), keyLength)
	const order = orders[query.order]
	const byRelevance = query.order === 'relevance' && found !== null
	const from = byRelevance ? rankedHits(found.text, found.tsquery, found.hits.candidates) : sql`from questions q`
	const conditions = byRelevance
		? isPublic
		: sql`${conditionsOf(query)} and ${stateCondition(query.state)} and ${found ? isHit(found, query) : sql`true`}`
	const by = cursor && !forward(cursor) ? order.reversed : order.by
	// The page is cut before anything is looked up for its rows.
	const { rows } = await sql<ItemRow & { relevance: number }>`
		with page as materialized (
			select q.id, ${byRelevance ? sql`h.relevance` : sql`0 as relevance`} ${from}
			where ${conditions} and ${cursor ? order.beyond(cursor) : sql`true`}
			order by ${by} limit ${QUESTIONS_PAGE + 1}
		)
		select ${itemColumns}, h.relevance from page h join questions q on q.id = h.id ${itemJoins} order by ${by}
	`.execute(ctx.db)
	const cut = cutPage(rows, { size: QUESTIONS_PAGE, cursor, keyOf: order.keyOf })
	const prefixed = (link: Page['next']): Page['next'] => (link?.cursor ? { cursor: `${prefix}${link.cursor}` } : link)
	return {
		items: cut.rows.map(toItem),
		page: { ...cut.page, previous: prefixed(cut.page.previous), next: prefixed(cut.page.next) },
	}
}

/** The newest public questions, of a category or task if asked. */
export async function listNewestQuestions(
	ctx: Ctx,
	options: { limit: number; categoryId?: number | undefined; taskId?: number | undefined },
): Promise<QuestionListItem[]> {
	const { limit, categoryId, taskId } = options
	const { rows } = await sql<ItemRow>`
		select ${itemColumns} from questions q ${itemJoins}
		where ${isPublic}
			and ${categoryId === undefined ? sql`true` : sql`q.task_category_id = ${categoryId}::smallint`}
			and ${taskId === undefined ? sql`true` : sql`q.id in (select question_id from question_tasks where task_id = ${taskId}::smallint)`}
		order by q.id desc limit ${limit}
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
 * Empty for anyone who is no verified expert. `filter` narrows it down.
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
	const { rows } = await sql<{ waiting: number }>`
		select count(*)::integer as waiting from (select from questions q where ${isAnswerable(userId, {})} limit 100) x
	`.execute(ctx.db)
	return rows[0]?.waiting ?? 0
}

const isAnswerable = (userId: string, { categoryId = null, prefectureId = null }: AnswerableFilter) => sql`
			${isPublic} and q.state = 'open' and q.asker_id is distinct from ${userId}::bigint
			and exists (
				select from experts e join expert_tasks et on et.expert_id = e.id join tasks t on t.id = et.task_id
				where e.user_id = ${userId}::bigint and e.state = 'verified' and t.task_category_id = q.task_category_id
			)
			and (
				not exists (select from question_tasks qt join tasks t on t.id = qt.task_id where qt.question_id = q.id and t.exclusive_law is not null)
				or exists (
					select from question_tasks qt
					join tasks t on t.id = qt.task_id and t.exclusive_law is not null
					join task_professions p on p.task_id = t.id
					join expert_credentials k on k.profession_id = p.profession_id
					join experts e on e.id = k.expert_id
					where qt.question_id = q.id and e.user_id = ${userId}::bigint
				)
			)
			and ${categoryId === null ? sql`true` : sql`q.task_category_id = ${categoryId}::smallint`}
			and ${prefectureId === null ? sql`true` : sql`q.prefecture_id = ${prefectureId}::smallint`}
`

async function pageOf(
	ctx: Ctx,
	cursorText: string | null,
	conditions: RawBuilder<unknown>,
): Promise<{ items: QuestionListItem[]; page: Page }> {
	const cursor = cursorText === null ? null : decodeCursor(cursorText, 1)
	const { new: order } = orders
	const { rows } = await sql<ItemRow & { relevance: number }>`
		select ${itemColumns}, 0 as relevance from questions q ${itemJoins}
		where ${conditions} and ${cursor ? order.beyond(cursor) : sql`true`}
		order by ${cursor && !forward(cursor) ? order.reversed : order.by}
		limit ${QUESTIONS_PAGE + 1}
	`.execute(ctx.db)
	const cut = cutPage(rows, { size: QUESTIONS_PAGE, cursor, keyOf: order.keyOf })
	return { items: cut.rows.map(toItem), page: cut.page }
}
