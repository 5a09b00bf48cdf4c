import { type Kysely, sql } from 'kysely'

/** A side of a talk with an office may report the talk. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table reports drop constraint reports_kind_check`,
		sql`alter table reports add constraint reports_kind_check
			check (kind in ('question', 'answer', 'comment', 'review', 'article', 'office', 'expert', 'inquiry'))`,
	])
		await statement.execute(db)
}
