import { type Kysely, sql } from 'kysely'

/** Quotes that an office sends in an inquiry: requests that were never asked for by the form. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table estimate_requests add column origin text not null default 'form' check (origin in ('form', 'inquiry'))`,
		sql`comment on column estimate_requests.origin is 'inquiry: made by the office''s quote in an inquiry. The client consents to the disclosure with the choice.'`,
		sql`alter table estimate_requests drop constraint estimate_requests_check`,
		sql`alter table estimate_requests add constraint estimate_requests_sent check (
			state in ('draft', 'email_verified')
			or (sent_at is not null and expires_at is not null and (consented_at is not null or (origin = 'inquiry' and state <> 'accepted')))
		)`,
	])
		await statement.execute(db)
}
