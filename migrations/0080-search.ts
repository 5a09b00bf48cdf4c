import { type Kysely, sql } from 'kysely'

/** Articles in the search, and the words that are searched for: how often they stand in texts, and how else they are written. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table article_searches (
			article_id integer primary key references articles on delete cascade,
			tokeniser smallint not null,
			title_tokens tsvector not null,
			tokens tsvector not null
		)`,
		sql`create index article_searches_title on article_searches using gin (title_tokens) with (fastupdate = off)`,
		sql`create index article_searches_tokens on article_searches using gin (tokens) with (fastupdate = off)`,
		sql`comment on table article_searches is 'Of published articles only.'`,
		sql`comment on column question_searches.tokens is 'Beside words: facts with a tilde (~c5 category, ~t503 task, ~p13 prefecture, ~b7 the 4,096 ids it is of).'`,
		sql`create table search_terms (
			term text primary key,
			label text not null,
			reading text not null default '',
			romaji text not null default '',
			titles integer not null default 0,
			texts integer not null default 0,
			is_offered boolean not null default false,
			bigrams text[] not null
		)`,
		sql`comment on table search_terms is 'Built from the index and the taxonomy; the row with the empty term counts the questions.'`,
		sql`comment on column search_terms.term is 'As the index has it: folded.'`,
		sql`create index search_terms_bigrams on search_terms using gin (bigrams)`,
		sql`create index search_terms_term on search_terms (term text_pattern_ops) where is_offered`,
		sql`create index search_terms_reading on search_terms (reading text_pattern_ops) where is_offered and reading <> ''`,
		sql`create index search_terms_romaji on search_terms (romaji text_pattern_ops) where is_offered and romaji <> ''`,
	])
		await statement.execute(db)
}
