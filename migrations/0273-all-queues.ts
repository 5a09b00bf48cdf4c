import { type Kysely, sql } from 'kysely'

/** The release before it reads `delayed_verdicts.version` as a number. */
export const phase = 'contract'

const QUEUES = `('experts', 'credentials', 'offices', 'articles', 'reports', 'appeals', 'contacts', 'leads')`

/** The desk works every queue; what support does about a request without a quote is kept with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		...['delayed_verdicts', 'queue_claims', 'queue_skips'].flatMap((table) => [
			sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_queue_check`)}`,
			sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_queue_check`)} check (queue in ${sql.raw(QUEUES)})`,
		]),
		sql`alter table delayed_verdicts
			drop constraint delayed_verdicts_reason_check,
			add constraint delayed_verdicts_reason_check check (char_length(reason) <= 3000),
			alter column version type bigint,
			add column slug text check (char_length(slug) <= 100)`,
		sql`comment on column delayed_verdicts.version is 'What the giver has seen: the version of an application or article, or the millisecond in which a change was requested; null where items have neither.'`,
		sql`comment on column delayed_verdicts.slug is 'The address that an article gets with its first publication.'`,
		sql`create table lead_cares (
			id integer generated always as identity primary key,
			request_id integer not null references estimate_requests on delete cascade,
			kind text not null check (kind in ('remind', 'extend', 'suggest', 'cancel', 'note')),
			body text not null default '' check (char_length(body) <= 1000),
			user_id bigint references users on delete set null,
			at timestamptz not null,
			check (kind <> 'note' or body <> '')
		)`,
		sql`comment on table lead_cares is 'What support did about a request for estimates, and its notes.'`,
		sql`create index lead_cares_request on lead_cares (request_id, id desc)`,
		sql`create index lead_cares_user on lead_cares (user_id) where user_id is not null`,
	])
		await statement.execute(db)
}
