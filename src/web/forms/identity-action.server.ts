import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type AuthFlow, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { DomainError, isDomainError } from '../../domain/shared/errors.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { statusOf } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, cookiesContext, ctxContext } from '../context.ts'
import { type FormAnswer, typedValues } from './identity-form-state.ts'
import { formFailure } from '../session/identity-error.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Work = (tools: { ctx: AccountsCtx; cookies: AccountCookies; form: FormData; request: Request }) => Promise<FormAnswer | Response>

/** Makes an action for a form sent without a script: an error of the domain comes back beside its field. */
export function formAction(flow: AuthFlow, work: Work) {
	return async ({ request, context }: Args) => {
		const ctx = context.get(ctxContext)
		const cookies = context.get(cookiesContext)
		const form = formOf(context.get(bodyContext))
		try {
			return await work({ ctx, cookies, form, request })
		} catch (error) {
			if (!isDomainError(error)) throw error
			const { code, detail, fields } = error
			const shown = isAuthErrorCode(code) || Object.keys(fields).length > 0 || code in passedOn ? code : 'auth/internal-error'
			return data<FormAnswer>(formFailure({ code: shown, message: detail, fields }, flow, typedValues(form)), { status: statusOf(error) })
		}
	}
}

const passedOn = { unavailable: true, throttled: true }

/** The form's values by a schema for each; otherwise `invalid` with a sentence for each bad field. */
export function parseForm<Shape extends z.ZodRawShape>(form: FormData, shape: Shape): z.infer<z.ZodObject<Shape>> {
	const given: Record<string, unknown> = {}
	for (const name of Object.keys(shape)) given[name] = form.get(name) ?? ''
	const parsed = z.object(shape).safeParse(given)
	if (parsed.success) return parsed.data
	const fields: Record<string, string> = {}
	for (const issue of parsed.error.issues) fields[String(issue.path[0])] ??= issue.message
	throw new DomainError('invalid', 'The form has faults', { fields })
}
