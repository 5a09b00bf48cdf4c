import { sql } from 'kysely'
import { hashToken, randomToken } from '../../platform/token.ts'
import { inTransaction, type StaffRole, type Viewer } from '../shared/context.ts'
import { isDomainError, notFound } from '../shared/errors.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { hasSecondFactor } from './sign-in/confirmed-factor.ts'
import { deviceName } from './sign-in/device-name.ts'
import { recordEvent } from './events.ts'
import { type Proof, verifyIdToken } from './sign-in/id-tokens.ts'
import type { SignInMethod, Session } from './session.ts'
import { recordOwnerLogin } from './sign-in/known-devices.ts'
import { days, hours, minutes } from '../shared/japan-time.ts'
import type { TableRow } from '../shared/tables.ts'

/** Lifetime of a session, its maximum after the last authentication, and its shorter limit without use. */
const SESSION_MS = days(5)
const AFTER_LOGIN_MS = days(14)
/** What "signed in just now" means for changes that could lock the owner out (spec section 9). */
export const RECENT_LOGIN_MS = minutes(5)
/** How exactly the last use of a session is known. */
export const SEEN_EVERY_MS = minutes(15)
/** Sessions of accounts with a role end sooner and have stricter checks. */
const STAFF_SESSION_MS = hours(12)
const STAFF_IDLE_MS = hours(1)
const STAFF_SEEN_EVERY_MS = minutes(1)

/** The row of a session. */
type SessionCtx = Pick<AccountsCtx, 'db' | 'now'> & { accounts: Pick<AccountsCtx['accounts'], 'sessionIdleDays'> }
export type NewSession = { token: string; uid: string; expiresAt: Date }

/**
 * Finds the session of a cookie's value and its viewer, in one query by a unique key. An identity without a user record yet
 * has a session but is a visitor.
 */
export async function findSession(ctx: SessionCtx, token: string): Promise<{ session: Session; viewer: Viewer } | null> {
	if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
	const now = ctx.now()
	const row = await ctx.db
		.selectFrom('sessions as s')
		.leftJoin('users as u', 'u.uid', 's.uid')
		.leftJoin('account_restrictions as b', (join) => join.onRef('b.user_id', '=', 'u.id').on('b.lifted_at', 'is', null))
		.select([
			's.id',
			's.uid',
			's.provider',
			's.auth_time',
			's.expires_at',
			's.last_seen_at',
			's.second_factor_at',
			'u.id as user_id',
			'u.is_expert',
			'u.deleted_at',
			'b.kind as restriction',
			'b.reason',
			'b.ends_at',
		])
		.select((eb) =>
			eb
				.fn<StaffRole[]>('array', [eb.selectFrom('staff_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id').orderBy('r.role')])
				.as('roles'),
		)
		.where('s.token_hash', '=', hashToken(token))
		.where('s.expires_at', '>', now)
		.executeTakeFirst()
	if (!row || row.deleted_at !== null || row.restriction === 'suspended') return null
	const isStaff = row.roles.length > 0
	if (hasEnded(ctx, row, isStaff)) {
		await ctx.db.deleteFrom('sessions').where('id', '=', row.id).execute()
		return null
	}
	if (now.getTime() - row.last_seen_at.getTime() > (isStaff ? STAFF_SEEN_EVERY_MS : SEEN_EVERY_MS))
		await ctx.db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.id).execute()
	const session = sessionOf(row)
	if (row.user_id === null) return { session, viewer: { kind: 'visitor' } }
	const member = {
		kind: 'member',
		userId: row.user_id,
		uid: row.uid,
		isExpert: row.is_expert ?? false,
		loggedInAt: row.auth_time,
		...(row.ends_at !== null && row.ends_at > now ? { limit: { until: row.ends_at, reason: row.reason ?? '' } } : {}),
	} as const
	if (row.roles.length === 0 || session.secondFactor) return { session, viewer: { ...member, roles: row.roles } }
	// A password alone never makes staff: what it opens is an ordinary member's session.
	return { session, viewer: { ...member, roles: [], rolesAwaitSecondFactor: true } }
}

/**
 * Whether session `s` of user `u` is one that says who is looking without more ado: it was used within the last minutes, and its
 * person has an account, no role and no restriction. Whom this leaves out, `findSession` must look at.
 */
export function isOrdinarySession({ now }: Pick<AccountsCtx, 'now'>) {
	const time = now()
	return sql<boolean>`(
		s.expires_at > ${time}::timestamptz and s.last_seen_at >= ${new Date(time.getTime() - SEEN_EVERY_MS)}::timestamptz
		and u.deleted_at is null
		and not exists (select from account_restrictions b where b.user_id = u.id and b.lifted_at is null)
		and not exists (select from staff_roles r where r.user_id = u.id)
	)`
}

