import { type Kysely, sql } from 'kysely'

/** Web push: the site's keys, the devices of people, and what was sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table push_keys (
			id smallint primary key default 1 check (id = 1),
			public_key text not null,
			sealed_private text not null,
			created_at timestamptz not null
		)`,
		sql`comment on table push_keys is 'The VAPID keys of a site whose settings have none.'`,
		sql`create table push_subscriptions (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			session_id bigint not null references sessions on delete cascade,
			endpoint text not null constraint push_subscriptions_endpoint unique check (char_length(endpoint) <= 1000),
			sealed_keys text not null,
			device text not null check (char_length(device) <= 60),
			shows_content boolean not null default false,
			created_at timestamptz not null,
			last_sent_at timestamptz
		)`,
		sql`comment on column push_subscriptions.session_id is 'A device gets pushes as long as it is signed in.'`,
		sql`comment on column push_subscriptions.shows_content is 'Whether a push says more than its kind: it may be read on a locked screen.'`,
		sql`create index push_subscriptions_user on push_subscriptions (user_id, id)`,
		sql`create index push_subscriptions_session on push_subscriptions (session_id)`,
		sql`create table device_deliveries (
			id integer generated always as identity primary key,
			notification_id integer not null references notifications on delete cascade,
			channel text not null check (channel in ('push', 'line')),
			target text not null check (char_length(target) <= 40),
			state text not null default 'waiting' check (state in ('waiting', 'sent', 'gone', 'refused', 'expired', 'dropped')),
			attempt_count smallint not null default 0,
			created_at timestamptz not null,
			settled_at timestamptz,
			last_status smallint,
			constraint device_deliveries_once unique (notification_id, target),
			check ((state = 'waiting') = (settled_at is null))
		)`,
		sql`comment on column device_deliveries.target is 'The subscription as push:ID, or line.'`,
		sql`comment on column device_deliveries.state is
			'gone: the device takes no pushes any more; refused: its service rejects this one; expired: not taken within its time; dropped: not wanted any more.'`,
		sql`create index device_deliveries_created on device_deliveries (created_at)`,
		sql`alter table notification_settings add column push boolean not null default true`,
		sql`update notification_settings set push = mail`,
	])
		await statement.execute(db)
}
