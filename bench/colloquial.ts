import { sql } from 'kysely'
import { search } from '../src/domain/listings/search.ts'
import { suggest } from '../src/domain/listings/suggestions.ts'
import type { Ctx } from '../src/domain/shared/context.ts'
import { openDataSet } from './data-sets.ts'
import type { Figure } from './figures.ts'
import {
	type Half,
	halves,
	type JudgedHalf,
	type OfficeSearch,
	type QuestionSearch,
	readHalf,
	type SuggestionSearch,
} from './judged/colloquial.ts'
import { ours } from './search-methods.ts'
import { median, timed } from './statistics.ts'

/** The demo as `npm start` makes it. */
const OFFICES = 2_000
const RECALLED = 10
const TOP = 5

/** Which of the first results are right, and how many there are to find. */
type Judgement = { search: string; right: readonly boolean[]; wanted: number; took: number; first: string }

/** How well everyday searches are answered on the demo: `BENCH_JUDGED=tuning` lists what one half misses. */
export async function measureColloquial(): Promise<Figure[]> {
	const set = await openDataSet(OFFICES)
	try {
		const figures: Figure[] = []
		for (const half of halves) {
			const judged = readHalf(half)
			figures.push(
				...figuresOf(half, 'questions', await judgeQuestions(set.ctx, judged)),
				...figuresOf(half, 'offices', await judgeOffices(set.ctx, judged)),
				...figuresOf(half, 'suggestions', await judgeSuggestions(set.ctx, judged)),
			)
		}
		return figures
	} finally {
		await set.close()
	}
}

const share = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
const count = (right: readonly boolean[]) => right.filter(Boolean).length

const recall = ({ right, wanted }: Judgement) => Math.min(1, count(right.slice(0, RECALLED)) / Math.min(RECALLED, wanted))
const precision = ({ right, wanted }: Judgement) =>
	Math.min(1, count(right.slice(0, TOP)) / Math.min(TOP, wanted, Math.max(1, right.length)))
const reciprocalRank = ({ right }: Judgement) => (right.includes(true) ? 1 / (right.indexOf(true) + 1) : 0)
/** A good first page: most of the first results are right. */
const isGood = (one: Judgement) => precision(one) >= 0.6

function figuresOf(half: Half, of: keyof JudgedHalf, judged: readonly Judgement[]): Figure[] {
	if (process.env['BENCH_JUDGED'] === half)
		for (const one of judged.filter((row) => !isGood(row) || recall(row) < 0.5))
			console.log(
				`    ${half} ${of}「${one.search}」recall ${recall(one).toFixed(2)}, precision ${precision(one).toFixed(2)} of ${one.wanted}: ${one.first}`,
			)
	return [
		{
			name: `${half}, ${of} (${judged.length} searches)`,
			value: `recall@${RECALLED} ${share(judged.map(recall)).toFixed(3)}, precision@${TOP} ${share(judged.map(precision)).toFixed(3)}, MRR ${share(judged.map(reciprocalRank)).toFixed(3)}`,
			baseline: `good first pages ${judged.filter(isGood).length} of ${judged.length}, median ${median(judged.map(({ took }) => took)).toFixed(1)} ms`,
		},
	]
}

type Asked = { id: number; title: string; body: string; tasks: number[] }

async function judgeQuestions(ctx: Ctx, { questions }: JudgedHalf): Promise<Judgement[]> {
	const { rows } = await sql<Asked>`
		select id, title, body, array(select task_id::integer from question_tasks t where t.question_id = q.id) as tasks from questions q
	`.execute(ctx.db)
	const byId = new Map(rows.map((row) => [row.id, row]))
	const judged: Judgement[] = []
	for (const one of questions) {
		const wanted = rows.filter((row) => isAbout(row, one)).length
		// The demo grows: a question that does not exist yet cannot be found.
		if (wanted === 0) {
			console.log(`    Nobody has asked about 「${one.search}」.`)
			continue
		}
		let found: number[] = []
		const took = await timed(async () => {
			found = await ours.find(ctx, one.search)
		})
		const asked = found.flatMap((id) => byId.get(id) ?? [])
		judged.push({
			search: one.search,
			right: asked.map((row) => isAbout(row, one)),
			wanted,
			took,
			first: asked
				.slice(0, TOP)
				.map((row) => `${isAbout(row, one) ? '○' : '×'}${row.title.slice(0, 24)}`)
				.join(' / '),
		})
	}
	return judged
}

function isAbout({ title, body, tasks }: Asked, { about, tasks: ofTasks }: QuestionSearch): boolean {
	const hasTask = ofTasks.some((id) => tasks.includes(id))
	if (about.length === 0) return hasTask
	const says = (text: string) => about.some((one) => new RegExp(one, 'u').test(text))
	return says(title) || (says(body) && (ofTasks.length === 0 || hasTask))
}

async function judgeOffices(ctx: Ctx, { offices }: JudgedHalf): Promise<Judgement[]> {
	const judged: Judgement[] = []
	for (const one of offices) {
		let found = await search(ctx, one.search)
		const took = await timed(async () => {
			found = await search(ctx, one.search)
		})
		const isTold = one.chip === undefined || found.facets.some(({ label }) => label.includes(one.chip ?? ''))
		const shown = [...found.directLinks, ...found.tasks, ...found.areas].map(({ label }) => label)
		const isClean = one.not === undefined || !shown.some((label) => label.includes(one.not ?? ''))
		judged.push({
			search: one.search,
			right: found.directLinks.map(({ path, label }) => isTold && isClean && isList(path, label, one)),
			wanted: 1,
			took,
			first: found.directLinks
				.slice(0, 3)
				.map(({ label, path }) => `${label} ${path.split('?')[1] ?? ''}`)
				.join(' / '),
		})
	}
	return judged
}

function isList(path: string, label: string, { scope, place, profession, flags }: OfficeSearch): boolean {
	const address = new URL(path, 'https://bench.example')
	const id = Number(/list\/(\d+)/.exec(address.pathname)?.[1])
	return (
		(scope.length === 0 || scope.includes(id)) &&
		(place.length === 0 || place.some((name) => label.includes(name))) &&
		(profession === undefined || address.searchParams.getAll('profession').includes(profession)) &&
		flags.every((flag) => address.searchParams.has(flag))
	)
}

async function judgeSuggestions(ctx: Ctx, { suggestions }: JudgedHalf): Promise<Judgement[]> {
	const judged: Judgement[] = []
	for (const one of suggestions) {
		let labels: string[] = []
		const took = await timed(async () => {
			labels = (await suggest(ctx, one.search)).map(({ label }) => label)
		})
		judged.push({ search: one.search, right: rightOffers(labels, one), wanted: 1, took, first: labels.slice(0, TOP).join(' / ') })
	}
	return judged
}

function rightOffers(labels: readonly string[], { expect, expectNot }: SuggestionSearch): boolean[] {
	const isClean = !labels.some((label) => expectNot.includes(label))
	return expect.length === 0 ? [isClean] : labels.map((label) => isClean && expect.includes(label))
}
