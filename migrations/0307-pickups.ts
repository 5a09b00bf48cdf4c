import { type Kysely, sql } from 'kysely'

/**
 * Experts whom editors introduce, by place and days, with the clicks on each. The former `pickup_experts` knew the top page alone; it
 * stays for the last release, which reads it, and goes with a later one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table pickups (
			id integer generated always as identity primary key,
			expert_id integer not null references experts on delete cascade,
			scope_id smallint not null default 0 check (scope_id >= 0),
			prefecture_id smallint not null default 0 check (prefecture_id between 0 and 47),
			position smallint not null default 1 check (position between 1 and 999),
			reason text not null check (char_length(reason) between 1 and 200),
			is_pr boolean not null default false,
			starts_on date not null,
			ends_on date check (ends_on >= starts_on),
			published_at timestamptz,
			ended_at timestamptz,
			version integer not null default 1,
			made_by bigint references users on delete set null,
			made_at timestamptz not null,
			client_key text unique,
			check (ended_at is null or published_at is not null),
			check (not is_pr or ends_on is not null),
			constraint pickups_once exclude using gist (
				int4range(expert_id, expert_id, '[]') with &&,
				int4range(scope_id, scope_id, '[]') with &&,
				int4range(prefecture_id, prefecture_id, '[]') with &&,
				daterange(starts_on, ends_on, '[]') with &&
			) where (published_at is not null and ended_at is null)
		)`,
		sql`comment on table pickups is 'scope_id and prefecture_id 0: all offices, all of Japan; both 0: the top page. A draft has no published_at.'`,
		sql`comment on column pickups.is_pr is 'Paid: shown after the others with the word PR.'`,
		sql`comment on column pickups.ends_on is 'The last day; null for no end.'`,
		sql`create index pickups_place on pickups (scope_id, prefecture_id, position, id) where published_at is not null and ended_at is null`,
		sql`create index pickups_expert on pickups (expert_id)`,
		sql`create index pickups_maker on pickups (made_by) where made_by is not null`,
		sql`create table pickup_clicks (
			pickup_id integer not null references pickups on delete cascade,
			day date not null,
			click_count integer not null check (click_count > 0),
			primary key (pickup_id, day)
		)`,
		sql`insert into pickups (expert_id, position, reason, starts_on, published_at, made_at)
			select expert_id, (row_number() over (order by position))::smallint, left(reason, 200), (now() at time zone 'Asia/Tokyo')::date, now(), now()
			from pickup_experts`,
	])
		await statement.execute(db)
}
