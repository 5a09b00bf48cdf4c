import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { addUpWeeks } from '../src/domain/operations/insights/measuring.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { checkedSql, date, text } from '../src/platform/checked-sql.ts'
import { readDone, type ReleasedMigration } from '../src/platform/migration-marks.ts'
import { listMigrations } from '../src/platform/migrator.ts'
import { StartError } from '../src/platform/start-error.ts'
import {
	type Column,
	readColumns,
	readRows,
	type ReleaseSample,
	sampleFile,
	type SampleTable,
	writeSample,
} from '../test/release-samples.ts'
import { runScript, withDatabase } from './run-script.ts'
import { type ChosenRows, chooseRows } from './sample-rows.ts'

/**
 * `npm run release:sample`: runs the journeys on a demo of their own and writes some rows of every table to
 * `test/releases/VERSION.json.br`, for the test that upgrades them with later migrations. With `DATA_DIR` or `DATABASE_URL` it takes the
 * rows of that database. Which release it is follows from the migrations that the database has. A part of making a release.
 */
const SIZE = { rows: 12, whole: 6 }

/** Longer texts than this are filled up, or they would be most of the sample. */
const READ_LETTERS = 6
const JAPANESE = /[\u3000-\u9fff\uff00-\uffef]{9,}/g
const MOST_WORDS = 20

/** Secrets of the demo, which are replaced by other values of the same length: no sample opens anything, and it is smaller. */
const SECRET = /(?:hash|sealed\w*|secret|password_hash|token|code_verifier|public_key|credential_id)$/

const selectSequences = checkedSql({ name: text, last_value: text })

if (import.meta.main) {
	const isGiven = process.env['DATA_DIR'] !== undefined || process.env['DATABASE_URL'] !== undefined
	if (isGiven) await runScript(() => withDatabase(({ db }) => sampleDatabase(db)))
	else await runScript(() => runJourneys(process.argv.slice(2)))
}

/** Their end takes the sample, while the site still runs (`e2e/global-setup.ts`). */
async function runJourneys(files: readonly string[]): Promise<void> {
	findRelease(await readReleased(), new Set(await listMigrations()))
	const env = { ...process.env, E2E_SAMPLE: 'true' }
	const { status } = spawnSync('playwright', ['test', ...files], { stdio: 'inherit', env, shell: process.platform === 'win32' })
	if (status !== 0) throw new StartError('A journey failed: see above. What the others wrote is in the sample.')
}

async function sampleDatabase<Any>(db: Kysely<Any>): Promise<void> {
	const sample = await takeSample(db, findRelease(await readReleased(), new Set((await readDone(db)).keys())))
	const size = await writeSample(sample)
	const rows = Object.values(sample.tables).reduce((sum, table) => sum + (Object.values(table)[0]?.length ?? 0), 0)
	const empty = [...(await readColumns(db)).keys()].filter((name) => !(name in sample.tables) && !name.startsWith('kysely_'))
	const file = path.relative('', sampleFile(sample.release))
	console.log(`${file}: ${rows} rows of ${Object.keys(sample.tables).length} tables, ${Math.ceil(size / 1000)} kB.`)
	console.log(`Without rows: ${empty.join(', ')}.`)
}

async function readReleased(): Promise<ReleasedMigration[]> {
	return JSON.parse(await readFile('migrations/released.json', 'utf8')) as ReleasedMigration[]
}

/** The release that has these migrations, all of them and no other. */
function findRelease(listed: readonly ReleasedMigration[], done: ReadonlySet<string>): Pick<ReleaseSample, 'release' | 'migrations'> {
	for (const release of new Set(listed.map((migration) => migration.release))) {
		const migrations = listed.slice(0, listed.findLastIndex((one) => one.release === release) + 1).map(({ name }) => name)
		if (migrations.length === done.size && migrations.every((name) => done.has(name))) return { release, migrations }
	}
	throw new StartError('The migrations are not those of a release: run npm run migrations:freeze first.')
}

