import { type Kysely, sql } from 'kysely'

/** Questions that staff merge into another: an order that can be taken back for some seconds, then a redirect. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table question_merges (
			id integer generated always as identity primary key,
			from_id integer not null references questions on delete cascade,
			to_id integer not null references questions on delete cascade,
			user_id bigint references users on delete set null,
			reason text not null check (char_length(reason) between 1 and 300),
			given_at timestamptz not null,
			due_at timestamptz not null,
			outcome text check (outcome in ('applied', 'undone', 'failed')),
			settled_at timestamptz,
			failure text,
			check (from_id <> to_id),
			check ((outcome is null) = (settled_at is null))
		)`,
		sql`comment on table question_merges is 'Without an outcome it waits until due_at; applied ones redirect from the one question to the other.'`,
		sql`create unique index question_merges_from on question_merges (from_id) where outcome is null or outcome = 'applied'`,
		sql`create index question_merges_to on question_merges (to_id) where outcome = 'applied'`,
		sql`create index question_merges_due on question_merges (due_at) where outcome is null`,
		sql`create index question_merges_user on question_merges (user_id) where user_id is not null`,
		sql`alter table answers add column moved_from_id integer references questions on delete set null`,
		sql`comment on column answers.moved_from_id is 'The merged question that it was written for: its comments and thanks are of that asker.'`,
		sql`create index answers_moved_from on answers (moved_from_id) where moved_from_id is not null`,
	])
		await statement.execute(db)
}
