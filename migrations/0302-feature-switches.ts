import { type Kysely, sql } from 'kysely'

/** What staff switch off, on, or on for some. A switch without a row is as the code has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table feature_switches (
			name text primary key,
			state text not null check (state in ('off', 'staff', 'percent', 'list', 'on')),
			percent smallint not null default 0 check (percent between 0 and 100),
			uids text[] not null default '{}' check (cardinality(uids) <= 200),
			owner text not null check (char_length(owner) between 1 and 60),
			reason text not null check (char_length(reason) between 2 and 300),
			expires_on date,
			version integer not null default 1,
			changed_at timestamptz not null,
			changed_by bigint references users on delete set null
		)`,
		sql`comment on column feature_switches.percent is 'Of the members, chosen by a hash of their uid, so that a growing share keeps those that it had.'`,
		sql`comment on column feature_switches.expires_on is 'The last day; after it the switch is as the code has it.'`,
		sql`create table site_settings (
			name text primary key,
			value text not null check (char_length(value) between 1 and 500),
			version integer not null default 1,
			changed_at timestamptz not null,
			changed_by bigint references users on delete set null
		)`,
		sql`comment on table site_settings is 'Settings that staff change while the site runs; without a row the one of the start holds.'`,
	])
		await statement.execute(db)
}
