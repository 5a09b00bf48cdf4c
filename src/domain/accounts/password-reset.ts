import { inTransaction } from '../context.ts'
import { sendMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { actionUrl, checkActionCode, makeActionCode, spendActionCode, voidCodes } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'
import { passwordChangedMail, passwordResetMail } from './mails.ts'
import { hashNewPassword } from './password-check.ts'
import { revokeEverything } from './sessions.ts'
import { countAttempt } from './throttles.ts'

/**
 * Mails a link to set a new password. An unknown address is `auth/user-not-found` (spec section 5), or looks like any
 * other with HIDE_ACCOUNT_EXISTENCE.
 */
export async function requestPasswordReset(ctx: AccountsCtx, email: string): Promise<void> {
	await countAttempt(ctx, 'mailBlock', ctx.caller.block, 'mail')
	await countAttempt(ctx, 'resetAddress', email, 'mail')
	const identity = await ctx.db.selectFrom('identities').select(['uid', 'email']).where('email', '=', email).executeTakeFirst()
	if (!identity) {
		if (ctx.accounts.hideAccountExistence) return
		throw authError('auth/user-not-found', 'mail')
	}
	await inTransaction(ctx, async (trx) => {
		const code = await makeActionCode(trx, { ...identity, kind: 'resetPassword', previousEmail: null })
		await sendMail(trx, identity.email, passwordResetMail(trx.site, actionUrl(trx, 'resetPassword', code)))
	})
}

/** The address whose password the code may set. */
export async function verifyResetCode(ctx: AccountsCtx, code: string): Promise<string> {
	return (await checkActionCode(ctx, code, ['resetPassword'])).email
}

/**
 * Sets a new password by a mail's code. Whoever holds it has shown that the address is theirs, so it counts as
 * verified, every session ends, and provider links and passkeys older than any proof of the address are dropped: somebody else may
 * have signed up with it first.
 */
export async function confirmPasswordReset(ctx: AccountsCtx, { code, password }: { code: string; password: string }): Promise<string> {
	const { email } = await checkActionCode(ctx, code, ['resetPassword'])
	// A password that is refused leaves the code as it is.
	const passwordHash = await hashNewPassword(ctx, password, [email])
	await inTransaction(ctx, async (trx) => {
		const { uid } = await spendActionCode(trx, code, ['resetPassword'])
		const before = await trx.db
			.selectFrom('identities')
			.select('email_verified_at')
			.where('uid', '=', uid)
			.where('email', '=', email)
			.forUpdate()
			.executeTakeFirst()
		if (!before) throw authError('auth/expired-action-code', 'mail')
		await trx.db
			.updateTable('identities')
			.set({ password_hash: passwordHash, email_verified_at: before.email_verified_at ?? trx.now() })
			.where('uid', '=', uid)
			.execute()
		for (const table of ['identity_links', 'passkeys'] as const) {
			const doubtful = trx.db.deleteFrom(table).where('uid', '=', uid)
			await (before.email_verified_at === null ? doubtful : doubtful.where('created_at', '<', before.email_verified_at)).execute()
		}
		await revokeEverything(trx, uid)
		await voidCodes(trx, uid, ['verifyEmail', 'resetPassword'])
		await forgetDevices(trx, uid)
		await rememberDevice(trx, uid)
		await recordEvent(trx, 'password-reset', uid)
		await sendMail(trx, email, passwordChangedMail(trx.site))
	})
	return email
}
