import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import type { Database } from '../shared/context.ts'
import { listFeesOfJapan, MIN_OFFICES, measureFees, readFeeStatistics } from './fee-statistics.ts'
import { listSitemapEntries } from './sitemap.ts'

const YOKOHAMA_NAKA = 14104

/** Offices for 確定申告 with these fees per case. */
async function makeOffices(ctx: Parameters<typeof makeOffice>[0], fees: readonly number[], values: Parameters<typeof makeOffice>[1] = {}) {
	for (const feeMin of fees) await makeOffice(ctx, { feeMin, ...values })
}

describe('measureFees', () => {
	test('gives median and quartiles of Japan and of each prefecture with enough offices', () =>
		withCtx(async (ctx) => {
			await ctx.db.deleteFrom('office_listings').execute()
			await makeOffices(ctx, [10_000, 20_000, 30_000, 40_000, 50_000])
			await makeOffices(ctx, [1_000_000], { municipality_id: YOKOHAMA_NAKA })
			await measureFees(ctx)
			const found = await readFeeStatistics(ctx, 503)
			expect(found.map(({ prefectureId, officeCount, median }) => ({ prefectureId, officeCount, median }))).toEqual([
				{ prefectureId: 0, officeCount: 6, median: 35_000 },
				{ prefectureId: 13, officeCount: 5, median: 30_000 },
			])
			expect(found[1]).toMatchObject({
				source: 'fees',
				basis: 'per_case',
				lowerQuartile: 20_000,
				upperQuartile: 40_000,
				measuredAt: ctx.now(),
			})
			expect((await listFeesOfJapan(ctx)).get(503)?.median).toBe(35_000)
		}))

	test('counts an office with a range by its midpoint and drops what is no longer listed', () =>
		withCtx(async (ctx) => {
			await ctx.db.deleteFrom('office_listings').execute()
			await makeOffices(ctx, [10_000, 10_000, 10_000, 10_000, 10_000])
			await ctx.db.updateTable('office_tasks').set({ fee_max: 30_000 }).where('task_id', '=', 503).execute()
			await measureFees(ctx)
			expect((await readFeeStatistics(ctx, 503))[0]?.median).toBe(20_000)
			await ctx.db.deleteFrom('office_listings').execute()
			expect(await measureFees(ctx)).toBe(0)
			expect(await readFeeStatistics(ctx, 503)).toEqual([])
		}))

	test('shows no statistics of four offices, and a constraint rejects them', () =>
		withCtx(async (ctx) => {
			await ctx.db.deleteFrom('office_listings').execute()
			await makeOffices(ctx, [10_000, 20_000, 30_000, 40_000])
			expect(await measureFees(ctx)).toBe(0)
			const row = sql`
			insert into fee_statistics values (503, 0, 'fees', 'per_case', ${MIN_OFFICES - 1}, ${MIN_OFFICES - 1}, 1, 2, 3, ${ctx.now()})
		`
			await expect(row.execute(ctx.db)).rejects.toMatchObject({ constraint: 'fee_statistics_offices' })
		}))

	test('takes the newest version of accepted quotes, of any prefecture or none, once five offices gave one', () =>
		withCtx(async (ctx) => {
			await ctx.db.deleteFrom('office_listings').execute()
			const quote = async (totals: readonly number[], prefectureId: number | null) => {
				const officeId = await makeOffice(ctx, { listed: false, expertIds: [await makeExpert(ctx)] })
				const { id } = await ctx.db
					.insertInto('estimate_requests')
					.values({
						state: 'sent',
						task_id: 503,
						prefecture_id: prefectureId,
						client_key: `fees-${officeId}`,
						sent_at: ctx.now(),
						expires_at: ctx.now(),
						consented_at: ctx.now(),
						created_at: ctx.now(),
						updated_at: ctx.now(),
					})
					.returning('id')
					.executeTakeFirstOrThrow()
				const delivery = await ctx.db
					.insertInto('estimate_deliveries')
					.values({ request_id: id, office_id: officeId, delivered_at: ctx.now(), due_at: ctx.now() })
					.returning('id')
					.executeTakeFirstOrThrow()
				for (const [index, total] of totals.entries())
					await sql`
					insert into estimate_quotes (delivery_id, version, lines, expenses, total, valid_until, client_key, created_at)
					values (${delivery.id}, ${index + 1}, '[]', 0, ${total}, '2026-12-31', ${`q${index}`}, ${ctx.now()})
				`.execute(ctx.db)
				await sql`
				update estimate_requests set state = 'accepted', ended_at = ${ctx.now()}, accepted_delivery_id = ${delivery.id} where id = ${id}
			`.execute(ctx.db)
			}
			for (const total of [10_000, 20_000, 30_000, 40_000]) await quote([999_999, total], 13)
			await measureFees(ctx)
			expect(await readFeeStatistics(ctx, 503)).toEqual([])
			await quote([50_000], null)
			await measureFees(ctx)
			const found = await readFeeStatistics(ctx, 503)
			expect(found.map(({ source, prefectureId, median, sampleCount }) => ({ source, prefectureId, median, sampleCount }))).toEqual([
				{ source: 'quotes', prefectureId: 0, median: 30_000, sampleCount: 5 },
			])
		}))

	test('lists every page with figures in the sitemap', () =>
		withCtx(async (ctx) => {
			await ctx.db.deleteFrom('office_listings').execute()
			await makeOffices(ctx, [10_000, 20_000, 30_000, 40_000, 50_000])
			await measureFees(ctx)
			const first = await listSitemapEntries(ctx, 'fee', null, 1)
			expect(first.entries.map(({ path }) => path)).toEqual(['/fees/503'])
			const second = await listSitemapEntries(ctx, 'fee', first.next, 1)
			expect(second.entries.map(({ path }) => path)).toEqual(['/fees/503/tokyo'])
		}))
})

describe('a full table', () => {
	let opened: Awaited<ReturnType<typeof freshDatabase>>

	beforeAll(async () => {
		opened = await freshDatabase()
		await fill(opened.db)
	}, 120_000)
	afterAll(() => opened.close())

	test('a page reads only the rows of its task', async () => {
		const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: object }] }>`
			explain (analyze, format json) select * from fee_statistics where task_id = 503 order by area_id
		`.execute(opened.db)
		const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
		expect(plan).toContain('fee_statistics_pkey')
		expect(plan).not.toContain('Seq Scan')
	})
})

/** The maximum number of rows for offices' fees: every task, area and basis. */
async function fill(db: Kysely<Database>) {
	await sql`
		insert into fee_statistics
		select t.id, area, 'fees', basis, 9, 9, 1, 2, 3, now()
		from tasks t, generate_series(0, 47) area, unnest(array['per_case', 'monthly', 'hourly', 'percentage']) basis
	`.execute(db)
	await sql`analyze fee_statistics`.execute(db)
}
