import { findTotpStep, newTotpSecret, totpUri } from '../../../platform/token-totp.ts'
import { hashToken } from '../../../platform/token.ts'
import { inTransaction } from '../../shared/context.ts'
import { sendNotice } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { hasSecondFactor } from './confirmed-factor.ts'
import { recordEvent } from '../events.ts'
import { type IdTokenAnswer, issueIdToken } from './id-tokens.ts'
import type { SignInMethod } from '../session.ts'
import { rememberDevice } from './known-devices.ts'
import { secondFactorMail } from '../mails.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { requireRecentLogin, revokeEverything } from '../sessions.ts'
import type { NewIdentity } from './sign-up.ts'
import { SECOND_FACTOR_PURPOSE } from './second-factor-purpose.ts'
import { countAttempt } from '../throttles.ts'

/** How long the code may be asked for after the password was right. */
const PENDING_MS = 5 * 60_000

const pendingHash = (ctx: AccountsCtx) => hashToken(`second factor ${ctx.caller.device}`)

/**
 * The last step of every sign-in: an ID token, or, where the owner has set a second factor, `auth/multi-factor-auth-required`.
 * Then this browser, and no other, may send the code within 5 minutes (`finishSignIn`).
 */
export async function grantIdToken(
	ctx: AccountsCtx,
	identity: NewIdentity,
	provider: Exclude<SignInMethod, 'passkey'>,
): Promise<IdTokenAnswer> {
	if (!(await hasSecondFactor(ctx, identity.uid))) {
		await rememberDevice(ctx, identity.uid)
		return issueIdToken(ctx, identity, { authTime: ctx.now(), provider })
	}
	const pending = {
		uid: identity.uid,
		provider: provider === 'password' ? null : provider,
		expires_at: new Date(ctx.now().getTime() + PENDING_MS),
	}
	await ctx.db
		.insertInto('login_tickets')
		.values({ ticket_hash: pendingHash(ctx), kind: 'second-factor', ...pending })
		.onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet(pending))
		.execute()
	throw authError('auth/multi-factor-auth-required', 'signIn')
}

/** Completes a sign-in that waits for its second factor, with a code of the app or a recovery code, which is consumed. */
export async function finishSignIn(ctx: AccountsCtx, code: string): Promise<IdTokenAnswer> {
	const pending = await ctx.db
		.selectFrom('login_tickets as t')
		.innerJoin('identities as i', 'i.uid', 't.uid')
		.select(['i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.epoch', 't.provider'])
		.where('t.ticket_hash', '=', pendingHash(ctx))
		.where('t.kind', '=', 'second-factor')
		.where('t.expires_at', '>', ctx.now())
		.executeTakeFirst()
	if (!pending) throw authError('auth/invalid-ticket', 'signIn')
	const attempt = await countAttempt(ctx, 'secondFactor', pending.uid, 'signIn')
	await spendCode(ctx, pending.uid, code)
	await attempt.forgive()
	const { numDeletedRows } = await ctx.db.deleteFrom('login_tickets').where('ticket_hash', '=', pendingHash(ctx)).executeTakeFirst()
	if (numDeletedRows === 0n) throw authError('auth/invalid-ticket', 'signIn')
	await rememberDevice(ctx, pending.uid)
	return issueIdToken(ctx, pending, { authTime: ctx.now(), provider: pending.provider ?? 'password', secondFactor: true })
}

async function spendCode(ctx: AccountsCtx, uid: string, typed: string): Promise<void> {
	const code = typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()
	const isTaken = /^\d{6}$/.test(code) ? await takeAppCode(ctx, uid, code, true) : await takeRecoveryCode(ctx, uid, code)
	if (!isTaken) throw authError('auth/invalid-verification-code', 'signIn')
}

