import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { addPageViews, forgetOldViews } from './page-views.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { addFavourite } from '../social/favourites.ts'
import { getExpertStats, statsCsv } from './expert-stats.ts'
import { makeDeal } from '../inquiries/inquiries-for-test.ts'
import { days } from '../shared/japan-time.ts'

test('an expert’s figures are those of their page and offices, by the day in Japan', () =>
	withCtx(async (ctx) => {
		const { officeId, expertId, expert, member } = await makeDeal(ctx)
		const draft = await makeOffice(ctx, { state: 'draft', published_at: null, expertIds: [expertId] })
		const pages = [
			{ kind: 'office', id: officeId, count: 3, source: 'direct' },
			{ kind: 'office', id: draft, count: 5, source: 'direct' },
			{ kind: 'expert', id: expertId, count: 2, source: 'direct' },
			{ kind: 'expert', id: 999_999, count: 2, source: 'direct' },
		]
		await addPageViews(ctx, pages)
		await addPageViews(ctx, pages)
		// 23:30 on the 14th in Japan.
		await addPageViews({ ...ctx, now: () => new Date('2026-06-14T14:30:00Z') }, [
			{ kind: 'office', id: officeId, count: 1, source: 'direct' },
		])
		await addPageViews({ ...ctx, now: () => new Date(TEST_NOW.getTime() - days(40)) }, [
			{ kind: 'office', id: officeId, count: 7, source: 'direct' },
		])
		await addFavourite(as(ctx, member), { kind: 'office', targetId: officeId })
		await sql`update favourites set created_at = ${TEST_NOW}`.execute(ctx.db)

		const stats = await getExpertStats(as(ctx, expert), { days: 28, officeId: null })
		expect(stats.series).toHaveLength(28)
		expect(stats.series.at(-1)).toEqual({
			day: '2026-06-15',
			expertViews: 4,
			officeViews: 6,
			favourites: 1,
			followers: 0,
			inquiries: 1,
			reviews: 0,
		})
		expect(stats.series.at(-2)).toMatchObject({ day: '2026-06-14', officeViews: 1 })
		expect(stats.totals).toMatchObject({ officeViews: 7, inquiries: 1 })
		expect(stats.before).toMatchObject({ officeViews: 7, inquiries: 0 })
		expect(stats).toMatchObject({ standing: { favourites: 1, followers: 0 }, answered: { received: 1, answered: 1 } })
		expect((await getExpertStats(as(ctx, expert), { days: 28, officeId: draft })).totals.officeViews).toBe(0)

		await forgetOldViews({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(1_098)) })
		const kept = await sql<{ day: string }>`select distinct day::text from page_views`.execute(ctx.db)
		expect(kept.rows).toEqual([{ day: '2026-06-15' }])

		const csv = statsCsv(stats)
		expect(csv.startsWith('\uFEFF日付,専門家ページの閲覧,')).toBe(true)
		expect(csv).toContain('\r\n2026-06-15,4,6,1,0,1,0\r\n')

		expect(await refusal(getExpertStats(as(ctx, member), { days: 28, officeId: null }))).toBe('forbidden')
		expect(await refusal(getExpertStats(as(ctx, await makeMember(ctx, ['admin'])), { days: 28, officeId: null }))).toBe('forbidden')
		const other = await makeOffice(ctx)
		expect(await refusal(getExpertStats(as(ctx, expert), { days: 28, officeId: other }))).toBe('not-found')
	}))
