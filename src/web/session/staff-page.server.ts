import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type RecentStaffCtx, requireRecentStaff, requireStaff, type StaffCtx } from '../../domain/accounts/staff.ts'
import type { Ctx, StaffRole } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, withCtx } from '../context.ts'
import { type ActionArgs, type PageForms, runForm, toFormState } from '../forms/page-action.server.ts'
import { isStale, orRenew, renewedCtx, stepUpError } from './step-up.server.ts'

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * What a handler does. All but `routine` take a login of the last 15 minutes, which is checked before anything is read;
 * the domain functions of `by-act` handlers check it themselves, for the acts that need it.
 */
export type StaffWork = 'routine' | 'by-act' | 'grant' | 'personal-data' | 'export' | 'verdict' | 'renewal'
type CtxFor<Work extends StaffWork> = Work extends 'routine' | 'by-act' ? StaffCtx : RecentStaffCtx

function guard<C extends Ctx, Work extends StaffWork>(ctx: C, roles: readonly StaffRole[], work: Work): C & CtxFor<Work> {
	const isOpen = work === 'routine' || work === 'by-act'
	return (isOpen ? requireStaff(ctx, ...roles) : requireRecentStaff(ctx, ...roles)) as C & CtxFor<Work>
}

/**
 * Makes the loader of a staff page: nothing is read before the viewer is known to have one of `roles`. One whose login is
 * too old for this work is sent to the page that renews it.
 */
export function staffLoader<A extends Args, T, Work extends StaffWork>(
	roles: readonly StaffRole[],
	work: Work,
	load: (ctx: AccountsCtx & CtxFor<Work>, args: A) => Promise<T>,
) {
	return withCtx((ctx, args: A) => orRenew(args.url, async () => load(guard(ctx, roles, work), args)))
}

/**
 * Makes the action of a staff page's forms, which work without a script (`pageAction`). Where the login is too old or has
 * ended, the error page of /admin asks who it is (`StepUpForm`) and sends the same form again. Only here does a form get
 * the ctx that functions for staff take.
 */
export function staffAction<Work extends StaffWork, S extends Record<string, z.ZodType>, R extends Record<string, unknown>>(
	roles: readonly StaffRole[],
	work: Work,
	forms: PageForms<AccountsCtx & CtxFor<Work>, S, R>,
) {
	return async (args: ActionArgs) => {
		const form = formOf(args.context.get(bodyContext))
		const isAsked = form.has('currentPassword')
		try {
			return await runForm(forms, guard(await renewedCtx(args.context, form), roles, work), args, form)
		} catch (error) {
			// The renewal takes its fields out of the form when it is through.
			const hasFailed = isAsked && form.has('currentPassword')
			const hasEnded = isDomainError(error) && error.kind === 'unauthenticated'
			return toFormState(
				hasFailed || hasEnded || isStale(error) ? await stepUpError(args.context, args.request, form, error) : error,
				form,
				args.context,
			)
		}
	}
}
