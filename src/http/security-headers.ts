import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { outsideTransmissions, type TransmissionKind } from './outside.ts'

export type SecurityHeaders = {
	/** Headers for every response, whatever its type. */
	readonly common: readonly (readonly [name: string, value: string])[]
	/** Content security policy for one whole HTML document: its inline scripts are allowed by hash, no others. */
	policyFor: (html: Buffer) => string
	/** Policy for everything that is no document: it may do nothing even if a browser is talked into showing it. */
	readonly policyForData: string
}

/** Response headers that shut the doors a page does not need, made once from the settings. */
export function createSecurityHeaders(config: Pick<Config, 'publicUrl' | 'analytics'>): SecurityHeaders {
	const secure = config.publicUrl.startsWith('https:')
	const allowed = (kind: TransmissionKind) =>
		outsideTransmissions(config)
			.filter((transmission) => transmission.kinds.includes(kind))
			.flatMap((transmission) => transmission.origins)
	const sources = (...list: string[]) => list.join(' ')
	const beforeScripts = `default-src 'none'; script-src ${sources("'self'", ...allowed('script'))}`
	const afterScripts = [
		`style-src 'self'`,
		`img-src ${sources("'self'", 'data:', 'blob:', ...allowed('image'))}`,
		`font-src 'self'`,
		`connect-src ${sources("'self'", ...allowed('connect'))}`,
		`frame-src ${sources(...allowed('frame')) || "'none'"}`,
		`manifest-src 'self'`,
		`media-src 'self'`,
		`worker-src 'self'`,
		`form-action 'self'`,
		`base-uri 'none'`,
		`frame-ancestors 'none'`,
		...(secure ? ['upgrade-insecure-requests'] : []),
	].join('; ')
	return {
		common: [
			['x-content-type-options', 'nosniff'],
			// The origin alone, on this site too: an analytics script would read the address of a private page from the next one.
			['referrer-policy', 'strict-origin'],
			['x-frame-options', 'DENY'],
			// The sign-in popup talks back over a BroadcastChannel, but a provider's page in it must not lose its opener.
			['cross-origin-opener-policy', 'same-origin-allow-popups'],
			['cross-origin-resource-policy', 'same-origin'],
			['permissions-policy', 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()'],
			...(secure ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const] : []),
		],
		policyFor: (html) => `${[beforeScripts, ...inlineScriptHashes(html)].join(' ')}; ${afterScripts}`,
		policyForData: "default-src 'none'; frame-ancestors 'none'",
	}
}

const executed = /^(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i

/** `'sha256-…'` of each inline script that a browser would run; data blocks such as JSON-LD need none. */
export function inlineScriptHashes(html: Buffer): string[] {
	// One byte per character: offsets in the string are offsets in the buffer.
	const text = html.toString('latin1')
	const hashes = new Set<string>()
	const opening = /<script(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
	for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
		const attributes = match[1] ?? ''
		const start = opening.lastIndex
		const closing = /<\/script(?=[\s/>])/gi
		closing.lastIndex = start
		const end = closing.exec(text)?.index ?? text.length
		opening.lastIndex = end
		if (/(?:^|[\s"'/])src\s*=/i.test(attributes)) continue
		const type = /(?:^|[\s"'/])type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
		if (!executed.test((type?.[1] ?? type?.[2] ?? type?.[3] ?? '').trim())) continue
		const source = html.subarray(start, end)
		// The parser turns CR LF into LF before the browser hashes.
		const parsed = source.includes(0x0d) ? Buffer.from(source.toString('utf8').replaceAll(/\r\n?/g, '\n')) : source
		hashes.add(`'sha256-${createHash('sha256').update(parsed).digest('base64')}'`)
	}
	return [...hashes]
}
