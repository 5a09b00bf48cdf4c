import { type Kysely, sql } from 'kysely'

/** What the seed has already brought into this database, so that a killed or repeated run goes on where it stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table seed_marks (
			name text primary key,
			value text not null,
			updated_at timestamptz not null default now()
		)
	`.execute(db)
	await sql`comment on table seed_marks is 'taxonomy: hash of its texts. demo: ordinal of the last demo office. derived: what listings and suggestions were last built from.'`.execute(
		db,
	)
}
