import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { indexQuestions } from '../../src/domain/questions/search/search-index.ts'
import type { StoredCredential } from '../../src/domain/questions/tables.ts'
import { ALL_PAGES, publishTags } from '../../src/platform/page-tags.ts'
import { pickGivenName } from '../demo/given-names.ts'
import { userUid } from '../demo/people.ts'
import { createRandom } from '../demo/random.ts'
import { allSurnames } from '../demo/surnames.ts'
import { readMark, writeMark } from '../marks.ts'
import { type Cell, type Columns, insertRows } from '../rows.ts'
import { loadQuestions } from './load.ts'
import { type Answerer, rowsOf } from './rows.ts'
import type { QuestionSeed } from './types.ts'

export const QA_COLUMNS = {
	questions: {
		id: 'int',
		asker_id: 'bigint',
		asker_handle: 'text',
		is_anonymous: 'bool',
		title: 'text',
		body: 'text',
		task_category_id: 'int',
		prefecture_id: 'int',
		stage: 'text',
		industry: 'text',
		state: 'text',
		answer_count: 'int',
		helpful_count: 'int',
		view_count: 'int',
		created_at: 'timestamptz',
		updated_at: 'timestamptz',
		resolved_at: 'timestamptz',
	},
	question_tasks: { question_id: 'int', position: 'int', task_id: 'int' },
	answers: {
		id: 'int',
		question_id: 'int',
		expert_id: 'int',
		credentials: 'json',
		body: 'text',
		sources: 'json',
		law_as_of: 'date',
		helpful_count: 'int',
		comment_count: 'int',
		thanks: 'text',
		thanked_at: 'timestamptz',
		created_at: 'timestamptz',
		part_ids: 'int[]',
	},
	answer_comments: { answer_id: 'int', position: 'int', author: 'text', body: 'text', created_at: 'timestamptz' },
	helpful_votes: { answer_id: 'int', user_id: 'bigint', created_at: 'timestamptz' },
} as const satisfies Record<string, Columns>

const FOLLOWS = { user_id: 'bigint', expert_id: 'int', created_at: 'timestamptz' } as const satisfies Columns

/** Which questions are in, by key: a database of an earlier version gets those that have been written since. */
type QaMark = { keys: string[]; people: string[] }

/** Inserts the demo's questions that are missing. Never changes an existing one, which people may have answered. */
export async function insertDemoQuestions(db: Kysely<Database>, onProgress: (line: string) => void): Promise<void> {
	const all = loadQuestions()
	const mark = await readQaMark(db, all)
	const known = new Set(mark.keys)
	// Oldest first, so that ids grow with the days.
	const missing = all
		.filter(({ key }) => !known.has(key))
		.sort((a, b) => b.askedDaysAgo - a.askedDaysAgo || a.taskCategoryId - b.taskCategoryId || a.number - b.number)
	if (missing.length === 0) return
	await db.transaction().execute(async (trx) => {
		const people = mark.people.length > 0 ? mark.people : await insertPeople(trx)
		await insertThreads(trx, missing, people)
		await writeMark(trx, 'qa', JSON.stringify({ keys: [...mark.keys, ...missing.map(({ key }) => key)], people } satisfies QaMark))
	})
	await sql`analyze questions, question_tasks, question_searches, answers, answer_comments, helpful_votes, follows`.execute(db)
	await publishTags(db, [ALL_PAGES])
	onProgress(`Demo questions: ${missing.length}`)
}

async function readQaMark(db: Kysely<Database>, all: readonly QuestionSeed[]): Promise<QaMark> {
	const value = await readMark(db, 'qa')
	if (value === null) return { keys: [], people: [] }
	const mark = JSON.parse(value) as QaMark | { files: string[]; people: string[] }
	if ('keys' in mark) return mark
	// Before 2026-11-22 the mark named source files, each of many questions: those in the database are known by their titles.
	const { rows } = await sql<{ title: string }>`
		select title from questions where title = any(${all.map(({ title }) => title)}::text[])
	`.execute(db)
	const titles = new Set(rows.map(({ title }) => title))
	return { keys: all.filter(({ title }) => titles.has(title)).map(({ key }) => key), people: mark.people }
}

