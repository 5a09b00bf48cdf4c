import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { makeMember, makeExpertViewer, as, refusal } from '../questions/questions-for-test.ts'
import { addFavourite } from './favourites.ts'
import { follow } from './follows.ts'

let opened: OpenedDatabase<Database>
let ctx: Ctx
beforeAll(async () => {
	opened = await freshDatabase()
	ctx = visitorCtx(opened.db)
})
afterAll(() => opened.close())

const WRITERS = 50
const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: WRITERS }, make))

describe('with fifty writers at once', () => {
	test('a follow and a favourite are one each', async () => {
		const reader = as(ctx, await makeMember(ctx))
		const { expertId } = await makeExpertViewer(ctx)
		await many(() => follow(reader, expertId))
		await many(() => addFavourite(reader, { kind: 'expert', targetId: expertId }))
		const { rows } = await sql<{ follows: number; favourites: number }>`
			select (select count(*)::integer from follows where expert_id = ${expertId}) as follows,
				(select count(*)::integer from favourites where expert_id = ${expertId}) as favourites
		`.execute(opened.db)
		expect(rows).toEqual([{ follows: 1, favourites: 1 }])
	})

	test('refuses a favourite beyond five hundred', async () => {
		const viewer = await makeMember(ctx)
		const userId = viewer.kind === 'member' ? viewer.userId : ''
		await sql`
			with made as (
				insert into questions (asker_handle, title, body, task_category_id, stage)
				select '匿名', 'お気に入りの試験に使う質問です' || n, repeat('本文', 20), 5, 'sole' from generate_series(1, 549) n returning id
			), kept as (select id, row_number() over (order by id) as place from made)
			insert into favourites (user_id, question_id) select ${userId}::bigint, id from kept where place <= 499
		`.execute(opened.db)
		const { rows } = await sql<{ id: number }>`
			select id from questions q where asker_id is null
				and not exists (select from favourites f where f.question_id = q.id and f.user_id = ${userId}::bigint) limit 50
		`.execute(opened.db)
		const ends = await Promise.all(rows.map(({ id }) => refusal(addFavourite(as(ctx, viewer), { kind: 'question', targetId: id }))))
		expect(ends.sort()).toEqual(['none', ...Array.from({ length: WRITERS - 1 }, () => 'social/limit')])
	})
})
