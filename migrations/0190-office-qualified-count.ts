import { type Kysely, sql } from 'kysely'

/** How many of an office's people hold one of the qualifications that it works with. Offices need not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table offices
			add column qualified_count integer,
			add constraint offices_qualified_count check (qualified_count between 1 and staff_count)
	`.execute(db)
}
