import type { Pool } from 'pg'
import { openDataSet } from '../data-sets.ts'
import { type Figure, ms } from '../figures.ts'
import { explain } from '../recording.ts'
import { growthSizes } from '../settings.ts'
import { recordPages } from './page-statements.ts'
import { publicPageTypes } from './page-types.ts'

const GROWTH = 1.2
const BUFFERS = 2_000
/** Below so many a page's growth is that of a few blocks. */
const FEW = 100

type Cost = { statements: number; buffers: number; ms: number }

/** Buffers and time of every type of page at two sizes of the same demo. */
export async function measureGrowth(): Promise<Figure[]> {
	const types = publicPageTypes()
	const costs: Map<string, Cost>[] = []
	for (const size of growthSizes) {
		const set = await openDataSet(size, size)
		try {
			const found = new Map<string, Cost>()
			for (const page of await recordPages(set.dataDir, set.database.url, types)) {
				let buffers = 0
				for (const statement of page.trips.flat()) buffers += await buffersOf(set.database.pool, statement)
				found.set(page.pattern, { statements: page.trips.flat().length, buffers, ms: page.ms })
			}
			costs.push(found)
		} finally {
			await set.close()
		}
	}
	const [small, large] = costs
	const recorded = types.filter(({ pattern }) => small?.has(pattern) || large?.has(pattern))
	return [
		...recorded.map(({ pattern }) => figureOf(pattern, small?.get(pattern), large?.get(pattern))),
		{ name: 'types that were recorded', value: `${recorded.length} of ${types.length}` },
	]
}

const describe = ({ buffers, ms: took, statements }: Cost): string =>
	`${buffers.toLocaleString('en')} buffers, ${statements} statements, ${ms(took)}`

function figureOf(pattern: string, small: Cost | undefined, large: Cost | undefined): Figure {
	const goal = `growth ≤ ${GROWTH}, ≤ ${BUFFERS.toLocaleString('en')} buffers`
	if (small === undefined || large === undefined) return { name: pattern, value: 'not recorded', goal: { text: goal, met: false } }
	const ratio = Math.max(FEW, large.buffers) / Math.max(FEW, small.buffers)
	return {
		name: pattern,
		value: describe(large),
		baseline: describe(small),
		ratio,
		goal: { text: goal, met: ratio <= GROWTH && large.buffers <= BUFFERS },
	}
}

/** Shared buffers of a statement's execution, found in memory or read. */
async function buffersOf(pool: Pool, statement: Parameters<typeof explain>[1]): Promise<number> {
	const [execution = ''] = (await explain(pool, statement)).split('\nPlanning:')
	// The first line is that of the whole plan.
	const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(execution) ?? []
	return Number(hit) + Number(read)
}
