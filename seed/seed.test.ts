import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/domain/shared/context.ts'
import { rowHashes, type TableHash } from '../scripts/row-hashes.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { emptyDatabase, freshDatabase } from '../test/database.ts'
import { seedAll, seedDemo } from './index.ts'
import { readMark } from './marks.ts'
import { categories, professions } from './taxonomy/index.ts'
import { seedTaxonomy } from './taxonomy/insert.ts'

let opened: OpenedDatabase<Database>
beforeAll(async () => {
	opened = await freshDatabase()
})
afterAll(() => opened.close())

const quiet = { onProgress: () => undefined }
const tasks = categories.flatMap((category) => category.tasks)

async function count(table: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(opened.db)
	return rows[0]?.n ?? -1
}

/** Tables of `hashes` that the others lack or have with other rows. */
const differing = (hashes: readonly TableHash[], others: readonly TableHash[]): string[] =>
	hashes.filter(({ table, hash }) => others.every((one) => one.table !== table || one.hash !== hash)).map(({ table }) => table)

describe('the taxonomy', () => {
	it('is in the database as it is written', async () => {
		expect(await count('task_categories')).toBe(12)
		expect(await count('tasks')).toBe(tasks.length)
		expect(await count('professions')).toBe(professions.length)
		expect(await count('use_cases')).toBe(tasks.flatMap((task) => task.useCases).length)
		expect(await count('tools')).toBe(new Set(tasks.flatMap((task) => task.tools.map((tool) => tool.slug))).size)
		const stored = await opened.db.selectFrom('tasks').selectAll().where('id', '=', 503).executeTakeFirstOrThrow()
		const written = tasks.find((task) => task.id === 503)
		expect(stored).toMatchObject({ name: written?.name, body: written?.body, synonyms: written?.synonyms, faq: written?.faq })
		expect(stored.published_at).not.toBeNull()
	})

	it('is left alone while its texts are the same, and brought back with the same ids when they are not', async () => {
		expect(await seedTaxonomy(opened.db, quiet.onProgress)).toBe(false)
		const before = await opened.db.selectFrom('tools').select(['id', 'slug']).orderBy('id').execute()
		await sql`update seed_marks set value = 'older' where name = 'taxonomy'`.execute(opened.db)
		await sql`update tasks set summary = 'older', published_at = null where id = 503`.execute(opened.db)
		await sql`update tools set summary = 'older'`.execute(opened.db)
		await sql`insert into use_cases (task_id, title, persona, before_text, after_text, days, cost, position) values (503, 'x', 'x', 'x', 'x', 1, 1, 99)`.execute(
			opened.db,
		)
		await sql`insert into tasks select (jsonb_populate_record(t, '{"id": 599, "slug": "gone"}')).* from tasks t where id = 503`.execute(
			opened.db,
		)
		expect(await seedTaxonomy(opened.db, quiet.onProgress)).toBe(true)
		expect(await opened.db.selectFrom('tools').select(['id', 'slug']).orderBy('id').execute()).toEqual(before)
		expect(await count('use_cases')).toBe(tasks.flatMap((task) => task.useCases).length)
		const rows = await opened.db
			.selectFrom('tasks')
			.select(['id', 'summary', 'published_at'])
			.where('id', 'in', [503, 599])
			.orderBy('id')
			.execute()
		expect(rows[0]).toMatchObject({ id: 503, summary: tasks.find((task) => task.id === 503)?.summary })
		expect(rows.map((row) => row.published_at !== null)).toEqual([true, false])
		await sql`delete from tasks where id = 599`.execute(opened.db)
	})
})

