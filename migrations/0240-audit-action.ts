import { type Kysely, sql } from 'kysely'

/** One word for one concept: what the audit log calls an action, the code and the glossary do too. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table audit_log rename column act to action`.execute(db)
	await sql`alter index audit_log_act rename to audit_log_action`.execute(db)
}