const sessionOf = (
	row: Pick<TableRow<'sessions'>, 'id' | 'uid' | 'provider' | 'auth_time' | 'expires_at' | 'second_factor_at'>,
): Session => ({
	id: row.id,
	uid: row.uid,
	provider: row.provider,
	authTime: row.auth_time,
	expiresAt: row.expires_at,
	secondFactor: row.second_factor_at !== null,
})

/** Whether a session was unused for too long or, for staff, its login was too long ago. */
function hasEnded({ accounts, now }: SessionCtx, session: { auth_time: Date; last_seen_at: Date }, isStaff: boolean): boolean {
	const idleMs = now().getTime() - session.last_seen_at.getTime()
	if (!isStaff) return idleMs > days(accounts.sessionIdleDays)
	return idleMs > STAFF_IDLE_MS || now().getTime() - session.auth_time.getTime() > STAFF_SESSION_MS
}

/** The caller's session, or `auth/session-required`. */
export function requireSession(ctx: AccountsCtx): Session {
	if (!ctx.caller.session) throw authError('auth/session-required', 'account')
	return ctx.caller.session
}

/**
 * Opens a session for the person of an ID token (spec: POST /api/sessionLogin). The value is new each time and the one
 * the browser had before is gone; each ID token opens one session only.
 */
export async function openSession(ctx: AccountsCtx, idToken: string | null): Promise<NewSession> {
	return openProvenSession(ctx, await verifyIdToken(ctx, idToken, 'session'))
}

export async function openProvenSession(ctx: AccountsCtx, proof: Proof): Promise<NewSession> {
	const token = randomToken()
	const now = ctx.now()
	const expiresAt = new Date(Math.min(now.getTime() + SESSION_MS, proof.authTime.getTime() + AFTER_LOGIN_MS))
	if (expiresAt <= now) throw authError('auth/id-token-expired', 'session')
	await inTransaction(ctx, async (trx) => {
		// Locked until the commit: a revocation is either earlier and seen here, or later and deletes this session.
		const identity = await trx.db.selectFrom('identities').select('epoch').where('uid', '=', proof.uid).forNoKeyUpdate().executeTakeFirst()
		if (identity?.epoch !== proof.epoch) throw authError('auth/id-token-revoked', 'session')
		const user = await trx.db.selectFrom('users').select(['email', 'deleted_at']).where('uid', '=', proof.uid).executeTakeFirst()
		if (user && (user.email === null || user.deleted_at !== null)) throw authError('auth/user-without-email', 'session')
		if (await isSuspended(trx, proof.uid)) throw authError('auth/user-disabled', 'session')
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('login_tickets')
			.values({
				ticket_hash: hashToken(`spent ${proof.jti}`),
				kind: 'spent-id-token',
				uid: proof.uid,
				expires_at: new Date(now.getTime() + 2 * RECENT_LOGIN_MS),
			})
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst()
		if (numInsertedOrUpdatedRows !== 1n) throw authError('auth/id-token-revoked', 'session')
		if (ctx.caller.session) await trx.db.deleteFrom('sessions').where('id', '=', ctx.caller.session.id).execute()
		await trx.db
			.insertInto('sessions')
			.values({
				token_hash: hashToken(token),
				uid: proof.uid,
				provider: proof.provider,
				auth_time: proof.authTime,
				created_at: now,
				last_seen_at: now,
				expires_at: expiresAt,
				user_agent: ctx.caller.userAgent.slice(0, 300),
				second_factor_at: proof.secondFactor ? proof.authTime : null,
			})
			.execute()
		await recordOwnerLogin(trx, proof.uid)
		await recordEvent(trx, 'signed-in', proof.uid, proof.provider)
	})
	return { token, uid: proof.uid, expiresAt }
}

async function isSuspended({ db }: Pick<AccountsCtx, 'db'>, uid: string): Promise<boolean> {
	const row = await db
		.selectFrom('account_restrictions as b')
		.innerJoin('users as u', 'u.id', 'b.user_id')
		.select('b.id')
		.where('u.uid', '=', uid)
		.where('b.kind', '=', 'suspended')
		.where('b.lifted_at', 'is', null)
		.executeTakeFirst()
	return row !== undefined
}

/** Ends the caller's session. Without one there is nothing to do. */
export async function closeSession(ctx: AccountsCtx): Promise<void> {
	const { session } = ctx.caller
	if (!session) return
	await inTransaction(ctx, async (trx) => {
		await trx.db.deleteFrom('sessions').where('id', '=', session.id).execute()
		await recordEvent(trx, 'signed-out', session.uid)
	})
}

