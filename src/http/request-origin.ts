import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/**
 * The origin of a request. Behind TLS always PUBLIC_URL: the Host header is controlled by the client.
 * On plain http the names of this machine are accepted too, as a demo may be opened under several of them. No
 * other address is: a site in a network has its PUBLIC_URL.
 */
export function requestOrigin(host: string | undefined, publicUrl: string): string {
	if (publicUrl.startsWith('https:') || host === undefined) return publicUrl
	return localHost.test(host) ? `http://${host}` : publicUrl
}

/**
 * Returns the caller's address: the one that the outermost trusted proxy saw. `trustProxy` is the number of proxies in
 * front; entries further left in X-Forwarded-For are the client's own claim. An entry that is no address, or a chain
 * shorter than the trusted proxies, falls back to the connection's address: all such callers share one bucket.
 */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
	const direct = req.socket.remoteAddress ?? ''
	if (trustProxy === 0) return direct
	const forwarded = req.headers['x-forwarded-for']
	const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')
	return parseForwardedAddress(chain.at(-trustProxy) ?? '') ?? direct
}

/** Some proxies append the client's port: `192.0.2.1:567`, `[2001:db8::1]:443`. Null for anything but an address. */
function parseForwardedAddress(entry: string): string | null {
	const address = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^(\d[\d.]*):\d{1,5}$/.exec(entry)?.[1] ?? entry
	return isIP(address) === 0 ? null : address
}

const mappedIpv4 = /^::ffff:(\d+(?:\.\d+){3})$/i

/**
 * Returns the key that limits per client count by: an IPv4 address, or the /48 of an IPv6 address. A /48 is what one
 * customer can get from most providers, so smaller blocks would multiply that customer's limits
 * (docs/decisions/0020-request-bodies.md). Invalid addresses share one block.
 */
export function clientBlock(address: string): string {
	const plain = mappedIpv4.exec(address)?.[1] ?? address.split('%', 1)[0]!
	const version = isIP(plain)
	if (version === 4) return plain
	if (version === 0) return 'unknown'
	const [head = '', tail = ''] = plain.split('::')
	const left = head === '' ? [] : head.split(':')
	const right = tail === '' ? [] : tail.split(':')
	// The last 32 bits may be written like an IPv4 address.
	const given = left.length + right.length + (plain.includes('.') ? 1 : 0)
	const groups = plain.includes('::') ? [...left, ...Array<string>(8 - given).fill('0'), ...right] : left
	return `${groups
		.slice(0, 3)
		.map((group) => Number.parseInt(group, 16).toString(16))
		.join(':')}::/48`
}
