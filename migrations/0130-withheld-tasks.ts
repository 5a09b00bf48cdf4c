import { type Kysely, sql } from 'kysely'

/** Work that an office does not offer while the member who may lawfully do it is suspended: with its fee, to come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create table withheld_office_tasks (
		office_id integer not null references offices on delete cascade,
		task_id smallint not null references tasks,
		fee_basis text not null check (fee_basis in ('per_case', 'monthly', 'hourly', 'percentage')),
		fee_min double precision not null check (fee_min >= 0),
		fee_max double precision check (fee_max >= fee_min),
		includes text not null default '',
		primary key (office_id, task_id)
	)`.execute(db)
}
