import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { checkedSql, text } from './checked-sql.ts'
import { StartError } from './start-error.ts'

/** Reads a folder of TypeScript migrations (`0001-name.ts`) as Node runs them, without a build. */
class MigrationFolder implements MigrationProvider {
	readonly #folder: string
	readonly #only: ReadonlySet<string> | undefined

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
		const migrations: Record<string, Migration> = {}
		for (const name of await this.names()) {
			const address = pathToFileURL(path.join(this.#folder, `${name}.ts`)).href
			migrations[name] = (await import(/* @vite-ignore */ address)) as Migration
		}
		return migrations
	}
}

/** `migrations/` of this checkout; the working directory of every npm script is the package's. */
const FOLDER = path.resolve('migrations')

/**
 * Brings the schema up to date and returns the names of the migrations it ran. All of them are one transaction under an
 * advisory lock, so several processes may start at once and a killed one leaves nothing half done.
 */
export async function migrateToLatest<Tables>(db: Kysely<Tables>, folder = FOLDER): Promise<string[]> {
	return migrate(db, new MigrationFolder(folder))
}

/** Gives an empty database the schema of these migrations alone: that of a backup. Throws for one that this code lacks. */
export async function migrateToThese<Tables>(db: Kysely<Tables>, names: readonly string[], folder = FOLDER): Promise<void> {
	const provider = new MigrationFolder(folder, new Set(names))
	const known = new Set(await provider.names())
	const unknown = names.find((name) => !known.has(name))
	if (unknown !== undefined)
		throw new StartError(`The backup was made by a newer release: this one does not know the migration ${unknown}.`)
	await migrate(db, provider)
}

async function migrate<Tables>(db: Kysely<Tables>, provider: MigrationFolder): Promise<string[]> {
	const known = await provider.names()
	const done = new Set(await doneMigrations(db))
	// All of them in memory would stay there for as long as the server runs.
	if (known.length === done.size && known.every((name) => done.has(name))) return []
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
	return (results ?? []).map((result) => result.migrationName)
}

/** Names of migrations that this code has and the database has not; nothing when the database is of newer code. */
export async function pendingMigrations<Tables>(db: Kysely<Tables>, folder = FOLDER): Promise<string[]> {
	const known = await new MigrationFolder(folder).names()
	const done = new Set(await doneMigrations(db))
	return known.filter((name) => !done.has(name))
}

async function doneMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
	const { rows: found } = await checkedSql({ name: text.nullable })`select to_regclass('kysely_migration')::text as name`.execute(db)
	if (found[0]?.name == null) return []
	const { rows } = await checkedSql({ name: text })`select name from kysely_migration`.execute(db)
	return rows.map((row) => row.name)
}
