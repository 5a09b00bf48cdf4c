import { type Kysely, sql } from 'kysely'

/** The cases of a task, newest first (/cases/:task_id). */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index office_cases_task on office_cases (task_id, id desc)`.execute(db)
}
