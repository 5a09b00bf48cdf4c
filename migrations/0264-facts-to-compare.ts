import { type Kysely, sql } from 'kysely'

/** By when a value that nobody has compared with its source is to be compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table fact_editions add column compare_by date`,
		sql`alter table fact_editions add constraint fact_editions_compared_once check (compare_by is null or compared_on is null)`,
		sql`comment on column fact_editions.compare_by is 'Null once it was compared, and for what had ended before it was entered.'`,
	])
		await statement.execute(db)
}
