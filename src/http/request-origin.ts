import type { IncomingMessage } from 'node:http'

const localHost =
	/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})(?::\d{1,5})?$/

/**
 * The origin a request was meant for. Behind TLS that is always PUBLIC_URL: the Host header is the client's word.
 * On plain http a local address is believed, so that a demo can be opened from a phone in the same network; only
 * addresses count, since a name could be re-bound to this machine by someone else's DNS.
 */
export function requestOrigin(host: string | undefined, publicUrl: string): string {
	if (publicUrl.startsWith('https:') || host === undefined) return publicUrl
	return localHost.test(host) ? `http://${host}` : publicUrl
}

/**
 * The caller's address: the one that the outermost trusted proxy saw. `trustProxy` is the number of proxies in front;
 * what stands further left in X-Forwarded-For is the client's own claim.
 */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
	const direct = req.socket.remoteAddress ?? ''
	if (trustProxy === 0) return direct
	const forwarded = req.headers['x-forwarded-for']
	const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')
	return chain.at(-trustProxy) ?? chain[0] ?? direct
}

/** The part of an address that one customer holds: an IPv4 address, or the /56 of an IPv6 one. */
export function clientBlock(address: string): string {
	const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
	if (!plain.includes(':')) return plain
	const [head = '', tail] = plain.split('%')[0]!.split('::')
	const left = head === '' ? [] : head.split(':')
	const right = tail === undefined || tail === '' ? [] : tail.split(':')
	const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
	const four = groups.slice(0, 4).map((group) => Number.parseInt(group, 16) || 0)
	four[3] = (four[3] ?? 0) & 0xff00
	return `${four.map((group) => group.toString(16)).join(':')}::/56`
}
