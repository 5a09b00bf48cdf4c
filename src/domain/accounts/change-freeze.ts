import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import type { AuthFlow } from './catalogue.ts'
import { days } from '../shared/japan-time.ts'

/** How long address, links and keys of a recovered account are frozen. A password set by mail ends the freeze. */
export const FREEZE_MS = days(1)

export type LockedAccount = { uid: string; email: string | null; email_verified_at: Date | null; owner_login_at: Date | null }

/**
 * Permission to change the caller's address, password, links, passkeys or second factor; call it inside the transaction of
 * the write. Locks the account's row and checks that neither a reset nor a recovery has ended the session meanwhile. Throws
 * `auth/session-required`, or `auth/changes-frozen` after a recovery.
 */
export async function assertChangesAllowed(ctx: AccountsCtx, flow: AuthFlow = 'account'): Promise<LockedAccount> {
	const { session } = ctx.caller
	if (!session) throw authError('auth/session-required', flow)
	const identity = await ctx.db
		.selectFrom('identities')
		.select(['uid', 'email', 'email_verified_at', 'owner_login_at', 'changes_frozen_until'])
		.where('uid', '=', session.uid)
		.forUpdate()
		.executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', flow)
	const open = await ctx.db.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst()
	if (!open) throw authError('auth/session-required', flow)
	if (identity.changes_frozen_until !== null && identity.changes_frozen_until > ctx.now()) throw authError('auth/changes-frozen', flow)
	return identity
}
