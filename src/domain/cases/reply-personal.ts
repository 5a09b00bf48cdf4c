import type { Ctx } from '../shared/context.ts'

/** Returns the addresses for replies by mail that a person was sent, without the addresses themselves, for the export of personal data. */
export async function exportFromReplies(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const replyAddresses = await ctx.db
		.selectFrom('reply_addresses')
		.select([
			'inquiry_id as inquiryId',
			'delivery_id as deliveryId',
			'created_at as createdAt',
			'expires_at as expiresAt',
			'revoked_at as revokedAt',
		])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	return { replyAddresses }
}

/** In the transaction that deletes the account: its addresses take no mail any more. */
export async function withdrawFromReplies(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('reply_addresses').where('user_id', '=', user.id).execute()
}
