import ipaddr from 'ipaddr.js'

/** The longest prefix of IPv6 that is kept: what one customer of a provider has (`clientBlock`). */
const IPV6_KEPT = 48

/**
 * A block of addresses as somebody types it: an address, or CIDR notation. Returns the network in CIDR notation, that of an IPv6
 * address at least as wide as the log keeps it; null for anything else.
 */
export function readAddressBlock(typed: string): string | null {
	const [host = '', prefix, ...rest] = typed.normalize('NFKC').trim().split('/')
	const isWhole = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)
	if (!isWhole || host.includes('%') || rest.length > 0) return null
	const address = ipaddr.parse(host)
	if (prefix === undefined) return network(ipaddr.process(host))
	if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (address.kind() === 'ipv4' ? 32 : 128)) return null
	return network(address, Number(prefix))
}

function network(address: ipaddr.IPv4 | ipaddr.IPv6, prefix = 128): string {
	if (address.kind() === 'ipv4') {
		const length = Math.min(prefix, 32)
		return `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${length}`).toString()}/${length}`
	}
	const length = Math.min(prefix, IPV6_KEPT)
	return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${length}`).toString()}/${length}`
}
