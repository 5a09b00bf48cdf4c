import { data, type RouterContextProvider } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type AuthFlow, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { statusOf } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, cookiesContext, ctxContext } from '../context.ts'
import type { IdentityFormState } from './identity-form-state.ts'
import { typedValues } from './read-form.ts'
import { formFailure } from '../session/identity-error.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Work = (tools: {
	ctx: AccountsCtx
	cookies: AccountCookies
	form: FormData
	request: Request
}) => Promise<IdentityFormState | Response>

/** Makes an action for forms of accounts that work without JavaScript: a domain error comes back beside its field. */
export function identityAction(flow: AuthFlow, work: Work) {
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
			return data<IdentityFormState>(formFailure({ code: shown, message: detail, fields }, flow, typedValues(form)), {
				status: statusOf(error),
			})
		}
	}
}

const passedOn = { unavailable: true, throttled: true }
