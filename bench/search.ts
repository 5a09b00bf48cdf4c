import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBulkMark } from '../seed/qa/bulk/insert.ts'
import { seedDemo } from '../seed/index.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { createProgress } from '../src/platform/progress.ts'
import { ctxOf } from './data-sets.ts'
import { atLeast, atMost, type Figure, ms } from './figures.ts'
import { isRelevant, readSubjects } from './judged/corpus.ts'
import { type Judged, judgedQueries } from './judged/queries.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'
import { explain, record } from './recording.ts'
import { ilike, type Method, ours, prepareTrigrams, trigrams } from './search-methods.ts'
import { cacheFolder, folderFor, questionSizes, rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const FIRST = 20
const TOP = 5
const RECALL = 0.95
const PRECISION = 0.95
/** What a search may take by the number of questions, 95 of 100 searches. */
const p95Limit = (questions: number): number => (questions <= 200_000 ? 25 : 60)
/** Judged by what is in it; the larger sets are for time alone. */
const JUDGED_AT_MOST = 200_000

type QuestionSet = {
	questions: number
	ctx: ReturnType<typeof ctxOf>
	database: Awaited<ReturnType<typeof openDatabase<Database>>>
	postgres: EmbeddedPostgres
}

/** A database of so many made questions beside the demo's, made by what `npm run seed -- --questions N` does and kept. */
async function withQuestionSet<T>(questions: number, work: (set: QuestionSet) => Promise<T>): Promise<T> {
	const dataDir = await folderFor(`questions-${questions}`)
	const log = createLog('warn')
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log })
	try {
		const database = await openDatabase<Database>({ url: postgres.url, poolSize: 6, log, name: 'bench', statementTimeoutMs: 0 })
		try {
			const { db } = database
			const done = path.join(dataDir, 'filled')
			if (!existsSync(done)) {
				const progress = createProgress((line) => console.log(line))
				await progress.step(`Data set of ${questions.toLocaleString('en')} questions`, async (detail) => {
					await migrateToLatest(db)
					await seedDemo(db, { offices: 2_000, questions, onProgress: detail })
				})
				if (((await readBulkMark(db))?.count ?? 0) < questions) throw new Error(`The data set of ${questions} questions is not whole.`)
				await writeFile(done, '')
			}
			return await work({ questions, ctx: ctxOf(db), database, postgres })
		} finally {
			await database.close()
		}
	} finally {
		await postgres.stop()
	}
}

/** Quality and speed of the search by number of questions. */
export async function measureSearch(): Promise<Figure[]> {
	const figures: Figure[] = []
	for (const questions of questionSizes)
		figures.push(
			...(await withQuestionSet(questions, async (set) => [
				...(questions <= JUDGED_AT_MOST ? await judgeAll(set) : []),
				await measureTime(set),
			])),
		)
	return figures
}

type Judgement = { query: Judged; recall: number; precision: number }

