import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listOffices } from '../src/domain/directory/office-list.ts'
import { type DataSet, label, withDataSets } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { type ListCase, listCases, requestOf } from './list-cases.ts'
import { explain, record } from './recording.ts'
import { cacheFolder, rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const GROWTH = 1.5
const P99_MS = 20

/** The list's whole read (page, facet counts, places to go on to) on each data set, in turns. */
export async function measureLists(): Promise<Figure[]> {
	return withDataSets(async (sets) => {
		const [smallest] = sets
		if (!smallest) throw new Error('BENCH_SIZES names no size')
		const cases = await listCases(smallest.ctx)
		console.log(`  ${cases.length} lists, ${rounds} rounds`)
		const runs = await Promise.all(
			sets.map(async (set) => ({
				set,
				times: new Map<string, number[]>(),
				requests: await Promise.all(cases.map((one) => requestOf(set.ctx, one))),
			})),
		)
		// The first two passes fill PostgreSQL's buffers and its prepared statements.
		for (let round = -2; round < rounds; round++)
			for (const { set, times, requests } of runs)
				for (const [index, request] of requests.entries()) {
					const took = await timed(() => listOffices(set.ctx, request))
					if (round < 0) continue
					const group = (cases[index] as ListCase).group
					times.set(group, [...(times.get(group) ?? []), took])
				}
		for (const set of sets) await writePlans(set, cases)
		return figuresOf(cases, runs)
	})
}

type Run = { set: DataSet; times: Map<string, number[]> }

function figuresOf(cases: readonly ListCase[], runs: readonly Run[]): Figure[] {
	const groups = [...new Set(cases.map(({ group }) => group))]
	const lines = groups.map((group) => figure(group, (run) => run.times.get(group) ?? [], runs))
	const kinds = [...new Set(groups.map((group) => group.split(',')[0] ?? ''))]
	const ofKind = (run: Run, kind: string) => groups.filter((group) => group.startsWith(kind)).flatMap((group) => run.times.get(group) ?? [])
	const all = kinds.map((kind) => figure(`all of ${kind}`, (run) => ofKind(run, kind), runs))
	return [...lines, ...all]
}

function figure(name: string, timesOf: (run: Run) => number[], runs: readonly Run[]): Figure {
	const [first, last] = [runs[0], runs.at(-1)]
	if (!first || !last) throw new Error('no data sets')
	const growth = median(timesOf(last)) / median(timesOf(first))
	const slow = percentile(timesOf(last), 0.99)
	const all = runs.map((run) => `${label(run.set.offices)} ${ms(median(timesOf(run)))} / ${ms(percentile(timesOf(run), 0.99))}`)
	return {
		name,
		value: all.at(-1) ?? '',
		baseline: all.slice(0, -1).join(' · '),
		ratio: growth,
		goal: { text: `growth ≤ ${GROWTH}, p99 ≤ ${P99_MS} ms`, met: growth <= GROWTH && atMost('', slow, P99_MS).met },
	}
}

/** One list of each group with all its statements and their plans. */
async function writePlans({ offices, ctx, database }: DataSet, cases: readonly ListCase[]): Promise<void> {
	let text = `Plans of the list's statements on ${offices.toLocaleString('en')} offices\n`
	const first = new Map(cases.toReversed().map((one) => [one.group, one]))
	for (const [group, one] of [...first].toReversed()) {
		const request = await requestOf(ctx, one)
		const waves = await record(database.pool, (db) => listOffices({ ...ctx, db }, request))
		text += `\n${'='.repeat(100)}\n${group}: scope ${one.scopeId}, ${JSON.stringify(one.area)}\n`
		for (const [wave, statements] of waves.entries())
			for (const statement of statements) {
				text += `\n-- wave ${wave + 1}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n-- ${JSON.stringify(statement.values)}\n`
				text += `${await explain(database.pool, statement)}\n`
			}
	}
	const file = path.join(cacheFolder, `plans-${offices}.txt`)
	await writeFile(file, text)
	console.log(`  Plans: ${file}`)
}
