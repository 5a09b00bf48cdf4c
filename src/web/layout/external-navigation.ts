/** Thrown when code asks to leave the site for an address that no setting names (spec section 8). */
export class ExternalNavigationError extends Error {
	constructor(url: string) {
		super(`Navigating to an external URL is not allowed by default: ${url}`)
		this.name = 'ExternalNavigationError'
	}
}

/**
 * Leaves for `target`. Addresses of our own are always allowed, others only where their origin is among `allowed`
 * (the operator's settings, written on the document by the server) or the caller allows this one explicitly.
 */
export function navigateTo(target: string, { allowExternal = false }: { allowExternal?: boolean } = {}): void {
	location.assign(checkedTarget(target, location.href, allowedOrigins(), allowExternal))
}

/** The absolute address to go to; throws `ExternalNavigationError` where leaving is not allowed. */
export function checkedTarget(target: string, base: string, allowed: readonly string[], allowExternal: boolean): string {
	const url = new URL(target, base)
	if (url.origin === new URL(base).origin) return url.href
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
	if (isWeb && (allowExternal || allowed.includes(url.origin))) return url.href
	throw new ExternalNavigationError(url.href)
}

const allowedOrigins = () => document.documentElement.dataset.allowedOrigins?.split(' ').filter(Boolean) ?? []
