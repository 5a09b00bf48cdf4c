import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { breakingChanges, readSchemaFacts, schemaDifferences } from './schema-compatibility.ts'

let made: Awaited<ReturnType<typeof emptyDatabase>>

beforeEach(async () => {
	made = await emptyDatabase()
	await sql`create table offices (
		id integer primary key, name text not null, state text constraint offices_state check (state in ('open', 'closed')),
		code integer constraint offices_code unique
	)`.execute(made.db)
})

afterEach(() => made.close())

async function breaksBy(statement: string): Promise<string[]> {
	const before = await readSchemaFacts(made.db)
	await sql.raw(statement).execute(made.db)
	return breakingChanges(before, await readSchemaFacts(made.db))
}

test.each([
	'create table experts (id integer primary key, office_id integer not null references offices)',
	'alter table offices add column phone text',
	'alter table offices add column rank integer not null default 0',
	'alter table offices add column parent_id integer references offices',
	'alter table offices add column slug text unique',
	'alter table offices add column kind text not null default $$a$$ check (kind in ($$a$$, $$b$$))',
	'create index offices_name on offices (name)',
	'alter table offices alter column name set default $$x$$',
	'alter table offices drop constraint offices_state',
	'alter table offices drop constraint offices_state, add constraint offices_state check (state in ($$open$$, $$closed$$, $$moved$$))',
	'create view open_offices as select id from offices',
])('a program goes on running after: %s', async (statement) => {
	expect(await breaksBy(statement)).toEqual([])
})

test.each([
	['drop table offices', 'table offices is gone'],
	['alter table offices rename column name to title', 'column offices.name is gone'],
	['alter table offices drop column state', 'column offices.state is gone'],
	['alter table offices alter column id type bigint', 'column offices.id was "integer not null" and is "bigint not null"'],
	['alter table offices alter column state set not null', 'column offices.state was "text" and is "text not null"'],
	['alter table offices add column phone text not null', 'column offices.phone is new: text not null'],
	['alter table offices add constraint named check (name <> $$$$)', 'constraint offices.named is new: c CHECK'],
	['create unique index offices_once on offices (name)', 'index offices.offices_once is new: unique CREATE UNIQUE INDEX'],
	['alter table offices drop constraint offices_code', 'constraint offices.offices_code is gone'],
	[
		'alter table offices drop constraint offices_state, add constraint offices_state check (state in ($$open$$))',
		'constraint offices.offices_state was',
	],
])('a program does not run after: %s', async (statement, reason) => {
	expect((await breaksBy(statement)).join('\n')).toContain(reason)
})

test('finds what a schema lacks, has otherwise and should not have', async () => {
	await sql`create index offices_name on offices (name)`.execute(made.db)
	const expected = await readSchemaFacts(made.db)
	expect(schemaDifferences(expected, expected)).toEqual([])
	await sql
		.raw('drop index offices_name; alter table offices alter column state set not null; create table strays (id integer)')
		.execute(made.db)
	expect(schemaDifferences(await readSchemaFacts(made.db), expected)).toEqual([
		'The column offices.state is "text not null" instead of "text".',
		'The index offices.offices_name is missing: CREATE INDEX offices_name ON public.offices USING btree (name)',
		'The column strays.id is not of this release.',
		'The table strays is not of this release.',
	])
})
