import { type Kysely, sql } from 'kysely'

/**
 * What the repository's content says of each category, task, part, use case and tool, beside what staff changed, so that the
 * two can be merged field by field; drafts, history, redirects of retired pages, and checks of links.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table taxonomy_items (
			kind text not null check (kind in ('category', 'task', 'part', 'useCase', 'tool')),
			key text not null check (char_length(key) between 1 and 100),
			content jsonb,
			staff jsonb not null default '{}',
			base jsonb not null default '{}',
			is_own boolean not null default false,
			retired_at timestamptz,
			version integer not null default 1,
			changed_at timestamptz not null,
			primary key (kind, key)
		)`,
		sql`comment on table taxonomy_items is
			'Each field is what staff set, else what the content says; base is what the content said of it when staff set it.'`,
		sql`create table taxonomy_editions (
			id integer generated always as identity primary key,
			kind text not null,
			key text not null,
			version integer not null,
			fields jsonb not null,
			is_live boolean not null,
			source text not null check (source in ('content', 'staff')),
			user_id bigint references users on delete set null,
			reason text not null default '',
			at timestamptz not null,
			unique (kind, key, version),
			foreign key (kind, key) references taxonomy_items (kind, key) on delete cascade
		)`,
		sql`create index taxonomy_editions_user on taxonomy_editions (user_id) where user_id is not null`,
		sql`create index taxonomy_editions_newest on taxonomy_editions (id desc) where source = 'staff'`,
		sql`create table taxonomy_drafts (
			kind text not null check (kind in ('category', 'task', 'part', 'useCase', 'tool')),
			key text not null check (char_length(key) between 1 and 100),
			fields jsonb not null,
			item_version integer not null,
			version integer not null default 1,
			reason text not null default '' check (char_length(reason) <= 300),
			user_id bigint not null references users on delete cascade,
			saved_at timestamptz not null,
			publish_at timestamptz,
			failure text,
			primary key (kind, key)
		)`,
		sql`create index taxonomy_drafts_user on taxonomy_drafts (user_id)`,
		sql`create index taxonomy_drafts_due on taxonomy_drafts (publish_at) where publish_at is not null and failure is null`,
		sql`create table taxonomy_redirects (
			kind text not null check (kind in ('task', 'tool')),
			from_id integer not null,
			from_key text not null,
			to_kind text not null check (to_kind in ('category', 'task', 'tool')),
			to_key text not null,
			at timestamptz not null,
			primary key (kind, from_id)
		)`,
		sql`create table tool_link_checks (
			slug text primary key references tools (slug) on delete cascade on update cascade,
			url text not null,
			checked_at timestamptz not null,
			failure text,
			failing_since timestamptz
		)`,
	])
		await statement.execute(db)
}
