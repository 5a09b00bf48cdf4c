import { type Kysely, sql } from 'kysely'

/** Hours that an office opens to bookings, the appointments in them, proposals of times, and private calendar feeds. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table booking_settings (
			office_id integer primary key references offices on delete cascade,
			opened_at timestamptz,
			minutes smallint not null check (minutes between 15 and 180),
			buffer_minutes smallint not null check (buffer_minutes between 0 and 120),
			notice_hours smallint not null check (notice_hours between 1 and 336),
			days_ahead smallint not null check (days_ahead between 7 and 90),
			kinds text[] not null check (cardinality(kinds) between 1 and 3 and kinds <@ array['online', 'in_person', 'phone']),
			online_url text check (char_length(online_url) <= 300),
			note text not null default '' check (char_length(note) <= 500),
			version integer not null default 1,
			check_at timestamptz not null default '-infinity',
			updated_at timestamptz not null
		)`,
		sql`comment on column booking_settings.opened_at is 'Since when clients may book; null while they may not.'`,
		sql`comment on column booking_settings.check_at is 'When the first free time of the office has to be computed again (appointments/next-free.ts).'`,
		sql`create index booking_settings_check on booking_settings (check_at)`,
		sql`create table booking_hours (
			office_id integer not null references booking_settings on delete cascade,
			weekday smallint not null check (weekday between 0 and 7),
			opens_at time not null,
			closes_at time not null,
			primary key (office_id, weekday, opens_at),
			check (opens_at < closes_at)
		)`,
		sql`comment on column booking_hours.weekday is '0 Sunday to 6 Saturday; 7 is any public holiday, as in office_hours.'`,
		sql`create table booking_special_days (
			id integer generated always as identity primary key,
			office_id integer not null references booking_settings on delete cascade,
			first_on date not null,
			last_on date not null,
			opens_at time,
			closes_at time,
			label text not null default '' check (char_length(label) <= 30),
			constraint booking_special_days_order check (first_on <= last_on),
			check ((opens_at is null) = (closes_at is null)),
			check (opens_at < closes_at)
		)`,
		sql`comment on column booking_special_days.opens_at is 'Null for days on which nothing can be booked.'`,
		sql`create index booking_special_days_office on booking_special_days (office_id, last_on)`,

		sql`create table appointments (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			inquiry_id integer not null references inquiries on delete cascade,
			user_id bigint references users on delete set null,
			kind text not null check (kind in ('online', 'in_person', 'phone')),
			online_url text check (char_length(online_url) <= 300),
			phone text check (char_length(phone) <= 20),
			begins_at timestamptz not null,
			ends_at timestamptz not null,
			blocked_until timestamptz not null,
			sequence smallint not null default 0,
			created_at timestamptz not null,
			reminded_at timestamptz,
			cancelled_at timestamptz,
			cancelled_by text check (cancelled_by in ('user', 'office')),
			cancel_reason text not null default '' check (char_length(cancel_reason) <= 500),
			client_key text not null,
			constraint appointments_client_key unique (user_id, client_key),
			check (begins_at < ends_at and ends_at <= blocked_until),
			check ((cancelled_at is null) = (cancelled_by is null)),
			-- Ranges of one number stand for equality, so that no extension is needed.
			constraint appointments_one_at_a_time exclude using gist (
				int4range(office_id, office_id, '[]') with &&, tstzrange(begins_at, blocked_until) with &&
			) where (cancelled_at is null)
		)`,
		sql`comment on column appointments.blocked_until is 'The end and the pause after it: nothing else begins before.'`,
		sql`comment on column appointments.sequence is 'Of its calendar entry (RFC 5545): grows with each change.'`,
		sql`create index appointments_office on appointments (office_id, begins_at)`,
		sql`create index appointments_user on appointments (user_id, begins_at) where user_id is not null`,
		sql`create index appointments_inquiry on appointments (inquiry_id)`,
		sql`create index appointments_reminder on appointments (begins_at) where cancelled_at is null and reminded_at is null`,

		sql`create table appointment_proposals (
			id integer generated always as identity primary key,
			inquiry_id integer not null references inquiries on delete cascade,
			appointment_id integer references appointments on delete cascade,
			kind text not null check (kind in ('online', 'in_person', 'phone')),
			minutes smallint not null check (minutes between 15 and 180),
			starts timestamptz[] not null check (cardinality(starts) between 1 and 3),
			online_url text check (char_length(online_url) <= 300),
			message text not null default '' check (char_length(message) <= 500),
			author_id bigint references users on delete set null,
			client_key text not null,
			created_at timestamptz not null,
			answered_at timestamptz,
			answer text check (answer in ('accepted', 'declined', 'withdrawn')),
			constraint appointment_proposals_client_key unique (inquiry_id, client_key),
			check ((answered_at is null) = (answer is null))
		)`,
		sql`comment on column appointment_proposals.appointment_id is 'The appointment that moves when a time is accepted; null for a new one.'`,
		sql`create unique index appointment_proposals_open on appointment_proposals (inquiry_id) where answered_at is null`,

		sql`create table calendar_feeds (
			user_id bigint primary key references users on delete cascade,
			serial integer not null default 1,
			created_at timestamptz not null
		)`,
		sql`comment on column calendar_feeds.serial is 'Of the address that works: a new one ends those before it.'`,

		sql`alter table offices
			add column next_free_at timestamptz,
			add column is_free_soon boolean not null default false`,
		sql`comment on column offices.next_free_at is 'The first time that a client can book, kept by a scheduled job; null for none.'`,
		sql`comment on column offices.is_free_soon is 'Whether that is within seven days: a facet of the lists.'`,

		sql`create function booking_changed() returns trigger language plpgsql as $$
			declare changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
			begin
				update booking_settings set check_at = '-infinity'
				where office_id = coalesce(changed ->> 'office_id', changed ->> 'id')::integer and check_at > '-infinity';
				return null;
			end $$`,
		...['appointments', 'booking_hours', 'booking_special_days', 'office_hours'].map((table) =>
			sql.raw(
				`create trigger ${table}_booking after insert or update or delete on ${table} for each row execute function booking_changed()`,
			),
		),
		sql`create trigger offices_booking after update of state, accepting on offices
			for each row when (new.state <> old.state or new.accepting <> old.accepting) execute function booking_changed()`,
	])
		await statement.execute(db)
}
