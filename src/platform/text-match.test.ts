import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { makeOffice } from '../../test/factories.ts'
import { matchableWords, matchText } from './text-match.ts'

let opened: Awaited<ReturnType<typeof freshDatabase>>

const texts = { table: sql`reviews r`, id: sql`r.id`, text: sql`r.body || ' ' || coalesce(r.reply, '')` }

beforeAll(async () => {
	opened = await freshDatabase()
	const officeId = await makeOffice({ db: opened.db }, { taskIds: [] })
	await sql`
		insert into reviews (office_id, stars, body, created_at)
		select ${officeId}::integer, 4, '相談しやすく、必要な書類を' || i || '枚の一覧にしてもらえました。' || case when i % 5000 = 0 then 'ＡＢＣ会計ソフト' else '' end, now()
		from generate_series(1, 20000) i
	`.execute(opened.db)
	await sql`vacuum analyze reviews`.execute(opened.db)
}, 120_000)

afterAll(async () => {
	await opened.close()
})

const found = async (typed: string) => {
	const condition = await matchText(opened.db, { ...texts, words: matchableWords(typed) })
	const rows = await opened.db.selectFrom('reviews as r').select('r.id').where(condition).orderBy('r.id', 'desc').limit(21).execute()
	return rows.map(({ id }) => id)
}

test('finds letters inside words whatever their width and case, and only where all words are', async () => {
	expect(await found('abc会計')).toEqual([20_000, 15_000, 10_000, 5_000])
	expect(await found('会計ソフト　15000枚')).toEqual([15_000])
	expect(await found('会計ソフト 登記')).toEqual([])
	expect(await found('計')).toEqual([])
	expect(await found('')).toEqual([])
})

test('a frequent word is found from the newest on', async () => {
	expect((await found('相談しやすく')).slice(0, 2)).toEqual([20_000, 19_999])
})

test('rare words are looked up in the index and cost no reading of all rows', async () => {
	const { rows } = await sql<string>`
		explain (analyze, format json) select r.id from reviews r
		where text_bigrams(r.body || ' ' || coalesce(r.reply, '')) @> text_bigrams('会計ソフト')
	`.execute(opened.db)
	const text = JSON.stringify(rows)
	expect(text).toContain('reviews_letters')
	expect(text).not.toContain('Seq Scan')
})
