import { inTransaction } from '../context.ts'
import { sendMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { recordEvent } from './events.ts'
import type { IdTokenAnswer } from './id-tokens.ts'
import { providerLinkedMail } from './mails.ts'
import { isProvider, type SpentTicket, spendTicket } from './provider-popup.ts'
import { grantIdToken } from './second-factor.ts'
import { requireSession } from './sessions.ts'
import { insertIdentity, type NewIdentity } from './sign-up.ts'
import type { Provider } from './tables.server.ts'
import { isLastWayIn, lockWaysIn } from './ways-in.ts'

export const providerLabels: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

/**
 * An ID token for the person of a popup's ticket. Known by provider and subject only: an address that another account
 * has is refused, never linked by itself. A new person gets an identity; the user record follows with PUT /api/user.
 */
export async function redeemTicket(
	ctx: AccountsCtx,
	given: { ticket: string; binding: string | null },
): Promise<IdTokenAnswer & { provider: Provider }> {
	const profile = await spendTicket(ctx, 'sign-in', given)
	const { provider, email } = profile
	// To somebody new the address is missing; somebody who comes back is told that the account has become unusable.
	if (email === null) throw authError((await findLinked(ctx, profile)) ? 'auth/user-without-email' : 'auth/missing-email', 'provider')
	const identity = await inTransaction(ctx, async (trx) => {
		const found = (await findLinked(trx, profile)) ?? (await insertLinked(trx, { ...profile, email }))
		// Two tickets of one new person at once: the second meets the account that the first has made.
		const identity = found ?? (await findLinked(trx, profile))
		if (!identity) throw authError('auth/account-exists-with-different-credential', 'provider')
		return identity
	})
	return { ...(await grantIdToken(ctx, identity, provider)), provider }
}

async function findLinked(ctx: AccountsCtx, { provider, subject, email, displayName }: SpentTicket): Promise<NewIdentity | undefined> {
	const identity = await ctx.db
		.selectFrom('identity_links as l')
		.innerJoin('identities as i', 'i.uid', 'l.uid')
		.select(['i.uid', 'i.email', 'i.email_verified_at', 'i.epoch'])
		.where('l.provider', '=', provider)
		.where('l.subject', '=', subject)
		.executeTakeFirst()
	if (identity)
		await ctx.db
			.updateTable('identity_links')
			.set({ email, display_name: displayName })
			.where('provider', '=', provider)
			.where('subject', '=', subject)
			.execute()
	return identity
}

async function insertLinked(ctx: AccountsCtx, profile: SpentTicket & { email: string }): Promise<NewIdentity | null> {
	const identity = await insertIdentity(ctx, {
		email: profile.email,
		passwordHash: null,
		verifiedAt: profile.emailIsVerified ? ctx.now() : null,
	})
	if (identity) await insertLink(ctx, identity.uid, profile)
	return identity
}

async function insertLink(ctx: AccountsCtx, uid: string, { provider, subject, email, displayName }: SpentTicket): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await ctx.db
		.insertInto('identity_links')
		.values({ uid, provider, subject, email, display_name: displayName, created_at: ctx.now() })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst()
	return numInsertedOrUpdatedRows === 1n
}

/** Adds the ticket's provider to the caller's ways to sign in. The ticket must be of the caller's own intent. */
export async function linkProvider(ctx: AccountsCtx, given: { ticket: string; binding: string | null }): Promise<Provider> {
	const session = requireSession(ctx)
	const profile = await spendTicket(ctx, 'link', given)
	if (profile.uid !== session.uid) throw authError('auth/invalid-ticket', 'link')
	await inTransaction(ctx, async (trx) => {
		const identity = await trx.db.selectFrom('identities').select('email').where('uid', '=', session.uid).forUpdate().executeTakeFirst()
		if (!identity) throw authError('auth/no-current-user', 'link')
		if (!(await insertLink(trx, session.uid, profile))) {
			const owner = await trx.db
				.selectFrom('identity_links')
				.select('uid')
				.where('provider', '=', profile.provider)
				.where('subject', '=', profile.subject)
				.executeTakeFirst()
			throw authError(owner && owner.uid !== session.uid ? 'auth/credential-already-in-use' : 'auth/provider-already-linked', 'link')
		}
		await recordEvent(trx, 'provider-linked', session.uid, profile.provider)
		await sendMail(trx, identity.email, providerLinkedMail(trx.site, providerLabels[profile.provider]))
	})
	return profile.provider
}

/** Takes a provider off the caller's ways to sign in; the last way stays, also when two are taken off at once. */
export async function unlinkProvider(ctx: AccountsCtx, provider: string): Promise<Provider> {
	const session = requireSession(ctx)
	if (!isProvider(provider)) throw authError('auth/unknown-provider', 'link')
	await inTransaction(ctx, async (trx) => {
		const ways = await lockWaysIn(trx, session.uid)
		if (!ways?.providers.includes(provider)) throw authError('auth/no-such-provider', 'link')
		if (isLastWayIn(ways)) throw authError('auth/last-sign-in-method', 'link')
		await trx.db.deleteFrom('identity_links').where('uid', '=', session.uid).where('provider', '=', provider).execute()
		await recordEvent(trx, 'provider-unlinked', session.uid, provider)
	})
	return provider
}
