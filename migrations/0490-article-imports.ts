import { type Kysely, sql } from 'kysely'

/** Exports of other sites that editors have checked, row by row, so that they see what becomes of each article before it does. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table article_imports (
			id integer generated always as identity primary key,
			file_name text not null check (char_length(file_name) between 1 and 200),
			source text not null check (char_length(source) between 1 and 200),
			checked_at timestamptz not null,
			imported_at timestamptz,
			made integer check (made >= 0),
			check ((imported_at is null) = (made is null))
		)`,
		sql`comment on column article_imports.source is 'The address of the site that the export comes from, as in content_imports.'`,
		sql`create index article_imports_open on article_imports (checked_at) where imported_at is null`,
		sql`create table article_import_rows (
			import_id integer not null references article_imports on delete cascade,
			position integer not null check (position >= 1),
			source_id text not null,
			title text not null,
			outcome text not null check (outcome in ('new', 'known', 'refused')),
			author_name text not null,
			notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
			plan jsonb check (jsonb_typeof(plan) = 'object'),
			primary key (import_id, position),
			check (plan is null or outcome = 'new')
		)`,
		sql`comment on column article_import_rows.plan is 'Author and manuscript; gone once the draft is made.'`,
	])
		await statement.execute(db)
}
