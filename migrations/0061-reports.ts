import { type Kysely, sql } from 'kysely'

/** Reports of what others wrote, what staff decided on them, and the one appeal against it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table reports (
			id integer generated always as identity primary key,
			reporter_id bigint references users on delete set null,
			kind text not null check (kind in ('question', 'answer', 'comment', 'review', 'article', 'office', 'expert')),
			subject_id integer not null,
			reason text not null check (reason in ('personal', 'advertising', 'abuse', 'false', 'rights', 'other')),
			body text not null default '' check (char_length(body) <= 1000),
			state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
			created_at timestamptz not null,
			decided_at timestamptz,
			decided_by bigint references users on delete set null,
			decision_reason text check (char_length(decision_reason) <= 300),
			constraint reports_one_each unique (reporter_id, kind, subject_id),
			check ((state = 'open') = (decided_at is null)),
			check ((state = 'open') = (decision_reason is null))
		)`,
		sql`create index reports_open on reports (id) where state = 'open'`,
		sql`create index reports_decided on reports (id desc) where state <> 'open'`,
		sql`create index reports_subject on reports (kind, subject_id, id)`,
		sql`create index reports_reporter on reports (reporter_id, created_at)`,
		sql`create table appeals (
			id integer generated always as identity primary key,
			author_id bigint not null references users on delete cascade,
			kind text not null check (kind in ('question', 'answer', 'comment', 'review')),
			subject_id integer not null,
			body text not null check (char_length(body) between 10 and 1000),
			state text not null default 'open' check (state in ('open', 'granted', 'rejected')),
			created_at timestamptz not null,
			decided_at timestamptz,
			decided_by bigint references users on delete set null,
			decision_reason text check (char_length(decision_reason) <= 300),
			constraint appeals_once unique (author_id, kind, subject_id),
			check ((state = 'open') = (decided_at is null)),
			check ((state = 'open') = (decision_reason is null))
		)`,
		sql`create index appeals_open on appeals (id) where state = 'open'`,
		sql`alter table answer_comments add column hidden_at timestamptz, add column hidden_reason text check (char_length(hidden_reason) <= 300)`,
		sql`alter table answer_comments add check ((hidden_at is null) = (hidden_reason is null))`,
		sql`alter table reviews add column hidden_reason text check (char_length(hidden_reason) <= 300)`,
		sql`create index questions_hidden on questions (id desc) where hidden_at is not null and deleted_at is null`,
		sql`create index answers_hidden on answers (id desc) where hidden_at is not null`,
	])
		await statement.execute(db)
}
