import { type Kysely, sql } from 'kysely'

/**
 * Figures for staff, so that a page reads a few hundred rows of its own instead of counting requests, questions and mails. The job
 * of each hour writes them from the tables that they are of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table insight_days (
			series text not null,
			day date not null,
			slice text not null default '',
			value double precision not null,
			primary key (series, day, slice)
		)`,
		sql`comment on table insight_days is 'Figures of days in Japan. A day without a row counts as 0.'`,
		sql`comment on column insight_days.slice is 'Part of a series, such as a queue, a reason or the upper bound of a span of time.'`,
		sql`create table insight_hours (
			series text not null,
			hour timestamptz not null,
			slice text not null default '',
			value double precision not null,
			primary key (series, hour, slice)
		)`,
		sql`comment on table insight_hours is 'Figures of whole hours of the last nine weeks, to compare a day with the same weekdays before.'`,
		sql`create table insight_standings (
			series text not null,
			slice text not null,
			value double precision not null,
			label text,
			primary key (series, slice)
		)`,
		sql`comment on table insight_standings is 'Figures as of the last measurement; each replaces those before.'`,
		sql`create table insight_runs (
			id integer generated always as identity primary key,
			began_at timestamptz not null,
			ended_at timestamptz not null,
			first_day date not null
		)`,
		sql`comment on column insight_runs.first_day is 'The first of the days that were measured.'`,
		sql`create index insight_runs_began on insight_runs (began_at)`,
		sql`create table missed_searches (
			day date not null,
			term text not null check (char_length(term) between 1 and 40),
			search_count integer not null,
			primary key (day, term)
		)`,
		sql`comment on table missed_searches is 'Words of searches that found nothing, without the person who searched. Words with an address or a number are not kept.'`,
	])
		await statement.execute(db)
}
