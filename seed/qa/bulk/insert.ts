import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../src/domain/shared/context.ts'
import { days, hours } from '../../../src/domain/shared/japan-time.ts'
import { drawHandle } from '../../../src/domain/questions/handles.ts'
import { searchVectors, type Vectors, writeVectors } from '../../../src/domain/questions/search/search-index.ts'
import { ALL_PAGES, publishTags } from '../../../src/platform/page-tags.ts'
import { DEMO_TODAY } from '../../demo/calendar.ts'
import { profiles } from '../../demo/profile.ts'
import { progressBar } from '../../demo/progress.ts'
import { createRandom, mixSeed, type Random } from '../../demo/random.ts'
import { readMark, writeMark } from '../../marks.ts'
import { type Cell, insertRows } from '../../rows.ts'
import { QA_COLUMNS, readAnswerers } from '../insert.ts'
import { type Answerer, coveredBy } from '../rows.ts'
import { createBulkQuestion } from './question.ts'

/** Where the made questions begin and how many there are: question `first + n` is number n of question.ts. */
export type BulkMark = { first: number; firstAnswer: number; count: number; answers: number }

const HANDLE_SEED = 0x3a11e5
const BLOCK = 2_000
/** From here on the indexes of the search are dropped and rebuilt: several times faster. */
const MANY = 20_000
const TODAY_MS = Date.parse(`${DEMO_TODAY}T03:00:00Z`)

export async function readBulkMark(db: Kysely<Database>): Promise<BulkMark | null> {
	const value = await readMark(db, 'questions')
	return value === null ? null : (JSON.parse(value) as BulkMark)
}

/** Brings the number of made questions up to `wanted`, block by block; after a kill it goes on where it was. */
export async function insertBulkQuestions(db: Kysely<Database>, wanted: number, onProgress: (line: string) => void): Promise<void> {
	const start = await readBulkMark(db)
	const missing = wanted - (start?.count ?? 0)
	if (missing > MANY) await sql`drop index if exists question_searches_title, question_searches_tokens`.execute(db)
	if (missing > 0) {
		const experts = expertsByProfession(await db.transaction().execute(readAnswerers))
		const people = await readPeople(db)
		const from = start?.count ?? 0
		const show = progressBar('Questions', { from, total: wanted }, onProgress)
		let mark = start ?? { ...(await nextIds(db)), count: 0, answers: 0 }
		let made = await makeBlock(mark, wanted, experts, people)
		while (mark.count < wanted) {
			const block = made
			const next = block.mark
			const written = db.transaction().execute((trx) => writeBlock(trx, block))
			// The next block is made while the database writes this one.
			if (next.count < wanted) made = await makeBlock(next, wanted, experts, people)
			await written
			mark = next
			show(mark.count)
		}
	}
	await buildIndexes(db, onProgress)
	await sql`vacuum (analyze) questions, question_tasks, question_searches, answers`.execute(db)
	await publishTags(db, [ALL_PAGES])
}

/** Also after a run that was killed while they were dropped. */
async function buildIndexes(db: Kysely<Database>, onProgress: (line: string) => void): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
		for (const column of ['title_tokens', 'tokens']) {
			onProgress(`Questions: index of ${column}`)
			await sql`
				create index if not exists ${sql.ref(`question_searches_${column === 'tokens' ? 'tokens' : 'title'}`)}
				on question_searches using gin (${sql.ref(column)}) with (fastupdate = off)
			`.execute(trx)
		}
	})
}

type Block = { mark: BulkMark; questions: Cell[][]; tasks: Cell[][]; answers: Cell[][]; vectors: Vectors[] }

