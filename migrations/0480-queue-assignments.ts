import { type Kysely, sql } from 'kysely'

/** Who is in charge of an item of a queue, until they or a colleague say otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table queue_assignments (
			queue text not null,
			item_id integer not null,
			user_id bigint not null references users on delete cascade,
			assigned_at timestamptz not null,
			primary key (queue, item_id)
		)`,
		sql`comment on table queue_assignments is 'Counts while the person has a role of the queue. Who gave it is in the audit log.'`,
		sql`create index queue_assignments_user on queue_assignments (user_id, queue)`,
		// A view may name an association, whose name in an address is nine characters for each of its own.
		sql`alter table queue_views
			drop constraint queue_views_query_check,
			add constraint queue_views_query_check check (char_length(query) <= 2000)`,
	])
		await statement.execute(db)
}
