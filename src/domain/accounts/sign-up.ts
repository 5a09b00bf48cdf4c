import { randomInt } from 'node:crypto'
import { inTransaction } from '../context.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { sendAddressTakenMail, sendVerificationMail } from './account-mails.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import { type IdTokenAnswer, issueIdToken } from './id-tokens.ts'
import { hashNewPassword } from './password-check.ts'
import { countAttempt } from './throttles.ts'
import { createUser } from './users.ts'

/** A sign-up that never got as far as a user record holds its address no longer than this. */
const ABANDONED_AFTER_MS = 15 * 60_000

const UID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 28 letters and digits: 166 bits. */
export const newUid = (): string => Array.from({ length: 28 }, () => UID_LETTERS[randomInt(UID_LETTERS.length)]).join('')

/**
 * Makes an identity for an address (spec: e-mail sign-up) and gives an ID token with which the user record is made. It
 * signs nobody in. Of several at once with one address, one succeeds; the others get `auth/email-already-in-use`.
 *
 * With HIDE_ACCOUNT_EXISTENCE the answer is null whether or not the address was free: the user record and the mail
 * are made here, and the owner of a taken address is told by mail.
 */
export async function signUp(ctx: AccountsCtx, { email, password }: { email: string; password: string }): Promise<IdTokenAnswer | null> {
	await countAttempt(ctx, 'signUpBlock', ctx.caller.block, 'signUp')
	// Before the address is looked up, so that a taken one costs the same time.
	const passwordHash = await hashNewPassword(ctx, password, [email])
	const identity = await inTransaction(ctx, (trx) => insertIdentity(trx, { email, passwordHash, verifiedAt: null }))
	if (!ctx.accounts.hideAccountExistence) {
		if (!identity) throw authError('auth/email-already-in-use', 'signUp')
		return issueIdToken(ctx, identity, { authTime: ctx.now(), provider: 'password' })
	}
	if (identity) {
		await createUser(ctx, { ...identity, provider: 'password' }, {})
		await sendVerificationMail(ctx, identity)
	} else await sendAddressTakenMail(ctx, email)
	return null
}

export type NewIdentity = { uid: string; email: string; email_verified_at: Date | null; epoch: number }

/** Null when the address is taken. The unique index decides a race. */
export async function insertIdentity(
	ctx: AccountsCtx,
	{ email, passwordHash, verifiedAt }: { email: string; passwordHash: string | null; verifiedAt: Date | null },
): Promise<NewIdentity | null> {
	await ctx.db
		.deleteFrom('identities as i')
		.where('i.email', '=', email)
		.where('i.email_verified_at', 'is', null)
		.where('i.created_at', '<', new Date(ctx.now().getTime() - ABANDONED_AFTER_MS))
		.where((eb) => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.uid', '=', 'i.uid'))))
		.where((eb) => eb.not(eb.exists(eb.selectFrom('identity_links as l').select('l.uid').whereRef('l.uid', '=', 'i.uid'))))
		.execute()
	const identity = await ctx.db
		.insertInto('identities')
		.values({ uid: newUid(), email, password_hash: passwordHash, email_verified_at: verifiedAt, created_at: ctx.now() })
		.onConflict((conflict) => conflict.column('email').doNothing())
		.returning(['uid', 'email', 'email_verified_at', 'epoch'])
		.executeTakeFirst()
	if (!identity) return null
	await recordEvent(ctx, 'signed-up', identity.uid)
	return identity
}
