import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { emptyQuestionQuery, QUESTIONS_PAGE, type QuestionQuery, withQuestionQuery } from './input.ts'
import { listQuestions } from './question-list.ts'
import { getQuestion } from './question-page.ts'
import { COUNT_CAP } from './types.ts'

/** Enough rows that reading them all differs clearly from reading a page of them. */
const QUESTIONS = 20_000
const ANSWERS = 500
/** The counted rows up to the cap, and some pages for each shown row. */
const FEW_PAGES = COUNT_CAP + 30 * QUESTIONS_PAGE

let opened: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
	opened = await freshDatabase()
	await fill(opened.db)
}, 120_000)

afterAll(async () => {
	await opened.close()
})

const ctxOf = (db: Kysely<Database>): Ctx => ({ ...visitorCtx(db), now: () => new Date() })

/** All of one task; three in five without an answer, one in twenty resolved. The first question has very many answers. */
async function fill(db: Kysely<Database>) {
	await sql`
		insert into questions (asker_handle, title, body, task_category_id, stage, state, answer_count, view_count, created_at, updated_at, resolved_at)
		select '匿名の計測', '計測のための質問その' || i || 'です', repeat('本文です。', 10), 5, 'sole',
			case when i % 20 = 0 then 'resolved' when i % 5 < 3 then 'open' else 'answered' end, case when i % 5 < 3 and i % 20 <> 0 then 0 else 1 + i % 3 end,
			(i % 997) * 10, now(), now(), case when i % 20 = 0 then now() end
		from generate_series(1, ${sql.lit(QUESTIONS)}) i
	`.execute(db)
	await sql`insert into question_tasks (question_id, position, task_id) select id, 1, 503 from questions`.execute(db)
	const expertId = await makeExpert(ctxOf(db))
	await sql`
		insert into answers (question_id, expert_id, credentials, body, part_ids, helpful_count)
		select 1, case when i = 1 then ${expertId}::integer end, '[]', repeat('答えです。', 20), '{5031}'::integer[], i % 7 from generate_series(1, ${sql.lit(ANSWERS)}) i
	`.execute(db)
	for (const table of ['questions', 'question_tasks', 'answers']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Pages of the database that `handler` reads, in whichever table. */
async function pagesRead(handler: (ctx: Ctx) => Promise<unknown>): Promise<number> {
	return opened.db.connection().execute(async (db) => {
		const ctx = ctxOf(db)
		// PostgreSQL switches to a generic plan after five executions.
		for (let time = 0; time < 7; time++) await handler(ctx)
		const read = async () => {
			await sql`select pg_stat_force_next_flush()`.execute(db)
			const { rows } = await sql<{ pages: string }>`
				select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) as pages from pg_statio_user_tables
			`.execute(db)
			return Number(rows[0]?.pages)
		}
		const before = await read()
		await handler(ctx)
		return (await read()) - before
	})
}

const query = (values: Partial<QuestionQuery>): QuestionQuery => withQuestionQuery(emptyQuestionQuery, values)

describe('of 20,000 questions', () => {
	const scopes = [{ taskId: 503 }, { categoryId: 5 }, {}]
	const states = ['all', 'answered', 'unanswered', 'resolved'] as const
	const orders = ['new', 'popular', 'unanswered'] as const
	const lists = scopes.flatMap((scope) => states.flatMap((state) => orders.map((order) => ({ ...scope, state, order }))))

	test.each(lists)('a page reads only itself: %o', async (list) => {
		expect(await pagesRead((ctx) => listQuestions(ctx, query(list)))).toBeLessThan(FEW_PAGES)
	})

	test('a page in the middle costs the same as the first', async () => {
		for (const cursor of ['pa200-50-3000', 'pb200-50-3000'])
			expect(await pagesRead((ctx) => listQuestions(ctx, query({ taskId: 503, order: 'popular', cursor })))).toBeLessThan(FEW_PAGES)
		for (const cursor of ['ua200-0-3000', 'ub200-n1-3000'])
			expect(await pagesRead((ctx) => listQuestions(ctx, query({ taskId: 503, order: 'unanswered', cursor })))).toBeLessThan(FEW_PAGES)
	})
})

test('a question of 500 answers reads a page of them, the first and a later one', async () => {
	for (const cursor of [null, 'a5-3-200', 'b5-3-200']) expect(await pagesRead((ctx) => getQuestion(ctx, 1, cursor))).toBeLessThan(450)
})
