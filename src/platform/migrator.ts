import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { type DoneMigration, type MigrationMark, type Phase, readDone, type ReleasedMigration, writeMarks } from './migration-marks.ts'
import { breakingChanges, readSchemaFacts, type SchemaFacts } from './schema-compatibility.ts'
import { StartError } from './start-error.ts'
import { withStatementsAhead } from './statements-ahead.ts'

/** A migration says `contract` itself where the schema does not show that it breaks the release before it, as with changed rows. */
type MigrationModule = Migration & { phase?: 'contract' }

/**
 * Reads a folder of TypeScript migrations (`0001-name.ts`) as Node runs them, without a build. In a release the code of all of them is one
 * module beside them (`packed.js`), which exports each under its name.
 */
class MigrationFolder implements MigrationProvider {
	readonly #folder: string
	readonly #only: ReadonlySet<string> | undefined
	/** Ran in this process. */
	readonly marks: MigrationMark[] = []
	/** The schema as the last migration left it; null where none has read it. */
	#left: SchemaFacts | null = null

	constructor(folder: string, only?: ReadonlySet<string>) {
		this.#folder = folder
		this.#only = only
	}

	async names(): Promise<string[]> {
		const files = await readdir(this.#folder)
		return files
			.filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file))
			.map((file) => file.slice(0, -3))
			.filter((name) => this.#only?.has(name) ?? true)
			.toSorted()
	}

