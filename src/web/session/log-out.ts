import type { FormEvent } from 'react'
import { forgetAllTyped } from './typed-texts.ts'
import { announceLoginChange } from './login-status.ts'

/** Logs out by the spec's call and loads the page anew; should the call fail, the form goes to the server by itself. */
export function logOut(event: FormEvent<HTMLFormElement>): void {
	event.preventDefault()
	void signOutOrSend(event.currentTarget)
}

async function signOutOrSend(form: HTMLFormElement): Promise<void> {
	try {
		// Loaded when it is wanted: the header stands on every page.
		const { identity } = await import('./identity-client.ts')
		await identity.signOut()
		forgetAllTyped()
		announceLoginChange()
		location.reload()
	} catch {
		form.submit()
	}
}
