import type { FormEvent } from 'react'
import { csrfCookie } from '../session/csrf-cookie.ts'

/** Gives a form the token of this moment as it is sent: while somebody writes, the page's own may have been renewed often. */
export const refreshToken = (event: FormEvent<HTMLFormElement>): void => refreshTokenOf(event.currentTarget)

export function refreshTokenOf(form: HTMLFormElement): void {
	const field = form.elements.namedItem('csrfToken')
	const token = csrfCookie()
	if (token !== '' && field instanceof HTMLInputElement) field.value = token
}
