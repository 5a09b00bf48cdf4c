import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { ownOffices } from './estimate-leads.ts'

/**
 * Counts the requests that wait for a person: those that their offices have yet to answer or whose quote a client asked to
 * change, and their own with quotes to choose from.
 */
export async function countWaitingEstimates(ctx: Ctx): Promise<{ toAnswer: number; toChoose: number }> {
	const { userId } = requireMember(ctx)
	const now = ctx.now()
	const { rows } = await checkedSql({ toAnswer: int4, toChoose: int4 })`
		select
			(
				select count(*)::integer from estimate_deliveries d join estimate_requests r on r.id = d.request_id
				where d.office_id in (${ownOffices(userId)}) and r.state in ('sent', 'quoted') and r.expires_at > ${now}
					and ((d.state in ('delivered', 'viewed') and d.due_at > ${now}) or d.change_requested_at is not null)
			) as "toAnswer",
			(
				select count(*)::integer from estimate_requests r
				where r.user_id = ${userId}::bigint and r.state = 'quoted' and r.expires_at > ${now}
			) as "toChoose"
	`.execute(ctx.db)
	return rows[0] ?? { toAnswer: 0, toChoose: 0 }
}
