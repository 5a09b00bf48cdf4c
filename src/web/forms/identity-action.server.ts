import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type AuthFlow, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { shownInForm, toRouteError } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, cookiesContext, ctxContext, refusedForm } from '../context.ts'
import { type IdentityFormState, unknownForm } from './identity-form-state.ts'
import { type ActionArgs, type PageForms, runForm, UnknownForm } from './page-action.server.ts'
import { intentOf, typedValues } from './read-form.ts'
import { formFailure } from '../session/identity-error.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Work = (tools: {
	ctx: AccountsCtx
	cookies: AccountCookies
	form: FormData
	request: Request
}) => Promise<IdentityFormState | Response>

/**
 * Makes the action of a page with one form of accounts, which sends no intent and works without JavaScript: a domain error
 * comes back beside its field.
 */
export function identityAction(flow: AuthFlow, handler: Work) {
	return runIdentityForm(flow, async (tools) => {
		const { intent } = intentOf(tools.form)
		if (intent !== '') throw new UnknownForm(intent)
		return handler(tools)
	})
}

function runIdentityForm(flow: AuthFlow, handler: Work) {
	return async ({ request, context }: Args) => {
		const ctx = context.get(ctxContext)
		const cookies = context.get(cookiesContext)
		const form = formOf(context.get(bodyContext))
		try {
			return await handler({ ctx, cookies, form, request })
		} catch (error) {
			if (error instanceof UnknownForm) return data<IdentityFormState>(unknownForm(flow, form), { status: 400 })
			const known = shownInForm(error)
			if (known === null) throw toRouteError(error)
			const { code, detail, fields } = known
			const shown = isAuthErrorCode(code) || Object.keys(fields).length > 0 || code in passedOn ? code : 'auth/internal-error'
			return refusedForm<IdentityFormState>(context, known, formFailure({ code: shown, message: detail, fields }, flow, typedValues(form)))
		}
	}
}

export type IdentityTools = { ctx: AccountsCtx; cookies: AccountCookies }

/** Makes an action of a page with several forms of accounts. */
export function identityForms<S extends Record<string, z.ZodType>, R extends Record<string, IdentityFormState>>(
	flow: AuthFlow,
	forms: PageForms<IdentityTools, S, R>,
) {
	return (args: ActionArgs) => runIdentityForm(flow, ({ ctx, cookies, form }) => runForm(forms, { ctx, cookies }, args, form))(args)
}

const passedOn = { unavailable: true, throttled: true }
