import { type RawBuilder, sql } from 'kysely'
import { type Ctx, requireMember } from '../context.ts'
import { findScope } from '../directory/categories.ts'
import { notFound } from '../errors.ts'
import { type Cursor, cutPage, decodeCursor, type Page } from '../paging.ts'
import { cursorForms, type QuestionOrder, type QuestionQuery, QUESTIONS_PAGE } from './input.ts'
import { isPublic, itemColumns, itemJoins, type ItemRow, toItem } from './question-items.ts'
import { readTextQuery, type TextQuery } from './search-query.ts'
import { COUNT_CAP, type QuestionList, type QuestionListItem } from './types.ts'

/** Fewer hits than these for all words, and some of the words may be missing. */
const TOO_FEW = 5
/** The newest so many hits in titles, and as many in texts, are ranked. Ranking every hit of a frequent word takes seconds. */
const RANKED = 300

/** A page of the question list or of a search. Throws not-found for a category or task that does not exist. */
export async function listQuestions(ctx: Ctx, query: QuestionQuery): Promise<QuestionList> {
	const [category, task, text] = await Promise.all([
		query.categoryId === null ? null : nameOfScope(ctx, query.categoryId),
		query.taskId === null ? null : nameOfScope(ctx, query.taskId),
		query.text === '' ? null : readTextQuery(ctx, query.text),
	])
	const words = text?.words ?? []
	// Nothing but grammar was typed: nothing is found.
	if (query.text !== '' && !text) return { ...emptyList(query), category, task }
	let counts = await countByState(ctx, query, text?.wide ?? null)
	let tsquery = text?.wide ?? null
	let relaxed = false
	if (text && counts.all < TOO_FEW && text.loose !== text.wide) {
		const looser = await countByState(ctx, query, text.loose)
		if (looser.all > counts.all) {
			counts = looser
			tsquery = text.loose
			relaxed = true
		}
	}
	const page = await readPage(ctx, query, text, tsquery)
	return { query, ...page, counts, category, task, words, relaxed }
}

const emptyList = (query: QuestionQuery): QuestionList => ({
	query,
	items: [],
	page: { number: 1, from: 0, to: 0, previous: null, next: null },
	counts: { all: 0, unanswered: 0, resolved: 0 },
	category: null,
	task: null,
	words: [],
	relaxed: false,
})

async function nameOfScope(ctx: Ctx, scopeId: number): Promise<{ id: number; name: string }> {
	const scope = await findScope(ctx, scopeId)
	if (!scope) throw notFound(scopeId > 100 ? 'task' : 'category')
	return { id: scope.id, name: scope.name }
}

function conditionsOf(query: QuestionQuery, tsquery: string | null): RawBuilder<unknown> {
	const conditions: RawBuilder<unknown>[] = [isPublic]
	if (query.categoryId !== null) conditions.push(sql`q.task_category_id = ${query.categoryId}::smallint`)
	if (query.taskId !== null)
		conditions.push(sql`exists (select from question_tasks qt where qt.question_id = q.id and qt.task_id = ${query.taskId}::smallint)`)
	if (query.prefectureId !== null) conditions.push(sql`q.prefecture_id = ${query.prefectureId}::smallint`)
	if (tsquery !== null)
		conditions.push(sql`exists (select from question_searches s where s.question_id = q.id and s.tokens @@ ${tsquery}::tsquery)`)
	return sql.join(conditions, sql` and `)
}

const stateCondition = (query: QuestionQuery): RawBuilder<unknown> =>
	query.state === 'unanswered' ? sql`q.state = 'open'` : query.state === 'resolved' ? sql`q.state = 'resolved'` : sql`true`

async function countByState(ctx: Ctx, query: QuestionQuery, tsquery: string | null): Promise<QuestionList['counts']> {
	const conditions = conditionsOf(query, tsquery)
	const capped = (state: RawBuilder<unknown>) =>
		sql`(select count(*)::integer from (select from questions q where ${conditions} and ${state} limit ${sql.lit(COUNT_CAP)}) x)`
	const { rows } = await sql<QuestionList['counts']>`
		select ${capped(sql`true`)} as "all", ${capped(sql`q.state = 'open'`)} as unanswered, ${capped(sql`q.state = 'resolved'`)} as resolved
	`.execute(ctx.db)
	return rows[0] ?? { all: 0, unanswered: 0, resolved: 0 }
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

async function readPage(
	ctx: Ctx,
	query: QuestionQuery,
	text: TextQuery | null,
	tsquery: string | null,
): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { prefix, keyLength } = cursorForms[query.order]
	const cursor = query.cursor === null ? null : decodeCursor(query.cursor.slice(prefix.length), keyLength)
	const order = orders[query.order]
	const byRelevance = query.order === 'relevance' && text !== null && tsquery !== null
	const from = byRelevance ? rankedHits(query, text, tsquery) : sql`from questions q`
	const conditions = byRelevance ? sql`true` : sql`${conditionsOf(query, tsquery)} and ${stateCondition(query)}`
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

/** The newest hits in titles and in texts, ranked: words as typed before words that mean the same. */
function rankedHits(query: QuestionQuery, text: TextQuery, tsquery: string): RawBuilder<unknown> {
	const filters = sql`${conditionsOf(query, null)} and ${stateCondition(query)}`
	const newest = (column: RawBuilder<unknown>) => sql`(
		select q.id from questions q join question_searches s on s.question_id = q.id
		where ${column} @@ ${tsquery}::tsquery and ${filters} order by q.id desc limit ${sql.lit(RANKED)}
	)`
	return sql`from (
		select s.question_id, least(
			1000000 * (ts_rank_cd(s.tokens, ${tsquery}::tsquery, 1) + 2 * ts_rank_cd(s.tokens, ${text.exact}::tsquery, 1)
				+ case when s.title_tokens @@ ${text.exact}::tsquery then 1 else 0 end),
			2000000000
		)::integer as relevance
		from (${newest(sql`s.title_tokens`)} union ${newest(sql`s.tokens`)}) hits
		join question_searches s on s.question_id = hits.id
	) h join questions q on q.id = h.question_id`
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
 * Empty for anyone who is no verified expert.
 */
export async function listAnswerableQuestions(ctx: Ctx, cursorText: string | null): Promise<{ items: QuestionListItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	return pageOf(
		ctx,
		cursorText,
		sql`
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
		`,
	)
}

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