/** Each code works once, also when it is sent twice at the same moment. */
async function takeAppCode(ctx: AccountsCtx, uid: string, code: string, isConfirmed: boolean): Promise<boolean> {
	const factor = await ctx.db
		.selectFrom('second_factors')
		.selectAll()
		.where('uid', '=', uid)
		.where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
		.executeTakeFirst()
	const secret = factor && ctx.encryptor.decrypt(SECOND_FACTOR_PURPOSE, factor.sealed_secret)
	if (!factor || !secret) return false
	const step = findTotpStep(secret, code, ctx.now(), Number(factor.last_step))
	if (step === null) return false
	const { numUpdatedRows } = await ctx.db
		.updateTable('second_factors')
		.set({ last_step: String(step), confirmed_at: factor.confirmed_at ?? ctx.now() })
		.where('uid', '=', uid)
		.where('last_step', '<', String(step))
		.executeTakeFirst()
	return numUpdatedRows === 1n
}

/** A new secret for the caller's app, of no effect until a code of it has been sent (`confirmSecondFactor`). */
export async function startSecondFactor(ctx: AccountsCtx, idToken: string | null): Promise<{ secret: string; uri: string }> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await assertChangesAllowed(ctx)
	const secret = newTotpSecret()
	const { email } = await ctx.db
		.selectFrom('identities as i')
		.select(shownAddress.as('email'))
		.where('i.uid', '=', uid)
		.executeTakeFirstOrThrow()
	const values = { sealed_secret: ctx.encryptor.encrypt(SECOND_FACTOR_PURPOSE, secret), created_at: ctx.now(), last_step: '0' }
	const { numInsertedOrUpdatedRows } = await ctx.db
		.insertInto('second_factors')
		.values({ uid, ...values, confirmed_at: null })
		.onConflict((conflict) => conflict.column('uid').doUpdateSet(values).where('second_factors.confirmed_at', 'is', null))
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows !== 1n) throw authError('auth/second-factor-already-in-use', 'account')
	return { secret, uri: totpUri({ issuer: ctx.site.name, account: email, secret }) }
}

/** Switches the second factor on by a first code, ends the other sessions and returns the recovery codes, which are shown this once. */
export async function confirmSecondFactor(
	ctx: AccountsCtx,
	{ code, idToken }: { code: string; idToken: string | null },
): Promise<string[]> {
	const session = await requireRecentLogin(ctx, idToken)
	const { uid } = session
	const attempt = await countAttempt(ctx, 'secondFactor', uid, 'account')
	return inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		const digits = code.normalize('NFKC').replaceAll(/\s/g, '')
		if (!(await takeAppCode(trx, uid, digits, false))) throw authError('auth/invalid-verification-code', 'account')
		await attempt.forgive()
		const codes = await replaceRecoveryCodes(trx, uid)
		// Sessions and ID tokens of the password alone end: one of them may be a thief's.
		await revokeEverything(trx, uid, session.id)
		// The code was shown in this session: it need not be opened again to count as one with a second factor.
		await trx.db.updateTable('sessions').set({ second_factor_at: ctx.now() }).where('id', '=', session.id).execute()
		await noteChange(trx, uid, true)
		return codes
	})
}

/** Switches the second factor off. As it takes a login within 5 minutes, it takes the second factor too. */
export async function removeSecondFactor(ctx: AccountsCtx, idToken: string | null): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		const removed = await trx.db.deleteFrom('second_factors').where('uid', '=', uid).returning('confirmed_at').executeTakeFirst()
		if (!removed?.confirmed_at) return
		await trx.db.updateTable('sessions').set({ second_factor_at: null }).where('uid', '=', uid).where('provider', '!=', 'passkey').execute()
		await noteChange(trx, uid, false)
	})
}

async function noteChange(ctx: AccountsCtx, uid: string, isOn: boolean): Promise<void> {
	await recordEvent(ctx, isOn ? 'second-factor-on' : 'second-factor-off', uid)
	await sendNotice(ctx, uid, secondFactorMail(ctx.site, isOn))
}
