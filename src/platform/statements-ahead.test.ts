import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../test/database.ts'
import { withStatementsAhead } from './statements-ahead.ts'

test('statements that read or write rows come after those sent ahead of them', () =>
	withCtx(async (ctx) => {
		const db = ctx.db as unknown as Kysely<object>
		const rows = await withStatementsAhead(db, async (ahead) => {
			await sql`create temporary table ahead_of (id integer primary key, name text)`.execute(ahead)
			await sql`alter table ahead_of add column size integer`.execute(ahead)
			await sql`insert into ahead_of (id, name, size) values (1, 'one', 10)`.execute(ahead)
			await sql`comment on table ahead_of is 'Made by a test'`.execute(ahead)
			return (await sql`select id, name, size from ahead_of`.execute(ahead)).rows
		})
		expect(rows).toEqual([{ id: 1, name: 'one', size: 10 }])
	}))

test('the error is that of the first statement that failed, also when nothing was read after it', () =>
	withCtx(async (ctx) => {
		const db = ctx.db as unknown as Kysely<object>
		const failing = inSavepoint(ctx, () =>
			withStatementsAhead(db, async (ahead) => {
				await sql`create temporary table ahead_of (id integer)`.execute(ahead)
				await sql`alter table ahead_of add column id integer`.execute(ahead)
				await sql`drop table no_such_table`.execute(ahead)
			}),
		)
		await expect(failing).rejects.toThrow('column "id" of relation "ahead_of" already exists')
	}))
