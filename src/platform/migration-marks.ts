import { type Kysely, sql } from 'kysely'
import { checkedSql, text } from './checked-sql.ts'

/** `expand`: the release before it runs on the changed schema. `contract`: it does not. */
export type Phase = 'expand' | 'contract'

/** An entry of `migrations/released.json`. */
export type ReleasedMigration = {
	name: string
	/** The first release that had it. */
	release: string
	/** SHA-256 of its file, in hexadecimal digits. */
	checksum: string
	phase: Phase
}

/** What the database keeps of a migration for programs that do not know it. */
export type MigrationMark = {
	name: string
	/** Null for one that ran before there were marks. */
	checksum: string | null
	phase: Phase
}

export type DoneMigration = { name: string; checksum: string | null; phase: Phase | null }

const selectTables = checkedSql({ migrations: text.nullable, marks: text.nullable })
const selectDone = checkedSql({ name: text, checksum: text.nullable, phase: text.as<Phase>().nullable })

/** Returns the migrations that the database ran, with their marks, by name. */
export async function readDone<Tables>(db: Kysely<Tables>): Promise<Map<string, DoneMigration>> {
	const { rows: found } = await selectTables`
		select to_regclass('kysely_migration')::text as migrations, to_regclass('kysely_migration_marks')::text as marks
	`.execute(db)
	if (found[0]?.migrations == null) return new Map()
	const { rows } =
		found[0].marks === null
			? await selectDone`select name, null::text as checksum, null::text as phase from kysely_migration`.execute(db)
			: await selectDone`select name, m.checksum, m.phase from kysely_migration left join kysely_migration_marks m using (name)`.execute(db)
	return new Map(rows.map((row) => [row.name, row]))
}

/** Any number that no other lock has. */
const LOCK = 0x6d61726b

/** Adds marks that are not there yet. The table is not made by a migration: those that run before it have marks as well. */
export async function writeMarks<Tables>(db: Kysely<Tables>, marks: readonly MigrationMark[]): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
		await sql`create table if not exists kysely_migration_marks (
			name text primary key, checksum text, phase text not null check (phase in ('expand', 'contract'))
		)`.execute(trx)
		for (const { name, checksum, phase } of marks)
			await sql`insert into kysely_migration_marks (name, checksum, phase) values (${name}, ${checksum}, ${phase}) on conflict do nothing`.execute(
				trx,
			)
	})
}
