import { inTransaction } from '../context.ts'
import { sendMail, sendVerificationMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { type ActionCode, actionUrl, makeActionCode, spendActionCode, voidCodes } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import { forgetDevices } from './known-devices.ts'
import { addressChangedMail, addressRestoredMail } from './mails.ts'
import { requireRecentLogin, revokeEverything } from './sessions.ts'
import { countAttempt } from './throttles.ts'

/**
 * Moves the caller to another address at once (spec section 4): identity and user together, other mails' links void.
 * The old address is told with a link that brings it back, the new one gets a link to verify.
 */
export async function changeEmail(ctx: AccountsCtx, { email, idToken }: { email: string; idToken: string | null }): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await countAttempt(ctx, 'changeEmailAccount', uid, 'changeEmail')
	await refusingTaken(
		inTransaction(ctx, async (trx) => {
			const before = await trx.db.selectFrom('identities').select('email').where('uid', '=', uid).forUpdate().executeTakeFirst()
			if (!before) throw authError('auth/no-current-user', 'changeEmail')
			if (before.email === email) return
			await moveAddress(trx, uid, { email, verifiedAt: null })
			await voidCodes(trx, uid, ['verifyEmail', 'resetPassword'])
			const code = await makeActionCode(trx, { uid, kind: 'recoverEmail', email: before.email, previousEmail: email })
			const url = actionUrl(trx, 'recoverEmail', code)
			await sendMail(trx, before.email, addressChangedMail(trx.site, { url, newAddress: email }))
			await sendVerificationMail(trx, { uid, email }, true)
			await recordEvent(trx, 'email-changed', uid)
		}),
	)
}

/** Uses a mail's code to verify or to bring back an address. Passwords have their own way (password-reset.ts). */
export async function applyActionCode(ctx: AccountsCtx, value: string): Promise<ActionCode> {
	return refusingTaken(
		inTransaction(ctx, async (trx) => {
			const code = await spendActionCode(trx, value, ['verifyEmail', 'recoverEmail'])
			await (code.kind === 'verifyEmail' ? verifyAddress(trx, code) : recoverAddress(trx, code))
			return code
		}),
	)
}

async function verifyAddress(ctx: AccountsCtx, { uid, email }: ActionCode): Promise<void> {
	const { numUpdatedRows } = await ctx.db
		.updateTable('identities')
		.set({ email_verified_at: ctx.now() })
		.where('uid', '=', uid)
		.where('email', '=', email)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw authError('auth/expired-action-code', 'mail')
	await recordEvent(ctx, 'email-verified', uid)
}

/**
 * Brings an address back to its owner. What whoever changed it may have done since is undone: their sessions and ID
 * tokens, provider links and a second factor made after the change, and every code of later changes; codes of earlier ones stay, or the
 * one who took the account could undo this. A link to set a new password goes to the owner.
 */
async function recoverAddress(ctx: AccountsCtx, { uid, email, createdAt }: ActionCode): Promise<void> {
	await ctx.db.selectFrom('identities').select('uid').where('uid', '=', uid).forUpdate().execute()
	await moveAddress(ctx, uid, { email, verifiedAt: ctx.now() })
	await ctx.db.deleteFrom('identity_links').where('uid', '=', uid).where('created_at', '>=', createdAt).execute()
	await ctx.db.deleteFrom('second_factors').where('uid', '=', uid).where('created_at', '>=', createdAt).execute()
	await ctx.db.deleteFrom('passkeys').where('uid', '=', uid).where('created_at', '>=', createdAt).execute()
	await voidCodes(ctx, uid, ['verifyEmail', 'resetPassword'])
	await voidCodes(ctx, uid, ['recoverEmail'], createdAt)
	await revokeEverything(ctx, uid)
	await forgetDevices(ctx, uid)
	await recordEvent(ctx, 'email-recovered', uid)
	const code = await makeActionCode(ctx, { uid, kind: 'resetPassword', email, previousEmail: null })
	await sendMail(ctx, email, addressRestoredMail(ctx.site, actionUrl(ctx, 'resetPassword', code)))
}

async function moveAddress(
	ctx: AccountsCtx,
	uid: string,
	{ email, verifiedAt }: { email: string; verifiedAt: Date | null },
): Promise<void> {
	await ctx.db.updateTable('identities').set({ email, email_verified_at: verifiedAt }).where('uid', '=', uid).execute()
	await ctx.db.updateTable('users').set({ email, updated_at: ctx.now() }).where('uid', '=', uid).execute()
}

const UNIQUE_VIOLATION = '23505'

/** The unique indexes decide whether an address is free, also between two who want it at once. */
async function refusingTaken<T>(work: Promise<T>): Promise<T> {
	try {
		return await work
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
			throw authError('auth/email-already-in-use', 'changeEmail', { cause: error })
		throw error
	}
}
