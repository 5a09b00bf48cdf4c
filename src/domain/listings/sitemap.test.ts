import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { countListing, listSitemapEntries } from './sitemap.ts'

test('a kind is read in parts that join without gaps', () =>
	withCtx(async (ctx) => {
		const made: number[] = []
		for (let index = 0; index < 5; index++) made.push(await makeOffice(ctx))
		await makeOffice(ctx, { state: 'unlisted' })
		const paths: string[] = []
		let after: string | null = null
		do {
			const part: Awaited<ReturnType<typeof listSitemapEntries>> = await listSitemapEntries(ctx, 'office', after, 2)
			paths.push(...part.entries.map(({ path }) => path))
			after = part.next
		} while (after !== null)
		expect(paths).toEqual(made.map((id) => `/office/${id}`))
	}))

test('experts, tools, tasks and categories have their pages', () =>
	withCtx(async (ctx) => {
		const expert = await makeExpert(ctx)
		await makeExpert(ctx, { state: 'draft' })
		expect((await listSitemapEntries(ctx, 'expert', null)).entries.map(({ path }) => path)).toEqual([`/expert/${expert}`])
		expect((await listSitemapEntries(ctx, 'category', null)).entries).toHaveLength(12)
		expect((await listSitemapEntries(ctx, 'tool', 'nonsense')).entries[0]?.path).toMatch(/^\/tool\/\d+$/)
		expect((await listSitemapEntries(ctx, 'task', null)).entries.length).toBeGreaterThanOrEqual(70)
	}))

test('only lists of three offices or more are for search engines', () =>
	withCtx(async (ctx) => {
		for (let index = 0; index < 3; index++) await makeOffice(ctx)
		await makeOffice(ctx, { municipality_id: 13203, lat: 35.9, lng: 139.1 })
		expect(await countListing(ctx, 503, getPrefecture(13))).toBe(4)
		expect(await countListing(ctx, 503, getPrefecture(47))).toBe(0)
		const paths: string[] = []
		let after: string | null = null
		do {
			const part: Awaited<ReturnType<typeof listSitemapEntries>> = await listSitemapEntries(ctx, 'list', after, 7)
			paths.push(...part.entries.map(({ path }) => decodeURIComponent(path)))
			after = part.next
		} while (after !== null)
		expect(paths).toEqual(
			expect.arrayContaining([
				'/office/search/prefecture/tokyo',
				'/category/list/5',
				'/category/task/list/503/tokyo',
				'/category/task/list/503/tokyo/city/三鷹市',
				'/category/task/list/503/tokyo/station/三鷹',
			]),
		)
		expect(paths.some((path) => path.includes('武蔵野市'))).toBe(false)
	}))
