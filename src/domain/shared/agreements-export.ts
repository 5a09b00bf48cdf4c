import type { Ctx } from './context.ts'

/** Returns a person's agreements, oldest first, for the export of personal data. */
export async function exportFromAgreements(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const agreements = await ctx.db
		.selectFrom('rule_agreements')
		.select(['room', 'version', 'agreed_at as agreedAt'])
		.where('user_id', '=', user.id)
		.orderBy('agreed_at')
		.execute()
	return { agreements }
}
