import { type Kysely, sql } from 'kysely'

/** Whom users follow and what they keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table follows (
			user_id bigint not null references users on delete cascade,
			expert_id integer not null references experts on delete cascade,
			notify text not null default 'all' check (notify in ('all', 'digest', 'none')),
			created_at timestamptz not null default now(),
			primary key (user_id, expert_id)
		)`,
		sql`create index follows_expert on follows (expert_id, created_at desc, user_id)`,
		sql`create function refuse_own_follow() returns trigger language plpgsql as $$
			begin
				if exists (select from experts where id = new.expert_id and user_id = new.user_id) then
					raise exception 'nobody follows themselves' using errcode = 'check_violation', constraint = 'follows_not_oneself';
				end if;
				return new;
			end
		$$`,
		sql`create trigger follows_not_oneself before insert on follows for each row execute function refuse_own_follow()`,
		sql`create table favourites (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			office_id integer references offices on delete cascade,
			expert_id integer references experts on delete cascade,
			question_id integer references questions on delete cascade,
			task_id smallint references tasks on delete cascade,
			folder text not null default '' check (char_length(folder) <= 30),
			memo text not null default '' check (char_length(memo) <= 200),
			created_at timestamptz not null default now(),
			check (num_nonnulls(office_id, expert_id, question_id, task_id) = 1),
			unique (user_id, office_id),
			unique (user_id, expert_id),
			unique (user_id, question_id),
			unique (user_id, task_id)
		)`,
		sql`create index favourites_user on favourites (user_id, id desc)`,
		...['office_id', 'expert_id', 'question_id', 'task_id'].map(
			(column) =>
				sql`create index ${sql.raw(`favourites_${column}`)} on favourites (${sql.raw(column)}) where ${sql.raw(column)} is not null`,
		),
	])
		await statement.execute(db)
}
