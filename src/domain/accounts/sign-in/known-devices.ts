import { hashToken } from '../../../platform/token.ts'
import type { AccountsCtx } from '../accounts-context.ts'

/**
 * Remembers that this identity's owner has signed in in the caller's browser, so that guesses from elsewhere cannot keep
 * them out; with `isProved` also that the browser has opened a mail sent to the address in force.
 */
export async function rememberDevice(ctx: AccountsCtx, uid: string, { isProved = false } = {}): Promise<void> {
	const seen = { last_used_at: ctx.now(), ...(isProved ? { proved_at: ctx.now() } : {}) }
	await ctx.db
		.insertInto('known_devices')
		.values({ uid, device_hash: deviceHash(ctx), ...seen })
		.onConflict((conflict) => conflict.columns(['uid', 'device_hash']).doUpdateSet(seen))
		.execute()
}

/** Records a login as the owner's if it comes from a browser that has opened a mail sent to the address in force. */
export async function recordOwnerLogin(ctx: AccountsCtx, uid: string): Promise<void> {
	await ctx.db
		.updateTable('identities as i')
		.set({ owner_login_at: ctx.now() })
		.where('i.uid', '=', uid)
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom('known_devices as d')
					.select('d.uid')
					.where('d.uid', '=', uid)
					.where('d.device_hash', '=', deviceHash(ctx))
					.where('d.proved_at', 'is not', null),
			),
		)
		.execute()
}

/** Forgets all browsers of an identity, after a takeover was reversed. */
export async function forgetDevices(ctx: AccountsCtx, uid: string): Promise<void> {
	await ctx.db.deleteFrom('known_devices').where('uid', '=', uid).execute()
}

export const deviceHash = (ctx: AccountsCtx): Buffer => hashToken(`device ${ctx.caller.device}`)
