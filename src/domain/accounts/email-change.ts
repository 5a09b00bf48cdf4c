import { inTransaction } from '../shared/context.ts'
import { sendAddressWantedMail, sendMail, sendVerificationMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { type ActionCode, actionUrl, checkActionCode, makeActionCode, spendActionCode, voidCodes } from './action-codes.ts'
import { claimAddress, dropClaim, findClaim, findProvedOwner, lockAddress, lockForProof, proveAddress } from './addresses.ts'
import { authError } from './auth-error.ts'
import { assertChangesAllowed, type LockedAccount } from './change-freeze.ts'
import { recoverAddress } from './sign-in/email-recovery.ts'
import { recordEvent } from './events.ts'
import { rememberDevice } from './sign-in/known-devices.ts'
import { addressChangedMail, addressMovedMail } from './mails.ts'
import { requireRecentLogin } from './sessions.ts'
import { countAttempt } from './throttles.ts'

/**
 * Claims another address for the caller (spec section 4): address unused, identity, user record, verification mail. The
 * proved address stays in force until the new one is proved, and its owner gets a link that ends the change. Throws
 * `auth/email-already-in-use`; with HIDE_ACCOUNT_EXISTENCE the response is the same and the owner of the address gets a mail.
 */
export async function changeEmail(ctx: AccountsCtx, { email, idToken }: { email: string; idToken: string | null }): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await countAttempt(ctx, 'changeEmailAccount', uid, 'changeEmail')
	await inTransaction(ctx, async (trx) => {
		await lockAddress(trx, email)
		const account = await assertChangesAllowed(trx, 'changeEmail')
		if (account.email === email) return dropClaimAndCodes(trx, uid)
		const owner = await findProvedOwner(trx, email)
		if (owner && !trx.accounts.hideAccountExistence) throw authError('auth/email-already-in-use', 'changeEmail')
		await claimAddress(trx, uid, { email, ownerLoginAt: ownerLoginOf(account) })
		// Reset codes stay: they were mailed to the address in force, and a thief must not void them by a claim.
		await voidCodes(trx, uid, ['verifyEmail'])
		await sendRecoverMail(trx, account, email, addressChangedMail)
		await (owner ? sendAddressWantedMail(trx, email) : sendVerificationMail(trx, { uid, email }, true))
		await recordEvent(trx, 'email-changed', uid)
	})
}

/** What the owner is known to have set up: everything not newer than their last proved login or the proof itself. */
const ownerLoginOf = (account: LockedAccount): Date | null => account.owner_login_at ?? account.email_verified_at

/** To the proved address only: the mailbox of a sign-up that was never verified may be a stranger's. */
async function sendRecoverMail(
	ctx: AccountsCtx,
	account: LockedAccount,
	newAddress: string,
	mailOf: typeof addressChangedMail,
): Promise<void> {
	if (account.email === null || account.email_verified_at === null) return
	const code = await makeActionCode(ctx, {
		uid: account.uid,
		kind: 'recoverEmail',
		email: account.email,
		previousEmail: newAddress,
		ownerLoginAt: ownerLoginOf(account),
		emailProvedAt: account.email_verified_at,
	})
	await sendMail(ctx, account.email, mailOf(ctx.site, { url: actionUrl(ctx, 'recoverEmail', code), newAddress }))
}

/** Withdraws the caller's claim: the account shows its current address again. Does nothing without a claim. */
export async function withdrawEmailChange(ctx: AccountsCtx): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { uid } = await assertChangesAllowed(trx, 'changeEmail')
		await dropClaimAndCodes(trx, uid)
	})
}

async function dropClaimAndCodes(ctx: AccountsCtx, uid: string): Promise<void> {
	const claim = await findClaim(ctx, uid)
	if (claim === null) return
	await dropClaim(ctx, uid)
	await voidCodes(ctx, uid, ['verifyEmail'])
}

/** Uses a mail's code to verify or to restore an address. Passwords: password-reset.ts. */
export async function applyActionCode(ctx: AccountsCtx, value: string): Promise<ActionCode> {
	return inTransaction(ctx, async (trx) => {
		const code = await checkActionCode(trx, value, ['verifyEmail', 'recoverEmail'])
		await (code.kind === 'verifyEmail' ? verifyAddress(trx, value, code) : recoverAddress(trx, value, code))
		await rememberDevice(trx, code.uid, { isProved: true })
		return code
	})
}

async function verifyAddress(ctx: AccountsCtx, value: string, { uid, email }: ActionCode): Promise<void> {
	const { own } = await lockForProof(ctx, uid, email)
	await spendActionCode(ctx, value, ['verifyEmail'])
	const claim = await findClaim(ctx, uid)
	await proveAddress(ctx, uid, email)
	await recordEvent(ctx, 'email-verified', uid)
	if (!own || own.email === email) return
	// A thief may wait until the first link is too old: the owner gets another one when the account really moves.
	await sendRecoverMail(ctx, { ...own, owner_login_at: claim?.owner_login_at ?? ownerLoginOf(own) }, email, addressMovedMail)
}
