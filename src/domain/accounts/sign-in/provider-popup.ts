import { settingFaultOf } from '../../../platform/google-sign-in.ts'
import { hashToken, randomToken } from '../../../platform/token.ts'
import { shortLine } from '../../shared/text-input.ts'
import type { AccountsCtx, ProviderClient } from '../accounts-context.ts'
import { authError } from '../auth-error.ts'
import { type AuthErrorCode, isAuthErrorCode } from '../catalogue.ts'
import { normaliseEmail } from '../email-address.ts'
import { requireRecentLogin, requireSession } from '../sessions.ts'
import type { Provider } from '../tables.ts'
import { countAttempt } from '../throttles.ts'
import type { TableRow } from '../../shared/tables.ts'

const TRANSACTION_MS = 10 * 60_000
/** Lifetime of tickets and intents, which the popup redeems at once. */
const TICKET_MS = 60_000

export const isProvider = (name: string): name is Provider => name === 'google' || name === 'facebook' || name === 'line'

function clientOf(ctx: AccountsCtx, provider: string): { provider: Provider; client: ProviderClient } {
	if (!isProvider(provider)) throw authError('auth/unknown-provider', 'provider')
	const client = ctx.accounts.providers[provider]
	if (!client) throw authError('auth/operation-not-allowed', 'provider')
	return { provider, client }
}

const redirectUriOf = (ctx: AccountsCtx, provider: Provider) => `${ctx.site.publicUrl}/api/identity/callback/${provider}`

/** A one-time intent for linking, created after a fresh login and passed to the popup. */
export async function makeLinkIntent(ctx: AccountsCtx, idToken: string | null): Promise<string> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	const intent = randomToken()
	await ctx.db
		.insertInto('login_tickets')
		.values({ ticket_hash: hashToken(intent), kind: 'link-intent', uid, expires_at: new Date(ctx.now().getTime() + TICKET_MS) })
		.execute()
	return intent
}

export type PopupStart = {
	provider: string
	attempt: string
	intent: string | null
	binding: string
	/** The origin that the opening page reported; null when it reported none. */
	origin: string | null
}

/**
 * Begins a sign-in (or, with an intent, a linking) at a provider. `binding` is the value of a cookie of this browser:
 * the callback is accepted only together with it. Throws `auth/unauthorized-domain` for a page opened at another address
 * than PUBLIC_URL, and what the provider reports about our settings (`auth/auth-domain-config-required`, `auth/invalid-api-key`).
 */
export async function startPopup(ctx: AccountsCtx, { provider: name, attempt, intent, binding, origin }: PopupStart): Promise<URL> {
	// The provider redirects to our own address; a popup opened elsewhere would never receive the result.
	if (origin !== null && origin !== new URL(ctx.site.publicUrl).origin) throw authError('auth/unauthorized-domain', 'provider')
	const { provider, client } = clientOf(ctx, name)
	await countAttempt(ctx, 'popupBlock', ctx.caller.block, 'provider')
	const linkUid = intent === null ? null : await spendLinkIntent(ctx, intent)
	const start = { redirectUri: redirectUriOf(ctx, provider), state: randomToken(), nonce: randomToken(), codeVerifier: randomToken(48) }
	const address = await client.authorizeUrl(start).catch((error: unknown) => {
		ctx.accounts.reportFault(error)
		throw authError(codeOfProvider(error), 'provider', { provider, cause: error })
	})
	const now = ctx.now()
	await ctx.db
		.insertInto('oauth_transactions')
		.values({
			state_hash: hashToken(start.state),
			binding_hash: hashToken(binding),
			provider,
			attempt,
			nonce: start.nonce,
			code_verifier: start.codeVerifier,
			link_uid: linkUid,
			created_at: now,
			expires_at: new Date(now.getTime() + TRANSACTION_MS),
		})
		.execute()
	return address
}

/** An intent works only in its owner's session, so a victim cannot be tricked into linking a provider to another's account. */
async function spendLinkIntent(ctx: AccountsCtx, intent: string): Promise<string> {
	const session = requireSession(ctx)
	const spent = await ctx.db
		.deleteFrom('login_tickets')
		.where('ticket_hash', '=', hashToken(intent))
		.where('kind', '=', 'link-intent')
		.where('uid', '=', session.uid)
		.where('expires_at', '>', ctx.now())
		.returning('uid')
		.executeTakeFirst()
	if (!spent?.uid) throw authError('auth/invalid-ticket', 'link')
	return spent.uid
}

