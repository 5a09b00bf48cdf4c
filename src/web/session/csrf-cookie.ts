/** The CSRF token that this browser holds right now (spec section 6). */
export function csrfCookie(): string {
	// The bare name is for plain http, and for a browser that has not been given the prefixed cookie yet.
	const [prefixed, bare] = [/(?:^|;\s*)__Host-csrfToken=([^;]*)/, /(?:^|;\s*)csrfToken=([^;]*)/]
	return (prefixed.exec(document.cookie) ?? bare.exec(document.cookie))?.[1] ?? ''
}
