import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { waysToProve } from '../session/proof.server.ts'

/** How a form that takes a fresh login asks for it, and whether it has to ask. */
export async function freshLogin(ctx: AccountsCtx) {
	const me = await getMyIdentity(ctx)
	return { asksAgain: !me.recentLogin, again: waysToProve(ctx, me) }
}
