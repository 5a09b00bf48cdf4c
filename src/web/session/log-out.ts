import type { FormEvent } from 'react'
import { forgetDevice } from './kept-pages.ts'
import { forgetAllTyped } from './typed-texts.ts'
import { announceLoginChange } from './login-status.ts'

/** Logs out by the spec's call and reloads the page; if the call fails, the form is submitted instead. */
export function logOut(event: FormEvent<HTMLFormElement>): void {
	event.preventDefault()
	void signOutOrSend(event.currentTarget)
}

/** Logs out, or submits the form if the call fails. */
export async function signOutOrSend(form: HTMLFormElement): Promise<void> {
	try {
		// Loaded on demand, because the header is on every page.
		const { identity } = await import('./identity-client.ts')
		await identity.signOut()
		forgetAllTyped()
		await forgetDevice()
		announceLoginChange()
		location.reload()
	} catch {
		form.submit()
	}
}
