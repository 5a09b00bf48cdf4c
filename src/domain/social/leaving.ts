import type { Ctx } from '../shared/context.ts'

/** Deletes a leaving user's follows, favourites, notifications and closed banners, and notifications that they followed somebody. */
export async function withdrawFromSocial(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('follows').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('favourites').where('user_id', '=', user.id).execute()
	await ctx.db
		.deleteFrom('notifications')
		.where((eb) => eb.or([eb('user_id', '=', user.id), eb('follower_id', '=', user.id)]))
		.execute()
	await ctx.db.deleteFrom('notification_settings').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('push_subscriptions').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('line_notices').where('user_id', '=', user.id).execute()
	await ctx.db
		.deleteFrom('line_friends')
		.where('line_user_id', 'in', (eb) =>
			eb
				.selectFrom('identity_links as i')
				.innerJoin('users as u', 'u.uid', 'i.uid')
				.select('i.subject')
				.where('i.provider', '=', 'line')
				.where('u.id', '=', user.id),
		)
		.execute()
	await ctx.db.deleteFrom('announcement_closings').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('notification_digests').where('user_id', '=', user.id).execute()
}
