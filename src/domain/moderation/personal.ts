import type { Ctx } from '../shared/context.ts'

/** Returns a person's reports and appeals and what limited their account, for the export of personal data. */
export async function exportFromModeration(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const reports = await ctx.db
		.selectFrom('reports')
		.select(['kind', 'subject_id as subjectId', 'reason', 'body', 'state', 'created_at as createdAt'])
		.where('reporter_id', '=', user.id)
		.orderBy('id')
		.execute()
	const appeals = await ctx.db
		.selectFrom('appeals')
		.select(['kind', 'subject_id as subjectId', 'body', 'state', 'decision_reason as decisionReason', 'created_at as createdAt'])
		.where('author_id', '=', user.id)
		.orderBy('id')
		.execute()
	const restrictions = await ctx.db
		.selectFrom('account_restrictions')
		.select(['kind', 'reason', 'created_at as createdAt', 'ends_at as endsAt', 'lifted_at as liftedAt', 'lift_reason as liftReason'])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	return { reports, appeals, restrictions }
}

/** In the transaction that deletes the account: anonymises reports for staff, deletes appeals and restrictions. */
export async function withdrawFromModeration(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.updateTable('reports').set({ reporter_id: null }).where('reporter_id', '=', user.id).execute()
	await ctx.db.deleteFrom('account_restrictions').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('suspension_requests').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('appeals').where('author_id', '=', user.id).execute()
}
