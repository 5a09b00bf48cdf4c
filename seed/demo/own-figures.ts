import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'

const DAYS = 180

/** What makes the demo's expert's figures worth a look: how often their pages were opened in half a year, and stood on lists. */
export async function insertDemoFigures(db: Kysely<Database>): Promise<void> {
	await sql`
		insert into page_views (kind, target_id, day, view_count)
		select g.kind, g.id, d.day::date,
			(g.base * case when extract(isodow from d.day) > 5 then 0.45 else 1 end + mod(abs(hashint8(extract(epoch from d.day)::bigint + g.id)), g.spread))::integer
		from (
			select e.id as expert_id, m.office_id
			from users u join experts e on e.user_id = u.id and e.state = 'verified' join office_members m on m.expert_id = e.id
			where u.email = 'expert@example.com' and not exists (select from page_views)
			order by m.office_id limit 1
		) own
		cross join lateral (values ('office', own.office_id, 26, 17), ('expert', own.expert_id, 9, 11)) as g (kind, id, base, spread)
		cross join generate_series(current_date - ${sql.lit(DAYS)}::integer, current_date - 1, interval '1 day') as d (day)
	`.execute(db)
	await sql`
		insert into office_impressions (office_id, day, shown_count)
		select own.office_id, d.day::date,
			(140 * case when extract(isodow from d.day) > 5 then 0.5 else 1 end + mod(abs(hashint8(extract(epoch from d.day)::bigint)), 61))::integer
		from (
			select m.office_id
			from users u join experts e on e.user_id = u.id and e.state = 'verified' join office_members m on m.expert_id = e.id
			where u.email = 'expert@example.com' and not exists (select from office_impressions)
			order by m.office_id limit 1
		) own
		cross join generate_series(current_date - ${sql.lit(DAYS)}::integer, current_date - 1, interval '1 day') as d (day)
	`.execute(db)
}
