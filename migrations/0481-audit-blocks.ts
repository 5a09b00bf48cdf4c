import { type Kysely, sql } from 'kysely'

/**
 * Finds audit events by the addresses that they were done from. The address is part of an event's detail, which the chain seals; a
 * column of its own would need a new text to seal, and the release before would read that as a changed event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create index audit_log_block on audit_log (((detail ->> 'callerBlock')::inet), id desc) where detail ->> 'callerBlock' is not null`,
		sql`alter table delayed_verdicts add column caller_block text check (char_length(caller_block) <= 50)`,
		sql`comment on column delayed_verdicts.caller_block is 'The address block from which the verdict was given, for the audit log.'`,
	])
		await statement.execute(db)
}
