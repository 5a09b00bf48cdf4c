import { type Ctx, type Member, requireMember, type StaffRole, type Viewer } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { authError } from './auth-error.ts'

declare const guarded: unique symbol
declare const recent: unique symbol

/** A ctx whose viewer is known to be staff: functions for staff take this one, so an unguarded call does not compile. */
export type StaffCtx = Ctx & { viewer: Member; readonly [guarded]: true }

/** A StaffCtx whose viewer has logged in within `STAFF_LOGIN_MS`: grants, looks at personal data, exports and verdicts take it. */
export type RecentStaffCtx = StaffCtx & { readonly [recent]: true }

/** How long a login of staff counts as recent; limits what a stolen session can do. */
export const STAFF_LOGIN_MS = 15 * 60_000

/** The error code at which a page explains how to set up a second factor. */
export const SECOND_FACTOR_REQUIRED = 'staff/second-factor-required'

/** Whether the viewer has one of `roles`; admins have them all. Without roles: whether they are staff at all. For showing. */
export function isStaffWith(viewer: Viewer, ...roles: readonly StaffRole[]): boolean {
	if (viewer.kind !== 'member') return false
	return roles.length === 0 ? viewer.roles.length > 0 : viewer.roles.some((role) => role === 'admin' || roles.includes(role))
}

/**
 * The ctx for what staff with one of `roles` may do; admins may do everything. A session that was opened without a second
 * factor has no roles (sessions.ts); for it throws `SECOND_FACTOR_REQUIRED`.
 */
export function requireStaff<C extends Ctx>(ctx: C, ...roles: readonly StaffRole[]): C & StaffCtx {
	const viewer = requireMember(ctx)
	if (isStaffWith(viewer, ...roles)) return { ...ctx, viewer } as C & StaffCtx
	if (viewer.rolesAwaitSecondFactor)
		throw new DomainError('forbidden', 'a second factor is required of staff', { code: SECOND_FACTOR_REQUIRED })
	throw new DomainError('forbidden', 'for staff only')
}

/** The ctx of `requireStaff` where the login is of the last 15 minutes too. Throws `auth/requires-recent-login` otherwise. */
export function requireRecentStaff<C extends Ctx>(ctx: C, ...roles: readonly StaffRole[]): C & RecentStaffCtx {
	const staff = requireStaff(ctx, ...roles)
	if (!isRecentStaffLogin(staff)) throw authError('auth/requires-recent-login', 'account')
	return staff as C & RecentStaffCtx
}

/**
 * What a staff page or form does. All but `routine` take a login of the last 15 minutes, which is checked before anything is
 * read; the domain functions of `by-action` handlers check it themselves, for the actions that need it.
 */
export type StaffWork = 'routine' | 'by-action' | 'grant' | 'personal-data' | 'export' | 'verdict' | 'renewal'
export type StaffCtxFor<Work extends StaffWork> = Work extends 'routine' | 'by-action' ? StaffCtx : RecentStaffCtx

/** The ctx of `requireStaff` or, where `work` takes a recent login, of `requireRecentStaff`. */
export function requireStaffFor<C extends Ctx, Work extends StaffWork>(
	ctx: C,
	roles: readonly StaffRole[],
	work: Work,
): C & StaffCtxFor<Work> {
	const isOpen = work === 'routine' || work === 'by-action'
	return (isOpen ? requireStaff(ctx, ...roles) : requireRecentStaff(ctx, ...roles)) as C & StaffCtxFor<Work>
}

/** Whether the viewer's login is recent enough for what staff renew it for. For showing. */
export function isRecentStaffLogin({ viewer, now }: Pick<Ctx, 'viewer' | 'now'>): boolean {
	const loggedInAt = viewer.kind === 'member' ? viewer.loggedInAt : undefined
	return loggedInAt !== undefined && now().getTime() - loggedInAt.getTime() <= STAFF_LOGIN_MS
}
