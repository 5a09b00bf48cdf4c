import { type Kysely, sql } from 'kysely'

/** What was imported from another program, by the ids of that program: a repeated import makes nothing twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table content_imports (
			kind text not null check (kind in ('article', 'question', 'answer')),
			source text not null check (char_length(source) between 1 and 200),
			source_id text not null check (char_length(source_id) between 1 and 60),
			article_id integer references articles on delete set null,
			question_id integer references questions on delete set null,
			answer_id integer references answers on delete set null,
			imported_at timestamptz not null,
			primary key (kind, source, source_id),
			check (kind = 'article' or article_id is null),
			check (kind = 'question' or question_id is null),
			check (kind = 'answer' or answer_id is null)
		)`,
		sql`comment on table content_imports is 'A row outlives what it made: what was deleted here is not imported again.'`,
		sql`comment on column content_imports.source is 'The address or name of the site that the export comes from.'`,
		sql`create index content_imports_article on content_imports (article_id) where article_id is not null`,
		sql`create index content_imports_question on content_imports (question_id) where question_id is not null`,
		sql`create index content_imports_answer on content_imports (answer_id) where answer_id is not null`,
	])
		await statement.execute(db)
}
