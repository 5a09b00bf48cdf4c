import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { makeExpert, MITAKA, makeOffice } from '../../../test/factories.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { stationAreaId } from '../geography/areas.ts'
import { distanceMetres } from '../geography/distance.ts'
import { flagBit, professionBit, type ProfessionSlug, professions } from '../taxonomy/attributes.ts'
import { reindexOffice } from './listings.ts'
import { rebuildListings } from './listings-rebuild.ts'

let opened: Awaited<ReturnType<typeof freshDatabase>>
let ctx: Pick<Ctx, 'db'>

beforeAll(async () => {
	opened = await freshDatabase()
	ctx = { db: opened.db }
})

afterAll(async () => {
	await opened.close()
})

/** All rows derived from the offices. */
async function derived(db: Kysely<Database>) {
	const tables = ['office_listings', 'station_listings', 'listing_counts', 'listing_totals']
	const rows = await Promise.all(
		tables.map((table) => sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)),
	)
	return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.rows.map(({ row }) => row)]))
}

async function keptAndRebuilt() {
	const kept = await derived(ctx.db)
	await rebuildListings(ctx.db)
	return { kept, rebuilt: await derived(ctx.db) }
}

const inNewTransaction = <T>(handler: (trx: Pick<Ctx, 'db'>) => Promise<T>) => ctx.db.transaction().execute((db) => handler({ db }))

/** An expert who may do every task of these tests. */
const makeMember = (trx: Pick<Ctx, 'db'>) => makeExpert(trx, { professions: ['zeirishi', 'bengoshi', 'sharoushi'], taskIds: [] })

/** 三鷹市, 武蔵野市, 横浜市中区, 横浜市西区, 嬬恋村. */
const places = [
	{ municipality_id: 13204, lat: 35.7027, lng: 139.5608 },
	{ municipality_id: 13203, lat: 35.7036, lng: 139.5796 },
	{ municipality_id: 14104, lat: 35.4437, lng: 139.638 },
	{ municipality_id: 14103, lat: 35.4658, lng: 139.6223 },
	{ municipality_id: 10425, lat: 36.517, lng: 138.53 },
]

const edit = fc.record({
	office: fc.nat({ max: 5 }),
	place: fc.constantFrom(...places),
	state: fc.constantFrom('published' as const, 'published' as const, 'unlisted' as const, 'deleted' as const),
	accepting: fc.constantFrom('open' as const, 'limited' as const, 'paused' as const),
	online: fc.boolean(),
	stars: fc.nat({ max: 5 }),
	taskIds: fc.uniqueArray(fc.constantFrom(503, 501, 701, 101), { maxLength: 3 }),
	professions: fc.uniqueArray(fc.constantFrom<ProfessionSlug>('zeirishi', 'bengoshi', 'it-coordinator'), { maxLength: 2 }),
})

test('after any sequence of edits the stored rows and counts equal a rebuild', async () => {
	const ids = await inNewTransaction(async (trx) => {
		const made: number[] = []
		for (let index = 0; index < 6; index++) made.push(await makeOffice(trx, { expertIds: [await makeMember(trx)] }))
		return made
	})
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
			for (const one of edits)
				await ctx.db.transaction().execute(async (trx) => {
					const id = ids[one.office] ?? 0
					await trx
						.updateTable('offices')
						.set({
							...one.place,
							prefecture_id: Math.floor(one.place.municipality_id / 1000),
							state: one.state,
							accepting: one.accepting,
							online: one.online,
							rating_sum: one.stars,
							rating_count: one.stars > 0 ? 1 : 0,
						})
						.where('id', '=', id)
						.execute()
					await trx.deleteFrom('office_tasks').where('office_id', '=', id).execute()
					await trx.deleteFrom('office_professions').where('office_id', '=', id).execute()
					for (const taskId of one.taskIds)
						await trx
							.insertInto('office_tasks')
							.values({ office_id: id, task_id: taskId, fee_basis: 'per_case', fee_min: 1000, fee_max: null })
							.execute()
					for (const slug of one.professions)
						await trx
							.insertInto('office_professions')
							.values({ office_id: id, profession_id: professions.find((profession) => profession.slug === slug)?.id ?? 0 })
							.execute()
					await reindexOffice(trx, id)
				})
			const { kept, rebuilt } = await keptAndRebuilt()
			expect(kept).toEqual(rebuilt)
		}),
		{ numRuns: 8 },
	)
})

