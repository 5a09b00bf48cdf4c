/** Thrown when code asks to leave the site for an address that no setting names (spec section 8). */
export class ExternalNavigationError extends Error {
	constructor(url: string) {
		super(`Navigating to an external URL is not allowed by default: ${url}`)
		this.name = 'ExternalNavigationError'
	}
}

/**
 * The only way for code to load another page. URLs of this site are always allowed, others only if their origin is
 * among those of the operator's settings, which the server has written on the document. `replace` leaves no way back.
 */
export function navigateTo(target: string, { replace = false } = {}): void {
	const url = checkedTarget(target, location.href, allowedOrigins())
	if (replace) location.replace(url)
	else location.assign(url)
}

/** The absolute address to go to; throws `ExternalNavigationError` where leaving is not allowed. */
export function checkedTarget(target: string, base: string, allowed: readonly string[]): string {
	const url = new URL(target, base)
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
	if (isWeb && (url.origin === new URL(base).origin || allowed.includes(url.origin))) return url.href
	throw new ExternalNavigationError(url.href)
}

const allowedOrigins = () => document.documentElement.dataset['allowedOrigins']?.split(' ') ?? []
