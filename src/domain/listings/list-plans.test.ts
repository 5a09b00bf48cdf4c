import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import type { Database } from '../shared/context.ts'
import { type Area, japan } from '../geography/areas.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { pageSql, readHistogram, select } from './list-matches.ts'
import { type ListQuery, emptyQuery, hasFacets } from './list-query.ts'
import { rebuildListings } from './listings-rebuild.ts'

/** Enough rows that reading all of a list differs clearly from reading a page of it. */
const OFFICES = 20_000
const PAGE = 21

let opened: Awaited<ReturnType<typeof freshDatabase>>

const ctx = () => ({
	...visitorCtx(opened.db),
	now: () => new Date(),
})

beforeAll(async () => {
	opened = await freshDatabase()
	await fill(opened.db)
	await rebuildListings(opened.db)
}, 120_000)

afterAll(async () => {
	await opened.close()
})

/** All in 確定申告; every second one online, one in 50 of those in 三鷹市, one in 500 in the evening, one in 5,000 a 弁理士. */
async function fill(db: Kysely<Database>) {
	await sql`
		insert into offices (id, kind, name, kana, representative, prefecture_id, municipality_id, address_line, lat, lng, online, evening, state, rating_sum, rating_count, published_at)
		select i, 'sole', 'x', 'x', 'x', case when i % 50 = 0 then 13 else 14 end, case when i % 50 = 0 then 13204 else 14104 end, 'x',
			case when i % 50 = 0 then 35.7027 else 35.3 end, case when i % 50 = 0 then 139.5608 else 138.9 end,
			i % 2 = 0, i % 500 = 0, 'published', i % 7, i % 3, timestamptz '2026-01-01' + i * interval '1 minute'
		from generate_series(1, ${sql.lit(OFFICES)}) i
	`.execute(db)
	const expertId = await makeExpert({ db })
	await sql`insert into office_members (office_id, expert_id, role) select id, ${expertId}::integer, 'owner' from offices`.execute(db)
	await sql`insert into office_tasks (office_id, task_id, fee_basis, fee_min) select id, 503, 'per_case', 1000 from offices`.execute(db)
	await sql`insert into office_professions select id, case when id % 5000 = 0 then 6 else 1 end from offices`.execute(db)
}

type PlanNode = {
	'Relation Name'?: string
	'Node Type': string
	'Actual Rows': number
	'Actual Loops': number
	'Rows Removed by Filter'?: number
	Plans?: PlanNode[]
}

const literal = (value: unknown) => (Array.isArray(value) ? `'{${value.join(',')}}'` : `${value as number}`)

/** Rows of the listing tables that a page costs, by a plan made for these values and by one made for any. */
async function rowsRead(area: Area, query: ListQuery): Promise<number[]> {
	const histogram = await readHistogram(ctx(), area.kind === 'japan' ? 0 : area.id, 503)
	const selected = hasFacets(query) ? select(histogram, query) : null
	const page = pageSql({ scopeId: 503, area, order: query.order, selection: query, selected, cursor: null, day: '2026-06-15', limit: PAGE })
	const compiled = page.compile(opened.db)
	const read: number[] = []
	for (const mode of ['force_custom_plan', 'force_generic_plan'])
		await opened.db.connection().execute(async (connection) => {
			await sql`set plan_cache_mode = ${sql.raw(mode)}`.execute(connection)
			await sql`prepare page as ${sql.raw(compiled.sql)}`.execute(connection)
			const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
				explain (analyze, format json) execute page ${sql.raw(compiled.parameters.length > 0 ? `(${compiled.parameters.map(literal).join(', ')})` : '')}
			`.execute(connection)
			await sql`deallocate page`.execute(connection)
			await sql`reset plan_cache_mode`.execute(connection)
			const plan = rows[0]?.['QUERY PLAN'][0].Plan
			if (!plan) throw new Error('No plan')
			read.push(scannedRows(plan))
		})
	return read
}

function scannedRows(node: PlanNode): number {
	const own = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
	return own + (node.Plans ?? []).reduce((sum, child) => sum + scannedRows(child), 0)
}

const query = (changes: Partial<ListQuery> = {}): ListQuery => ({ ...emptyQuery('japan'), ...changes })

describe('a page of 20,000 offices', () => {
	test.each(['recommended', 'rating', 'newest'] as const)('in the %s order reads only itself', async (order) => {
		for (const area of [japan, getPrefecture(14), await getMunicipality(ctx(), 14100), await getMunicipality(ctx(), 14104)])
			// One more when the planner, whose statistics are a random sample, prefers an incremental sort: that reads on to see its group end.
			for (const rows of await rowsRead(area, query({ order }))) expect(rows).toBeLessThanOrEqual(PAGE + 1)
	})

	test('with a facet that half of them have reads about two pages', async () => {
		for (const rows of await rowsRead(japan, query({ flags: ['online'] }))) expect(rows).toBeLessThan(4 * PAGE)
	})

	test.each([
		['that 40 have', { flags: ['evening' as const] }],
		['that 4 have', { professions: ['benrishi' as const] }],
	])('with a facet %s reads no more rows than √(21·n)', async (_, facets) => {
		for (const area of [japan, getPrefecture(13)])
			for (const order of ['recommended', 'rating', 'newest'] as const)
				for (const rows of await rowsRead(area, query({ order, ...facets }))) expect(rows).toBeLessThanOrEqual(Math.sqrt(PAGE * OFFICES))
	})
})
