import type { AccountsCtx } from './accounts-context.ts'
import type { SignInMethod } from './session.ts'

export type AuthEventKind =
	| 'signed-up'
	| 'signed-in'
	| 'sign-in-failed'
	| 'signed-out'
	| 'session-revoked'
	| 'email-verified'
	| 'email-changed'
	| 'email-recovered'
	| 'password-changed'
	| 'password-reset'
	| 'provider-linked'
	| 'provider-unlinked'
	| 'second-factor-on'
	| 'second-factor-off'
	| 'recovery-codes-renewed'
	| 'passkey-added'
	| 'passkey-removed'
	| 'api-token-created'
	| 'api-token-revoked'
	| 'webhook-added'
	| 'webhook-secret-renewed'
	| 'webhook-removed'
	| 'account-deleted'

/** Records an event of an identity, for its owner and for investigations. Never contains a secret or a typed address. */
export async function recordEvent(
	ctx: AccountsCtx,
	kind: AuthEventKind,
	uid: string | null,
	provider: SignInMethod | null = null,
): Promise<void> {
	await ctx.db
		.insertInto('auth_events')
		.values({ uid, kind, provider, block: ctx.caller.block, user_agent: ctx.caller.userAgent.slice(0, 300), at: ctx.now() })
		.execute()
}
