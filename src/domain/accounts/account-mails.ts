import { inTransaction } from '../context.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { actionUrl, makeActionCode } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { addressTakenMail, type MailText, newAddressMail, verificationMail } from './mails.ts'
import { requireSession } from './sessions.ts'
import { verifyIdToken } from './id-tokens.ts'
import { countAttempt } from './throttles.ts'

/** Puts a mail on the queue in the transaction of `ctx`, so that what is rolled back sends none. */
export async function sendMail(ctx: AccountsCtx, to: string, mail: MailText): Promise<void> {
	await ctx.accounts.enqueueMail(ctx.db, { to, ...mail })
}

/** A link to verify the identity's present address. The one that signed up and the one of a changed address differ in words. */
export async function sendVerificationMail(
	ctx: AccountsCtx,
	identity: { uid: string; email: string },
	isNewAddress = false,
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const code = await makeActionCode(trx, { ...identity, kind: 'verifyEmail', previousEmail: null })
		const url = actionUrl(trx, 'verifyEmail', code)
		await sendMail(trx, identity.email, isNewAddress ? newAddressMail(trx.site, url) : verificationMail(trx.site, url))
	})
}

/** For an owner whose address somebody tried to sign up with again (HIDE_ACCOUNT_EXISTENCE). */
export async function sendAddressTakenMail(ctx: AccountsCtx, email: string): Promise<void> {
	await sendMail(ctx, email, addressTakenMail(ctx.site))
}

/** Sends the verification mail to the person of the ID token (after signing up) or of the session. */
export async function requestVerification(ctx: AccountsCtx, idToken: string | null): Promise<void> {
	const uid = idToken ? (await verifyIdToken(ctx, idToken, 'mail')).uid : requireSession(ctx).uid
	await countAttempt(ctx, 'mailBlock', ctx.caller.block, 'mail')
	await countAttempt(ctx, 'verificationAccount', uid, 'mail')
	const identity = await ctx.db
		.selectFrom('identities')
		.select(['uid', 'email', 'email_verified_at'])
		.where('uid', '=', uid)
		.executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'mail')
	if (identity.email_verified_at === null) await sendVerificationMail(ctx, identity)
}
