import type { AccountsCtx } from '../accounts-context.ts'

/** Whether the owner has switched a second factor on; one that waits for its first code does not count. */
export async function hasSecondFactor(ctx: Pick<AccountsCtx, 'db'>, uid: string): Promise<boolean> {
	const factor = await ctx.db
		.selectFrom('second_factors')
		.select('uid')
		.where('uid', '=', uid)
		.where('confirmed_at', 'is not', null)
		.executeTakeFirst()
	return factor !== undefined
}
