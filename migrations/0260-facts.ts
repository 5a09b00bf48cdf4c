import { type Kysely, sql } from 'kysely'

/** Dated facts of law that texts and calculations rest on, each with the periods in which its values are in force. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table facts (
			key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
			position integer not null,
			topic text not null,
			name text not null,
			words text[] not null check (cardinality(words) > 0),
			law text not null,
			source_title text not null,
			source_url text not null check (source_url like 'https://%')
		)`,
		sql`create table fact_editions (
			fact_key text not null references facts on delete cascade,
			valid_from date not null,
			valid_until date,
			value text not null check (value <> ''),
			aliases text[] not null,
			amount numeric,
			checked_on date not null,
			note text,
			primary key (fact_key, valid_from),
			constraint fact_editions_period check (valid_until >= valid_from)
		)`,
		sql`comment on column fact_editions.aliases is 'Other ways to write the value, by which a text is known to quote it.'`,
		sql`create unique index fact_editions_open on fact_editions (fact_key) where valid_until is null`,
	])
		await statement.execute(db)
}
