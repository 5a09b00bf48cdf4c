import { inTransaction } from '../../shared/context.ts'
import { isSwitchedOn } from '../../shared/switches.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { sendAddressTakenMail, sendVerificationMail } from '../account-mails.ts'
import { claimAddress, findProvedOwner, lockAddress, proveAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { recordEvent } from '../events.ts'
import { type IdTokenAnswer, issueIdToken } from './id-tokens.ts'
import { hashNewPassword } from './password-check.ts'
import { countAttempt } from '../throttles.ts'
import { newUid } from './uid.ts'
import { createUser } from '../users.ts'

/** How long a sign-up without a user record reserves its address. */
const ABANDONED_AFTER_MS = 15 * 60_000

/**
 * Makes an identity for an address (spec: e-mail sign-up) and returns an ID token with which the user record is made. It
 * opens no session. Of concurrent calls with one address one succeeds; the others throw `auth/email-already-in-use`. With
 * HIDE_ACCOUNT_EXISTENCE the result is null whether or not the address was free: the user record and the mail are made here,
 * and the owner of a taken address is notified by mail.
 */
export async function signUp(ctx: AccountsCtx, { email, password }: { email: string; password: string }): Promise<IdTokenAnswer | null> {
	await countAttempt(ctx, 'signUpBlock', ctx.caller.block, 'signUp')
	await assertSignUpOpen(ctx)
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

/** Throws `auth/admin-restricted-operation` while staff have stopped new accounts. */
export async function assertSignUpOpen(ctx: AccountsCtx): Promise<void> {
	if (!(await isSwitchedOn(ctx, 'sign-up'))) throw authError('auth/admin-restricted-operation', 'signUp')
}

export type NewIdentity = { uid: string; email: string; email_verified_at: Date | null; epoch: number }

/**
 * Makes an identity. Without a proof it gets the address unless any account has it in force; with one it gets the address
 * from accounts that have not proved it. Null when the address is taken; the unique index decides a race.
 */
export async function insertIdentity(
	ctx: AccountsCtx,
	{ email, passwordHash, verifiedAt }: { email: string; passwordHash: string | null; verifiedAt: Date | null },
): Promise<NewIdentity | null> {
	return inTransaction(ctx, async (trx) => {
		await lockAddress(trx, email)
		await dropAbandoned(trx, email)
		if (verifiedAt !== null) {
			if (await findProvedOwner(trx, email)) return null
			const identity = await insertRow(trx, { email: null, passwordHash })
			await proveAddress(trx, identity.uid, email, verifiedAt)
			return { ...identity, email, email_verified_at: verifiedAt }
		}
		const taken = await trx.db.selectFrom('identities').select('uid').where('email', '=', email).executeTakeFirst()
		return taken ? null : { ...(await insertRow(trx, { email, passwordHash })), email }
	})
}

/** Makes an identity that only claims its address: nothing of the answer depends on whether the address is taken. */
export async function insertClaimingIdentity(ctx: AccountsCtx, email: string): Promise<NewIdentity> {
	return inTransaction(ctx, async (trx) => {
		const identity = await insertRow(trx, { email: null, passwordHash: null })
		await claimAddress(trx, identity.uid, { email, ownerLoginAt: null })
		return { ...identity, email }
	})
}

async function insertRow(
	ctx: AccountsCtx,
	{ email, passwordHash }: { email: string | null; passwordHash: string | null },
): Promise<Omit<NewIdentity, 'email'>> {
	const identity = await ctx.db
		.insertInto('identities')
		.values({ uid: newUid(), email, password_hash: passwordHash, created_at: ctx.now() })
		.returning(['uid', 'email_verified_at', 'epoch'])
		.executeTakeFirstOrThrow()
	await recordEvent(ctx, 'signed-up', identity.uid)
	return identity
}

async function dropAbandoned(ctx: AccountsCtx, email: string): Promise<void> {
	await ctx.db
		.deleteFrom('identities as i')
		.where('i.email', '=', email)
		.where('i.email_verified_at', 'is', null)
		.where('i.created_at', '<', new Date(ctx.now().getTime() - ABANDONED_AFTER_MS))
		.where((eb) => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.uid', '=', 'i.uid'))))
		.where((eb) => eb.not(eb.exists(eb.selectFrom('identity_links as l').select('l.uid').whereRef('l.uid', '=', 'i.uid'))))
		.execute()
}
