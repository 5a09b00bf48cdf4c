import { type Kysely, sql } from 'kysely'

/** How often an office stood on a list that somebody opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table office_impressions (
			office_id integer not null references offices on delete cascade,
			day date not null,
			shown_count integer not null check (shown_count >= 0),
			primary key (office_id, day)
		)`,
		sql`create index office_impressions_day on office_impressions (day)`,
	])
		await statement.execute(db)
}
