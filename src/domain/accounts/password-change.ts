import { hashToken, randomToken } from '../../platform/token.ts'
import { inTransaction } from '../context.ts'
import { sendMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { voidCodes } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'
import { passwordChangedMail } from './mails.ts'
import { checkPassword, hashNewPassword } from './password-check.ts'
import { type NewSession, requireRecentLogin, requireSession, revokeEverything } from './sessions.ts'
import { countAttempt } from './throttles.ts'

/**
 * Sets the caller's password: by the present one, or, for somebody who signed up with a provider, by a login within 5
 * minutes. Every other session ends and this one gets a new value.
 */
export async function changePassword(
	ctx: AccountsCtx,
	{ currentPassword, password, idToken }: { currentPassword: string | undefined; password: string; idToken: string | null },
): Promise<NewSession> {
	const session = requireSession(ctx)
	const identity = await ctx.db
		.selectFrom('identities')
		.select(['email', 'password_hash'])
		.where('uid', '=', session.uid)
		.executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'account')
	if (identity.password_hash === null) await requireRecentLogin(ctx, idToken)
	else await confirmPassword(ctx, session.uid, identity.password_hash, currentPassword ?? '')
	const passwordHash = await hashNewPassword(ctx, password, [identity.email])
	const token = randomToken()
	await inTransaction(ctx, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('identities')
			.set({ password_hash: passwordHash })
			.where('uid', '=', session.uid)
			// Of two changes at once the second was checked against a password that is none any more.
			.where('password_hash', identity.password_hash === null ? 'is' : '=', identity.password_hash)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw authError('auth/requires-recent-login', 'account')
		await revokeEverything(trx, session.uid, session.id)
		await trx.db
			.updateTable('sessions')
			.set({ token_hash: hashToken(token) })
			.where('id', '=', session.id)
			.execute()
		await voidCodes(trx, session.uid, ['resetPassword'])
		await forgetDevices(trx, session.uid)
		await rememberDevice(trx, session.uid)
		await recordEvent(trx, 'password-changed', session.uid)
		await sendMail(trx, identity.email, passwordChangedMail(trx.site))
	})
	return { token, uid: session.uid, expiresAt: session.expiresAt }
}

/** Asks a signed-in person for their password again. Guesses are counted per account, wherever they come from. */
async function confirmPassword(ctx: AccountsCtx, uid: string, hash: string, password: string): Promise<void> {
	const attempt = await countAttempt(ctx, 'passwordAgain', uid, 'account')
	if (!(await checkPassword(ctx, password, hash))) throw authError('auth/wrong-password', 'account')
	await attempt.forgive()
}
