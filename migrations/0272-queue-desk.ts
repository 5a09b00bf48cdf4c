import { type Kysely, sql } from 'kysely'

/** Who looks at which item of a queue, what was put off, and verdicts that wait for the end of their undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table delayed_verdicts (
			id integer generated always as identity primary key,
			queue text not null check (queue in ('experts', 'reports')),
			item_id integer not null,
			user_id bigint not null references users on delete cascade,
			verdict text not null,
			reason text not null default '' check (char_length(reason) <= 2000),
			version integer,
			given_at timestamptz not null,
			due_at timestamptz not null check (due_at >= given_at),
			outcome text check (outcome in ('applied', 'undone', 'failed')),
			settled_at timestamptz,
			failure text,
			constraint delayed_verdicts_settled check ((outcome is null) = (settled_at is null) and (failure is null or outcome = 'failed'))
		)`,
		sql`comment on column delayed_verdicts.version is 'Of the application that the reviewer has seen; null where an item has no version.'`,
		sql`comment on column delayed_verdicts.failure is 'Why it could not be applied any more, as the person who gave it reads it.'`,
		sql`create unique index delayed_verdicts_pending on delayed_verdicts (queue, item_id) where outcome is null`,
		sql`create index delayed_verdicts_due on delayed_verdicts (due_at, id) where outcome is null`,
		sql`create index delayed_verdicts_user on delayed_verdicts (user_id, settled_at desc) where outcome = 'failed'`,
		sql`create table queue_claims (
			queue text not null check (queue in ('experts', 'reports')),
			item_id integer not null,
			user_id bigint not null references users on delete cascade,
			seen_at timestamptz not null,
			primary key (queue, item_id)
		)`,
		sql`create index queue_claims_user on queue_claims (user_id)`,
		sql`create table queue_skips (
			queue text not null check (queue in ('experts', 'reports')),
			item_id integer not null,
			user_id bigint not null references users on delete cascade,
			reason text not null check (char_length(reason) between 1 and 200),
			skipped_at timestamptz not null,
			primary key (queue, item_id, user_id)
		)`,
		sql`create index queue_skips_user on queue_skips (user_id)`,
	])
		await statement.execute(db)
}
