import type * as WebAuthn from '@simplewebauthn/browser'
import type { AuthFlow } from '../../domain/accounts/catalogue.ts'
import type { BodyOf } from '../../api/accounts/account-calls.ts'
import { IdentityError } from './identity-error.ts'

/** What a passkey answers, as the calls take it. */
type PasskeyResponse = BodyOf<'POST /api/identity/passkey'>['response']

/** The browser's own dialogues about passkeys. Their code is fetched at the first use only. */
export const askForPasskey = (options: Record<string, unknown>, flow: AuthFlow): Promise<PasskeyResponse> =>
	dialogue(flow, async ({ startAuthentication }) =>
		startAuthentication({ optionsJSON: options as unknown as WebAuthn.PublicKeyCredentialRequestOptionsJSON }),
	)

export const makePasskey = (options: Record<string, unknown>, flow: AuthFlow): Promise<PasskeyResponse> =>
	dialogue(flow, async ({ startRegistration }) =>
		startRegistration({ optionsJSON: options as unknown as WebAuthn.PublicKeyCredentialCreationOptionsJSON }),
	)

async function dialogue(flow: AuthFlow, run: (tools: typeof WebAuthn) => Promise<object>): Promise<PasskeyResponse> {
	if (!('PublicKeyCredential' in window)) throw new IdentityError('auth/passkeys-not-supported', flow)
	try {
		return (await run(await import('@simplewebauthn/browser'))) as PasskeyResponse
	} catch {
		// Cancelled, missing, or existing already: the browser has shown which.
		throw new IdentityError('auth/invalid-passkey', flow)
	}
}
