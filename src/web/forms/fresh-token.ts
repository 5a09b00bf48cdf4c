import type { FormEvent } from 'react'
import { csrfCookie } from '../session/csrf-cookie.ts'

/** Puts the current token into a form on submit, because the page's token may have been renewed while typing. */
export const refreshToken = (event: FormEvent<HTMLFormElement>): void => refreshTokenOf(event.currentTarget)

export function refreshTokenOf(form: HTMLFormElement): void {
	const field = form.elements.namedItem('csrfToken')
	const token = csrfCookie()
	if (token !== '' && field instanceof HTMLInputElement) field.value = token
}
