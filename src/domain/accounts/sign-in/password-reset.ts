import { inTransaction } from '../../shared/context.ts'
import type { DomainError } from '../../shared/errors.ts'
import { sendMail } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { actionUrl, checkActionCode, makeActionCode, spendActionCode, voidCodes } from '../action-codes.ts'
import { lockForProof, proveAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { recordEvent } from '../events.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'
import { passwordChangedMail, passwordResetMail } from '../mails.ts'
import { hashNewPassword } from './password-check.ts'
import { revokeEverything } from '../sessions.ts'
import { countAttempt } from '../throttles.ts'

/**
 * Mails a link to set a new password. An unknown address is `auth/user-not-found` (spec section 5), or looks like any
 * other with HIDE_ACCOUNT_EXISTENCE. An address that is only claimed is unknown. Throws `auth/recent-address-change`.
 */
export async function requestPasswordReset(ctx: AccountsCtx, email: string): Promise<void> {
	await countAttempt(ctx, 'mailBlock', ctx.caller.block, 'mail')
	await countAttempt(ctx, 'resetAddress', email, 'mail')
	const identity = await ctx.db.selectFrom('identities').select('uid').where('email', '=', email).executeTakeFirst()
	if (!identity) {
		if (ctx.accounts.hideAccountExistence) return
		throw authError('auth/user-not-found', 'mail')
	}
	const openUntil = await findOpenRecovery(ctx, identity.uid, email)
	if (openUntil !== null) {
		if (ctx.accounts.hideAccountExistence) return
		throw recentAddressChange(ctx, openUntil)
	}
	await inTransaction(ctx, async (trx) => {
		const code = await makeActionCode(trx, { ...identity, email, kind: 'resetPassword', previousEmail: null })
		await sendMail(trx, email, passwordResetMail(trx.site, actionUrl(trx, 'resetPassword', code)))
	})
}

/**
 * A reset voids every open code. So that a thief who has moved an account cannot void the link by which its owner returns,
 * the new address cannot reset the password while that link is valid. Returns the expiry of such a link, or null.
 */
async function findOpenRecovery(ctx: AccountsCtx, uid: string, email: string): Promise<Date | null> {
	const { until } = await ctx.db
		.selectFrom('action_codes')
		.select((eb) => eb.fn.max('expires_at').as('until'))
		.where('uid', '=', uid)
		.where('kind', '=', 'recoverEmail')
		.where('email', '!=', email)
		.where('used_at', 'is', null)
		.where('voided_at', 'is', null)
		.where('expires_at', '>', ctx.now())
		.executeTakeFirstOrThrow()
	return until
}

async function assertNoOpenRecovery(ctx: AccountsCtx, uid: string, email: string): Promise<void> {
	const openUntil = await findOpenRecovery(ctx, uid, email)
	if (openUntil !== null) throw recentAddressChange(ctx, openUntil)
}

function recentAddressChange({ now }: Pick<AccountsCtx, 'now'>, openUntil: Date): DomainError {
	const retryAfterSeconds = Math.ceil((openUntil.getTime() - now().getTime()) / 1_000)
	return authError('auth/recent-address-change', 'mail', { retryAfterSeconds })
}

/** The address whose password the code may set. */
export async function verifyResetCode(ctx: AccountsCtx, code: string): Promise<string> {
	return (await checkActionCode(ctx, code, ['resetPassword'])).email
}

/**
 * Sets a new password by a mail's code. The code proves the address: every session ends, every other open code is void, a
 * claim on another address is withdrawn and a freeze ends. Ways to sign in that are older than any proof are removed, since
 * somebody else may have signed up with the address first. Throws `auth/recent-address-change`, which leaves the code as it is.
 */
export async function confirmPasswordReset(ctx: AccountsCtx, { code, password }: { code: string; password: string }): Promise<string> {
	const { uid, email } = await checkActionCode(ctx, code, ['resetPassword'])
	// A rejected password does not consume the code.
	const passwordHash = await hashNewPassword(ctx, password, [email])
	await inTransaction(ctx, async (trx) => {
		const { own } = await lockForProof(trx, uid, email)
		// A thief who moves an account twice can restore their first address, and a code to reset comes with that.
		await assertNoOpenRecovery(trx, uid, email)
		await spendActionCode(trx, code, ['resetPassword'])
		await dropDoubtfulWaysIn(trx, uid, own?.email_verified_at ?? null)
		await proveAddress(trx, uid, email)
		await trx.db.updateTable('identities').set({ password_hash: passwordHash, changes_frozen_until: null }).where('uid', '=', uid).execute()
		await revokeEverything(trx, uid)
		await voidCodes(trx, uid, ['verifyEmail', 'resetPassword', 'recoverEmail'])
		await forgetDevices(trx, uid)
		await rememberDevice(trx, uid, { isProved: true })
		await recordEvent(trx, 'password-reset', uid)
		await sendMail(trx, email, passwordChangedMail(trx.site))
	})
	return email
}

/** Links and passkeys from before the proof of the address, and a second factor from before any proof, may be a stranger's. */
async function dropDoubtfulWaysIn(ctx: AccountsCtx, uid: string, provedAt: Date | null): Promise<void> {
	for (const table of ['identity_links', 'passkeys'] as const) {
		const doubtful = ctx.db.deleteFrom(table).where('uid', '=', uid)
		await (provedAt === null ? doubtful : doubtful.where('created_at', '<', provedAt)).execute()
	}
	await ctx.db
		.deleteFrom('second_factors as f')
		.where('f.uid', '=', uid)
		.where((eb) =>
			eb.not(
				eb.exists(
					eb
						.selectFrom('identities as i')
						.select('i.uid')
						.where('i.uid', '=', uid)
						.where((on) => on(on.fn.coalesce('i.first_proved_at', 'i.email_verified_at'), '<=', on.ref('f.created_at'))),
				),
			),
		)
		.execute()
}