test('counts stay exact when many offices of one area change at the same time', async () => {
	const ids = await inNewTransaction(async (trx) => {
		const made: number[] = []
		for (let index = 0; index < 12; index++) made.push(await makeOffice(trx, { listed: false, expertIds: [await makeMember(trx)] }))
		return made
	})
	await Promise.all(ids.map((id) => ctx.db.transaction().execute((trx) => reindexOffice(trx, id))))
	await Promise.all(
		ids.flatMap((id, index) => [
			ctx.db.transaction().execute(async (trx) => {
				await trx
					.updateTable('offices')
					.set({ online: index % 2 === 0 })
					.where('id', '=', id)
					.execute()
				await reindexOffice(trx, id)
			}),
			ctx.db.transaction().execute((trx) => reindexOffice(trx, id)),
		]),
	)
	const { kept, rebuilt } = await keptAndRebuilt()
	expect(kept).toEqual(rebuilt)
})

test('a ward counts for itself, its city, its prefecture and Japan', async () => {
	const totals = async () => {
		const rows = await ctx.db
			.selectFrom('listing_totals')
			.selectAll()
			.where('scope_id', '=', 601)
			.where('area_id', '<', stationAreaId(0))
			.execute()
		return Object.fromEntries(rows.map((row) => [row.area_id, row.office_count]))
	}
	const id = await inNewTransaction(async (trx) => makeOffice(trx, { ...places[2], taskIds: [601], expertIds: [await makeMember(trx)] }))
	expect(await totals()).toEqual({ 0: 1, 14: 1, 14100: 1, 14104: 1 })
	await ctx.db.transaction().execute(async (trx) => {
		await trx.updateTable('offices').set({ state: 'deleted' }).where('id', '=', id).execute()
		await reindexOffice(trx, id)
	})
	expect(await totals()).toEqual({})
})

test('SQL packs attributes and measures distances as the code does', async () => {
	const office = { first_consultation_free: true, online: false, weekend: true, evening: false, accepting: 'limited' as const }
	const id = await inNewTransaction(async (trx) =>
		makeOffice(trx, { ...office, professions: ['bengoshi', 'it-coordinator'], expertIds: [await makeMember(trx)] }),
	)
	const listing = await ctx.db
		.selectFrom('office_listings')
		.select('attributes')
		.where('office_id', '=', id)
		.limit(1)
		.executeTakeFirstOrThrow()
	const given = [flagBit('first-free'), flagBit('weekend'), flagBit('accepting'), professionBit(5), professionBit(9)]
	expect(listing.attributes).toBe(given.reduce((sum, bit) => sum | bit, 0))
	const stations = await ctx.db
		.selectFrom('station_listings')
		.innerJoin('stations', 'stations.id', 'station_listings.station_id')
		.select(['stations.name', 'stations.lat', 'stations.lng', 'distance_m', 'scope_ids'])
		.where('office_id', '=', id)
		.execute()
	expect(stations.map(({ name }) => name)).toContain('三鷹')
	for (const station of stations) expect(station.distance_m).toBe(Math.round(distanceMetres(MITAKA, station)))
	for (const station of stations) expect(station.scope_ids.toSorted((a, b) => a - b)).toEqual([0, 5, 503])
	const within = await ctx.db.selectFrom('stations').select(['id', 'lat', 'lng']).execute()
	expect(stations).toHaveLength(within.filter((station) => Math.round(distanceMetres(MITAKA, station)) <= 2000).length)
})

test('few reviews weigh less than many, and complete offices that accept clients come first', async () => {
	const make = (values: Parameters<typeof makeOffice>[1]) => inNewTransaction((trx) => makeOffice(trx, { taskIds: [602], ...values }))
	const plain = await make({})
	const complete = await make({ website: 'https://example.com', picture: 'x.svg', phone_public_at: new Date() })
	const paused = await make({ accepting: 'paused' })
	const loved = await make({ rating_sum: 90, rating_count: 20 })
	const once = await make({ rating_sum: 5, rating_count: 1 })
	const by = async (column: 'recommended_rank' | 'rating_rank') =>
		(
			await ctx.db
				.selectFrom('office_listings')
				.select('office_id')
				.where('scope_id', '=', 602)
				.orderBy(column)
				.orderBy('office_id')
				.execute()
		).map((row) => row.office_id)
	const recommended = await by('recommended_rank')
	expect(recommended.indexOf(complete)).toBeLessThan(recommended.indexOf(plain))
	expect(recommended.indexOf(loved)).toBeLessThan(recommended.indexOf(once))
	expect(recommended.at(-1)).toBe(paused)
	expect(await by('rating_rank')).toEqual([loved, once, plain, complete, paused])
})
