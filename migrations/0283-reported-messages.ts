import { type Kysely, sql } from 'kysely'

/** Which messages of a talk its reporter submits: staff read these alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table reports add column message_ids integer[] not null default '{}',
			add constraint reports_messages check (cardinality(message_ids) <= 50 and (kind = 'inquiry' or message_ids = '{}'))`,
		sql`comment on column reports.message_ids is 'Messages of the inquiry that the reporter chose to submit. Those of a report before this column: none.'`,
	])
		await statement.execute(db)
}
