import { type Kysely, sql } from 'kysely'

const QUEUES = `('experts', 'credentials', 'offices', 'articles', 'reports', 'appeals', 'contacts', 'leads', 'mail')`

/** What became of each mail, addresses that get none any more, and the queue of mails that did not arrive. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table mails (
			id integer generated always as identity primary key,
			message_id text not null,
			user_id bigint references users on delete set null,
			address text not null,
			subject text not null,
			state text not null check (state in ('sending', 'sent', 'failed', 'bounced', 'suppressed')),
			tries smallint not null default 1,
			reason text check (char_length(reason) <= 300),
			sealed text,
			first_at timestamptz not null,
			at timestamptz not null,
			settled_at timestamptz,
			constraint mails_message_id unique (message_id),
			check (state <> 'sent' or sealed is null)
		)`,
		sql`comment on column mails.state is 'bounced: the server of the recipient knows no such address; suppressed: the address gets no mails.'`,
		sql`comment on column mails.sealed is 'The encrypted mail, for another try, until it was sent or 30 days have passed.'`,
		sql`comment on column mails.settled_at is 'Since when staff are done with a mail that did not arrive.'`,
		sql`create index mails_address on mails (address, id desc)`,
		sql`create index mails_user on mails (user_id, id desc) where user_id is not null`,
		sql`create index mails_undelivered on mails (first_at, id) where state in ('failed', 'bounced') and settled_at is null`,
		sql`create index mails_state on mails (state, id desc) where state <> 'sent'`,
		sql`create index mails_at on mails (at)`,
		sql`create table mail_suppressions (
			id integer generated always as identity primary key,
			address text not null,
			cause text not null check (cause in ('bounce', 'staff')),
			reason text not null default '' check (char_length(reason) <= 500),
			since timestamptz not null,
			by_user_id bigint references users on delete set null,
			constraint mail_suppressions_address unique (address)
		)`,
		sql`create index mail_suppressions_by on mail_suppressions (by_user_id) where by_user_id is not null`,
		...['delayed_verdicts', 'queue_claims', 'queue_skips'].flatMap((table) => [
			sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_queue_check`)}`,
			sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_queue_check`)} check (queue in ${sql.raw(QUEUES)})`,
		]),
	])
		await statement.execute(db)
}
