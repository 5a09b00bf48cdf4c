import { type Kysely, sql } from 'kysely'

/** Images of questions, and the popular order of a task's questions without sorting them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table question_images (
			id integer generated always as identity primary key,
			token text not null unique check (token ~ '^[A-Za-z0-9_-]{24}$'),
			owner_id bigint references users on delete set null,
			question_id integer references questions on delete set null,
			position smallint not null default 1 check (position between 1 and 3),
			alt text not null default '' check (char_length(alt) <= 120),
			width smallint not null check (width between 1 and 1600),
			height smallint not null check (height between 1 and 1600),
			created_at timestamptz not null,
			posted_at timestamptz,
			removed_at timestamptz,
			check (question_id is null or posted_at is not null),
			constraint question_images_draft_place exclude (owner_id with =, position with =)
				where (posted_at is null and removed_at is null) deferrable initially deferred,
			constraint question_images_place exclude (question_id with =, position with =)
				where (question_id is not null and removed_at is null) deferrable initially deferred
		)`,
		sql`comment on table question_images is 'Of a draft until posted_at. Rows outlive their question and owner until a job has removed the files.'`,
		sql`create index question_images_question on question_images (question_id, position) where removed_at is null`,
		sql`create index question_images_owner on question_images (owner_id, created_at)`,
		sql`create index question_images_removed on question_images (removed_at) where removed_at is not null`,

		sql`alter table question_tasks add column popularity integer not null default 0`,
		sql`comment on column question_tasks.popularity is 'The question’s own, kept by triggers.'`,
		sql`update question_tasks qt set popularity = q.popularity from questions q where q.id = qt.question_id and q.popularity <> 0`,
		sql`create index question_tasks_popular on question_tasks (task_id, popularity desc, question_id desc)`,
		sql`create function take_question_popularity() returns trigger language plpgsql as $$
			begin
				new.popularity := coalesce((select popularity from questions where id = new.question_id), 0);
				return new;
			end
		$$`,
		sql`create trigger question_tasks_popularity before insert on question_tasks for each row execute function take_question_popularity()`,
		sql`create function give_question_popularity() returns trigger language plpgsql as $$
			begin
				update question_tasks set popularity = new.popularity where question_id = new.id;
				return null;
			end
		$$`,
		sql`create trigger questions_popularity after update on questions for each row
			when (old.popularity is distinct from new.popularity) execute function give_question_popularity()`,
	])
		await statement.execute(db)
}
