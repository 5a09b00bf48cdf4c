import type { RouterContextProvider } from 'react-router'
import { requireStaff, type StaffCtx } from '../../domain/accounts/staff.ts'
import type { StaffRole } from '../../domain/context.ts'
import { withCtx } from '../context.ts'
import { qaAction } from '../qa/qa-action.server.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** Makes the loader of a staff page: nothing is read before the viewer is known to have one of `roles`. */
export function staffLoader<A extends Args, T>(roles: readonly StaffRole[], work: (ctx: StaffCtx, args: A) => Promise<T>) {
	return withCtx((ctx, args: A) => work(requireStaff(ctx, ...roles), args))
}

/**
 * Makes the action of a staff page's forms, which work without a script. What the domain refuses with a sentence comes
 * back to the form with what was typed (a `QaRefusal`).
 */
export function staffAction<A extends Args, T>(roles: readonly StaffRole[], work: (ctx: StaffCtx, form: FormData, args: A) => Promise<T>) {
	return qaAction((ctx, form, args: A) => work(requireStaff(ctx, ...roles), form, args))
}
