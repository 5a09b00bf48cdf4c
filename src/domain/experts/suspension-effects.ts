import { checkedSql, int4, textArray } from '../../platform/checked-sql.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'

const effectColumns = { offices: textArray, requests: int4, inquiries: int4, answers: int4, followers: int4 }

/** What a suspension of an expert would take from the site, and who waits for what it takes. */
export type SuspensionEffects = { offices: string[]; requests: number; inquiries: number; answers: number; followers: number }

/** Reads what a suspension would do, by the same rule as it: an office without another verified member leaves the site. */
export async function readSuspensionEffects(ctx: RecentStaffCtx, expertId: number): Promise<SuspensionEffects> {
	requireRecentStaff(ctx, 'reviewer')
	const { rows } = await checkedSql(effectColumns)`
		with closing as (
			select o.id, o.name from offices o
			where o.state = 'published' and o.id in (select office_id from office_members where expert_id = ${expertId}::integer)
				and not exists (
					select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
					where m.office_id = o.id and m.expert_id <> ${expertId}::integer
				)
		)
		select coalesce((select array_agg(name order by id) from closing), '{}') as offices,
			(select count(*)::integer from estimate_deliveries d join estimate_requests r on r.id = d.request_id and r.state in ('sent', 'quoted')
				where d.office_id in (select id from closing) and d.state in ('delivered', 'viewed', 'quoted')) as requests,
			(select count(*)::integer from inquiries where office_id in (select id from closing) and closed_at is null) as inquiries,
			(select count(*)::integer from answers where expert_id = ${expertId}::integer and hidden_at is null) as answers,
			(select count(*)::integer from follows where expert_id = ${expertId}::integer) as followers
	`.execute(ctx.db)
	return rows[0] ?? { offices: [], requests: 0, inquiries: 0, answers: 0, followers: 0 }
}
