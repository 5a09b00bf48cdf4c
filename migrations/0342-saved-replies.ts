import { type Kysely, sql } from 'kysely'

/** Texts that the members of an office insert into answers, kept for the office. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table saved_replies (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			title text not null check (char_length(title) between 1 and 40),
			body text not null check (char_length(body) between 1 and 3000),
			client_key text not null,
			created_at timestamptz not null,
			updated_at timestamptz not null,
			constraint saved_replies_title unique (office_id, title),
			constraint saved_replies_client_key unique (office_id, client_key)
		)`,
		sql`comment on column saved_replies.body is 'May hold placeholders such as {お名前}, which are filled when it is inserted.'`,
	])
		await statement.execute(db)
}
