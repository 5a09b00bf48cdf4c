/** Paths of this site; never another site's. */
const ORIGIN = 'https://own.invalid'
const LONGEST = 1_000
/** Pages that would redirect a signed-in person. */
const notTargets = /^\/(?:login|register|logout|api|_root)(?:[/?#.]|$)/

/**
 * The path to go to after signing in, from an address that anybody may have written into a link. What is not plainly
 * a path of ours (another host, `//`, a backslash, also when encoded) becomes the top page.
 */
export function redirectTarget(given: string | null | undefined): string {
	if (!given || given.length > LONGEST || !isPlainPath(given.split(/[?#]/, 1)[0] ?? '')) return '/'
	const url = new URL(given, ORIGIN)
	if (url.origin !== ORIGIN || /[\\\p{Cc}]/u.test(given) || !isPlainPath(url.pathname) || notTargets.test(url.pathname)) return '/'
	return `${url.pathname}${url.search}${url.hash}`
}

/** Checked in each layer of encoding, since a proxy or a later redirect may decode once more. */
function isPlainPath(address: string): boolean {
	let layer = address
	for (let depth = 0; depth < 5; depth++) {
		if (!layer.startsWith('/') || layer.startsWith('//') || /[\\\p{Cc}]/u.test(layer)) return false
		const decoded = decode(layer)
		if (decoded === null) return false
		if (decoded === layer) return true
		layer = decoded
	}
	return false
}

function decode(text: string): string | null {
	try {
		return decodeURIComponent(text)
	} catch {
		return null
	}
}

/** The address of the login page that leads back to `path`. */
export function loginPath(path: string): string {
	const target = redirectTarget(path)
	return target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`
}
