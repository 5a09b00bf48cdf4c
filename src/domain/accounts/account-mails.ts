import { type Ctx, inTransaction } from '../shared/context.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { actionUrl, makeActionCode } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { findClaim, findProvedOwner } from './addresses.ts'
import { addressTakenMail, addressWantedMail, type MailText, newAddressMail, verificationMail } from './mails.ts'
import { requireSession } from './sessions.ts'
import { verifyIdToken } from './sign-in/id-tokens.ts'
import { countAttempt, countUnprovedMail } from './throttles.ts'

/** Puts a mail on the queue in the transaction of `ctx`, so that a rollback sends none. */
export async function sendMail(ctx: Ctx, to: string, mail: MailText): Promise<void> {
	await ctx.enqueueMail(ctx.db, { to, ...mail })
}

/** Sends a notice about an account to its address in force. Without one it sends nothing. */
export async function sendNotice(ctx: Ctx, uid: string, mail: MailText): Promise<void> {
	const identity = await ctx.db.selectFrom('identities').select('email').where('uid', '=', uid).executeTakeFirst()
	if (identity?.email) await sendMail(ctx, identity.email, mail)
}

/**
 * Sends a user a mail about their activity, to the address that they have proved. Sends nothing without one: a stranger may
 * read an unproved address.
 */
export async function sendServiceMail(ctx: Ctx, userId: string, mail: MailText): Promise<void> {
	const row = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('i.email')
		.where('u.id', '=', userId)
		.where('u.deleted_at', 'is', null)
		.where('i.email_verified_at', 'is not', null)
		.executeTakeFirst()
	if (row?.email) await sendMail(ctx, row.email, mail)
}

/** Mails a link that proves an address. The text differs between a sign-up and a new address. */
export async function sendVerificationMail(
	ctx: AccountsCtx,
	identity: { uid: string; email: string },
	isNewAddress = false,
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await countUnprovedMail(trx, identity.email, 'mail')
		const code = await makeActionCode(trx, { ...identity, kind: 'verifyEmail', previousEmail: null })
		const url = actionUrl(trx, 'verifyEmail', code)
		await sendMail(trx, identity.email, isNewAddress ? newAddressMail(trx.site, url) : verificationMail(trx.site, url))
	})
}

/** For an owner whose address somebody tried to sign up with again (HIDE_ACCOUNT_EXISTENCE). */
export async function sendAddressTakenMail(ctx: AccountsCtx, email: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await countUnprovedMail(trx, email, 'mail')
		await sendMail(trx, email, addressTakenMail(ctx.site))
	})
}

/** For the owner of an address that another account wants to move to (HIDE_ACCOUNT_EXISTENCE). */
export async function sendAddressWantedMail(ctx: Ctx, email: string): Promise<void> {
	await sendMail(ctx, email, addressWantedMail(ctx.site))
}

/**
 * Sends the verification mail for the address that waits for its proof, to the person of the ID token (after signing up)
 * or of the session. Throws `auth/email-already-in-use` once another account has proved it.
 */
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
	const claim = await findClaim(ctx, uid)
	const waiting = claim?.email ?? (identity.email_verified_at === null ? identity.email : null)
	if (waiting === null) return
	if (!(await findProvedOwner(ctx, waiting))) return sendVerificationMail(ctx, { uid, email: waiting }, identity.email !== waiting)
	if (!ctx.accounts.hideAccountExistence) throw authError('auth/email-already-in-use', 'changeEmail')
	await sendAddressWantedMail(ctx, waiting)
}
