import { type Kysely, sql } from 'kysely'

/** What tasks consist of, who may do each part by which law, and what professions have besides their registration. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table reservation_laws (
			id smallint primary key,
			slug text not null unique,
			name text not null,
			short_name text not null,
			articles text not null,
			in_force_on date not null,
			sentence text not null,
			url text not null check (url ~ '^https://'),
			checked_on date not null
		)`,
		sql`comment on column reservation_laws.in_force_on is 'From when the wording of these articles has applied.'`,
		sql`create table sub_qualifications (
			id smallint primary key check (id between 1 and 10),
			slug text not null unique,
			name text not null unique,
			short_name text not null,
			law text not null,
			proof text not null,
			summary text not null,
			limit_text text,
			renewal text not null check (renewal in ('none', 'required'))
		)`,
		sql`create table sub_qualification_professions (
			sub_qualification_id smallint not null references sub_qualifications on delete cascade,
			profession_id smallint not null references professions,
			primary key (sub_qualification_id, profession_id)
		)`,
		sql`create table task_parts (
			id integer primary key check (id = coalesce(task_id, task_category_id) * 10 + position),
			task_id smallint references tasks on delete cascade,
			task_category_id smallint references task_categories on delete cascade,
			position smallint not null check (position between 1 and 9),
			kind text not null check (kind in ('advice', 'drafting', 'agency', 'representation', 'registration', 'appraisal', 'work')),
			name text not null,
			law_id smallint references reservation_laws,
			note text not null default '',
			check (num_nonnulls(task_id, task_category_id) = 1),
			check (task_category_id is null or law_id is not null)
		)`,
		sql`comment on table task_parts is 'Of a task, or of a category: then what a question without a task is taken to ask for.'`,
		sql`create index task_parts_task on task_parts (task_id, position)`,
		sql`create index task_parts_category on task_parts (task_category_id) where task_category_id is not null`,
		sql`create table task_part_grants (
			part_id integer not null references task_parts on delete cascade,
			profession_id smallint not null references professions,
			sub_qualification_id smallint,
			position smallint not null,
			unique nulls not distinct (part_id, profession_id, sub_qualification_id),
			foreign key (sub_qualification_id, profession_id) references sub_qualification_professions (sub_qualification_id, profession_id)
		)`,
		sql`comment on table task_part_grants is 'Who may do a part that a law reserves: the profession, and where one is named its sub-qualification too.'`,

		sql`create table expert_sub_qualifications (
			expert_id integer not null,
			profession_id smallint not null,
			sub_qualification_id smallint not null,
			registration_number text not null check (length(registration_number) between 1 and 60),
			registered_on date,
			valid_until date,
			verified_at timestamptz not null,
			primary key (expert_id, sub_qualification_id, profession_id),
			foreign key (expert_id, profession_id) references expert_credentials (expert_id, profession_id) on delete cascade,
			foreign key (sub_qualification_id, profession_id) references sub_qualification_professions (sub_qualification_id, profession_id)
		)`,
		sql`comment on table expert_sub_qualifications is 'Verified by staff. One that expired is deleted by a job, and goes with the profession that it belongs to.'`,
		sql`create index expert_sub_qualifications_expiry on expert_sub_qualifications (valid_until) where valid_until is not null`,

		sql`create function expert_may_do(expert integer, part integer) returns boolean language sql stable
			return exists (select from task_parts p where p.id = part and p.law_id is null) or exists (
				select from task_part_grants g
				join expert_credentials c on c.expert_id = expert and c.profession_id = g.profession_id
				where g.part_id = part and (g.sub_qualification_id is null or exists (
					select from expert_sub_qualifications s
					where s.expert_id = expert and s.profession_id = g.profession_id and s.sub_qualification_id = g.sub_qualification_id
				))
			)`,
		sql`comment on function expert_may_do is 'The one SQL form of mayDoPart (domain/taxonomy/task-parts.ts), by the credentials as they are, whatever the state of the expert.'`,
		sql`create function office_parts(office integer, task integer) returns integer[] language sql stable
			return (
				select coalesce(array_agg(p.id order by p.position), '{}') from task_parts p
				where p.task_id = task and (p.law_id is null or exists (
					select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
					where m.office_id = office and expert_may_do(m.expert_id, p.id)
				))
			)`,
		sql`comment on function office_parts is 'The parts of a task that a verified member of the office may do.'`,
		sql`alter table office_tasks add column part_ids integer[] not null default '{}'`,
		sql`comment on column office_tasks.part_ids is 'office_parts() of the row, kept for cards whenever the office is reindexed.'`,

		sql`alter table withheld_office_tasks add column reason text not null default 'suspension' check (reason in ('suspension', 'expiry', 'rules'))`,
		sql`alter table withheld_office_tasks add column withheld_at timestamptz not null default now()`,
		sql`comment on column withheld_office_tasks.reason is 'What was set aside for a suspended member is forgotten when they leave; the rest stays.'`,
	])
		await statement.execute(db)
}
