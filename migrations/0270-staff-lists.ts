import { type Kysely, sql } from 'kysely'

/** Orders and look-ups of the lists that staff work with. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create index experts_state on experts (state, id desc)`,
		sql`create index estimate_requests_sent on estimate_requests (sent_at desc, id desc) where sent_at is not null`,
		sql`create index expert_credentials_digits on expert_credentials (regexp_replace(registration_number, '[^0-9]', '', 'g'))`,
		sql`create index offices_phone_digits on offices (regexp_replace(phone, '[^0-9]', '', 'g')) where phone is not null`,
		sql`create index identities_email_prefix on identities (email text_pattern_ops) where email is not null`,
	])
		await statement.execute(db)
}
