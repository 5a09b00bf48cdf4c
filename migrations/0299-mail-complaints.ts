import { type Kysely, sql } from 'kysely'

/** Who reports a mail as spam gets no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table mail_suppressions drop constraint mail_suppressions_cause_check`,
		sql`alter table mail_suppressions add constraint mail_suppressions_cause_check check (cause in ('bounce', 'complaint', 'staff'))`,
	])
		await statement.execute(db)
}