export type PopupResult = { attempt: string | null; provider: Provider | null } & ({ ticket: string } | { error: AuthErrorCode })

/**
 * What the provider sent back becomes a ticket of 60 seconds, which only this browser can redeem. Each start is
 * finished once, and only with the cookie it was begun with.
 */
export async function finishPopup(
	ctx: AccountsCtx,
	{ provider: name, search, binding }: { provider: string; search: string; binding: string | null },
): Promise<PopupResult> {
	const query = new URLSearchParams(search)
	const state = query.get('state')
	if (!isProvider(name)) return { attempt: null, provider: null, error: 'auth/unknown-provider' }
	const begun =
		state === null || binding === null
			? undefined
			: await ctx.db
					.deleteFrom('oauth_transactions')
					.where('state_hash', '=', hashToken(state))
					.where('binding_hash', '=', hashToken(binding))
					.where('provider', '=', name)
					.where('expires_at', '>', ctx.now())
					.returningAll()
					.executeTakeFirst()
	if (!begun || state === null || binding === null) return { attempt: null, provider: name, error: 'auth/invalid-auth-event' }
	const who = { attempt: begun.attempt, provider: name }
	const refused = query.get('error')
	if (refused !== null)
		return { ...who, error: refused === 'access_denied' ? 'auth/access-denied' : (settingFaultOf(refused) ?? 'auth/no-auth-result') }
	try {
		const { client } = clientOf(ctx, name)
		const redirectUri = redirectUriOf(ctx, name)
		const profile = await client.readProfile({
			callback: new URL(`${redirectUri}?${query}`),
			redirectUri,
			state,
			nonce: begun.nonce,
			codeVerifier: begun.code_verifier,
		})
		const ticket = randomToken()
		await ctx.db
			.insertInto('login_tickets')
			.values({
				ticket_hash: hashToken(ticket),
				kind: begun.link_uid === null ? 'sign-in' : 'link',
				binding_hash: hashToken(binding),
				uid: begun.link_uid,
				provider: name,
				subject: profile.subject,
				email: profile.email === null ? null : normaliseEmail(profile.email),
				email_is_verified: profile.emailIsVerified,
				display_name: shortLine(profile.displayName, 200),
				expires_at: new Date(ctx.now().getTime() + TICKET_MS),
			})
			.execute()
		return { ...who, ticket }
	} catch (error) {
		ctx.accounts.reportFault(error)
		return { ...who, error: codeOfProvider(error) }
	}
}

/** The code that a provider's client gave its error, or that nothing came back. */
const codeOfProvider = (error: unknown): AuthErrorCode =>
	error instanceof Error && 'code' in error && isAuthErrorCode(error.code) ? error.code : 'auth/no-auth-result'

export type SpentTicket = {
	provider: Provider
	subject: string
	email: string | null
	emailIsVerified: boolean
	displayName: string
	uid: string | null
}

/** Consumes a ticket, together with the cookie of the popup that created it. */
export async function spendTicket(
	ctx: AccountsCtx,
	kind: Extract<TableRow<'login_tickets'>['kind'], 'sign-in' | 'link'>,
	{ ticket, binding }: { ticket: string; binding: string | null },
): Promise<SpentTicket> {
	const flow = kind === 'link' ? 'link' : 'provider'
	const row =
		binding === null
			? undefined
			: await ctx.db
					.deleteFrom('login_tickets')
					.where('ticket_hash', '=', hashToken(ticket))
					.where('binding_hash', '=', hashToken(binding))
					.where('kind', '=', kind)
					.where('expires_at', '>', ctx.now())
					.returningAll()
					.executeTakeFirst()
	if (!row?.provider || row.subject === null) throw authError('auth/invalid-ticket', flow)
	return {
		provider: row.provider,
		subject: row.subject,
		email: row.email,
		emailIsVerified: row.email_is_verified ?? false,
		displayName: row.display_name ?? '',
		uid: row.uid,
	}
}
