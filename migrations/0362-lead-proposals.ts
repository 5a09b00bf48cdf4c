import { type Kysely, sql } from 'kysely'

/** Offices that support proposes to a client whose request has no quote; the client decides which of them get the request. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table lead_cares drop constraint lead_cares_kind_check`,
		sql`alter table lead_cares add constraint lead_cares_kind_check check (kind in ('remind', 'extend', 'suggest', 'propose', 'cancel', 'note'))`,
		sql`create table lead_proposals (
			request_id integer not null references estimate_requests on delete cascade,
			office_id integer not null references offices on delete cascade,
			care_id integer not null references lead_cares on delete cascade,
			state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
			decided_at timestamptz,
			primary key (request_id, office_id),
			check ((state = 'open') = (decided_at is null))
		)`,
		sql`comment on table lead_proposals is 'Offices that support proposed to a client; only the client sends the request to them.'`,
		sql`create index lead_proposals_office on lead_proposals (office_id)`,
		sql`create index lead_proposals_care on lead_proposals (care_id)`,
	])
		await statement.execute(db)
}
