import { type Kysely, sql } from 'kysely'

/**
 * Articles: the manuscript that is worked on, and beside it what the site shows of it. The two are columns of one row, so
 * that an article on the site stays as it is while its next version is written and looked over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table articles (
			id integer generated always as identity primary key,
			author text not null check (author in ('expert', 'editor')),
			author_user_id bigint references users on delete set null,
			expert_id integer references experts on delete set null,
			manuscript jsonb not null check (jsonb_typeof(manuscript) = 'object' and pg_column_size(manuscript) <= 80000),
			stage text not null default 'draft' check (stage in ('draft', 'submitted', 'returned', 'settled')),
			returned_reason text check (char_length(returned_reason) between 5 and 1000),
			submitted_at timestamptz,
			version integer not null default 1 check (version >= 1),
			saved_by bigint references users on delete set null,
			saved_at timestamptz not null,
			created_at timestamptz not null default now(),

			slug text constraint articles_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 80),
			title text check (char_length(title) between 10 and 60),
			lead text check (char_length(lead) between 30 and 200),
			body text check (char_length(body) between 300 and 12000),
			task_category_id smallint references task_categories,
			supervisor_id integer references experts on delete set null,
			sources jsonb check (jsonb_typeof(sources) = 'array' and jsonb_array_length(sources) <= 10),
			law_as_of date,
			reading_minutes smallint check (reading_minutes between 1 and 99),
			published_at timestamptz check (published_at = date_trunc('second', published_at)),
			revised_at timestamptz,
			unlisted_at timestamptz,
			unlisted_reason text check (char_length(unlisted_reason) between 5 and 1000),

			check (author = 'expert' or expert_id is null),
			check ((stage = 'returned') = (returned_reason is not null)),
			check ((stage = 'submitted') = (submitted_at is not null)),
			check (num_nonnulls(slug, title, lead, body, task_category_id, sources, reading_minutes, published_at) in (0, 8)),
			check (stage <> 'settled' or published_at is not null),
			check (unlisted_at is null or published_at is not null),
			check ((unlisted_at is null) = (unlisted_reason is null))
		)`,
		sql`comment on column articles.manuscript is 'May be unfinished: it is checked when it is submitted or published.'`,
		sql`comment on column articles.stage is 'Of the manuscript; settled when the site shows it as it is.'`,
		sql`comment on column articles.published_at is 'In whole seconds, because the lists go on from it.'`,
		sql`create index articles_newest on articles (published_at desc, id desc) where published_at is not null and unlisted_at is null`,
		sql`create index articles_category on articles (task_category_id, published_at desc, id desc) where published_at is not null and unlisted_at is null`,
		sql`create index articles_expert on articles (expert_id, published_at desc, id desc) where expert_id is not null`,
		sql`create index articles_supervisor on articles (supervisor_id) where supervisor_id is not null`,
		sql`create index articles_author on articles (author_user_id, id desc)`,
		sql`create index articles_stage on articles (stage, id desc)`,
		sql`create table article_tasks (
			article_id integer not null references articles on delete cascade,
			position smallint not null check (position between 1 and 5),
			task_id smallint not null references tasks on delete cascade,
			primary key (article_id, position),
			unique (article_id, task_id)
		)`,
		sql`create index article_tasks_task on article_tasks (task_id, article_id desc)`,
		sql`create table article_revisions (
			id integer generated always as identity primary key,
			article_id integer not null references articles on delete cascade,
			version integer not null,
			occasion text not null check (occasion in ('submitted', 'published', 'replaced')),
			content jsonb not null,
			saved_by bigint references users on delete set null,
			kept_at timestamptz not null
		)`,
		sql`comment on column article_revisions.occasion is 'replaced: another person wrote over it.'`,
		sql`create index article_revisions_article on article_revisions (article_id, id desc)`,

		sql`alter table favourites add column article_id integer references articles on delete cascade`,
		sql`alter table favourites drop constraint favourites_check`,
		sql`alter table favourites add constraint favourites_one_thing
			check (num_nonnulls(office_id, expert_id, question_id, task_id, article_id) = 1)`,
		sql`alter table favourites add constraint favourites_user_id_article_id_key unique (user_id, article_id)`,
		sql`create index favourites_article_id on favourites (article_id) where article_id is not null`,
	])
		await statement.execute(db)
}
