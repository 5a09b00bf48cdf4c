import { type Kysely, sql } from 'kysely'

/** A question of an account without a confirmed address is off the site until the address is confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table questions add column awaits_address_since timestamptz,
			add constraint questions_unconfirmed_hidden check (awaits_address_since is null or hidden_at is not null),
			add constraint questions_unconfirmed_unanswered check (awaits_address_since is null or answer_count = 0)`,
		sql`comment on column questions.awaits_address_since is 'Posted from an account whose address is not confirmed: the confirmation publishes it.'`,
		sql`create index questions_awaiting_address on questions (asker_id) where awaits_address_since is not null`,
	])
		await statement.execute(db)
}
