import type { Ctx } from '../shared/context.ts'

/** A leaving user's follows, favourites and notifications were theirs alone: they are gone, and so is the news that they followed. */
export async function withdrawFromSocial(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('follows').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('favourites').where('user_id', '=', user.id).execute()
	await ctx.db
		.deleteFrom('notifications')
		.where((eb) => eb.or([eb('user_id', '=', user.id), eb('follower_id', '=', user.id)]))
		.execute()
	await ctx.db.deleteFrom('notification_settings').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('notification_digests').where('user_id', '=', user.id).execute()
}
