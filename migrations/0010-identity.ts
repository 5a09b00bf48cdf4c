import { type Kysely, sql } from 'kysely'

/** The embedded identity service: who may sign in, how, where they are signed in, and what was tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table users
			add column task_ids smallint[] not null default '{}' check (cardinality(task_ids) <= 100),
			add column category_ids smallint[] not null default '{}' check (cardinality(category_ids) <= 100),
			add column business_role text check (business_role in ('owner', 'planning', 'staff', 'expert')),
			add column deleted_at timestamptz,
			add constraint users_deleted_is_anonymous check (
				deleted_at is null or (email is null and first_name = '' and last_name = '' and image_url is null and anonymize)
			)`,
		sql`create table staff_roles (
			user_id bigint not null references users on delete cascade,
			role text not null check (role in ('admin', 'moderator', 'reviewer', 'editor', 'support')),
			granted_at timestamptz not null default now(),
			primary key (user_id, role)
		)`,
		sql`create table identities (
			uid text primary key check (uid ~ '^[A-Za-z0-9_-]{6,64}$'),
			email text not null constraint identities_email unique check (email = lower(email) and length(email) between 3 and 254),
			email_verified_at timestamptz,
			password_hash text check (password_hash like '$argon2id$%'),
			epoch integer not null default 0,
			created_at timestamptz not null
		)`,
		sql`create table identity_links (
			uid text not null references identities on delete cascade,
			provider text not null check (provider in ('google', 'facebook')),
			subject text not null check (length(subject) between 1 and 255),
			email text check (length(email) <= 254),
			display_name text not null default '' check (length(display_name) <= 200),
			created_at timestamptz not null,
			primary key (uid, provider),
			constraint identity_links_subject unique (provider, subject)
		)`,
		sql`create table known_devices (
			uid text not null references identities on delete cascade,
			device_hash bytea not null check (length(device_hash) = 32),
			last_used_at timestamptz not null,
			primary key (uid, device_hash)
		)`,
		sql`comment on table known_devices is 'Browsers in which the owner has signed in before: guesses from elsewhere never use up their attempts.'`,
		sql`create table action_codes (
			code_hash bytea primary key check (length(code_hash) = 32),
			uid text not null references identities on delete cascade,
			kind text not null check (kind in ('verifyEmail', 'resetPassword', 'recoverEmail')),
			email text not null,
			previous_email text check ((kind = 'recoverEmail') = (previous_email is not null)),
			created_at timestamptz not null,
			expires_at timestamptz not null,
			used_at timestamptz,
			voided_at timestamptz
		)`,
		sql`comment on column action_codes.email is 'The address that the code proves (verifyEmail, resetPassword) or brings back (recoverEmail).'`,
		sql`create index action_codes_uid on action_codes (uid, kind)`,
		sql`create table oauth_transactions (
			state_hash bytea primary key check (length(state_hash) = 32),
			binding_hash bytea not null check (length(binding_hash) = 32),
			provider text not null check (provider in ('google', 'facebook')),
			attempt text not null check (attempt ~ '^[A-Za-z0-9_-]{8,64}$'),
			nonce text not null,
			code_verifier text not null,
			link_uid text references identities on delete cascade,
			created_at timestamptz not null,
			expires_at timestamptz not null
		)`,
		sql`create table login_tickets (
			ticket_hash bytea primary key check (length(ticket_hash) = 32),
			kind text not null check (kind in ('sign-in', 'link', 'link-intent', 'spent-id-token')),
			binding_hash bytea check (length(binding_hash) = 32),
			uid text references identities on delete cascade,
			provider text check (provider in ('google', 'facebook')),
			subject text,
			email text,
			email_is_verified boolean,
			display_name text,
			expires_at timestamptz not null
		)`,
		sql`create index login_tickets_expiry on login_tickets (expires_at)`,
		sql`create table sessions (
			id bigint generated always as identity primary key,
			token_hash bytea not null unique check (length(token_hash) = 32),
			uid text not null references identities on delete cascade,
			provider text not null check (provider in ('password', 'google', 'facebook')),
			auth_time timestamptz not null,
			created_at timestamptz not null,
			last_seen_at timestamptz not null,
			expires_at timestamptz not null check (expires_at <= auth_time + interval '14 days'),
			user_agent text not null default '' check (length(user_agent) <= 300)
		)`,
		sql`create index sessions_uid on sessions (uid)`,
		sql`create index sessions_expiry on sessions (expires_at)`,
		sql`create unlogged table throttles (
			key text primary key,
			hits timestamptz[] not null,
			granted uuid,
			expires_at timestamptz not null
		)`,
		sql`comment on table throttles is 'A sliding window of counted attempts per key; keys hold hashes, never addresses.'`,
		sql`create index throttles_expiry on throttles (expires_at)`,
		sql`create table signing_keys (
			kid text primary key,
			public_jwk jsonb not null,
			sealed_private text not null,
			created_at timestamptz not null
		)`,
		sql`create table auth_events (
			id bigint generated always as identity primary key,
			uid text,
			kind text not null,
			provider text,
			block text,
			user_agent text not null default '' check (length(user_agent) <= 300),
			at timestamptz not null
		)`,
		sql`create index auth_events_uid on auth_events (uid, at desc)`,
		sql`create index auth_events_at on auth_events (at)`,
	])
		await statement.execute(db)
}
