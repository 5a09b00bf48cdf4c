import type { Ctx } from '../shared/context.ts'

/** Returns a person's tokens and webhooks without their secrets, for the export of personal data. */
export async function exportFromDevelopers(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const apiTokens = await ctx.db
		.selectFrom('api_tokens')
		.select([
			'name',
			'hint',
			'scopes',
			'created_at as createdAt',
			'expires_at as expiresAt',
			'last_used_at as lastUsedAt',
			'revoked_at as revokedAt',
		])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	const webhooks = await ctx.db
		.selectFrom('webhook_endpoints')
		.select(['url', 'event_kinds as events', 'created_at as createdAt', 'disabled_at as disabledAt'])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	return { apiTokens, webhooks }
}

/** In the transaction of the leaving: tokens end at once, and nothing is sent any more. */
export async function withdrawFromDevelopers(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('api_tokens').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('webhook_endpoints').where('user_id', '=', user.id).execute()
}
