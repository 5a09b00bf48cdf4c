import { data, type RouterContextProvider } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { DomainError, isDomainError } from '../../domain/shared/errors.ts'
import { statusOf, toRouteError } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, ctxContext } from '../context.ts'
import type { FormState } from './form-state.ts'
import { SIGNED_OUT, UNKNOWN_FORM } from './form-texts.ts'
import { textOf, typedValues } from './read-form.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Init = { status?: number }

/**
 * Makes an action for forms that work without JavaScript. A domain error with sentences comes back as the form's state
 * with everything that was typed; other errors go to the error page.
 */
export function pageAction<A extends Args, T>(handler: (ctx: AccountsCtx, form: FormData, args: A) => Promise<T>) {
	return async (args: A) => {
		const form = formOf(args.context.get(bodyContext))
		try {
			return await handler(args.context.get(ctxContext), form, args)
		} catch (error) {
			const formState = formStateOf(error, form)
			if (!formState) throw toRouteError(error)
			return data<FormState>(formState, { status: isDomainError(error) ? statusOf(error) : 422 } satisfies Init)
		}
	}
}

/** The error of a form whose intent the page does not know. */
export const unknownForm = (): DomainError => new DomainError('invalid', 'unknown form', { fields: { form: UNKNOWN_FORM } })

function formStateOf(error: unknown, form: FormData): FormState | null {
	if (!isDomainError(error)) return null
	const fields = error.kind === 'unauthenticated' ? { form: SIGNED_OUT } : error.fields
	if (Object.keys(fields).length === 0) return null
	return { intent: textOf(form, 'intent'), targetId: textOf(form, 'targetId'), fields, values: typedValues(form) }
}
