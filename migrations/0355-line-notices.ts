import { type Kysely, sql } from 'kysely'

/** Notices by LINE: who wants them, and who has the site's account as a friend. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table line_notices (
			user_id bigint primary key references users on delete cascade,
			shows_content boolean not null default false,
			created_at timestamptz not null
		)`,
		sql`comment on table line_notices is 'People who want notices by LINE, beside the kinds of notification_settings.'`,
		sql`create table line_friends (
			line_user_id text primary key check (char_length(line_user_id) <= 60),
			is_friend boolean not null,
			at timestamptz not null
		)`,
		sql`comment on column line_friends.at is 'When LINE says it was: a report that comes late changes nothing.'`,
		sql`alter table notification_settings add column line boolean not null default true`,
		sql`update notification_settings set line = mail`,
	])
		await statement.execute(db)
}
