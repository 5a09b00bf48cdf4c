import { type Kysely, sql } from 'kysely'

/**
 * An address in force and an address that is only claimed become two things (docs/decisions/0021-addresses.md):
 * `identities.email` is the address in force, unique; `address_claims` holds what waits for its proof, by many accounts at
 * once if they like. `users.email` stays the record of the specification, the address that the person gave last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table address_claims (
			uid text primary key references identities on delete cascade,
			email text not null check (email = lower(email) and length(email) between 3 and 254),
			claimed_at timestamptz not null,
			owner_login_at timestamptz
		)`,
		sql`comment on table address_claims is 'New addresses that wait for their proof. A claim gives no sign-in, no reset and no mail.'`,
		sql`comment on column address_claims.owner_login_at is 'identities.owner_login_at when the claim was made.'`,
		sql`create index address_claims_email on address_claims (email)`,

		sql`alter table identities
			alter column email drop not null,
			add column first_proved_at timestamptz,
			add column owner_login_at timestamptz,
			add column changes_frozen_until timestamptz,
			add constraint identities_proved_has_email check (email_verified_at is null or email is not null)`,
		sql`comment on column identities.first_proved_at is 'When the account first proved any address: a second factor from before may be a stranger’s.'`,
		sql`comment on column identities.email is 'The address in force: the last proved one, or that of the sign-up until one is proved. Null once another account has proved it first.'`,
		sql`comment on column identities.owner_login_at is 'The last login in a browser that has opened a mail sent to the address in force.'`,
		sql`alter table known_devices add column proved_at timestamptz`,
		sql`comment on column known_devices.proved_at is 'When this browser last opened a mail sent to the address in force.'`,
		sql`alter table action_codes add column owner_login_at timestamptz, add column email_proved_at timestamptz`,
		sql`comment on column action_codes.email_proved_at is 'For recoverEmail: when the address had been proved.'`,
		sql`comment on column action_codes.owner_login_at is 'For recoverEmail: what was set up later than this is removed.'`,

		sql`alter table users drop constraint users_email_key`,
		sql`create index users_email on users (email)`,
		sql`comment on column users.email is 'The address that the person gave last, proved or not. Mail, sign-in and look-ups go by identities.email.'`,

		// So far the time of a login says nothing of its browser: each counts as its owner's.
		sql`update identities i set owner_login_at = (select max(e.at) from auth_events e where e.uid = i.uid and e.kind = 'signed-in')`,
		...unprovedMoves,
		sql`update identities set first_proved_at = email_verified_at`,
	])
		await statement.execute(db)
}

/**
 * Accounts that moved to an address and never proved it go back to the one they had proved before, as far as the last 30
 * days of mailed links tell it and no other account has it by now. Where they moved to becomes their claim.
 */
const unprovedMoves = [
	sql`create temporary table unproved_moves on commit drop as
		select distinct on (c.email) i.uid, i.email as claimed, c.email as proved, c.created_at as claimed_at, p.at as proved_at
		from identities i
		join lateral (
			select email, created_at from action_codes
			where uid = i.uid and kind = 'recoverEmail' and previous_email = i.email
			order by created_at desc limit 1
		) c on true
		join lateral (
			select max(at) as at from (
				select max(at) as at from auth_events
				where uid = i.uid and kind in ('email-verified', 'password-reset', 'email-recovered') and at <= c.created_at
				union all
				select max(created_at) from identity_links where uid = i.uid and provider = 'google' and email = c.email and created_at <= c.created_at
			) proofs
		) p on p.at is not null
		where i.email_verified_at is null and not exists (select from identities o where o.email = c.email)
		order by c.email, c.created_at desc`,
	sql`insert into address_claims (uid, email, claimed_at) select uid, claimed, claimed_at from unproved_moves`,
	sql`update identities i set email = m.proved, email_verified_at = m.proved_at from unproved_moves m where m.uid = i.uid`,
	sql`drop table unproved_moves`,
]
