import { type Kysely, sql } from 'kysely'

/** PR placements: an office stands, labelled and apart from the order, in the list of a task in its prefecture. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table placements (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			task_id smallint not null references tasks on delete cascade,
			prefecture_id smallint not null references prefectures,
			asleep_at timestamptz,
			created_at timestamptz not null,
			constraint placements_once unique (office_id, task_id, prefecture_id)
		)`,
		sql`comment on column placements.asleep_at is 'Beyond what the plan of the office holds: kept, and not shown.'`,
		sql`create index placements_of_list on placements (task_id, prefecture_id) where asleep_at is null`,
	])
		await statement.execute(db)
}
