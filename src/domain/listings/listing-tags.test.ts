import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { droppedBy } from '../../../test/dropped-tags.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { reindexOffice } from './listings.ts'

let opened: Awaited<ReturnType<typeof freshDatabase>>
let id: number

beforeAll(async () => {
	opened = await freshDatabase()
	id = await opened.db.transaction().execute(async (db) => {
		const expert = await makeExpert({ db }, { professions: ['zeirishi'], taskIds: [] })
		return makeOffice({ db }, { municipality_id: 14104, lat: 35.4437, lng: 139.638, taskIds: [503], expertIds: [expert] })
	})
})

afterAll(async () => {
	await opened.close()
})

/** The tags that a change of the office's row drops, without those of stations. */
async function tagsAfter(change: ReturnType<typeof sql>): Promise<string[]> {
	const dropped = await droppedBy(opened, () =>
		opened.db.transaction().execute(async (trx) => {
			await sql`update offices set ${change} where id = ${id}`.execute(trx)
			await reindexOffice(trx, id)
		}),
	)
	return [...dropped].filter((tag) => !/^list:\d+:\d{6,}$/.test(tag)).sort()
}

/** Of all offices, the category and the task; in Japan, the prefecture, the city and its ward. */
const listsIn = (...areas: number[]) => [0, 5, 503].flatMap((scope) => areas.map((area) => `list:${scope}:${area}`))

test('a text drops the pages that show the office and no list as a whole', async () => {
	expect(await tagsAfter(sql`headline = headline || '！'`)).toEqual([`office:${id}`])
})

test('a rating, which moves the office in its lists, drops all of them', async () => {
	expect(await tagsAfter(sql`rating_sum = rating_sum + 5, rating_count = rating_count + 1`)).toEqual(
		[`office:${id}`, ...listsIn(0, 14, 14100, 14104)].sort(),
	)
})

test('a facet, which lists count, drops all of them', async () => {
	expect(await tagsAfter(sql`online = not online`)).toEqual([`office:${id}`, ...listsIn(0, 14, 14100, 14104)].sort())
})

test('a move drops the lists of both places', async () => {
	expect(await tagsAfter(sql`municipality_id = 13204, prefecture_id = 13, lat = 35.7027, lng = 139.5608`)).toEqual(
		[`office:${id}`, ...listsIn(0, 13, 13204, 14, 14100, 14104)].sort(),
	)
})

test('an office that is withdrawn drops its lists', async () => {
	expect(await tagsAfter(sql`state = 'unlisted'`)).toEqual([`office:${id}`, ...listsIn(0, 13, 13204)].sort())
	expect(await tagsAfter(sql`headline = headline || '！'`)).toEqual([`office:${id}`])
})