export type SessionEntry = {
	id: string
	current: boolean
	device: string
	provider: SignInMethod
	createdAt: number
	lastSeenAt: number
	expiresAt: number
}

/** Where the caller is signed in, newest first. */
export async function listSessions(ctx: AccountsCtx): Promise<SessionEntry[]> {
	const session = requireSession(ctx)
	const rows = await ctx.db
		.selectFrom('sessions')
		.select(['id', 'provider', 'auth_time', 'created_at', 'last_seen_at', 'expires_at', 'user_agent'])
		.where('uid', '=', session.uid)
		.where('expires_at', '>', ctx.now())
		.orderBy('last_seen_at', 'desc')
		.orderBy('id', 'desc')
		.execute()
	const { viewer } = ctx
	const isStaff = viewer.kind === 'member' && (viewer.roles.length > 0 || viewer.rolesAwaitSecondFactor === true)
	const live = rows.filter((row) => row.id === session.id || !hasEnded(ctx, row, isStaff))
	return live.map((row) => ({
		id: row.id,
		current: row.id === session.id,
		device: deviceName(row.user_agent),
		provider: row.provider,
		createdAt: row.created_at.getTime(),
		lastSeenAt: row.last_seen_at.getTime(),
		expiresAt: row.expires_at.getTime(),
	}))
}

/**
 * Ends one of the caller's sessions, or all but this one; takes a fresh login. ID tokens given out before are void too,
 * or one of them could open the session again. Another person's session is not found.
 */
export async function revokeSessions(
	ctx: AccountsCtx,
	{ idToken, ...which }: ({ id: string } | { others: true }) & { idToken: string | null },
): Promise<number> {
	const session = await requireRecentLogin(ctx, idToken)
	return inTransaction(ctx, async (trx) => {
		await trx.db
			.updateTable('identities')
			.set((eb) => ({ epoch: eb('epoch', '+', 1) }))
			.where('uid', '=', session.uid)
			.execute()
		const deleting = trx.db.deleteFrom('sessions').where('uid', '=', session.uid)
		const { numDeletedRows } = await (
			'id' in which ? deleting.where('id', '=', which.id) : deleting.where('id', '!=', session.id)
		).executeTakeFirst()
		if ('id' in which && numDeletedRows === 0n) throw notFound('session')
		await recordEvent(trx, 'session-revoked', session.uid)
		return Number(numDeletedRows)
	})
}

/** Ends every session of an identity, voids its ID tokens and ends started sign-ins and links; `except` one session, if given. */
export async function revokeEverything(ctx: AccountsCtx, uid: string, except: string | null = null): Promise<void> {
	await ctx.db
		.updateTable('identities')
		.set((eb) => ({ epoch: eb('epoch', '+', 1) }))
		.where('uid', '=', uid)
		.execute()
	await ctx.db.deleteFrom('login_tickets').where('uid', '=', uid).where('kind', '!=', 'spent-id-token').execute()
	const deleting = ctx.db.deleteFrom('sessions').where('uid', '=', uid)
	await (except === null ? deleting : deleting.where('id', '!=', except)).execute()
}

/**
 * Returns the caller's session when they have proved who they are within 5 minutes, by that session's login or by an ID
 * token of a login since, and with their second factor where one is switched on. Throws `auth/requires-recent-login`
 * otherwise.
 */
export async function requireRecentLogin(ctx: AccountsCtx, idToken: string | null): Promise<Session> {
	const session = requireSession(ctx)
	if (await isFresh(ctx, session)) return session
	const proof = idToken === null ? null : await findProof(ctx, idToken)
	if (proof === null || proof.uid !== session.uid || !(await isFresh(ctx, proof))) throw authError('auth/requires-recent-login', 'account')
	return session
}

/** Whether this login opens changes that could lock the owner out. */
export async function isFresh(ctx: AccountsCtx, login: { uid: string; authTime: Date; secondFactor: boolean }): Promise<boolean> {
	if (ctx.now().getTime() - login.authTime.getTime() > RECENT_LOGIN_MS) return false
	return login.secondFactor || !(await hasSecondFactor(ctx, login.uid))
}

/** A token that has expired or was revoked proves as little as none. */
async function findProof(ctx: AccountsCtx, idToken: string): Promise<Proof | null> {
	try {
		return await verifyIdToken(ctx, idToken, 'account')
	} catch (error) {
		if (isDomainError(error) && (error.code === 'auth/id-token-expired' || error.code === 'auth/id-token-revoked')) return null
		throw error
	}
}
