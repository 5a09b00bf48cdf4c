import { type Kysely, sql } from 'kysely'

/** Questions, answers and what is said about them, with the rules that the database itself can keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table questions (
			id integer generated always as identity primary key,
			asker_id bigint references users on delete set null,
			asker_handle text not null check (char_length(asker_handle) between 2 and 40),
			is_anonymous boolean not null default true,
			title text not null check (char_length(title) between 10 and 60),
			body text not null check (char_length(body) between 30 and 3000),
			task_category_id smallint not null references task_categories,
			prefecture_id smallint references prefectures,
			stage text not null check (stage in ('planning', 'sole', 'corporation')),
			industry text check (char_length(industry) between 1 and 40),
			state text not null default 'open' check (state in ('open', 'answered', 'resolved')),
			best_answer_id integer,
			best_chosen_by text check (best_chosen_by in ('asker', 'staff')),
			best_reason text check (char_length(best_reason) <= 300),
			answer_count integer not null default 0 check (answer_count >= 0),
			helpful_count integer not null default 0 check (helpful_count >= 0),
			view_count integer not null default 0 check (view_count >= 0),
			popularity integer not null generated always as (view_count / 10 + 3 * helpful_count + 2 * answer_count) stored,
			version integer not null default 1 check (version >= 1),
			client_key text check (client_key ~ '^[A-Za-z0-9_-]{16,64}$'),
			created_at timestamptz not null default now(),
			updated_at timestamptz not null default now(),
			edited_at timestamptz,
			resolved_at timestamptz,
			anonymised_at timestamptz,
			hidden_at timestamptz,
			hidden_reason text check (char_length(hidden_reason) <= 300),
			deleted_at timestamptz,
			constraint questions_client_key unique (asker_id, client_key),
			check ((state = 'resolved') = (resolved_at is not null)),
			check (best_answer_id is null or state = 'resolved'),
			check ((best_answer_id is null) = (best_chosen_by is null)),
			check (best_chosen_by is distinct from 'staff' or best_reason is not null),
			check ((hidden_at is null) = (hidden_reason is null)),
			check (state <> 'answered' or answer_count > 0),
			check (state <> 'open' or answer_count = 0),
			constraint questions_deleted_unanswered check (deleted_at is null or answer_count = 0),
			check (anonymised_at is null or is_anonymous)
		)`,
		sql`comment on column questions.asker_handle is 'Drawn by lot for each thread: says nothing about the asker and is no name in any other thread.'`,
		sql`comment on column questions.popularity is 'Views count by tens, so that most of them touch no index.'`,
		...['id', 'popularity', 'answer_count'].flatMap((key) => {
			const columns = sql.raw(key === 'id' ? 'id desc' : key === 'popularity' ? 'popularity desc, id desc' : 'answer_count, id desc')
			return [
				sql`create index ${sql.raw(`questions_all_${key}`)} on questions (${columns}) where hidden_at is null and deleted_at is null`,
				sql`create index ${sql.raw(`questions_category_${key}`)} on questions (task_category_id, ${columns}) where hidden_at is null and deleted_at is null`,
			]
		}),
		sql`create index questions_prefecture on questions (prefecture_id, id desc) where hidden_at is null and deleted_at is null and prefecture_id is not null`,
		sql`create index questions_state on questions (state, id desc) where hidden_at is null and deleted_at is null`,
		sql`create index questions_asker on questions (asker_id, id desc)`,
		sql`create table question_tasks (
			question_id integer not null references questions on delete cascade,
			position smallint not null check (position between 1 and 3),
			task_id smallint not null references tasks on delete cascade,
			primary key (question_id, position),
			unique (question_id, task_id)
		)`,
		sql`create index question_tasks_task on question_tasks (task_id, question_id desc)`,
		sql`create table question_addenda (
			id integer generated always as identity primary key,
			question_id integer not null references questions on delete cascade,
			position smallint not null check (position between 1 and 5),
			body text not null check (char_length(body) between 5 and 1000),
			created_at timestamptz not null default now(),
			unique (question_id, position)
		)`,
		sql`create table question_revisions (
			question_id integer not null references questions on delete cascade,
			version integer not null,
			content jsonb not null,
			replaced_at timestamptz not null,
			primary key (question_id, version)
		)`,
		sql`comment on table question_revisions is 'What an edit replaced.'`,
		sql`create table question_searches (
			question_id integer primary key references questions on delete cascade,
			tokeniser smallint not null,
			title_tokens tsvector not null,
			tokens tsvector not null
		)`,
		sql`create index question_searches_title on question_searches using gin (title_tokens) with (fastupdate = off)`,
		sql`create index question_searches_tokens on question_searches using gin (tokens) with (fastupdate = off)`,
		sql`create index question_searches_tokeniser on question_searches (tokeniser)`,

		sql`create table answers (
			id integer generated always as identity primary key,
			question_id integer not null references questions on delete cascade,
			expert_id integer references experts on delete set null,
			credentials jsonb not null check (jsonb_typeof(credentials) = 'array'),
			body text not null check (char_length(body) between 50 and 5000),
			sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array' and jsonb_array_length(sources) <= 5),
			law_as_of date,
			helpful_count integer not null default 0 check (helpful_count >= 0),
			comment_count smallint not null default 0 check (comment_count between 0 and 6),
			thanks text check (char_length(thanks) between 1 and 300),
			thanked_at timestamptz,
			version integer not null default 1 check (version >= 1),
			client_key text check (client_key ~ '^[A-Za-z0-9_-]{16,64}$'),
			created_at timestamptz not null default now(),
			edited_at timestamptz,
			hidden_at timestamptz,
			hidden_reason text check (char_length(hidden_reason) <= 300),
			constraint answers_one_each unique (question_id, expert_id),
			unique (question_id, id),
			check ((thanks is null) = (thanked_at is null)),
			check ((hidden_at is null) = (hidden_reason is null))
		)`,
		sql`comment on column answers.credentials is 'The credentials that the expert held when answering: they stay when the register changes.'`,
		sql`create index answers_expert on answers (expert_id, id desc)`,
		sql`create index answers_page on answers (question_id, helpful_count desc, id) where hidden_at is null`,
		// The pair keeps the best answer within its own question; that there is one column keeps it the only one.
		sql`alter table questions add constraint questions_best_answer
			foreign key (id, best_answer_id) references answers (question_id, id)`,
		sql`create function refuse_own_answer() returns trigger language plpgsql as $$
			begin
				if exists (
					select from questions q join experts e on e.user_id = q.asker_id
					where q.id = new.question_id and e.id = new.expert_id
				) then
					raise exception 'nobody answers their own question' using errcode = 'check_violation', constraint = 'answers_not_own';
				end if;
				return new;
			end
		$$`,
		sql`create trigger answers_not_own before insert on answers for each row execute function refuse_own_answer()`,
		sql`create table answer_revisions (
			answer_id integer not null references answers on delete cascade,
			version integer not null,
			content jsonb not null,
			replaced_at timestamptz not null,
			primary key (answer_id, version)
		)`,
		sql`create table answer_comments (
			id integer generated always as identity primary key,
			answer_id integer not null references answers on delete cascade,
			position smallint not null check (position between 1 and 6),
			author text not null check (author in ('asker', 'expert')),
			body text not null check (char_length(body) between 2 and 1000),
			client_key text check (client_key ~ '^[A-Za-z0-9_-]{16,64}$'),
			created_at timestamptz not null default now(),
			unique (answer_id, position),
			constraint answer_comments_turns check ((position % 2 = 1) = (author = 'asker'))
		)`,
		sql`comment on table answer_comments is 'Three rounds: the asker speaks at 1, 3, 5 and the expert replies at 2, 4, 6.'`,
		sql`create table helpful_votes (
			answer_id integer not null references answers on delete cascade,
			user_id bigint not null references users on delete cascade,
			created_at timestamptz not null default now(),
			primary key (answer_id, user_id)
		)`,
		sql`create index helpful_votes_user on helpful_votes (user_id)`,
		sql`create table qa_drafts (
			id bigint generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			question_id integer references questions on delete cascade,
			content jsonb not null check (pg_column_size(content) <= 60000),
			updated_at timestamptz not null,
			constraint qa_drafts_one_each unique nulls not distinct (user_id, question_id)
		)`,
		sql`comment on table qa_drafts is 'A new question where question_id is null, else an answer to that question.'`,
	])
		await statement.execute(db)
}
