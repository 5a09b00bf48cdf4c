import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'

export type MarkName =
	| 'facts'
	| 'taxonomy'
	| 'stations'
	| 'demo'
	| 'demo-access'
	| 'derived'
	| 'sources'
	| 'qa'
	| 'articles'
	| 'questions'
	| 'living'
	| 'living-estimates'
	| 'living-credentials'
	| 'living-diagnoses'
	| 'living-billing'
	| 'living-notices'
	| 'living-appointments'
	| 'living-past-cases'

/** Returns the value last stored under this name, or null. */
export async function readMark(db: Kysely<Database>, name: MarkName): Promise<string | null> {
	const { rows } = await sql<{ value: string }>`select value from seed_marks where name = ${name}`.execute(db)
	return rows[0]?.value ?? null
}

/** Written in the transaction of the rows it describes, so that the two never disagree. */
export async function writeMark(db: Kysely<Database>, name: MarkName, value: string): Promise<void> {
	await sql`
		insert into seed_marks (name, value) values (${name}, ${value})
		on conflict (name) do update set value = excluded.value, updated_at = now()
	`.execute(db)
}

const SEED_LOCK = 0x73656564

/** Runs `handler` while no other process seeds this database. The lock goes with the connection, so a kill frees it. */
export async function withSeedLock<T>(db: Kysely<Database>, handler: () => Promise<T>): Promise<T> {
	return db.connection().execute(async (connection) => {
		await sql`select pg_advisory_lock(${sql.lit(SEED_LOCK)})`.execute(connection)
		try {
			return await handler()
		} finally {
			await sql`select pg_advisory_unlock(${sql.lit(SEED_LOCK)})`.execute(connection)
		}
	})
}
