/** The CSRF token that this browser holds right now (spec section 6). */
export function csrfCookie(): string {
	return /(?:^|;\s*)csrfToken=([^;]*)/.exec(document.cookie)?.[1] ?? ''
}