async function makeBlock(
	from: BulkMark,
	wanted: number,
	experts: ReadonlyMap<number, readonly Answerer[]>,
	people: readonly string[],
): Promise<Block> {
	const block: Block = { mark: from, questions: [], tasks: [], answers: [], vectors: [] }
	const last = Math.min(wanted, from.count + BLOCK)
	let answered = from.answers
	for (let ordinal = from.count; ordinal < last; ordinal++) {
		if (ordinal % 50 === 0) await setImmediate()
		const random = createRandom(mixSeed(HANDLE_SEED, ordinal))
		const made = createBulkQuestion(ordinal)
		const id = from.first + ordinal
		const askedAt = TODAY_MS - days(made.daysAgo) + hours(random.int(-8, 8))
		const taken = new Set<number>()
		const given = made.answers.flatMap((answer) => {
			const expert = chooseExpert(random, experts.get(profiles[answer.profession].id) ?? [], taken)
			return expert && coveredBy(expert, made.taskIds).length > 0 ? [{ answer, expert }] : []
		})
		const state = given.length === 0 ? 'open' : made.resolved ? 'resolved' : 'answered'
		block.questions.push([
			id,
			random.pick(people),
			drawHandle((count) => random.int(0, count - 1)),
			true,
			made.title,
			made.body,
			made.taskCategoryId,
			made.facts.prefectureId,
			made.stage,
			made.facts.industry,
			state,
			given.length,
			given.reduce((sum, { answer }) => sum + answer.helpfulCount, 0),
			made.viewCount,
			moment(askedAt),
			moment(askedAt),
			state === 'resolved' ? moment(askedAt + hours(120)) : null,
		])
		for (const [place, taskId] of made.taskIds.entries()) block.tasks.push([id, place + 1, taskId])
		for (const { answer, expert } of given)
			block.answers.push([
				from.firstAnswer + answered++,
				id,
				expert.id,
				JSON.stringify(expert.credentials),
				answer.body,
				'[]',
				null,
				answer.helpfulCount,
				0,
				null,
				null,
				moment(askedAt + hours(answer.afterHours)),
				`{${coveredBy(expert, made.taskIds).join()}}`,
			])
		block.vectors.push(
			searchVectors({
				id,
				title: made.title,
				body: made.body,
				answers: given.map(({ answer }) => answer.body).join('\n'),
				categoryId: made.taskCategoryId,
				taskIds: made.taskIds,
				prefectureId: made.facts.prefectureId,
			}),
		)
	}
	block.mark = { ...from, count: last, answers: answered }
	return block
}

async function writeBlock(trx: Transaction<Database>, block: Block): Promise<void> {
	await insertRows(trx, 'questions', QA_COLUMNS.questions, block.questions)
	await insertRows(trx, 'question_tasks', QA_COLUMNS.question_tasks, block.tasks)
	await insertRows(trx, 'answers', QA_COLUMNS.answers, block.answers)
	await writeVectors({ db: trx }, block.vectors)
	await sql`
		select setval(pg_get_serial_sequence('questions', 'id'), ${block.mark.first + block.mark.count}::bigint),
			setval(pg_get_serial_sequence('answers', 'id'), ${block.mark.firstAnswer + block.mark.answers}::bigint)
	`.execute(trx)
	await writeMark(trx, 'questions', JSON.stringify(block.mark))
}

const moment = (ms: number): string => new Date(Math.min(ms, TODAY_MS)).toISOString()

function chooseExpert(random: Random, candidates: readonly Answerer[], taken: Set<number>): Answerer | null {
	if (candidates.length === 0) return null
	const chosen = random.pick(candidates)
	if (taken.has(chosen.id)) return null
	taken.add(chosen.id)
	return chosen
}

const expertsByProfession = (experts: readonly Answerer[]): Map<number, Answerer[]> => {
	const byProfession = new Map<number, Answerer[]>()
	for (const expert of experts)
		for (const professionId of expert.professionIds) byProfession.set(professionId, [...(byProfession.get(professionId) ?? []), expert])
	return byProfession
}

/** The people of the demo's questions ask these too. */
async function readPeople(db: Kysely<Database>): Promise<string[]> {
	const value = await readMark(db, 'qa')
	return value === null ? [] : (JSON.parse(value) as { people: string[] }).people
}

async function nextIds(db: Kysely<Database>): Promise<Pick<BulkMark, 'first' | 'firstAnswer'>> {
	const { rows } = await sql<{ first: number; firstAnswer: number }>`
		select (select coalesce(max(id), 0) + 1 from questions) as first, (select coalesce(max(id), 0) + 1 from answers) as "firstAnswer"
	`.execute(db)
	return rows[0] ?? { first: 1, firstAnswer: 1 }
}
