import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { listPasskeys } from './passkeys.ts'
import { isRecent, listSessions, requireSession } from './sessions.ts'
import type { Provider } from './tables.server.ts'
import { findMyUser } from './users.ts'

export type MyIdentity = {
	uid: string
	email: string
	emailVerified: boolean
	hasPassword: boolean
	/** Whether an authenticator app is asked for. */
	secondFactor: boolean
	providers: { provider: Provider; email: string | null; linkedAt: number }[]
	/** Whether changes that need a login within 5 minutes are open now. */
	recentLogin: boolean
}

/** How the caller may sign in. */
export async function getMyIdentity(ctx: AccountsCtx): Promise<MyIdentity> {
	const session = requireSession(ctx)
	const identity = await ctx.db.selectFrom('identities').selectAll().where('uid', '=', session.uid).executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'account')
	const links = await ctx.db.selectFrom('identity_links').selectAll().where('uid', '=', session.uid).orderBy('provider').execute()
	const factor = await ctx.db
		.selectFrom('second_factors')
		.select('uid')
		.where('uid', '=', session.uid)
		.where('confirmed_at', 'is not', null)
		.executeTakeFirst()
	return {
		uid: identity.uid,
		email: identity.email,
		emailVerified: identity.email_verified_at !== null,
		hasPassword: identity.password_hash !== null,
		secondFactor: factor !== undefined,
		providers: links.map(({ provider, email, created_at }) => ({ provider, email, linkedAt: created_at.getTime() })),
		recentLogin: isRecent(ctx, session.authTime),
	}
}

/** What another slice holds of a person's own, by its names in the file. */
export type ExportPart = (ctx: AccountsCtx, user: { id: string }) => Promise<Record<string, unknown>>

/** Everything that is held about the caller, without secrets, for the download of one's own data. */
export async function exportAccount(ctx: AccountsCtx, parts: readonly ExportPart[]): Promise<Record<string, unknown>> {
	const identity = await getMyIdentity(ctx)
	const found = await findMyUser(ctx)
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
	const { recentLogin: _, ...kept } = identity
	return {
		exportedAt: ctx.now().toISOString(),
		user: found?.user ?? null,
		identity: { ...kept, providers: links },
		passkeys: (await listPasskeys(ctx)).map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
		sessions: await listSessions(ctx),
		events,
		...others,
	}
}
