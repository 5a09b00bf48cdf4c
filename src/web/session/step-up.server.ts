import { data, type RouterContextProvider } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { authError } from '../../domain/accounts/auth-error.ts'
import { isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { findSession, openProvenSession } from '../../domain/accounts/sessions.ts'
import { verifyIdToken } from '../../domain/accounts/sign-in/id-tokens.ts'
import { isRecentStaffLogin } from '../../domain/accounts/staff.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { statusOf } from '../../http/problem.ts'
import { cookiesContext, ctxContext } from '../context.ts'
import { formToken } from './form-token.server.ts'
import { formFailure } from './identity-error.ts'
import { proofOf, waysToProve } from './proof.server.ts'
import type { WaysToProve } from './reauthentication.tsx'
import { STEP_UP_FIELDS, type StepUpData } from './step-up.ts'

type Context = Readonly<RouterContextProvider>

/** Whether the login is too old for what was asked for. */
export const isStale = (error: unknown): boolean => isDomainError(error) && error.code === 'auth/requires-recent-login'

/** Whether a staff form comes from `StepUpForm`, which asks its sender to log in again. */
export const isStepUpForm = (form: FormData): boolean => form.has('currentPassword')

/**
 * Renews the login with what `StepUpForm` asked for and returns the ctx of the new session. Its fields are removed from the
 * form, so that they are never shown again. Throws `DomainError` where the proof fails.
 */
export async function renewLogin(context: Context, form: FormData): Promise<AccountsCtx> {
	const ctx = context.get(ctxContext)
	const cookies = context.get(cookiesContext)
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

/** What `StepUpForm` shows: how the viewer can prove who they are. A password alone gives no staff role. */
export async function staffWays(ctx: AccountsCtx): Promise<WaysToProve | null> {
	if (!ctx.caller.session) return null
	const ways = waysToProve(ctx, await getMyIdentity(ctx))
	return ways.secondFactor ? ways : { ...ways, hasPassword: false, providers: [] }
}

/** What the error page of /admin asks for in place of a form's answer; everything that was typed goes along. */
export async function stepUpError(context: Context, request: Request, form: FormData, error: unknown) {
	const ctx = context.get(ctxContext)
	const typed = [...form].flatMap(([name, value]): [string, string][] =>
		typeof value === 'string' && name !== 'csrfToken' && !STEP_UP_FIELDS.includes(name) ? [[name, value]] : [],
	)
	const isFirst = !isStepUpForm(form)
	const failed =
		!isFirst && isDomainError(error) && (isAuthErrorCode(error.code) || error.kind === 'invalid' || error.kind === 'throttled')
			? formFailure({ code: error.code, message: error.detail, fields: error.fields }, 'account')
			: null
	const body: StepUpData = { stepUp: true, typed, ways: await staffWays(ctx), failed, csrfToken: formToken(context, request) }
	return data(body, { status: isDomainError(error) ? statusOf(error) : 403 })
}
