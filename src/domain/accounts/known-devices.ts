import { hashToken } from '../../platform/token.ts'
import type { AccountsCtx } from './accounts-context.ts'

/** Remembers that this identity's owner has signed in in the caller's browser, so that guesses from elsewhere cannot keep them out. */
export async function rememberDevice(ctx: AccountsCtx, uid: string): Promise<void> {
	const lastUsedAt = ctx.now()
	await ctx.db
		.insertInto('known_devices')
		.values({ uid, device_hash: deviceHash(ctx), last_used_at: lastUsedAt })
		.onConflict((conflict) => conflict.columns(['uid', 'device_hash']).doUpdateSet({ last_used_at: lastUsedAt }))
		.execute()
}

/** After a takeover was undone, no browser is known any more. */
export async function forgetDevices(ctx: AccountsCtx, uid: string): Promise<void> {
	await ctx.db.deleteFrom('known_devices').where('uid', '=', uid).execute()
}

export const deviceHash = (ctx: AccountsCtx): Buffer => hashToken(`device ${ctx.caller.device}`)
