import type { AccountsCtx } from '../accounts-context.ts'
import { shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { recordEvent } from '../events.ts'
import { type IdTokenAnswer, issueIdToken } from './id-tokens.ts'
import { deviceHash } from './known-devices.ts'
import { checkPassword } from './password-check.ts'
import { grantIdToken } from './second-factor.ts'
import { requireSession } from '../sessions.ts'
import { countAttempt } from '../throttles.ts'

/**
 * Issues an ID token for an address and its password. An unknown address takes the same time, returns the same code and is
 * counted the same way as a wrong password.
 */
export async function signIn(ctx: AccountsCtx, { email, password }: { email: string; password: string }): Promise<IdTokenAnswer> {
	const identity = await ctx.db
		.selectFrom('identities as i')
		.leftJoin('known_devices as d', (join) => join.onRef('d.uid', '=', 'i.uid').on('d.device_hash', '=', deviceHash(ctx)))
		.select(['i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.password_hash', 'i.epoch', 'd.last_used_at'])
		.where('i.email', '=', email)
		.executeTakeFirst()
	const fromBlock = await countAttempt(ctx, 'signInBlock', ctx.caller.block, 'signIn')
	const atAccount = identity?.last_used_at
		? await countAttempt(ctx, 'signInDevice', `${email} ${ctx.caller.device}`, 'signIn')
		: await countAttempt(ctx, 'signInStranger', email, 'signIn')
	const matches = await checkPassword(ctx, password, identity?.password_hash ?? null)
	if (!identity || !matches) {
		await recordEvent(ctx, 'sign-in-failed', identity?.uid ?? null, 'password')
		throw authError('auth/invalid-credential', 'signIn')
	}
	await fromBlock.forgive()
	await atAccount.forgive()
	return grantIdToken(ctx, identity, 'password')
}

/** A new ID token for the caller's session, with the time of the login that it came from. */
export async function refreshIdToken(ctx: AccountsCtx): Promise<IdTokenAnswer> {
	const session = requireSession(ctx)
	await countAttempt(ctx, 'refreshSession', session.id, 'account')
	const identity = await ctx.db
		.selectFrom('identities as i')
		.select(['i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.epoch'])
		.where('i.uid', '=', session.uid)
		.executeTakeFirst()
	if (!identity) throw authError('auth/session-required', 'account')
	return issueIdToken(ctx, identity, session)
}