describe('seeding', () => {
	let hashes: TableHash[]

	it('seeds the demo once, with its lists and suggestions, and completes an interrupted one', async () => {
		await seedAll(opened.db, { ...quiet, demo: true, offices: 40 })
		expect(await count('offices')).toBe(40)
		expect(await count('experts')).toBe(50)
		const listed = await sql<{ n: number }>`select count(distinct office_id)::int as n from office_listings`.execute(opened.db)
		expect(listed.rows[0]?.n).toBe(40)
		expect(await count('suggestion_terms')).toBeGreaterThan(10_000)
		hashes = await rowHashes(opened.db)

		const questions = await count('questions')
		expect(questions).toBeGreaterThan(0)
		expect(await count('question_searches')).toBe(questions)
		const counted = await sql<{ n: number }>`
			select count(*)::int as n from questions q where
				answer_count <> (select count(*) from answers a where a.question_id = q.id)
				or helpful_count <> (select count(*) from helpful_votes v join answers a on a.id = v.answer_id where a.question_id = q.id)
				or exists (select from answers a where a.question_id = q.id and comment_count <> (select count(*) from answer_comments c where c.answer_id = a.id))
				or exists (select from answers a where a.question_id = q.id and helpful_count <> (select count(*) from helpful_votes v where v.answer_id = a.id))
		`.execute(opened.db)
		expect(counted.rows[0]?.n).toBe(0)

		const derived = await readMark(opened.db, 'derived')
		await seedAll(opened.db, { ...quiet, demo: true })
		expect(await count('questions')).toBe(questions)
		expect(await count('offices')).toBe(40)
		expect(await readMark(opened.db, 'derived')).toBe(derived)

		// The state after a kill behind the first block.
		await sql`update seed_marks set value = jsonb_set(value::jsonb, '{target}', '{"offices": 55, "experts": 75}')::text where name = 'demo'`.execute(
			opened.db,
		)
		await seedAll(opened.db, { ...quiet, demo: true })
		expect(await count('offices')).toBe(55)
		expect(await count('experts')).toBe(75)
	})

	it('adds to the offices that are there when asked by hand', async () => {
		await seedDemo(opened.db, { ...quiet, offices: 30 })
		expect(await count('offices')).toBe(55)
		await seedDemo(opened.db, { ...quiet, offices: 70 })
		expect(await count('offices')).toBe(70)
		const listed = await sql<{ n: number }>`select count(distinct office_id)::int as n from office_listings`.execute(opened.db)
		expect(listed.rows[0]?.n).toBe(70)
	})

	it('writes the same rows into another empty database, and a changed row shows in the hash of its table alone', async () => {
		const { db, close } = await freshDatabase()
		try {
			await seedAll(db, { ...quiet, demo: true, offices: 40 })
			expect(await rowHashes(db)).toEqual(hashes)
			expect(hashes.find(({ table }) => table === 'offices')?.rows).toBe(40)
			await sql`update use_cases set cost = cost + 1 where id = (select min(id) from use_cases)`.execute(db)
			// The content is the same under other ids and in another order of rows.
			await sql`alter table answer_comments alter column id set generated by default`.execute(db)
			await sql`update answer_comments set id = id + 1000000 where id % 2 = 0`.execute(db)
			expect(differing(await rowHashes(db), hashes)).toEqual(['use_cases'])
		} finally {
			await close()
		}
	})

	it('never adds the demo to a database with real offices', async () => {
		const { db, close } = await freshDatabase()
		try {
			await sql`
				insert into offices (kind, name, kana, representative, prefecture_id, municipality_id, address_line, lat, lng, state)
				values ('sole', '本物事務所', 'ほんものじむしょ', '本物 太郎', 13, 13204, '下連雀1-1', 35.7, 139.56, 'draft')
			`.execute(db)
			await seedAll(db, { ...quiet, demo: true })
			const { rows } = await sql<{ n: number }>`select count(*)::int as n from offices`.execute(db)
			expect(rows[0]?.n).toBe(1)
		} finally {
			await close()
		}
	})

	it('brings in what it had left when it was killed once pages could be served', async () => {
		const [whole, killed] = await Promise.all([freshDatabase(), emptyDatabase()])
		try {
			await migrateToLatest(killed.db)
			const onServable = () => {
				throw new Error('killed')
			}
			await expect(seedAll(killed.db, { ...quiet, demo: false, onServable })).rejects.toThrow('killed')
			const expected = await rowHashes(whole.db)
			expect(differing(expected, await rowHashes(killed.db))).toEqual(['postal_codes', 'suggestion_terms'])
			await seedAll(killed.db, { ...quiet, demo: false })
			expect(differing(expected, await rowHashes(killed.db))).toEqual([])
		} finally {
			await Promise.all([whole.close(), killed.close()])
		}
	})
})
