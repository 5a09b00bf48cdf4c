import { type Kysely, sql } from 'kysely'

/** What a value of a fact rests on while it has not been compared with the law: pages that use it say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table fact_editions
			add column pending text,
			add constraint fact_editions_pending check (pending is null or (compared_on is null and pending <> ''))`,
		sql`comment on column fact_editions.pending is 'What the value rests on, and with what it was not compared yet; shown to readers.'`,
	])
		await statement.execute(db)
}