	async getMigrations(): Promise<Record<string, Migration>> {
		const released = await this.released()
		const migrations: Record<string, Migration> = {}
		const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(path.join(this.#folder, file)).href)
		const packed = existsSync(path.join(this.#folder, 'packed.js')) ? ((await load('packed.js')) as Record<string, MigrationModule>) : null
		for (const name of await this.names()) {
			const module = packed === null ? ((await load(`${name}.ts`)) as MigrationModule) : packed[name]
			if (module === undefined) throw new Error(`The release lacks the code of the migration ${name}`)
			migrations[name] = this.#marked(name, module, released.get(name))
		}
		return migrations
	}

	/** The migrations that have been released, from `released.json`. */
	async released(): Promise<ReadonlyMap<string, ReleasedMigration>> {
		const list = await readFile(path.join(this.#folder, 'released.json'), 'utf8').catch(() => '[]')
		return new Map((JSON.parse(list) as ReleasedMigration[]).map((migration) => [migration.name, migration]))
	}

	async checksumOf(name: string): Promise<string> {
		return createHash('sha256')
			.update(await readFile(path.join(this.#folder, `${name}.ts`)))
			.digest('hex')
	}

	/** Of a migration that was not released yet, the schema before and after it shows what it does to the release before it. */
	#marked(name: string, migration: MigrationModule, released: ReleasedMigration | undefined): Migration {
		const mark = async (phase: Phase) => void this.marks.push({ name, checksum: await this.checksumOf(name), phase })
		return {
			up: async (db) => {
				if (released) {
					await withStatementsAhead(db, (ahead) => migration.up(ahead))
					this.#left = null
					return mark(released.phase)
				}
				const before = this.#left ?? (await readSchemaFacts(db))
				await withStatementsAhead(db, (ahead) => migration.up(ahead))
				this.#left = await readSchemaFacts(db)
				const isExpanded = breakingChanges(before, this.#left).length === 0
				await mark(isExpanded && migration.phase !== 'contract' ? 'expand' : 'contract')
			},
		}
	}
}

/** `migrations/` of this checkout; the working directory of every npm script is the package's. */
const FOLDER = path.resolve('migrations')

/**
 * Brings the schema up to date and returns the names of the migrations it ran. All of them are one transaction under an
 * advisory lock, so several processes may start at once and a killed one leaves nothing half done. A database that newer
 * releases have only expanded is left as it is. Throws `StartError` when one of them took away what this release needs.
 */
export async function migrateToLatest<Tables>(db: Kysely<Tables>, folder = FOLDER): Promise<string[]> {
	return migrate(db, new MigrationFolder(folder))
}

/** Reads the code of all migrations, for `migrateToLatest` to have it at once: while an empty database is made. */
export const loadMigrations = async (folder = FOLDER): Promise<void> => void (await new MigrationFolder(folder).getMigrations())

/** Applies only these migrations to an empty database: those of a backup. Throws for one that this code lacks. */
export async function migrateToThese<Tables>(db: Kysely<Tables>, names: readonly string[], folder = FOLDER): Promise<void> {
	const provider = new MigrationFolder(folder, new Set(names))
	const known = new Set(await provider.names())
	const unknown = names.find((name) => !known.has(name))
	if (unknown !== undefined)
		throw new StartError(`The backup was made by a newer release: this one does not know the migration ${unknown}.`)
	await migrate(db, provider)
}

async function migrate<Tables>(db: Kysely<Tables>, folder: MigrationFolder): Promise<string[]> {
	const known = await folder.names()
	const done = await readDone(db)
	const newer = [...done.values()].filter(({ name }) => !known.includes(name))
	const breaking = newer.find(({ phase }) => phase !== 'expand')
	if (breaking)
		throw new StartError(
			`The database is of a newer release, whose migration ${breaking.name} changed what this release needs: start the newer release, or restore a backup of this one.`,
		)
	// All of them in memory would stay there for as long as the server runs.
	if (known.every((name) => done.has(name))) {
		await markEarlier(db, folder, done)
		return []
	}
	const provider = {
		// Kysely refuses a database that has migrations which it is not given; these never run again.
		getMigrations: async () => ({
			...(await folder.getMigrations()),
			...Object.fromEntries(newer.map(({ name }) => [name, { up: pass }])),
		}),
	}
	// Each slice numbers its own: one that comes later with a lower number must not stop a database that has the others.
	const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
	const { error, results } = await migrator.migrateToLatest()
	if (error !== undefined) {
		const failed = results?.find((result) => result.status === 'Error')?.migrationName
		const reason = error instanceof Error ? error.message : 'no reason was given'
		throw new StartError(
			failed ? `The migration ${failed} failed and nothing was changed: ${reason}.` : `The migrations cannot run: ${reason}.`,
			error,
		)
	}
	await writeMarks(db, folder.marks)
	await markEarlier(db, folder, await readDone(db))
	return (results ?? []).map((result) => result.migrationName)
}

const pass = () => Promise.resolve()

/** Marks migrations that ran before there were marks, by what their release says; their files may have been others then. */
async function markEarlier<Tables>(db: Kysely<Tables>, folder: MigrationFolder, done: ReadonlyMap<string, DoneMigration>): Promise<void> {
	const unmarked = [...done.values()].filter(({ phase }) => phase === null)
	if (unmarked.length === 0) return
	const released = await folder.released()
	await writeMarks(
		db,
		unmarked.flatMap(({ name }) => {
			const phase = released.get(name)?.phase
			return phase === undefined ? [] : [{ name, checksum: null, phase }]
		}),
	)
}

/** Names of the migrations that this code has, in order. */
export const listMigrations = (folder = FOLDER): Promise<string[]> => new MigrationFolder(folder).names()

/** Names of migrations that this code has and the database has not; nothing when the database is of newer code. */
export async function pendingMigrations<Tables>(db: Kysely<Tables>, folder = FOLDER): Promise<string[]> {
	const done = await readDone(db)
	return (await new MigrationFolder(folder).names()).filter((name) => !done.has(name))
}

/** Names of migrations whose files are others than those that this database ran. */
export async function editedMigrations<Tables>(db: Kysely<Tables>, folder = FOLDER): Promise<string[]> {
	const files = new MigrationFolder(folder)
	const known = new Set(await files.names())
	const edited: string[] = []
	for (const { name, checksum } of (await readDone(db)).values())
		if (known.has(name) && checksum !== null && checksum !== (await files.checksumOf(name))) edited.push(name)
	return edited
}