async function judgeAll({ questions, ctx }: QuestionSet): Promise<Figure[]> {
	await prepareTrigrams(ctx)
	const subjects = await readSubjects(ctx)
	const relevant = judgedQueries.map((query) => {
		const ids = new Set<number>()
		for (const [id, subject] of subjects) if (isRelevant(subject, query)) ids.add(id)
		return ids
	})
	const judge = async ({ find }: Method): Promise<Judgement[]> => {
		const judged: Judgement[] = []
		for (const [place, query] of judgedQueries.entries()) {
			const wanted = relevant[place] ?? new Set()
			if (wanted.size === 0) throw new Error(`Nothing is relevant to ${query.text}.`)
			const found = (await find(ctx, query.text)).slice(0, FIRST)
			const right = (ids: readonly number[]) => ids.filter((id) => wanted.has(id)).length
			judged.push({
				query,
				recall: right(found) / Math.min(FIRST, wanted.size),
				precision: found.length === 0 ? 0 : right(found.slice(0, TOP)) / Math.min(TOP, wanted.size, Math.max(found.length, 1)),
			})
		}
		return judged
	}
	const results = { ours: await judge(ours), ilike: await judge(ilike), trigrams: await judge(trigrams) }
	for (const { query, recall, precision } of results.ours.filter((one) => one.recall < RECALL || one.precision < PRECISION))
		console.log(`    ${query.kind}「${query.text}」recall ${recall.toFixed(2)}, precision ${precision.toFixed(2)}`)
	const mean = (judged: readonly Judgement[], of: 'recall' | 'precision') => judged.reduce((sum, one) => sum + one[of], 0) / judged.length
	const figure = (name: string, of: 'recall' | 'precision', goal: number): Figure => ({
		name: `${name}, ${judgedQueries.length} judged searches, ${questions.toLocaleString('en')} questions`,
		value: mean(results.ours, of).toFixed(3),
		baseline: `ILIKE ${mean(results.ilike, of).toFixed(3)}, pg_trgm ${mean(results.trigrams, of).toFixed(3)}`,
		goal: atLeast(goal.toFixed(2), mean(results.ours, of), goal),
	})
	const kinds = Map.groupBy(results.ours, ({ query }) => query.kind)
	return [
		figure('recall@20', 'recall', RECALL),
		figure('precision@5', 'precision', PRECISION),
		...[...kinds].map(([kind, judged]) => ({
			name: `  ${kind} (${judged.length})`,
			value: `recall ${mean(judged, 'recall').toFixed(2)}, precision ${mean(judged, 'precision').toFixed(2)}`,
			baseline: (['ilike', 'trigrams'] as const)
				.map((name) => {
					const theirs = results[name].filter(({ query }) => query.kind === kind)
					return `${name === 'ilike' ? 'ILIKE' : 'pg_trgm'} ${mean(theirs, 'recall').toFixed(2)}/${mean(theirs, 'precision').toFixed(2)}`
				})
				.join(', '),
		})),
	]
}

/** Beside the judged ones the most frequent words there are: those that used to be slow. */
const FREQUENT = ['書類', '経費', '相談', '費用', '申告', '会社', '確定申告 費用', '期限', '飲食店', '登記']

/** CPU time of PostgreSQL and of this process: the cost of a search independent of other load. */
async function cpuSeconds(postgres: EmbeddedPostgres): Promise<{ postgres: number; node: number }> {
	const { user, system } = process.cpuUsage()
	return { postgres: await postgresCpuSeconds(postgres), node: (user + system) / 1_000_000 }
}

async function measureTime({ questions, ctx, database, postgres }: QuestionSet): Promise<Figure> {
	const texts = [...judgedQueries.map(({ text }) => text), ...FREQUENT]
	const runs = texts.map((text) => ({ text, times: [] as number[] }))
	let before = { postgres: 0, node: 0 }
	for (let round = -1; round < rounds; round++) {
		if (round === 0) before = await cpuSeconds(postgres)
		for (const { text, times } of runs) {
			const took = await timed(() => ours.find(ctx, text))
			if (round >= 0) times.push(took)
		}
	}
	const after = await cpuSeconds(postgres)
	const searches = texts.length * rounds
	const slowest = runs.toSorted((a, b) => median(b.times) - median(a.times))[0]
	const trips = await record(database.pool, (db) => ours.find({ ...ctx, db }, slowest?.text ?? ''))
	const plans: string[] = []
	for (const statement of trips.flat()) plans.push(`${statement.text.trim()}\n\n${await explain(database.pool, statement)}`)
	await writeFile(path.join(cacheFolder, `search-plans-${questions}.txt`), `「${slowest?.text}」\n\n${plans.join('\n\n\n')}\n`)
	const medians = runs.map(({ times }) => median(times))
	const every = percentile(
		runs.flatMap(({ times }) => times),
		0.95,
	)
	const p95 = percentile(medians, 0.95)
	return {
		name: `a search, ${questions.toLocaleString('en')} questions, ${texts.length} texts`,
		value: `p50 ${ms(median(medians))}, p95 ${ms(p95)} (${ms(every)})`,
		baseline: `CPU a search: PostgreSQL ${ms((1000 * (after.postgres - before.postgres)) / searches)}, Node ${ms((1000 * (after.node - before.node)) / searches)}; slowest「${slowest?.text}」 ${ms(median(slowest?.times ?? []))}`,
		goal: atMost(`${p95Limit(questions)} ms`, p95, p95Limit(questions)),
	}
}
