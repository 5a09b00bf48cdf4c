import { type Kysely, sql } from 'kysely'

/** Recovery codes of less than 112 bits keep working until their owner makes new ones; the page asks for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table recovery_codes add column created_at timestamptz`.execute(db)
	await sql`comment on column recovery_codes.created_at is 'Null for the short codes from before 2026-11-22.'`.execute(db)
}