async function insertThreads(trx: Transaction<Database>, seeds: readonly QuestionSeed[], people: readonly string[]): Promise<void> {
	await sql`lock table questions, answers in share row exclusive mode`.execute(trx)
	const { rows: next } = await sql<{ question: number; answer: number }>`
		select (select coalesce(max(id), 0) + 1 from questions) as question, (select coalesce(max(id), 0) + 1 from answers) as answer
	`.execute(trx)
	const rows = rowsOf(seeds, {
		people,
		experts: await readAnswerers(trx),
		firstQuestion: next[0]?.question ?? 1,
		firstAnswer: next[0]?.answer ?? 1,
	})
	for (const table of Object.keys(QA_COLUMNS) as (keyof typeof QA_COLUMNS)[]) await insertRows(trx, table, QA_COLUMNS[table], rows[table])
	await insertRows(trx, 'follows', FOLLOWS, rows.follows, 'on conflict do nothing')
	await sql`
		update questions q set best_answer_id = b.answer_id, best_chosen_by = 'asker'
		from unnest(${rows.best.map((one) => one.questionId)}::integer[], ${rows.best.map((one) => one.answerId)}::integer[]) as b (question_id, answer_id)
		where q.id = b.question_id
	`.execute(trx)
	await indexQuestions({ db: trx }, rows.ids)
	await sql`
		select setval(pg_get_serial_sequence('questions', 'id'), (select coalesce(max(id), 1) from questions)),
			setval(pg_get_serial_sequence('answers', 'id'), (select coalesce(max(id), 1) from answers))
	`.execute(trx)
}

/** More than the votes of any answer. */
const PEOPLE = 320
const PEOPLE_SEED = 0x6b17a
/** Above the running numbers that the experts' uids end in. */
const FIRST_UID = 900_000_000_000

/** Owners of businesses, who ask and vote. These accounts cannot sign in. */
async function insertPeople(trx: Transaction<Database>): Promise<string[]> {
	const random = createRandom(PEOPLE_SEED)
	const surnames = allSurnames()
	const { rows } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from users`.execute(trx)
	const ids = Array.from({ length: PEOPLE }, (_, place) => String(Number(rows[0]?.last ?? 0) + 1 + place))
	await insertRows(
		trx,
		'users',
		{
			id: 'bigint',
			uid: 'text',
			first_name: 'text',
			last_name: 'text',
			anonymize: 'bool',
			has_logged_in: 'bool',
			receive_email: 'bool',
			created_at: 'timestamptz',
		},
		ids.map((id, place): Cell[] => {
			const name = pickGivenName(random, random.chance(0.45) ? 'female' : 'male', random.int(1960, 1999))
			return [
				id,
				userUid(random, FIRST_UID + place),
				name.kanji,
				random.pick(surnames).kanji,
				random.chance(0.3),
				true,
				false,
				`2023-0${random.int(1, 9)}-15T03:00:00Z`,
			]
		}),
	)
	await sql`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`.execute(trx)
	return ids
}

/** Demo experts who may answer, the first five thousand. */
export async function readAnswerers(trx: Transaction<Database>): Promise<Answerer[]> {
	const { rows } = await sql<{
		id: number
		prefecture_id: number | null
		task_ids: number[] | null
		part_ids: number[]
		credentials: StoredCredential[]
	}>`
		select e.id,
			(
				select o.prefecture_id from office_members om join offices o on o.id = om.office_id
				where om.expert_id = e.id order by om.office_id limit 1
			) as prefecture_id,
			(select array_agg(task_id) from expert_tasks t where t.expert_id = e.id) as task_ids,
			array(select p.id from task_parts p where expert_may_do(e.id, p.id)) as part_ids,
			(
				select json_agg(json_build_object(
					'professionId', c.profession_id, 'registrationNumber', c.registration_number, 'association', c.association, 'registeredOn', c.registered_on
				) order by c.profession_id) from expert_credentials c where c.expert_id = e.id
			) as credentials
		from experts e
		where e.state = 'verified'
			and exists (select from office_members om join offices o on o.id = om.office_id and o.is_demo where om.expert_id = e.id)
			and exists (select from expert_credentials c where c.expert_id = e.id)
		order by e.id limit 5000
	`.execute(trx)
	return rows.map((row) => ({
		id: row.id,
		prefectureId: row.prefecture_id,
		professionIds: row.credentials.map(({ professionId }) => professionId),
		taskIds: row.task_ids ?? [],
		credentials: row.credentials,
		partIds: new Set(row.part_ids),
	}))
}
