import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'

/** How many requests wait for this office's answer or for the client's choice. */
export async function countOpenEstimates(ctx: Ctx, officeId: number): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('d.office_id', '=', officeId)
		.where('d.state', 'in', ['delivered', 'viewed', 'quoted'])
		.where('r.state', 'in', ['sent', 'quoted'])
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** The reason why an office cannot be deleted while requests wait for it; null when none does. */
export const openEstimateOf = async (ctx: Ctx, officeId: number): Promise<string | null> =>
	(await countOpenEstimates(ctx, officeId)) === 0
		? null
		: '返事を待っている見積もり依頼があるため、削除できません。辞退するか、依頼が終わってから、もう一度お試しください。'

/** Ends what was agreed with an office that is purged, in the transaction of the purge. */
export async function releaseFromEstimates(ctx: Ctx, officeId: number): Promise<void> {
	await sql`
		update estimate_requests set state = 'expired', accepted_delivery_id = null, done_at = null, done_by = null
		where accepted_delivery_id in (select id from estimate_deliveries where office_id = ${officeId}::integer)
	`.execute(ctx.db)
}
