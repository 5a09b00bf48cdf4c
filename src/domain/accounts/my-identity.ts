import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { hasSecondFactor } from './sign-in/confirmed-factor.ts'
import { listPasskeysOf } from './sign-in/passkeys.ts'
import { isFresh, listSessions, requireSession } from './sessions.ts'
import type { Provider } from './tables.ts'
import { findUserOf } from './users.ts'

export type MyIdentity = {
	uid: string
	/** The address in force or, without one, the one that waits for its proof. */
	email: string
	emailVerified: boolean
	/** A new address that waits for its proof while `email` stays in force. */
	pendingEmail: string | null
	/** Until when address, links and keys cannot be changed after a recovery, or null. */
	changesFrozenUntil: number | null
	hasPassword: boolean
	/** Whether an authenticator app is asked for. */
	secondFactor: boolean
	hasPasskey: boolean
	providers: { provider: Provider; email: string | null; linkedAt: number }[]
	/** Whether changes that need a fresh login are open now: within 5 minutes, with the second factor where there is one. */
	recentLogin: boolean
}

/** How the caller may sign in. */
export async function getMyIdentity(ctx: AccountsCtx): Promise<MyIdentity> {
	const session = requireSession(ctx)
	return { ...(await readIdentity(ctx, session.uid)), recentLogin: await isFresh(ctx, session) }
}

async function readIdentity(ctx: AccountsCtx, uid: string): Promise<Omit<MyIdentity, 'recentLogin'>> {
	const identity = await ctx.db
		.selectFrom('identities as i')
		.leftJoin('address_claims as c', 'c.uid', 'i.uid')
		.select(['i.uid', 'i.email', 'i.email_verified_at', 'i.password_hash', 'i.changes_frozen_until', 'c.email as claimed'])
		.where('i.uid', '=', uid)
		.executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'account')
	const links = await ctx.db.selectFrom('identity_links').selectAll().where('uid', '=', uid).orderBy('provider').execute()
	const passkey = await ctx.db.selectFrom('passkeys').select('id').where('uid', '=', uid).limit(1).executeTakeFirst()
	const frozenUntil = identity.changes_frozen_until
	return {
		uid: identity.uid,
		email: identity.email ?? identity.claimed ?? '',
		emailVerified: identity.email_verified_at !== null,
		pendingEmail: identity.email === null ? null : identity.claimed,
		changesFrozenUntil: frozenUntil !== null && frozenUntil > ctx.now() ? frozenUntil.getTime() : null,
		hasPassword: identity.password_hash !== null,
		secondFactor: await hasSecondFactor(ctx, uid),
		hasPasskey: passkey !== undefined,
		providers: links.map(({ provider, email, created_at }) => ({ provider, email, linkedAt: created_at.getTime() })),
	}
}

/** The personal data of another room, by its keys in the exported file. */
export type ExportPart = (ctx: AccountsCtx, user: { id: string }) => Promise<Record<string, unknown>>

/** Returns everything stored about the caller, without secrets, for the export of personal data. */
export async function exportAccount(ctx: AccountsCtx, parts: readonly ExportPart[]): Promise<Record<string, unknown>> {
	const { exportedAt, user, ...others } = await exportAccountOf(ctx, requireSession(ctx).uid, parts)
	return { exportedAt, user, sessions: await listSessions(ctx), ...others }
}

/** The same of any account, without its sessions. Who may have it is decided by the caller. */
export async function exportAccountOf(ctx: AccountsCtx, uid: string, parts: readonly ExportPart[]): Promise<Record<string, unknown>> {
	const identity = await readIdentity(ctx, uid)
	const found = await findUserOf(ctx, uid)
	const others: Record<string, unknown> = {}
	if (found) for (const part of parts) Object.assign(others, await part(ctx, { id: found.docId }))
	const links = await ctx.db
		.selectFrom('identity_links')
		.select(['provider', 'email', 'display_name', 'created_at'])
		.where('uid', '=', identity.uid)
		.execute()
	const events = await ctx.db
		.selectFrom('auth_events')
		.select(['kind', 'provider', 'block', 'user_agent', 'at'])
		.where('uid', '=', identity.uid)
		.orderBy('at')
		.execute()
	const { changesFrozenUntil: _, ...kept } = identity
	return {
		exportedAt: ctx.now().toISOString(),
		user: found?.user ?? null,
		identity: { ...kept, providers: links },
		passkeys: (await listPasskeysOf(ctx, uid)).map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
		events,
		...others,
	}
}
