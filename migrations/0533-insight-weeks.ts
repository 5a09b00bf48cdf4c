import { type Kysely, sql } from 'kysely'

/**
 * Seven days of figures in one row, for each day that they can end with: a year of them was added up from 80,000 rows at each opening.
 * The job of each hour writes them; filled here, because it measures a whole year only once a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table insight_weeks (
			last_day date not null,
			series text not null,
			slice text not null,
			value double precision not null,
			primary key (last_day, series, slice)
		)`,
		sql`comment on table insight_weeks is 'Of the seven days up to last_day, the sum, or of levels such as a backlog the last day. Without a row it is 0.'`,
		sql`insert into insight_weeks (last_day, series, slice, value)
			select d.day + k, d.series, d.slice, sum(d.value) from insight_days d, generate_series(0, 6) k
			where d.value <> 0 and d.day + k <= (select max(day) + 6 from insight_days)
				and (k = 0 or not (d.series = 'desk.backlog' or d.series = 'money' and d.slice in ('mrr', 'running', 'overdue')))
			group by 1, 2, 3`,
	])
		await statement.execute(db)
}
