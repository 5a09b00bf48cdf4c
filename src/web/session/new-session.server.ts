import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { findSession, type NewSession } from '../../domain/accounts/sessions.ts'
import { type AccountUser, createUser, findMyUser } from '../../domain/accounts/users.ts'

/** The user of a session that was opened during this request; made where a sign-up had stopped before it. */
export async function userOfNewSession(ctx: AccountsCtx, { token, uid }: NewSession, email: string): Promise<AccountUser> {
	const session = await findSession(ctx, token)
	const found = session && (await findMyUser({ ...ctx, viewer: session.viewer }))
	return (found ?? (await createUser(ctx, { uid, email, provider: 'password' }, {}))).user
}
