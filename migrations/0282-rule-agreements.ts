import { type Kysely, sql } from 'kysely'

/** Who agreed to which version of the rules, and how far members were notified of a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table rule_agreements (
			user_id bigint not null references users on delete cascade,
			room text not null check (room ~ '^[a-z]{3,20}$'),
			version date not null,
			agreed_at timestamptz not null,
			primary key (user_id, room, version)
		)`,
		sql`create index rule_agreements_room on rule_agreements (room, user_id)`,
		sql`create table rule_notices (
			room text not null,
			version date not null,
			last_user_id bigint not null default 0,
			finished_at timestamptz,
			primary key (room, version)
		)`,
		sql`comment on table rule_notices is 'Members up to last_user_id have been notified of the version; the job goes on from there.'`,
	])
		await statement.execute(db)
}
