import { type Kysely, sql } from 'kysely'

/** What a task costs by prefecture, measured once a day. Figures that fewer than five offices stand behind are not kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table fee_statistics (
			task_id smallint not null references tasks on delete cascade,
			area_id smallint not null check (area_id between 0 and 47),
			source text not null check (source in ('fees', 'quotes')),
			basis text not null check (basis in ('per_case', 'monthly', 'hourly', 'percentage')),
			sample_count integer not null,
			office_count integer not null,
			lower_quartile double precision not null,
			median double precision not null,
			upper_quartile double precision not null,
			measured_at timestamptz not null,
			primary key (task_id, area_id, source, basis),
			constraint fee_statistics_offices check (office_count >= 5 and sample_count >= office_count),
			constraint fee_statistics_order check (0 <= lower_quartile and lower_quartile <= median and median <= upper_quartile)
		)`,
		sql`comment on column fee_statistics.area_id is '0 for all of Japan, else the prefecture.'`,
		sql`comment on column fee_statistics.source is 'fees: what offices publish. quotes: totals of accepted quotes.'`,
		sql`create index fee_statistics_japan on fee_statistics (task_id) where area_id = 0`,
	])
		await statement.execute(db)
}
