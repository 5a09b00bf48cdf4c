import { type Kysely, sql } from 'kysely'

/** Sub-qualifications that must be renewed end with their last day; what depends on them is withheld and comes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table credential_changes add column valid_until date`,
		sql`comment on column credential_changes.valid_until is 'Last day of a sub-qualification that must be renewed; null for everything else.'`,
		sql`alter table credential_changes drop constraint credential_changes_state_check`,
		sql`alter table credential_changes add constraint credential_changes_state_check
			check (state in ('draft', 'submitted', 'needs_fix', 'verified', 'given_up', 'expired'))`,
		sql`alter table expert_sub_qualifications add column expiry_notified_at timestamptz`,
		sql`comment on column expert_sub_qualifications.expiry_notified_at is 'When the expert was told that valid_until is near; null again after a renewal.'`,
		sql`create table withheld_expert_tasks (
			expert_id integer not null references experts on delete cascade,
			task_id smallint not null references tasks on delete cascade,
			withheld_at timestamptz not null,
			primary key (expert_id, task_id)
		)`,
		sql`comment on table withheld_expert_tasks is 'Tasks of a profile of which the expert may do no part since a sub-qualification ended; a renewal brings them back.'`,
	])
		await statement.execute(db)
}
