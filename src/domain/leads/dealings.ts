import type { Ctx } from '../context.ts'

/** Whether a person has taken a quote of this office: who has may write a review of it. */
export async function hasAcceptedLead(ctx: Ctx, userId: string, officeId: number): Promise<boolean> {
	const row = await ctx.db
		.selectFrom('estimate_requests as r')
		.innerJoin('estimate_deliveries as d', 'd.id', 'r.accepted_delivery_id')
		.select('r.id')
		.where('r.user_id', '=', userId)
		.where('r.state', '=', 'accepted')
		.where('d.office_id', '=', officeId)
		.executeTakeFirst()
	return row !== undefined
}
