import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import type { StaffCtx } from '../../accounts/staff.ts'
import { areaName } from '../../geography/areas.ts'
import type { Ctx } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'
import { areasOf } from '../area-lookup.ts'
import { listPath } from '../list-path.ts'
import { FEWEST_SHOWN } from './list-wait-input.ts'

const MOST = 100
const RECENT_DAYS = 30

/** The name of a category or a task by its scope. */
const scopeNameSql = (scopeId: string) =>
	sql<string>`coalesce((select t.name from tasks t where t.id = ${sql.ref(scopeId)}), (select c.name from task_categories c where c.id = ${sql.ref(scopeId)}), '')`

export type WaitedDemand = {
	scopeName: string
	areaName: string
	path: string
	waiting: number
	/** Of them, who asked within the last thirty days. */
	recent: number
	officeCount: number
}

export type WaitFigures = {
	/** People and lists that wait now; who got a mail within the time that it is remembered. */
	totals: { people: number; lists: number; found: number }
	/** The lists that most people wait for. */
	demand: WaitedDemand[]
}

/** Returns what visitors wait for most, for staff who look for offices: counts without addresses. */
export async function readWaitFigures(ctx: StaffCtx): Promise<WaitFigures> {
	const since = new Date(ctx.now().getTime() - days(RECENT_DAYS))
	const [{ rows: totals }, { rows }] = await Promise.all([
		checkedSql({ people: int4, lists: int4, found: int4 })`
			select count(distinct email) filter (where ended_at is null)::integer as people,
				count(distinct (scope_id, area_id)) filter (where ended_at is null)::integer as lists,
				count(*) filter (where end_reason = 'found')::integer as found
			from list_waits where confirmed_at is not null
		`.execute(ctx.db),
		checkedSql({ scope_id: int4, area_id: int4, scope_name: text, waiting: int4, recent: int4, office_count: int4 })`
			select w.scope_id, w.area_id, ${scopeNameSql('w.scope_id')} as scope_name, w.waiting, w.recent,
				coalesce((select t.office_count from listing_totals t where t.area_id = w.area_id and t.scope_id = w.scope_id), 0) as office_count
			from (
				select scope_id, area_id, count(*)::integer as waiting, count(*) filter (where confirmed_at > ${since})::integer as recent
				from list_waits where email is not null and confirmed_at is not null
				group by scope_id, area_id
				order by waiting desc, recent desc, scope_id, area_id
				limit ${MOST}
			) w
			order by w.waiting desc, w.recent desc, w.scope_id, w.area_id
		`.execute(ctx.db),
	])
	const areas = await areasOf(ctx, [...new Set(rows.map((row) => row.area_id))])
	return {
		totals: totals[0] ?? { people: 0, lists: 0, found: 0 },
		demand: rows.flatMap(({ scope_id: scopeId, area_id: areaId, scope_name: scopeName, office_count: officeCount, ...counts }) => {
			const area = areas.get(areaId)
			return area ? [{ ...counts, scopeName, officeCount, areaName: areaName(area), path: listPath({ scopeId, area }) }] : []
		}),
	}
}

export type WantedTask = { taskId: number; name: string; people: number }

/**
 * Returns the tasks for which people wait where an office is and in whose lists it is not, most wanted first: each address counts
 * once, whether it waits for the municipality, its city or its prefecture. Tasks with fewer than five people are left out.
 */
export async function listWantedTasks(ctx: Ctx, officeId: number): Promise<WantedTask[]> {
	const { rows } = await checkedSql({ taskId: int4, name: text, people: int4 })`
		select t.id as "taskId", t.name, count(distinct w.email)::integer as people
		from offices o
		join municipalities m on m.id = o.municipality_id
		join list_waits w on w.area_id in (m.id, m.city_id, m.prefecture_id) and w.email is not null and w.confirmed_at is not null
		join tasks t on t.id = w.scope_id and t.published_at is not null
		where o.id = ${officeId} and not exists (select from office_listings l where l.office_id = o.id and l.scope_id = t.id)
		group by t.id, t.name
		having count(distinct w.email) >= ${FEWEST_SHOWN}
		order by people desc, t.id
	`.execute(ctx.db)
	return rows
}
