import type { AccountsCtx } from '../accounts-context.ts'
import type { Provider } from '../tables.ts'

export type WaysIn = { hasPassword: boolean; providers: Provider[]; passkeyIds: string[] }

/**
 * Every way to sign in that the account has now, or null without an account. Locks the account's row until the end of the
 * transaction, so that of two removals at once the second sees what the first has left.
 */
export async function lockWaysIn(ctx: AccountsCtx, uid: string): Promise<WaysIn | null> {
	const identity = await ctx.db.selectFrom('identities').select('password_hash').where('uid', '=', uid).forUpdate().executeTakeFirst()
	if (!identity) return null
	const links = await ctx.db.selectFrom('identity_links').select('provider').where('uid', '=', uid).execute()
	const passkeys = await ctx.db.selectFrom('passkeys').select('id').where('uid', '=', uid).execute()
	return {
		hasPassword: identity.password_hash !== null,
		providers: links.map(({ provider }) => provider),
		passkeyIds: passkeys.map(({ id }) => id),
	}
}

/** Whether removing one of them would lock the person out. */
export const isLastWayIn = ({ hasPassword, providers, passkeyIds }: WaysIn): boolean =>
	!hasPassword && providers.length + passkeyIds.length <= 1
