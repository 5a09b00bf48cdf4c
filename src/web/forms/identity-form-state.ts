import { redirectTarget } from '../session/redirect-target.ts'
import { type FormFailure, formFailure, IdentityError } from '../session/identity-error.ts'
import type { AuthFlow } from '../../domain/accounts/catalogue.ts'

/** What a form of accounts comes back with, from the server's action and from the browser's alike. */
export type FormAnswer = FormFailure | { kind: 'done'; sentence: string; intent: string; shown?: ShownOnce | undefined }

/** What a form makes and shows this once: the key for an authenticator, or recovery codes. */
export type ShownOnce = { secret?: string; uri?: string; codes?: readonly string[] }

const secretFields = new Set(['password', 'currentPassword', 'csrfToken', 'code', 'firstCode'])

/** What was typed, to be shown again. */
export function typedValues(form: FormData): Record<string, string> {
	const values: Record<string, string> = {}
	for (const [name, value] of form) if (typeof value === 'string' && !secretFields.has(name)) values[name] = value
	return values
}

export function textOf(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}

/** The answer that belongs to one of several forms of a page. */
export function answerFor(answer: FormAnswer | undefined, intent: string): FormAnswer | undefined {
	if (!answer) return undefined
	return (answer.kind === 'done' ? answer.intent : answer.values['intent']) === intent ? answer : undefined
}

export const failureOf = (answer: FormAnswer | undefined): FormFailure | undefined => (answer?.kind === 'failure' ? answer : undefined)

type ClientWork = (form: FormData, request: Request) => Promise<FormAnswer | null>

/** Makes a clientAction: errors of the identity client become what the form shows. `null` means the page is being left. */
export function clientForm(flow: AuthFlow, work: ClientWork): (args: { request: Request }) => Promise<FormAnswer> {
	return async ({ request }) => {
		const form = await request.formData()
		try {
			const answer = await work(form, request)
			// Nothing is shown any more: the next document is on its way.
			return answer ?? (await new Promise<FormAnswer>(() => {}))
		} catch (error) {
			if (error instanceof IdentityError) return formFailure(error, error.flow, typedValues(form))
			return formFailure(new IdentityError('auth/internal-error', flow), flow, typedValues(form))
		}
	}
}

/** Where the page's address says to go on to. */
export const targetOf = (url: string): string => redirectTarget(new URL(url).searchParams.get('redirect'))

/** The greeting of those who have never been greeted, and what comes after it. */
export const welcomePath = (target: string): string => (target === '/' ? '/welcome' : `/welcome?redirect=${encodeURIComponent(target)}`)
