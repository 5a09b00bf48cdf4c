import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { readDone, type ReleasedMigration } from './migration-marks.ts'
import { editedMigrations, migrateToLatest, migrateToThese, pendingMigrations } from './migrator.ts'
import { breakingChanges, readSchemaFacts } from './schema-compatibility.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let folder: string

beforeEach(async () => {
	made = await freshDatabase()
	folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-migrations-'))
	await sql`drop table kysely_migration, kysely_migration_lock, kysely_migration_marks`.execute(made.db)
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

/** The folder of a release that has these migrations alone. */
async function olderRelease(...names: string[]): Promise<string> {
	const older = await mkdtemp(path.join(os.tmpdir(), 'shirube-older-'))
	onTestFinished(() => rm(older, { recursive: true, force: true }))
	for (const name of names) await writeFile(path.join(older, `${name}.ts`), await readFile(path.join(folder, `${name}.ts`)))
	return older
}

test('an older release starts on a schema that newer ones have expanded, and adds what it has itself', async () => {
	await write('0002-second', `await db.schema.alterTable('first_made').addColumn('name', 'text').execute()`)
	await migrateToLatest(made.db, folder)
	const older = await olderRelease('0001-first')
	expect(await migrateToLatest(made.db, older)).toEqual([])
	expect(await pendingMigrations(made.db, older)).toEqual([])
	await writeFile(
		path.join(older, '0003-third.ts'),
		await readFile(path.join(folder, '0001-first.ts'), 'utf8').then((text) => text.replace('first_made', 'third_made')),
	)
	expect(await migrateToLatest(made.db, older)).toEqual(['0003-third'])
})

test.each([
	['drops a column', `await db.schema.alterTable('first_made').dropColumn('id').execute()`, ''],
	['says so itself', `await db.deleteFrom('first_made').execute()`, `export const phase = 'contract'`],
])('an older release does not start once a migration %s', async (_name, body, mark) => {
	await writeFile(path.join(folder, '0002-second.ts'), `export async function up(db) { ${body} }\n${mark}\n`)
	await migrateToLatest(made.db, folder)
	await expect(migrateToLatest(made.db, await olderRelease('0001-first'))).rejects.toThrow(
		'The database is of a newer release, whose migration 0002-second changed what this release needs',
	)
})

test('a migration of which nothing is known counts as one that breaks', async () => {
	await write('0002-second', `await db.schema.alterTable('first_made').addColumn('name', 'text').execute()`)
	await migrateToLatest(made.db, folder)
	await sql`delete from kysely_migration_marks`.execute(made.db)
	await expect(migrateToLatest(made.db, await olderRelease('0001-first'))).rejects.toThrow('0002-second')
})

test('a database that ran migrations before there were marks gets them from the list of releases', async () => {
	await migrateToLatest(made.db, folder)
	await sql`drop table kysely_migration_marks`.execute(made.db)
	await writeFile(
		path.join(folder, 'released.json'),
		JSON.stringify([{ name: '0001-first', release: '0.1.0', checksum: '', phase: 'expand' }]),
	)
	await migrateToLatest(made.db, folder)
	expect((await readDone(made.db)).get('0001-first')).toEqual({ name: '0001-first', checksum: null, phase: 'expand' })
})

test('finds a migration that was edited after a database ran it', async () => {
	await migrateToLatest(made.db, folder)
	expect(await editedMigrations(made.db, folder)).toEqual([])
	await write('0001-first', `await db.schema.createTable('first_made').addColumn('code', 'integer').execute()`)
	expect(await editedMigrations(made.db, folder)).toEqual(['0001-first'])
})

const released = async () => JSON.parse(await readFile('migrations/released.json', 'utf8')) as ReleasedMigration[]

test('released migrations are what they were when they were released: a change of the schema is a new migration', async () => {
	const files = new Set(await readdir('migrations'))
	const changed: string[] = []
	for (const { name, checksum } of await released()) {
		const text = files.has(`${name}.ts`) ? await readFile(`migrations/${name}.ts`) : ''
		if (createHash('sha256').update(text).digest('hex') !== checksum) changed.push(name)
	}
	expect(changed).toEqual([])
})

test('the last release runs on the schema of this one, unless a migration says that it does not', async () => {
	const { db, close } = await emptyDatabase()
	onTestFinished(close, 30_000)
	await migrateToThese(
		db,
		(await released()).map(({ name }) => name),
	)
	const before = await readSchemaFacts(db)
	const names = await migrateToLatest(db)
	const texts = await Promise.all(names.map((name) => readFile(`migrations/${name}.ts`, 'utf8')))
	if (texts.some((text) => text.includes(`export const phase = 'contract'`))) return
	expect(breakingChanges(before, await readSchemaFacts(db))).toEqual([])
})
