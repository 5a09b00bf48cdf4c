import { type Kysely, sql } from 'kysely'

/** Words of the trade explained, and when to ask which profession. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table glossary_terms (
			id integer generated always as identity primary key,
			slug text not null unique check (slug ~ '^[a-z0-9-]{2,60}$'),
			term text not null,
			kana text not null check (kana ~ '^[ぁ-んー]+$'),
			also text[] not null default '{}',
			definition text not null,
			detail text not null,
			task_category_id smallint not null references task_categories,
			task_ids smallint[] not null check (cardinality(task_ids) > 0),
			checked_on date not null
		)`,
		sql`comment on column glossary_terms.kana is 'Hiragana, by which the index is ordered.'`,
		sql`create index glossary_terms_category on glossary_terms (task_category_id)`,
		sql`alter table professions
			add column ask_when text[] not null default '{}',
			add column not_for text not null default ''`,
		sql`comment on column professions.not_for is 'What they may not do, and whom to ask instead.'`,
	])
		await statement.execute(db)
}
