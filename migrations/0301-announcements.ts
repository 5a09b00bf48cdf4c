import { type Kysely, sql } from 'kysely'

/** What staff tell visitors and members: as a banner, in their notifications or by mail, for a time and an audience. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table announcements (
			id integer generated always as identity primary key,
			title text not null check (char_length(title) between 1 and 60),
			body text not null check (char_length(body) between 1 and 600),
			link_path text check (link_path ~ '^/' and char_length(link_path) <= 200),
			channels text[] not null check (channels <@ array['banner', 'site', 'mail'] and cardinality(channels) between 1 and 3),
			audience text not null check (audience in ('everyone', 'members', 'clients', 'experts')),
			plans text[] not null default '{}' check (plans <@ array['free', 'standard', 'pro']),
			prefecture_ids integer[] not null default '{}',
			profession_ids integer[] not null default '{}',
			starts_at timestamptz not null,
			ends_at timestamptz not null check (ends_at > starts_at),
			version integer not null default 1,
			created_at timestamptz not null,
			created_by bigint references users on delete set null,
			published_at timestamptz,
			withdrawn_at timestamptz check (withdrawn_at is null or published_at is not null),
			banner_shown_at timestamptz,
			banner_ended_at timestamptz,
			last_user_id bigint not null default 0,
			delivered_at timestamptz,
			recipient_count integer not null default 0,
			client_key text not null unique,
			constraint announcements_narrowed check (
				(audience <> 'everyone' or plans = '{}') and (audience = 'experts' or prefecture_ids = '{}' and profession_ids = '{}')
			)
		)`,
		sql`comment on column announcements.audience is 'everyone: visitors too, who see the banner alone; clients: members who are no experts.'`,
		sql`comment on column announcements.banner_shown_at is 'When kept pages were dropped because the banner began; banner_ended_at because it ended.'`,
		sql`comment on column announcements.last_user_id is 'The last member who was notified; delivered_at once all were.'`,
		sql`create index announcements_banner on announcements (starts_at)
			where published_at is not null and banner_ended_at is null and 'banner' = any (channels)`,
		sql`create index announcements_undelivered on announcements (starts_at)
			where published_at is not null and delivered_at is null and channels && array['site', 'mail']`,
		sql`create index notifications_announcement on notifications (subject) where kind = 'announcement'`,
		sql`create table announcement_closings (
			announcement_id integer not null references announcements on delete cascade,
			user_id bigint not null references users on delete cascade,
			closed_at timestamptz not null,
			primary key (announcement_id, user_id)
		)`,
		sql`comment on table announcement_closings is 'Members who closed a banner. The browser of a visitor remembers it by itself.'`,
		sql`create index announcement_closings_user on announcement_closings (user_id)`,
	])
		await statement.execute(db)
}
