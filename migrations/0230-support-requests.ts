import { type Kysely, sql } from 'kysely'

/** What people write to the operator, and what staff answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table support_requests (
			id integer generated always as identity primary key,
			category text not null check (category in ('usage', 'account', 'listing', 'rights', 'privacy', 'business', 'other')),
			topic text,
			claimant text check (claimant in ('self', 'agent')),
			user_id bigint references users on delete set null,
			sender_name text not null check (char_length(sender_name) between 1 and 60),
			email text not null check (char_length(email) <= 254),
			page_path text check (page_path like '/%' and char_length(page_path) <= 500),
			body text not null check (char_length(body) between 1 and 3000),
			client_key text not null,
			due_on date not null,
			author_asked_on date,
			outcome text check (outcome in ('measures', 'none', 'withdrawn')),
			staff_note text not null default '' check (char_length(staff_note) <= 1000),
			created_at timestamptz not null,
			answered_at timestamptz,
			closed_at timestamptz,
			constraint support_requests_client_key unique (client_key),
			constraint support_requests_topic check (case category
				when 'rights' then topic in ('copyright', 'trademark', 'defamation', 'privacy', 'other') and claimant is not null and page_path is not null
				when 'privacy' then topic in ('disclosure', 'correction', 'suspension', 'sharing', 'purpose', 'complaint') and claimant is not null
				else topic is null and claimant is null and author_asked_on is null end),
			constraint support_requests_outcome check ((category = 'rights' and closed_at is not null) = (outcome is not null))
		)`,
		sql`comment on column support_requests.author_asked_on is 'When the author of what is claimed about was asked (情報流通プラットフォーム対処法3条2項2号).'`,
		sql`create index support_requests_open on support_requests (due_on, id) where closed_at is null`,
		sql`create index support_requests_closed on support_requests (closed_at desc, id desc) where closed_at is not null`,
		sql`create index support_requests_user on support_requests (user_id) where user_id is not null`,
		sql`create table support_replies (
			id integer generated always as identity primary key,
			request_id integer not null references support_requests on delete cascade,
			author_id bigint references users on delete set null,
			body text not null check (char_length(body) between 1 and 3000),
			client_key text not null,
			created_at timestamptz not null,
			constraint support_replies_client_key unique (request_id, client_key)
		)`,
		sql`create index support_replies_author on support_replies (author_id) where author_id is not null`,
	])
		await statement.execute(db)
}
