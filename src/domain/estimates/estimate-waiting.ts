import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { ownOffices } from './estimate-leads.ts'

/**
 * Counts the requests that wait for a person: whose client has chosen their office and has not been contacted, those that
 * their offices have yet to answer or whose quote a client asked to change, and their own with quotes to choose from. `firstToContact` is the delivery that was chosen first.
 */
export async function countWaitingEstimates(
	ctx: Ctx,
): Promise<{ toContact: number; firstToContact: number | null; toAnswer: number; toChoose: number }> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql(waitingEstimateColumns)`${waitingEstimates(userId, ctx.now())}`.execute(ctx.db)
	return rows[0] ?? { toContact: 0, firstToContact: null, toAnswer: 0, toChoose: 0 }
}

/** The row of `waitingEstimates`. */
export const waitingEstimateColumns = { toContact: int4, firstToContact: int4.nullable, toAnswer: int4, toChoose: int4 }

/** The same numbers as a part of another statement: a select of one row. */
export const waitingEstimates = (userId: string, now: Date) => sql`
		select chosen.waiting as "toContact", chosen.first as "firstToContact",
			(
				select count(*)::integer from estimate_deliveries d join estimate_requests r on r.id = d.request_id
				where d.office_id in (${ownOffices(userId)}) and r.state in ('sent', 'quoted') and r.expires_at > ${now}
					and ((d.state in ('delivered', 'viewed') and d.due_at > ${now}) or d.change_requested_at is not null
						or (d.state = 'quoted' and exists (select from conflict_checks k where k.delivery_id = d.id and k.state = 'disclosed')))
			) as "toAnswer",
			(
				select count(*)::integer from estimate_requests r
				where r.user_id = ${userId}::bigint and r.state = 'quoted' and r.expires_at > ${now}
			) as "toChoose"
		from (
			select count(*)::integer as waiting, (array_agg(d.id order by r.ended_at, d.id))[1] as first
			from estimate_deliveries d join estimate_requests r on r.accepted_delivery_id = d.id
			where d.office_id in (${ownOffices(userId)}) and d.contacted_at is null and r.done_at is null
		) chosen
`

/** A person's open requests of which an office has asked who the opponent is, as a part of another statement: how many, and the first. */
export const opponentsToName = (userId: string, now: Date) => sql`(
	select to_json(w) from (
		select r.id as "requestId", count(*) over ()::integer as count
		from estimate_requests r
		where r.user_id = ${userId}::bigint and r.state in ('sent', 'quoted') and r.expires_at > ${now}
			and exists (
				select from conflict_checks k join estimate_deliveries d on d.id = k.delivery_id
				where k.request_id = r.id and k.state = 'asked' and d.state not in ('declined', 'timed_out')
			)
		order by r.id limit 1
	) w
)`
