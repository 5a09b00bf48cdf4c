import { redirect } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { requireStaffFor, type StaffCtxFor, type StaffWork } from '../../domain/accounts/staff.ts'
import type { StaffRole } from '../../domain/shared/context.ts'
import { staffRenewalPath } from '../../domain/shared/links.ts'
import { type RouteArgs, withCtx } from '../context.ts'
import { isStale } from './step-up.server.ts'

type Args = RouteArgs & { request: Request; url: URL }

/**
 * Makes the loader of a staff page: nothing is read before the viewer is known to have one of `roles`. One whose login is
 * too old for this work is redirected to the page that renews it.
 */
export function staffLoader<A extends Args, T, Work extends StaffWork>(
	roles: readonly StaffRole[],
	work: Work,
	load: (ctx: AccountsCtx & StaffCtxFor<Work>, args: A) => Promise<T>,
) {
	return withCtx((ctx, args: A) => orRenew(args.url, async () => load(requireStaffFor(ctx, roles, work), args)))
}

/** Redirects to the page that renews the login where `work` needs a more recent one, and from there back to `location`. */
export async function orRenew<T>(location: Pick<URL, 'pathname' | 'search'>, handler: () => Promise<T>): Promise<T> {
	try {
		return await handler()
	} catch (error) {
		if (!isStale(error)) throw error
		throw redirect(staffRenewalPath(`${location.pathname}${location.search}`))
	}
}
