import { type Kysely, sql } from 'kysely'

/** The words of mails as staff have edited them, each edit a version. Without a version a mail has the code's words. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table mail_template_versions (
			key text not null check (char_length(key) between 1 and 60),
			version integer not null check (version > 0),
			words jsonb check (jsonb_typeof(words) = 'object'),
			base jsonb check (jsonb_typeof(base) = 'object'),
			note text not null default '' check (char_length(note) <= 300),
			created_at timestamptz not null,
			created_by bigint references users on delete set null,
			primary key (key, version),
			constraint mail_template_versions_based check ((words is null) = (base is null))
		)`,
		sql`comment on column mail_template_versions.words is 'Null where staff went back to the words of the code.'`,
		sql`comment on column mail_template_versions.base is 'The words of the code at that time: what a later release changes is merged with the edit (accounts/mailing/mail-words.ts).'`,
	])
		await statement.execute(db)
}
