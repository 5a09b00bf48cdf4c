import { type Kysely, sql } from 'kysely'

/** Clients ask their office for documents too. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table document_requests add column side text not null default 'office' check (side in ('user', 'office'))`,
		sql`comment on column document_requests.side is 'Who asks; the other side sends.'`,
		sql`comment on column document_requests.settled_at is 'When the side that asked marked what came as complete.'`,
	])
		await statement.execute(db)
}
