import { UNKNOWN_FORM } from './form-texts.ts'
import { typedValues } from './read-form.ts'
import { redirectTarget } from '../session/redirect-target.ts'
import { type IdentityFormError, formFailure, IdentityError } from '../session/identity-error.ts'
import type { AuthFlow } from '../../domain/accounts/catalogue.ts'

/** The state of a form of accounts, from the server's action or the identity client. */
export type IdentityFormState = IdentityFormError | { kind: 'done'; sentence: string; intent: string; shown?: ShownOnce | undefined }

/** Secrets shown only once: the key for an authenticator, or recovery codes. */
export type ShownOnce = { secret?: string; uri?: string; codes?: readonly string[] }

/** The state of one of a page's forms; undefined while another one, or none, was sent. */
export function identityFormStateFor(formState: IdentityFormState | undefined, intent: string): IdentityFormState | undefined {
	return formState?.intent === intent ? formState : undefined
}

export const failureOf = (formState: IdentityFormState | undefined): IdentityFormError | undefined =>
	formState?.kind === 'failure' ? formState : undefined

/** The state of a form that the page does not have, made by hand or rendered for another version of the site. */
export const unknownForm = (flow: AuthFlow, form: FormData): IdentityFormState => ({
	...formFailure({ code: 'unknown-form', message: UNKNOWN_FORM, fields: { form: UNKNOWN_FORM } }, flow, typedValues(form)),
	intent: '',
})

type ClientWork = (form: FormData, request: Request) => Promise<IdentityFormState | null>

/** Makes a clientAction: errors of the identity client become what the form shows. `null` means the page is being left. */
export function clientForm(flow: AuthFlow, handler: ClientWork): (args: { request: Request }) => Promise<IdentityFormState> {
	return async ({ request }) => {
		const form = await request.formData()
		try {
			const formState = await handler(form, request)
			// Nothing is rendered: the next document is loading.
			return formState ?? (await new Promise<IdentityFormState>(() => {}))
		} catch (error) {
			if (error instanceof IdentityError) return formFailure(error, error.flow, typedValues(form))
			return formFailure(new IdentityError('auth/internal-error', flow), flow, typedValues(form))
		}
	}
}

/** The redirect target in the page's URL. */
export const targetOf = (url: string): string => redirectTarget(new URL(url).searchParams.get('redirect'))

/** Onboarding for new members, and the target after it. */
export const welcomePath = (target: string): string => (target === '/' ? '/welcome' : `/welcome?redirect=${encodeURIComponent(target)}`)
