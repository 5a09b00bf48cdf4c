import { type Kysely, sql } from 'kysely'

/** Days on which an office keeps other hours than those of the weekday; bookings follow them (booking_changed). */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table office_special_days (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			kind text not null check (kind in ('closed', 'hours', 'open')),
			first_on date not null,
			last_on date not null,
			opens_at time,
			closes_at time,
			is_yearly boolean not null default false,
			label text not null default '' check (char_length(label) <= 30),
			constraint office_special_days_order check (first_on <= last_on),
			constraint office_special_days_length check (last_on - first_on <= 183),
			check ((kind = 'closed') = (opens_at is null)),
			check ((opens_at is null) = (closes_at is null)),
			check (opens_at < closes_at)
		)`,
		sql`comment on column office_special_days.kind is 'closed: no hours. hours: other hours on days that have some. open: these hours on every day.'`,
		sql`comment on column office_special_days.is_yearly is 'Repeats in every later year; days of one year take precedence.'`,
		sql`create index office_special_days_office on office_special_days (office_id, last_on)`,
		sql`create trigger office_special_days_booking after insert or update or delete on office_special_days
			for each row execute function booking_changed()`,
	])
		await statement.execute(db)
}
