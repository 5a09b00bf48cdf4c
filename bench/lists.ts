import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listOffices } from '../src/domain/listings/office-list.ts'
import { type DataSet, label, withDataSets } from './data-sets.ts'
import { type Figure, ms } from './figures.ts'
import { type ListCase, listCases, requestOf } from './list-cases.ts'
import { explain, record } from './recording.ts'
import { cacheFolder, rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const GROWTH = 1.5
const P99_MS = 20

/** All reads of a list (page, facet counts, narrower areas) on each data set, in turns. */
export async function measureLists(): Promise<Figure[]> {
	return withDataSets(async (sets) => {
		const [smallest] = sets
		if (!smallest) throw new Error('BENCH_SIZES names no size')
		const cases = await listCases(smallest.ctx)
		console.log(`  ${cases.length} lists, ${rounds} rounds`)
		const runs = await Promise.all(
			sets.map(async (set) => ({
				set,
				lists: await Promise.all(
					cases.map(async (one) => ({ group: one.group, request: await requestOf(set.ctx, one), times: [] as number[] })),
				),
			})),
		)
		// The first two passes fill PostgreSQL's buffers and its prepared statements.
		for (let round = -2; round < rounds; round++)
			for (const { set, lists } of runs)
				for (const { request, times } of lists) {
					const took = await timed(() => listOffices(set.ctx, request))
					if (round >= 0) times.push(took)
				}
		for (const set of sets) await writePlans(set, cases)
		return figuresOf(cases, runs)
	})
}

type Run = { set: DataSet; lists: { group: string; times: number[] }[] }

function figuresOf(cases: readonly ListCase[], runs: readonly Run[]): Figure[] {
	const groups = [...new Set(cases.map(({ group }) => group))]
	const kinds = [...new Set(groups.map((group) => group.split(',')[0] ?? ''))]
	return [
		...groups.map((group) => figure(group, (one) => one === group, runs)),
		...kinds.map((kind) => figure(`all of ${kind}`, (one) => one.startsWith(`${kind},`), runs)),
		figure('all lists', () => true, runs),
	]
}

/**
 * The percentiles are those of the lists, each at the median of its rounds: what a list costs. The last number is the
 * p99 of every single call, in which the machine's other work shows as well.
 */
function figure(name: string, isIn: (group: string) => boolean, runs: readonly Run[]): Figure {
	const measured = runs.map(({ set, lists }) => {
		const own = lists.filter(({ group }) => isIn(group)).map(({ times }) => times)
		const medians = own.map(median)
		return { set, half: median(medians), slow: percentile(medians, 0.99), slowCall: percentile(own.flat(), 0.99) }
	})
	const [first, last] = [measured[0], measured.at(-1)]
	if (!first || !last) throw new Error('no data sets')
	const growth = last.half / first.half
	const texts = measured.map(({ set, half, slow, slowCall }) => `${label(set.offices)} ${ms(half)} / ${ms(slow)} (${ms(slowCall)})`)
	return {
		name,
		value: texts.at(-1) ?? '',
		baseline: texts.slice(0, -1).join(' · '),
		ratio: growth,
		goal: { text: `growth ≤ ${GROWTH}, p99 ≤ ${P99_MS} ms`, met: growth <= GROWTH && last.slow <= P99_MS },
	}
}

/** One list of each group with all its statements and their plans. */
async function writePlans({ offices, ctx, database }: DataSet, cases: readonly ListCase[]): Promise<void> {
	let text = `Plans of the list's statements on ${offices.toLocaleString('en')} offices\n`
	const first = new Map(cases.toReversed().map((one) => [one.group, one]))
	for (const [group, one] of [...first].toReversed()) {
		const request = await requestOf(ctx, one)
		const trips = await record(database.pool, (db) => listOffices({ ...ctx, db }, request))
		text += `\n${'='.repeat(100)}\n${group}: scope ${one.scopeId}, ${JSON.stringify(one.area)}\n`
		for (const [trip, statements] of trips.entries())
			for (const statement of statements) {
				text += `\n-- round trip ${trip + 1}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n-- ${JSON.stringify(statement.values)}\n`
				text += `${await explain(database.pool, statement)}\n`
			}
	}
	const file = path.join(cacheFolder, `plans-${offices}.txt`)
	await writeFile(file, text)
	console.log(`  Plans: ${file}`)
}
