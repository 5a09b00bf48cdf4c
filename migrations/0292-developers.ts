import { type Kysely, sql } from 'kysely'

/** What an account lets other programs do: tokens for the API, and webhooks with a log of what was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of statements) await statement.execute(db)
}

const statements = [
	sql`create table api_tokens (
		id integer generated always as identity primary key,
		user_id bigint not null references users on delete cascade,
		name text not null check (char_length(name) between 1 and 60),
		scopes text[] not null
			check (cardinality(scopes) > 0 and scopes <@ array['read:public', 'read:offices', 'read:leads', 'write:leads']),
		token_hash bytea not null constraint api_tokens_hash unique,
		hint text not null,
		client_key text not null constraint api_tokens_client_key unique,
		created_at timestamptz not null,
		expires_at timestamptz not null,
		last_used_at timestamptz,
		revoked_at timestamptz
	)`,
	sql`comment on column api_tokens.hint is 'The first characters, by which an owner tells tokens apart. The token itself is not stored.'`,
	sql`create index api_tokens_user on api_tokens (user_id, id desc)`,
	sql`create table webhook_endpoints (
		id integer generated always as identity primary key,
		user_id bigint not null references users on delete cascade,
		url text not null check (char_length(url) <= 500),
		event_kinds text[] not null check (cardinality(event_kinds) > 0),
		secret text not null,
		previous_secret text,
		previous_secret_until timestamptz,
		client_key text not null constraint webhook_endpoints_client_key unique,
		created_at timestamptz not null,
		failing_since timestamptz,
		disabled_at timestamptz,
		constraint webhook_endpoints_previous check ((previous_secret is null) = (previous_secret_until is null))
	)`,
	sql`comment on column webhook_endpoints.secret is 'Encrypted with the site''s key.'`,
	sql`comment on column webhook_endpoints.failing_since is 'When the first of the failures in a row was; null after a success.'`,
	sql`create index webhook_endpoints_user on webhook_endpoints (user_id, id)`,
	sql`create table webhook_deliveries (
		id integer generated always as identity primary key,
		endpoint_id integer not null references webhook_endpoints on delete cascade,
		kind text not null,
		subject text not null,
		message_id text not null,
		body text not null,
		state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
		attempt_count smallint not null default 0,
		created_at timestamptz not null,
		next_try_at timestamptz,
		last_attempt_at timestamptz,
		last_status smallint,
		last_error text,
		constraint webhook_deliveries_once unique (endpoint_id, kind, subject),
		constraint webhook_deliveries_next check ((state = 'waiting') = (next_try_at is not null))
	)`,
	sql`comment on column webhook_deliveries.subject is 'Names the occasion: an event that is recorded twice is sent once.'`,
	sql`comment on column webhook_deliveries.message_id is 'The webhook-id, the same for every attempt and replay.'`,
	sql`create index webhook_deliveries_log on webhook_deliveries (endpoint_id, id desc)`,
	sql`create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting'`,
	sql`create index webhook_deliveries_created on webhook_deliveries (created_at)`,
]