/** Reads a sample of the rows of a database as of one moment. What it changes in its transaction is undone. */
export async function takeSample<Any>(
	db: Kysely<Any>,
	of: Pick<ReleaseSample, 'release' | 'migrations'>,
	size = SIZE,
): Promise<ReleaseSample> {
	const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
	try {
		await sql`set local timezone = 'UTC'`.execute(trx)
		const columns = await readColumns(trx)
		const tables: ReleaseSample['tables'] = {}
		const { chosen, whole } = await chooseRows(trx, size)
		await sumUpChosen(trx as unknown as Kysely<Database>, chosen)
		for (const [table, places] of chosen) {
			const ofTable = columns.get(table) ?? []
			const names = ofTable.map(({ name }) => name)
			const rows = await readRows(trx, table, names, sql`ctid = any(${[...places]}::text[]::tid[])`)
			if (rows.length > 0) tables[table] = columnsOf(table, ofTable, rows)
		}
		const { rows: sequences } = await selectSequences`
			select sequencename as name, last_value::text as last_value from pg_sequences where schemaname = 'public' and last_value is not null
		`.execute(trx)
		return { ...of, whole, sequences: Object.fromEntries(sequences.map(({ name, last_value: last }) => [name, last])), tables }
	} finally {
		await trx.rollback().execute()
	}
}

/** Makes sums that are kept of all rows of a table those of the rows that were chosen of it, and chooses them. */
async function sumUpChosen(db: Kysely<Database>, chosen: ChosenRows): Promise<void> {
	const placesOf = (table: string) => sql`${[...(chosen.get(table) ?? [])]}::text[]::tid[]`
	await sql`delete from insight_days where ctid <> all(${placesOf('insight_days')})`.execute(db)
	await sql`delete from insight_weeks`.execute(db)
	const { rows } = await checkedSql({ first: date, last: date })`
		select min(day) as first, max(day) as last from insight_days having count(*) > 0
	`.execute(db)
	for (const range of rows) await addUpWeeks({ db }, range)
	await sql`delete from verified_expert_changes`.execute(db)
	await sql`
		insert into verified_expert_changes (change)
		select count(*) from experts where state = 'verified' and ctid = any(${placesOf('experts')}) having count(*) > 0
	`.execute(db)
	for (const table of ['insight_weeks', 'verified_expert_changes']) {
		const { rows: sums } = await checkedSql({ place: text })`select ctid::text as place from ${sql.table(table)}`.execute(db)
		chosen.set(table, new Set(sums.map(({ place }) => place)))
	}
}

function columnsOf(table: string, columns: readonly Column[], rows: readonly (string | null)[][]): SampleTable {
	return Object.fromEntries(
		columns.map(({ name, type }, at) => {
			const values = rows.map((row) => row[at] ?? null)
			// The seals of the audit log are hashes of what everybody may read, and must fit it.
			if (table.startsWith('audit_')) return [name, values]
			if (SECRET.test(name)) return [name, replaced(values)]
			return [name, values.map((value) => (value === null ? null : filledUp(value, type)))]
		}),
	)
}

/** As long as before and with the same letters, because constraints may want that. */
function filledUp(value: string, type: string): string {
	if (type === 'tsvector') return value.split(' ').slice(0, MOST_WORDS).join(' ')
	return value.replaceAll(JAPANESE, (letters) => letters.slice(0, READ_LETTERS).padEnd(letters.length, letters[READ_LETTERS - 1]))
}

/** Equal values stay equal and others different. */
function replaced(values: readonly (string | null)[]): (string | null)[] {
	const known = new Map<string, string>()
	return values.map((value) => {
		if (value === null || value === '') return value
		const [start = ''] = /^(?:\\x|\$argon2id\$)/.exec(value) ?? []
		const other = known.get(value) ?? `${start}${String(known.size + 1).padStart(value.length - start.length, '0')}`
		known.set(value, other)
		return other
	})
}
