import { data, redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { authError } from '../../domain/accounts/auth-error.ts'
import { isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { findSession, openProvenSession } from '../../domain/accounts/sessions.ts'
import { verifyIdToken } from '../../domain/accounts/sign-in/id-tokens.ts'
import { isRecentStaffLogin, type RecentStaffCtx, requireRecentStaff, requireStaff, type StaffCtx } from '../../domain/accounts/staff.ts'
import type { Ctx, StaffRole } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { staffRenewalPath } from '../../domain/shared/links.ts'
import { statusOf } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, cookiesContext, ctxContext, withCtx } from '../context.ts'
import { type ActionArgs, type PageForms, runForm, toFormState } from '../forms/page-action.server.ts'
import { formToken } from './form-token.server.ts'
import { formFailure } from './identity-error.ts'
import { proofOf, waysToProve } from './proof.server.ts'
import type { WaysToProve } from './reauthentication.tsx'
import { STEP_UP_FIELDS, type StepUpData } from './step-up.ts'

type Context = Readonly<RouterContextProvider>
type Args = { request: Request; url: URL; context: Context }

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

/** Whether the login is too old for what was asked for. */
const isStale = (error: unknown): boolean => isDomainError(error) && error.code === 'auth/requires-recent-login'

/** Sends a page whose reader's login is too old to the page that renews it, and from there back to `location`. */
export async function orRenew<T>(location: Pick<URL, 'pathname' | 'search'>, work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!isStale(error)) throw error
		throw redirect(staffRenewalPath(`${location.pathname}${location.search}`))
	}
}

/**
 * The ctx of a staff form. Where the form asks who one is (`StepUpForm`), the login is renewed first and its fields are
 * taken out of the form, so that nothing shows them again.
 */
async function renewedCtx(context: Context, form: FormData): Promise<AccountsCtx> {
	const ctx = context.get(ctxContext)
	const cookies = context.get(cookiesContext)
	if (!form.has('currentPassword')) return ctx
	// Proved by a passkey or a provider, or in another tab, since the form was shown.
	if (form.get('currentPassword') === '' && ctx.viewer.kind === 'member' && isRecentStaffLogin(ctx)) return withoutStepUp(form, ctx)
	const email = ctx.caller.session ? (await getMyIdentity(ctx)).email : form.get('accountEmail')
	cookies.keepDevice()
	const proof = await verifyIdToken(ctx, await proofOf(ctx, form, typeof email === 'string' ? email : ''), 'account')
	if (!proof.secondFactor) throw authError('auth/multi-factor-auth-required', 'signIn')
	const opened = await openProvenSession(ctx, proof)
	cookies.signedIn(opened)
	const found = await findSession(ctx, opened.token)
	const caller = { ...ctx.caller, session: found?.session ?? null }
	return withoutStepUp(form, { ...ctx, viewer: found?.viewer ?? { kind: 'visitor' }, caller })
}

function withoutStepUp(form: FormData, ctx: AccountsCtx): AccountsCtx {
	for (const name of STEP_UP_FIELDS) form.delete(name)
	return ctx
}

/** What `StepUpForm` shows: how the viewer can prove who they are. A password alone makes nobody staff. */
export async function staffWays(ctx: AccountsCtx): Promise<WaysToProve | null> {
	if (!ctx.caller.session) return null
	const ways = waysToProve(ctx, await getMyIdentity(ctx))
	return ways.secondFactor ? ways : { ...ways, hasPassword: false, providers: [] }
}

/** What the error page of /admin asks for in place of a form's answer; everything that was typed goes along. */
async function stepUpError(context: Context, request: Request, form: FormData, error: unknown) {
	const ctx = context.get(ctxContext)
	const typed = [...form].flatMap(([name, value]): [string, string][] =>
		typeof value === 'string' && name !== 'csrfToken' && !STEP_UP_FIELDS.includes(name) ? [[name, value]] : [],
	)
	const isFirst = !form.has('currentPassword')
	const failed =
		!isFirst && isDomainError(error) && (isAuthErrorCode(error.code) || error.kind === 'invalid' || error.kind === 'throttled')
			? formFailure({ code: error.code, message: error.detail, fields: error.fields }, 'account')
			: null
	const body: StepUpData = { stepUp: true, typed, ways: await staffWays(ctx), failed, csrfToken: formToken(context, request) }
	return data(body, { status: isDomainError(error) ? statusOf(error) : 403 })
}
