import { type Kysely, sql } from 'kysely'

/** Days that owners must keep, days on which the law changes, and who is reminded of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table due_dates (
			slug text primary key check (slug ~ '^[a-z0-9-]{2,60}$'),
			kind text not null check (kind in ('yearly', 'monthly', 'closing', 'change')),
			month smallint check (month between 1 and 12),
			day smallint check (day between 1 and 31),
			on_day date,
			shifts boolean not null,
			who text[] not null check (who <@ array['sole', 'corporation', 'employer']),
			title text not null,
			body text not null,
			law text not null,
			source_url text,
			task_ids smallint[] not null,
			checked_on date not null,
			constraint due_dates_kind check (case kind
				when 'yearly' then month is not null and day is not null and on_day is null
				when 'monthly' then month is null and day is not null and on_day is null
				when 'closing' then month is not null and day is null and on_day is null
				else month is null and day is null and on_day is not null end)
		)`,
		sql`create table due_date_reminders (
			user_id bigint primary key references users on delete cascade,
			who text[] not null check (who <@ array['sole', 'corporation', 'employer']),
			closing_month smallint check (closing_month between 1 and 12),
			created_at timestamptz not null,
			reminded_on date
		)`,
		sql`comment on column due_date_reminders.who is 'Whose due dates; empty for all of them.'`,
		sql`comment on column due_date_reminders.reminded_on is 'The last day on which the job looked for due dates.'`,
		sql`comment on column due_dates.month is 'closing: so many months after the end of the business year.'`,
		sql`comment on column due_dates.shifts is 'A Saturday, Sunday or holiday moves it to the next open day.'`,
	])
		await statement.execute(db)
}
