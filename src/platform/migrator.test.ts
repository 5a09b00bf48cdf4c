import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { migrateToLatest, pendingMigrations } from './migrator.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let folder: string

beforeEach(async () => {
	made = await freshDatabase()
	folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-migrations-'))
	await sql`drop table kysely_migration, kysely_migration_lock`.execute(made.db)
	await write('0001-first', `await db.schema.createTable('first_made').addColumn('id', 'integer').execute()`)
})

afterEach(async () => {
	await made.close()
	await rm(folder, { recursive: true, force: true })
})

const write = (name: string, body: string) => writeFile(path.join(folder, `${name}.ts`), `export async function up(db) { ${body} }\n`)

test('runs what is new and knows what is pending', async () => {
	expect(await pendingMigrations(made.db, folder)).toEqual(['0001-first'])
	expect(await migrateToLatest(made.db, folder)).toEqual(['0001-first'])
	await write('0002-second', `await db.schema.createTable('second_made').addColumn('id', 'integer').execute()`)
	expect(await pendingMigrations(made.db, folder)).toEqual(['0002-second'])
	expect(await migrateToLatest(made.db, folder)).toEqual(['0002-second'])
	expect(await migrateToLatest(made.db, folder)).toEqual([])
	expect(await pendingMigrations(made.db, folder)).toEqual([])
})

test('several processes may migrate at once', async () => {
	const ran = await Promise.all([1, 2, 3].map(() => migrateToLatest(made.db, folder)))
	expect(ran.flat()).toEqual(['0001-first'])
})

test('a migration that fails leaves nothing of itself or of those before it', async () => {
	await write('0002-broken', `await db.schema.createTable('first_made').addColumn('id', 'integer').execute()`)
	await expect(migrateToLatest(made.db, folder)).rejects.toThrow(
		'The migration 0002-broken failed and nothing was changed: relation "first_made" already exists.',
	)
	const { rows } = await sql<{ name: string | null }>`select to_regclass('first_made')::text as name`.execute(made.db)
	expect(rows).toEqual([{ name: null }])
})
