import { type Kysely, sql } from 'kysely'

/** What support writes down about an account, for the colleagues. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table person_notes (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			author_id bigint references users on delete set null,
			body text not null check (char_length(body) between 1 and 1000),
			is_pinned boolean not null default false,
			at timestamptz not null
		)`,
		sql`create index person_notes_user on person_notes (user_id, is_pinned desc, id desc)`,
		sql`create index person_notes_author on person_notes (author_id) where author_id is not null`,
	])
		await statement.execute(db)
}
