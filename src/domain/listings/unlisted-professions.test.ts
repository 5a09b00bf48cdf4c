import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { professions } from '../taxonomy/attributes.ts'
import { findUnlistedProfession, listUnlistedProfessions, unlistedProfessionsOf } from '../taxonomy/unlisted-professions.ts'
import { search } from './search.ts'

const namesOf = async (text: string) => (await unlistedProfessionsOf(text)).map(({ name }) => name)

test('each has a unique URL and name, is not a profession of the site, and links to published tasks', () =>
	withCtx(async (ctx) => {
		const all = await listUnlistedProfessions()
		expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
		expect(all.filter(({ name }) => professions.some((one) => one.name === name))).toEqual([])
		for (const { slug, tasks } of all) expect([slug, (await findUnlistedProfession(ctx, slug))?.tasks.length]).toEqual([slug, tasks.length])
		expect(await findUnlistedProfession(ctx, 'zeirishi')).toBeNull()
	}))

test('a search finds them by name, reading and other words, beside a place', async () => {
	expect(await namesOf('三鷹 土地家屋調査士')).toEqual(['土地家屋調査士'])
	expect(await namesOf('ふどうさんかんていし')).toEqual(['不動産鑑定士'])
	expect(await namesOf('船舶登記')).toEqual(['海事代理士'])
	expect(await namesOf('一級建築士 三鷹')).toEqual(['建築士'])
	expect(await namesOf('税理士 三鷹')).toEqual([])
	expect(await namesOf('相続登記')).toEqual([])
})

test('the result page of a search names them first', () =>
	withCtx(async (ctx) => {
		const { unlisted } = await search(ctx, '通関士 横浜')
		expect(unlisted.map(({ path }) => path)).toEqual(['/professions/tsukanshi'])
		expect((await search(ctx, '確定申告')).unlisted).toEqual([])
		expect((await search(ctx, '土地家屋調査士')).tasks).toEqual([])
	}))
