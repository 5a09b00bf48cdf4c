import { listBoxes } from '../../inquiries/inquiry-reading.ts'
import { planOfJoined } from '../../plans/account-plan.ts'
import type { Plan } from '../../plans/entitlements.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { forVerifiedExperts, notFound } from '../../shared/errors.ts'

/** Of whom figures are read: the viewer's expert, its plan, and all of its offices or the one that was asked for. */
export type Own = { expertId: number; plan: Plan; offices: { id: number; name: string }[]; officeIds: number[] }

/** Throws forbidden for who is no verified expert, not-found for another expert's office. */
export async function openOwnFigures(ctx: Ctx, officeId: number | null): Promise<Own> {
	const { userId } = requireMember(ctx)
	const expert = await ctx.db
		.selectFrom('experts as e')
		.leftJoin('account_plans as p', 'p.user_id', 'e.user_id')
		.select(['e.id', planOfJoined(ctx.now()).as('plan')])
		.where('e.user_id', '=', userId)
		.where('e.state', '=', 'verified')
		.executeTakeFirst()
	if (!expert) throw forVerifiedExperts()
	const offices = (await listBoxes(ctx)).map((box) => ({ id: box.officeId, name: box.name }))
	if (officeId !== null && !offices.some(({ id }) => id === officeId)) throw notFound('office')
	return { expertId: expert.id, plan: expert.plan, offices, officeIds: officeId === null ? offices.map(({ id }) => id) : [officeId] }
}
