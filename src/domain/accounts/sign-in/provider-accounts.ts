import { inTransaction } from '../../shared/context.ts'
import { sendAddressTakenMail, sendNotice, sendVerificationMail } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { findProvedOwner, shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { recordEvent } from '../events.ts'
import type { IdTokenAnswer } from './id-tokens.ts'
import { rememberDevice } from './known-devices.ts'
import { providerLinkedMail } from '../mails.ts'
import { isProvider, type SpentTicket, spendTicket } from './provider-popup.ts'
import { grantIdToken } from './second-factor.ts'
import { requireRecentLogin, requireSession } from '../sessions.ts'
import { assertSignUpOpen, insertClaimingIdentity, insertIdentity, type NewIdentity } from './sign-up.ts'
import type { Provider } from '../tables.ts'
import { isLastWayIn, lockWaysIn } from './ways-in.ts'

export const providerLabels: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook', line: 'LINE' }

/**
 * An ID token for the person of a popup's ticket. Identified by provider and subject only: an address that another account
 * has is refused, never linked by itself. A new person gets an identity; the user record follows with PUT /api/user.
 */
export async function redeemTicket(
	ctx: AccountsCtx,
	given: { ticket: string; binding: string | null },
): Promise<IdTokenAnswer & { provider: Provider }> {
	const profile = await spendTicket(ctx, 'sign-in', given)
	const { provider, email } = profile
	// A new person has no address; a returning one has an account that can no longer be used.
	if (email === null) throw authError((await findLinked(ctx, profile)) ? 'auth/user-without-email' : 'auth/missing-email', 'provider')
	const identity = await inTransaction(ctx, async (trx) => {
		const found = (await findLinked(trx, profile)) ?? (await insertLinked(trx, { ...profile, email }))
		// Two concurrent tickets of one new person: the second finds the account that the first created.
		const identity = found ?? (await findLinked(trx, profile))
		if (!identity) throw authError('auth/account-exists-with-different-credential', 'provider')
		return identity
	})
	const answer = await grantIdToken(ctx, identity, provider)
	// A provider that verified the current address proves as much as an opened mail.
	if (identity.email_verified_at !== null && profile.emailIsVerified && email === identity.email)
		await rememberDevice(ctx, identity.uid, { isProved: true })
	return { ...answer, provider }
}

async function findLinked(ctx: AccountsCtx, { provider, subject, email, displayName }: SpentTicket): Promise<NewIdentity | undefined> {
	const identity = await ctx.db
		.selectFrom('identity_links as l')
		.innerJoin('identities as i', 'i.uid', 'l.uid')
		.select(['i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.epoch'])
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

/**
 * An identity for somebody new, or null when the address is another account's. With HIDE_ACCOUNT_EXISTENCE it is always
 * made and only claims the address; what differs is the mail to it.
 */
async function insertLinked(ctx: AccountsCtx, profile: SpentTicket & { email: string }): Promise<NewIdentity | null> {
	await assertSignUpOpen(ctx)
	const { email, emailIsVerified } = profile
	const isHidden = ctx.accounts.hideAccountExistence
	const identity = isHidden
		? await insertClaimingIdentity(ctx, email)
		: await insertIdentity(ctx, { email, passwordHash: null, verifiedAt: emailIsVerified ? ctx.now() : null })
	if (!identity) return null
	await insertLink(ctx, identity.uid, profile)
	if (isHidden) await ((await findProvedOwner(ctx, email)) ? sendAddressTakenMail(ctx, email) : sendVerificationMail(ctx, identity))
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

/**
 * Adds the ticket's provider to the caller's ways to sign in. The ticket must be of the caller's own intent, which required a fresh
 * login (`makeLinkIntent`).
 */
export async function linkProvider(ctx: AccountsCtx, given: { ticket: string; binding: string | null }): Promise<Provider> {
	const session = requireSession(ctx)
	const profile = await spendTicket(ctx, 'link', given)
	if (profile.uid !== session.uid) throw authError('auth/invalid-ticket', 'link')
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx, 'link')
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
		await sendNotice(trx, session.uid, providerLinkedMail(trx.site, providerLabels[profile.provider]))
	})
	return profile.provider
}

/** Unlinks a provider from the caller's account, which takes a fresh login. The last way to sign in stays, also under concurrent calls. */
export async function unlinkProvider(
	ctx: AccountsCtx,
	{ provider, idToken }: { provider: string; idToken: string | null },
): Promise<Provider> {
	const session = await requireRecentLogin(ctx, idToken)
	if (!isProvider(provider)) throw authError('auth/unknown-provider', 'link')
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx, 'link')
		const ways = await lockWaysIn(trx, session.uid)
		if (!ways?.providers.includes(provider)) throw authError('auth/no-such-provider', 'link')
		if (isLastWayIn(ways)) throw authError('auth/last-sign-in-method', 'link')
		await trx.db.deleteFrom('identity_links').where('uid', '=', session.uid).where('provider', '=', provider).execute()
		await recordEvent(trx, 'provider-unlinked', session.uid, provider)
	})
	return provider
}
