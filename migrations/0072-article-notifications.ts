import { type Kysely, sql } from 'kysely'

/** Notifications of articles go with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table notifications add constraint notifications_article_id_fkey
			foreign key (article_id) references articles on delete cascade
	`.execute(db)
}
