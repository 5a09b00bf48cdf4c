import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'

/** Whether somebody still waits for this office's answer or may take its quote: the sentence that keeps it from being deleted. */
export async function openEstimateOf(ctx: Ctx, officeId: number): Promise<string | null> {
	const { rows } = await sql`
		select from estimate_deliveries d
		join estimate_requests r on r.id = d.request_id and r.state in ('sent', 'quoted')
		where d.office_id = ${officeId}::integer and d.state in ('delivered', 'viewed', 'quoted') limit 1
	`.execute(ctx.db)
	return rows.length === 0
		? null
		: '返事を待っている見積もり依頼があるため、削除できません。辞退するか、依頼が終わってから、もう一度お試しください。'
}

/** How many requests wait for this office's answer or for the client's choice. */
export async function countOpenEstimates(ctx: Ctx, officeId: number): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('d.office_id', '=', officeId)
		.where('d.state', 'in', ['delivered', 'viewed', 'quoted'])
		.where('r.state', 'in', ['sent', 'quoted'])
		.executeTakeFirstOrThrow()
	return count
}

/** Ends what was agreed with an office that is purged, in the transaction of the purge. */
export async function releaseFromEstimates(ctx: Ctx, officeId: number): Promise<void> {
	await sql`
		update estimate_requests set state = 'expired', accepted_delivery_id = null, done_at = null, done_by = null
		where accepted_delivery_id in (select id from estimate_deliveries where office_id = ${officeId}::integer)
	`.execute(ctx.db)
}
