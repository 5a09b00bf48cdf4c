import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { businessMinutes } from '../shared/business-hours.ts'
import type { Ctx } from '../shared/context.ts'
import { officeTag } from '../listings/listing-tags.ts'
import { days } from '../shared/japan-time.ts'
import type { Access } from './inquiry-access.ts'

export const MEASURED_DAYS = 90
export const MEASURED_AT_LEAST = 3

/**
 * Recomputes the reply times of offices: the median of the first replies to inquiries of the last 90 days, where there are
 * three. Runs in the transaction of a first reply for that office; daily for all, as inquiries grow old. Returns how many have changed.
 */
export async function measureReplyTimes(ctx: Pick<Ctx, 'db' | 'now'>, officeId: number | null): Promise<number> {
	const since = new Date(ctx.now().getTime() - days(MEASURED_DAYS))
	const { rows } = await checkedSql({ id: int4 })`
		update offices o set reply_minutes = measured.minutes
		from (
			select o.id, case when count(i.id) >= ${sql.lit(MEASURED_AT_LEAST)}
				then round(percentile_cont(0.5) within group (order by i.first_reply_minutes))::integer end as minutes
			from offices o
			left join inquiries i on i.office_id = o.id and i.created_at > ${since} and i.first_reply_at is not null
				and not exists (
					select from estimate_deliveries d join estimate_requests r on r.id = d.request_id
					where d.id = i.delivery_id and r.origin = 'form'
				)
			where ${officeId === null ? sql`o.reply_minutes is not null or i.id is not null` : sql`o.id = ${officeId}::integer`}
			group by o.id
		) measured
		where o.id = measured.id and o.reply_minutes is distinct from measured.minutes
		returning o.id
	`.execute(ctx.db)
	await publishTags(
		ctx.db,
		rows.map(({ id }) => officeTag(id)),
	)
	return rows.length
}

/** Measures an answer of the office if it is the first that the client has waited for. The caller has locked the thread. */
export async function recordFirstReply(ctx: Pick<Ctx, 'db' | 'now'>, { id, officeId, firstReplyAt, waitingSince }: Access): Promise<void> {
	if (firstReplyAt !== null || waitingSince === null) return
	await ctx.db
		.updateTable('inquiries')
		.set({ first_reply_at: ctx.now(), first_reply_minutes: businessMinutes(waitingSince, ctx.now()) })
		.where('id', '=', id)
		.execute()
	await measureReplyTimes(ctx, officeId)
}
