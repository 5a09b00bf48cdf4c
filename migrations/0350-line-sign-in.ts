import { type Kysely, sql } from 'kysely'

/** LINE beside Google and Facebook. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table identity_links drop constraint identity_links_provider_check`,
		sql`alter table identity_links add constraint identity_links_provider_check check (provider in ('google', 'facebook', 'line'))`,
		sql`alter table oauth_transactions drop constraint oauth_transactions_provider_check`,
		sql`alter table oauth_transactions add constraint oauth_transactions_provider_check check (provider in ('google', 'facebook', 'line'))`,
		sql`alter table login_tickets drop constraint login_tickets_provider_check`,
		sql`alter table login_tickets add constraint login_tickets_provider_check check (provider in ('google', 'facebook', 'line'))`,
		sql`alter table sessions drop constraint sessions_provider_check`,
		sql`alter table sessions add constraint sessions_provider_check
			check (provider in ('password', 'passkey', 'google', 'facebook', 'line'))`,
	])
		await statement.execute(db)
}
