import { type Kysely, sql } from 'kysely'

/** What happened and is still to be told, what people were told, and how they want to be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table pending_events (
			id bigint generated always as identity primary key,
			event jsonb not null check (jsonb_typeof(event) = 'object'),
			happened_at timestamptz not null
		)`,
		sql`comment on table pending_events is 'Written in the transaction of what happened; handed over to the queue at once, so nearly always empty.'`,
		sql`create table notifications (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
			subject text not null check (char_length(subject) between 1 and 80),
			question_id integer references questions on delete cascade,
			answer_id integer references answers on delete cascade,
			expert_id integer references experts on delete cascade,
			follower_id bigint references users on delete cascade,
			article_id integer,
			content jsonb,
			in_site boolean not null,
			mail text not null check (mail in ('none', 'now', 'digest')),
			created_at timestamptz not null,
			read_at timestamptz,
			mailed_at timestamptz,
			constraint notifications_once unique (user_id, kind, subject),
			check (in_site or mail <> 'none')
		)`,
		sql`comment on column notifications.subject is 'What it is about: nobody is told of one thing twice.'`,
		sql`comment on column notifications.content is 'Only what cannot be read from the tables when it is shown.'`,
		sql`create index notifications_list on notifications (user_id, id desc) where in_site`,
		sql`create index notifications_unread on notifications (user_id, id desc) where in_site and read_at is null`,
		sql`create index notifications_digest on notifications (user_id, id) where mail = 'digest' and mailed_at is null`,
		sql`create index notifications_age on notifications (created_at)`,
		...['question_id', 'answer_id', 'expert_id', 'follower_id', 'article_id'].map(
			(column) =>
				sql`create index ${sql.raw(`notifications_${column}`)} on notifications (${sql.raw(column)}) where ${sql.raw(column)} is not null`,
		),
		sql`create table notification_settings (
			user_id bigint not null references users on delete cascade,
			kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
			site boolean not null,
			mail boolean not null,
			digest boolean not null,
			primary key (user_id, kind)
		)`,
		sql`comment on table notification_settings is 'Only where a person wants it otherwise than the code has it.'`,
		sql`create table notification_digests (
			user_id bigint not null references users on delete cascade,
			day date not null,
			primary key (user_id, day)
		)`,
		sql`comment on table notification_digests is 'Digests that were put on the queue: one a day for each person.'`,
		// For the reminder to choose a best answer: the answers of one week.
		sql`create index answers_created on answers (created_at)`,
	])
		await statement.execute(db)
}
