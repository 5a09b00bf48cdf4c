import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { Plan } from '../../plans/entitlements.ts'
import { planOfJoined } from '../../plans/account-plan.ts'
import { days } from '../../shared/japan-time.ts'
import { CASE_DAYS } from './office-measures.ts'

/** What staff compare offices by. */
export type OfficeFigures = {
	/** The first owner, or null; their plan. */
	owner: string | null
	plan: Plan
	/** Mean of the stars of `reviews` reviews; null without any. */
	stars: number | null
	reviews: number
	/** Requests for quotes and inquiries of the last `CASE_DAYS` days. */
	cases: number
	/** Median of first replies of 90 days, in business minutes; null under three. */
	replyMinutes: number | null
	/** How many of the `WISHES` the published page has. */
	wishesMet: number
}

const selectFigures = checkedSql({
	id: int4,
	owner: text.nullable,
	plan: text.as<Plan>().nullable,
	rating_sum: int4,
	rating_count: int4,
	cases: int4,
	reply_minutes: int4.nullable,
	wishes_met: int4,
})

/** Of the published page, as offices/office-completeness.ts asks the editor's fields. */
const wishes = [
	sql`(select count(*) from office_tasks t where t.office_id = o.id) >= 3`,
	sql`exists (select from office_hours h where h.office_id = o.id)`,
	sql`o.headline <> ''`,
	sql`(select count(*) from office_photos f where f.office_id = o.id and f.removed_at is null and f.asleep_at is null) >= 3`,
	sql`o.first_consultation <> ''`,
	sql`char_length(array_to_string(o.description, '')) >= 200`,
	sql`o.phone is not null`,
	sql`exists (select from office_cases c where c.office_id = o.id)`,
	sql`cardinality(o.industries) > 0`,
	sql`o.founded_on is not null`,
]

/** How many of them the office `o` meets. */
export const wishesMet = sql`(${sql.join(
	wishes.map((wish) => sql`(${wish})::integer`),
	sql` + `,
)})::integer`

/** Reads the figures of the offices of one page of a list, by one statement. */
export async function readOfficeFigures(ctx: StaffCtx, officeIds: readonly number[]): Promise<ReadonlyMap<number, OfficeFigures>> {
	requireStaff(ctx, 'reviewer')
	if (officeIds.length === 0) return new Map()
	const since = new Date(ctx.now().getTime() - days(CASE_DAYS))
	const { rows } = await selectFigures`
		select o.id, w.owner, w.plan, o.rating_sum::integer, o.rating_count, o.reply_minutes, (
				(select count(*) from estimate_deliveries d where d.office_id = o.id and d.delivered_at > ${since})
				+ (select count(*) from inquiries i where i.office_id = o.id and i.created_at > ${since})
			)::integer as cases,
			${wishesMet} as wishes_met
		from offices o left join lateral (
			select e.display_name as owner, ${planOfJoined(ctx.now())} as plan
			from office_members m join experts e on e.id = m.expert_id left join account_plans p on p.user_id = e.user_id
			where m.office_id = o.id and m.role = 'owner' order by m.position, m.expert_id limit 1
		) w on true
		where o.id = any (${officeIds}::integer[])
	`.execute(ctx.db)
	return new Map(
		rows.map((row) => [
			row.id,
			{
				owner: row.owner,
				plan: row.plan ?? 'free',
				stars: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
				reviews: row.rating_count,
				cases: row.cases,
				replyMinutes: row.reply_minutes,
				wishesMet: row.wishes_met,
			},
		]),
	)
}
