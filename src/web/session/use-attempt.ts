import { useState } from 'react'
import type { AuthFlow } from '../../domain/accounts/catalogue.ts'
import type { IdentityFormState } from '../forms/identity-form-state.ts'
import { formFailure, IdentityError } from './identity-error.ts'

/**
 * Runs the handler of a click. Returns its error, to be shown at the button, the function that starts it, and whether
 * it is running; after a success it stays so, because another page follows.
 */
export function useAttempt(flow: AuthFlow): [IdentityFormState | undefined, (handler: () => Promise<void>) => void, boolean] {
	const [formState, setFormState] = useState<IdentityFormState | undefined>(undefined)
	const [isBusy, setIsBusy] = useState(false)
	const attempt = async (handler: () => Promise<void>) => {
		setIsBusy(true)
		setFormState(undefined)
		try {
			await handler()
		} catch (error) {
			const failure = error instanceof IdentityError ? error : new IdentityError('auth/internal-error', flow)
			setFormState(formFailure(failure, failure.flow))
			setIsBusy(false)
		}
	}
	return [formState, (handler) => void attempt(handler), isBusy]
}
