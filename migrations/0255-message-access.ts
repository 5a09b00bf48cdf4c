import { type Kysely, sql } from 'kysely'

/**
 * What opened a whole thread to staff: the legal ground, two of them, until when, and when both sides were notified. Rows stay
 * when the thread is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table message_accesses (
			id integer generated always as identity primary key,
			kind text not null check (kind in ('inquiry', 'estimate')),
			subject_id integer not null check (subject_id > 0),
			ground text not null check (ground in ('warrant', 'court-order', 'consent', 'emergency')),
			authority text not null check (char_length(authority) between 1 and 100),
			reference text not null check (char_length(reference) between 1 and 100),
			issued_on date not null,
			explanation text not null check (char_length(explanation) between 20 and 1000),
			notice_withheld_until date,
			requested_by bigint not null references users,
			requested_at timestamptz not null,
			decided_by bigint references users,
			decided_at timestamptz,
			decision text check (decision in ('approved', 'refused')),
			decision_reason text check (char_length(decision_reason) <= 300),
			expires_at timestamptz,
			closed_at timestamptz,
			notified_at timestamptz,
			constraint message_accesses_two_persons check (decided_by is distinct from requested_by),
			constraint message_accesses_decided check (
				(decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)
					and (decision is null) = (decision_reason is null)
			),
			constraint message_accesses_limited check ((decision is not distinct from 'approved') = (expires_at is not null)),
			constraint message_accesses_short check (expires_at is null or expires_at <= decided_at + interval '72 hours'),
			constraint message_accesses_closed check (closed_at is null or expires_at is not null),
			constraint message_accesses_notified check (notified_at is null or expires_at is not null)
		)`,
		sql`create unique index message_accesses_waiting on message_accesses (kind, subject_id) where decision is null`,
		sql`create index message_accesses_unnotified on message_accesses (id) where decision = 'approved' and notified_at is null`,
		sql`comment on table message_accesses is 'Access of staff to a whole thread on a legal ground, approved by a second of them. Kept for good.'`,
	])
		await statement.execute(db)
}
