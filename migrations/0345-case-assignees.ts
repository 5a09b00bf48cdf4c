import { type Kysely, sql } from 'kysely'

/** Who of an office takes care of a case, members who answer without editing the office's page, and which notices each wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		// Whoever leaves the office leaves its cases: that the assignee is a member is the constraint's to hold.
		...['estimate_deliveries', 'inquiries'].flatMap((table) => [
			sql`alter table ${sql.table(table)} add column assignee_id integer`,
			sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_assignee`)}
				foreign key (office_id, assignee_id) references office_members (office_id, expert_id) on delete set null (assignee_id)`,
		]),
		sql`comment on column estimate_deliveries.assignee_id is 'The member of the office who takes care of it; null for nobody yet.'`,
		sql`comment on column inquiries.assignee_id is 'The member of the office who takes care of it; null for nobody yet.'`,
		sql`alter table office_members add column notices text not null default 'all' check (notices in ('all', 'own'))`,
		sql`comment on column office_members.notices is 'own: only of cases that the member is assigned to, or nobody is.'`,
		...['office_members', 'office_invitations'].flatMap((table) => [
			sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_role_check`)}`,
			sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_role_check`)} check (role in ('owner', 'editor', 'responder'))`,
		]),
	])
		await statement.execute(db)
}
