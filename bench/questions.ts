import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { questionPath } from '../src/domain/shared/links.ts'
import { getQuestion } from '../src/domain/questions/question-page.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { ctxOf } from './data-sets.ts'
import { type Figure, kb, ms } from './figures.ts'
import { browserHeaders, get } from './load.ts'
import { measureBytes } from './pages.ts'
import { explain, record, type Recorded } from './recording.ts'
import { cacheFolder, rounds } from './settings.ts'
import { siteFolder, withSite } from './site.ts'
import { median, percentile, timed } from './statistics.ts'

const ANSWERS = [0, 30, 3_000] as const
const READS = 20
/** A question with very many answers shows a page of them. */
const LARGEST_PAGE = 400_000

/** A visitor's question page out of the cache beside the same bytes, and what it is read with. */
export const measureQuestions = () =>
	withSite({}, async (site) => {
		const log = createLog('warn')
		const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log })
		try {
			const database = await openDatabase<Database>({ url: postgres.url, poolSize: 10, log, name: 'bench' })
			try {
				const questions: { answers: number; id: number }[] = []
				for (const answers of ANSWERS) questions.push({ answers, id: await questionWith(database.db, answers) })
				const figures: Figure[] = []
				let plans = 'Plans of the question page’s statements\n'
				let base = 0
				for (const { answers, id } of questions) {
					const ctx = ctxOf(database.db)
					const trips = await fewestTrips(() => record(database.pool, (db) => getQuestion({ ...ctx, db }, id, null)))
					const times: number[] = []
					for (let read = -5; read < READS * rounds; read++) {
						const took = await timed(() => getQuestion(ctx, id, null))
						if (read >= 0) times.push(took)
					}
					base ||= median(times)
					const { body, status } = await get(site.url + questionPath(id), { ...browserHeaders, 'accept-encoding': 'identity' })
					figures.push({
						name: `${answers.toLocaleString('en')} answers: ${trips.flat().length} queries in ${trips.length} round trips, p50 / p99; page ${kb(body.length)}`,
						value: `${ms(median(times))} / ${ms(percentile(times, 0.99))}`,
						ratio: median(times) / base,
						goal: {
							text: `one round trip, page ≤ ${kb(LARGEST_PAGE)}`,
							met: trips.length === 1 && status === 200 && body.length <= LARGEST_PAGE,
						},
					})
					for (const [trip, statements] of trips.entries())
						for (const statement of statements)
							plans += `\n-- ${answers} answers, round trip ${trip + 1}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n${await explain(database.pool, statement)}\n`
				}
				const file = path.join(cacheFolder, 'plans-questions.txt')
				await writeFile(file, plans)
				console.log(`  Plans: ${file}`)
				const thirty = questions[1]?.id ?? 0
				return [...(await measureBytes(site, questionPath(thirty), 'cached question page, 30 answers')), ...figures]
			} finally {
				await database.close()
			}
		} finally {
			await postgres.stop()
		}
	})

/** A statement that waits for its connection to be opened, or for this process, looks as if it had waited for an answer. */
async function fewestTrips(run: () => Promise<Recorded[][]>): Promise<Recorded[][]> {
	let fewest = await run()
	for (let time = 1; time < 5; time++) {
		const trips = await run()
		if (trips.length < fewest.length) fewest = trips
	}
	return fewest
}

/** A question of the data set with so many answers, made at the first run. */
async function questionWith(db: Kysely<Database>, answers: number): Promise<number> {
	const title = `計測のための質問（回答${answers}件）です`
	const there = await db.selectFrom('questions').select('id').where('title', '=', title).executeTakeFirst()
	if (there) return there.id
	return db.transaction().execute(async (trx) => {
		const { rows } = await sql<{ id: number }>`
			insert into questions (asker_handle, is_anonymous, title, body, task_category_id, stage, state, answer_count, created_at, updated_at)
			select asker_handle, true, ${title}, body, task_category_id, stage, ${answers === 0 ? 'open' : 'answered'}, ${answers}::integer, now(), now()
			from questions where deleted_at is null order by id limit 1 returning id
		`.execute(trx)
		const id = rows[0]?.id ?? 0
		await sql`
			insert into answers (question_id, expert_id, credentials, body, sources, created_at)
			select ${id}::integer, e.id, s.credentials, s.body, s.sources, now() - e.n * interval '1 minute'
			from (select id, row_number() over (order by id) as n from experts where state = 'verified' order by id limit ${answers}::integer) e
			join lateral (select credentials, body, sources from answers order by id offset e.n % 200 limit 1) s on true
		`.execute(trx)
		return id
	})
}
