import { type Kysely, sql } from 'kysely'

/** Requests under the Act on the Protection of Personal Information (個人情報保護法 32〜35条): by when, checked how, decided how. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table privacy_requests (
			id integer generated always as identity primary key,
			support_id integer unique references support_requests on delete set null,
			user_id bigint references users on delete set null,
			kind text not null check (kind in ('purpose', 'disclosure', 'correction', 'suspension', 'sharing')),
			channel text not null check (channel in ('contact', 'mail', 'letter')),
			claimant text not null check (claimant in ('self', 'agent')),
			requester_name text not null check (char_length(requester_name) between 1 and 60),
			email text check (char_length(email) <= 254),
			body text not null check (char_length(body) between 1 and 3000),
			received_on date not null,
			due_on date not null check (due_on >= received_on),
			identity_method text check (identity_method in ('account', 'document', 'mandate')),
			identity_note text check (char_length(identity_note) between 1 and 500),
			identity_by bigint references users on delete set null,
			identity_at timestamptz,
			outlook text check (char_length(outlook) between 1 and 3000),
			exported_at timestamptz,
			erased_at timestamptz,
			outcome text check (outcome in ('granted', 'partly', 'refused', 'withdrawn')),
			decision text check (char_length(decision) between 1 and 3000),
			decided_by bigint references users on delete set null,
			created_by bigint references users on delete set null,
			created_at timestamptz not null,
			closed_at timestamptz,
			client_key text not null unique,
			constraint privacy_requests_identity check (
				(identity_method is null) = (identity_at is null) and (identity_method is null) = (identity_note is null)
			),
			constraint privacy_requests_closed check ((closed_at is null) = (outcome is null) and (closed_at is null) = (decision is null)),
			constraint privacy_requests_checked check (
				identity_at is not null or (exported_at is null and erased_at is null and coalesce(outcome, '') not in ('granted', 'partly'))
			)
		)`,
		sql`comment on column privacy_requests.outlook is 'What the person was told when the answer took longer than 14 days.'`,
		sql`create index privacy_requests_open on privacy_requests (due_on, id) where closed_at is null`,
		sql`create index privacy_requests_closed on privacy_requests (closed_at desc, id desc) where closed_at is not null`,
		sql`create index privacy_requests_user on privacy_requests (user_id) where user_id is not null`,
		sql`create index privacy_requests_identity_by on privacy_requests (identity_by) where identity_by is not null`,
		sql`create index privacy_requests_decided_by on privacy_requests (decided_by) where decided_by is not null`,
		sql`create index privacy_requests_created_by on privacy_requests (created_by) where created_by is not null`,
	])
		await statement.execute(db)
}
