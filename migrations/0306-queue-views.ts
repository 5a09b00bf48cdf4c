import { type Kysely, sql } from 'kysely'

/** Filters of a queue that a person keeps under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table queue_views (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			queue text not null,
			name text not null check (char_length(name) between 1 and 30),
			query text not null check (char_length(query) <= 300),
			made_at timestamptz not null,
			unique (user_id, queue, name)
		)`,
	])
		await statement.execute(db)
}
