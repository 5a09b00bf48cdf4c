import { randomInt } from 'node:crypto'
import { findTotpStep, newTotpSecret, totpUri } from '../../platform/token-totp.ts'
import { hashToken } from '../../platform/token.ts'
import { inTransaction } from '../context.ts'
import { sendMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import { type IdTokenAnswer, issueIdToken, type SignInMethod } from './id-tokens.ts'
import { rememberDevice } from './known-devices.ts'
import { secondFactorMail } from './mails.ts'
import { requireRecentLogin } from './sessions.ts'
import type { NewIdentity } from './sign-up.ts'
import { countAttempt } from './throttles.ts'

/** What the secrets of apps are sealed for. */
export const SECOND_FACTOR_PURPOSE = 'second-factor'
/** How long the code may be asked for after the password was right. */
const PENDING_MS = 5 * 60_000
const RECOVERY_CODES = 10
/** No letter that looks like another. */
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

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
	const factor = await ctx.db
		.selectFrom('second_factors')
		.select('uid')
		.where('uid', '=', identity.uid)
		.where('confirmed_at', 'is not', null)
		.executeTakeFirst()
	if (!factor) {
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

/** Ends a sign-in that waits for its second factor: a code of the app, or a recovery code, which is then used up. */
export async function finishSignIn(ctx: AccountsCtx, code: string): Promise<IdTokenAnswer> {
	const pending = await ctx.db
		.selectFrom('login_tickets as t')
		.innerJoin('identities as i', 'i.uid', 't.uid')
		.select(['i.uid', 'i.email', 'i.email_verified_at', 'i.epoch', 't.provider'])
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
	const secret = factor && ctx.accounts.sealer.open(SECOND_FACTOR_PURPOSE, factor.sealed_secret)
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

async function takeRecoveryCode(ctx: AccountsCtx, uid: string, code: string): Promise<boolean> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('recovery_codes')
		.where('uid', '=', uid)
		.where('code_hash', '=', hashToken(`${uid} ${code}`))
		.executeTakeFirst()
	return numDeletedRows === 1n
}

/** A new secret for the caller's app, of no effect until a code of it has been sent (`confirmSecondFactor`). */
export async function startSecondFactor(ctx: AccountsCtx, idToken: string | null): Promise<{ secret: string; uri: string }> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	const secret = newTotpSecret()
	const { email } = await ctx.db.selectFrom('identities').select('email').where('uid', '=', uid).executeTakeFirstOrThrow()
	const values = { sealed_secret: ctx.accounts.sealer.seal(SECOND_FACTOR_PURPOSE, secret), created_at: ctx.now(), last_step: '0' }
	const { numInsertedOrUpdatedRows } = await ctx.db
		.insertInto('second_factors')
		.values({ uid, ...values, confirmed_at: null })
		.onConflict((conflict) => conflict.column('uid').doUpdateSet(values).where('second_factors.confirmed_at', 'is', null))
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows !== 1n) throw authError('auth/second-factor-already-in-use', 'account')
	return { secret, uri: totpUri({ issuer: ctx.site.name, account: email, secret }) }
}

/** Switches the second factor on by a first code, and gives the recovery codes: they are shown this once. */
export async function confirmSecondFactor(
	ctx: AccountsCtx,
	{ code, idToken }: { code: string; idToken: string | null },
): Promise<string[]> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	const attempt = await countAttempt(ctx, 'secondFactor', uid, 'account')
	return inTransaction(ctx, async (trx) => {
		const digits = code.normalize('NFKC').replaceAll(/\s/g, '')
		if (!(await takeAppCode(trx, uid, digits, false))) throw authError('auth/invalid-verification-code', 'account')
		await attempt.forgive()
		const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
		await trx.db.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
		await trx.db
			.insertInto('recovery_codes')
			.values(codes.map((one) => ({ uid, code_hash: hashToken(`${uid} ${one.replaceAll('-', '')}`) })))
			.execute()
		// The code was shown in this session: it need not be opened again to count as one with a second factor.
		if (ctx.caller.session)
			await trx.db.updateTable('sessions').set({ second_factor_at: ctx.now() }).where('id', '=', ctx.caller.session.id).execute()
		await noteChange(trx, uid, true)
		return codes
	})
}

const newRecoveryCode = (): string => {
	const letters = Array.from({ length: 10 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')
	return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Switches the second factor off. As it takes a login within 5 minutes, it takes the second factor too. */
export async function removeSecondFactor(ctx: AccountsCtx, idToken: string | null): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await inTransaction(ctx, async (trx) => {
		const removed = await trx.db.deleteFrom('second_factors').where('uid', '=', uid).returning('confirmed_at').executeTakeFirst()
		if (!removed?.confirmed_at) return
		await trx.db.updateTable('sessions').set({ second_factor_at: null }).where('uid', '=', uid).where('provider', '!=', 'passkey').execute()
		await noteChange(trx, uid, false)
	})
}

async function noteChange(ctx: AccountsCtx, uid: string, isOn: boolean): Promise<void> {
	const { email } = await ctx.db.selectFrom('identities').select('email').where('uid', '=', uid).executeTakeFirstOrThrow()
	await recordEvent(ctx, isOn ? 'second-factor-on' : 'second-factor-off', uid)
	await sendMail(ctx, email, secondFactorMail(ctx.site, isOn))
}
