import { removeInvisible } from './text-input.ts'

/** A host as a reader would recognise it in a text: labels of letters and digits, the last one of letters, or an IPv4 address. */
const namedHost =
	/(?:[\p{L}\p{N}\p{M}_-]{1,63}\.){1,10}(?:xn--[a-z0-9-]{1,59}|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,63})(?![\p{L}\p{N}-])|\d{1,3}(?:\.\d{1,3}){3}/gu

/** Full stops of other scripts that browsers read as the dot of a host, besides those that NFKC makes one. */
const dots = /[。｡․]/gu

/** What follows a host in an address: names of files there are no hosts. */
const pathAfterHost = /((?:^|\s|\/\/)[^\s/]*\.[^\s/]*)\/\S*/gu

/** Ends of file names that are no top-level domains. */
const fileName = /\.(?:pdf|html?|docx?|xlsx?|pptx?|csv|txt|jpe?g|png)$/

/**
 * The host that must be shown next to a link's text, in ASCII form (`xn--…`), because the text
 * names another host or one that only looks the same. Null where the text names no host or the link's own.
 */
export function hostToShow(text: string, href: string): string | null {
	if (!URL.canParse(href)) return null
	const { hostname } = new URL(href)
	const read = removeInvisible(text).normalize('NFKC').replaceAll(dots, '.').toLowerCase()
	const named = [...read.slice(0, 1_000).replaceAll(pathAfterHost, '$1').matchAll(namedHost)].map(([host]) => host)
	return named.every((host) => fileName.test(host) || isSameHost(host, hostname)) ? null : hostname
}

// Letters beyond ASCII are never the host itself: two of them may look the same.
const isSameHost = (named: string, hostname: string): boolean => withoutWww(named) === withoutWww(hostname)

const withoutWww = (host: string): string => host.replace(/^www\./, '')

/** The text of a link with its real host where the text names another. */
export function linkText(text: string, href: string): string {
	const host = hostToShow(text, href)
	return host === null ? text : `${text}（${host}）`
}
