import { hashToken, randomToken } from '../../../platform/token.ts'
import { inTransaction } from '../../shared/context.ts'
import { sendNotice } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { voidCodes } from '../action-codes.ts'
import { shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { hasSecondFactor } from './confirmed-factor.ts'
import { recordEvent } from '../events.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'
import { passwordChangedMail } from '../mails.ts'
import { checkPassword, hashNewPassword } from './password-check.ts'
import { type NewSession, requireRecentLogin, requireSession, revokeEverything } from '../sessions.ts'
import { countAttempt } from '../throttles.ts'

/**
 * Sets the caller's password: by the present one where there is one, and by a fresh login where there is none or where a
 * second factor is switched on. Every other session ends and this one gets a new value.
 */
export async function changePassword(
	ctx: AccountsCtx,
	{ currentPassword, password, idToken }: { currentPassword: string | undefined; password: string; idToken: string | null },
): Promise<NewSession> {
	const session = requireSession(ctx)
	const identity = await ctx.db
		.selectFrom('identities as i')
		.select([shownAddress.as('email'), 'i.password_hash'])
		.where('i.uid', '=', session.uid)
		.executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'account')
	const proofs = { hasPassword: identity.password_hash !== null, secondFactor: await hasSecondFactor(ctx, session.uid) }
	if (identity.password_hash !== null) await confirmPassword(ctx, session.uid, identity.password_hash, currentPassword ?? '')
	if (!proofs.hasPassword || proofs.secondFactor) await requireRecentLogin(ctx, idToken)
	const passwordHash = await hashNewPassword(ctx, password, [identity.email])
	const token = randomToken()
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		const { numUpdatedRows } = await trx.db
			.updateTable('identities')
			.set({ password_hash: passwordHash })
			.where('uid', '=', session.uid)
			// Of two concurrent changes the second was checked against an outdated password.
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
		await sendNotice(trx, session.uid, passwordChangedMail(trx.site))
	})
	return { token, uid: session.uid, expiresAt: session.expiresAt }
}

/** Asks a signed-in person for their password again. Guesses are counted per account, wherever they come from. */
async function confirmPassword(ctx: AccountsCtx, uid: string, hash: string, password: string): Promise<void> {
	const attempt = await countAttempt(ctx, 'passwordAgain', uid, 'account')
	if (!(await checkPassword(ctx, password, hash))) throw authError('auth/wrong-password', 'account')
	await attempt.forgive()
}
