import type { Ctx } from '../context.ts'

/** A leaving user's follows and favourites were theirs alone: they are gone. */
export async function withdrawFromSocial(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('follows').where('user_id', '=', user.id).execute()
	await ctx.db.deleteFrom('favourites').where('user_id', '=', user.id).execute()
}
