import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { outsideTransmissions, type TransmissionKind } from './outside.ts'
import { trustedTypePolicies } from './trusted-types.ts'

export type SecurityHeaders = {
	/** Headers for every response, whatever its type. */
	readonly common: readonly (readonly [name: string, value: string])[]
	/** Content security policy for one HTML document: inline scripts run by these hashes (`takeOwnScripts`), no others. */
	policyFor: (scriptHashes: readonly string[]) => string
	/** Policy for everything but documents: allows nothing even if a browser is tricked into rendering it. */
	readonly policyForData: string
	/** `common` and `policyForData`, for answers that do not pass through `finishResponse`. */
	readonly forData: readonly (readonly [name: string, value: string])[]
}

/** Security response headers, created once from the settings. */
export function createSecurityHeaders(config: Pick<Config, 'publicUrl' | 'analytics'> & Partial<Pick<Config, 'stripe'>>): SecurityHeaders {
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
		`form-action ${sources("'self'", ...allowed('form'))}`,
		`base-uri 'none'`,
		`frame-ancestors 'none'`,
		`require-trusted-types-for 'script'`,
		...(secure ? ['upgrade-insecure-requests'] : []),
	].join('; ')
	const common: SecurityHeaders['common'] = [
		['x-content-type-options', 'nosniff'],
		// The origin alone, on this site too: an analytics script would read the address of a private page from the next one.
		['referrer-policy', 'strict-origin'],
		['x-frame-options', 'DENY'],
		// The sign-in popup talks back over a BroadcastChannel, but a provider's page in it must not lose its opener.
		['cross-origin-opener-policy', 'same-origin-allow-popups'],
		['cross-origin-resource-policy', 'same-origin'],
		['permissions-policy', 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()'],
		...(secure ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const] : []),
	]
	const policyForData = "default-src 'none'; frame-ancestors 'none'"
	return {
		common,
		policyFor: (scriptHashes) =>
			`${[beforeScripts, ...scriptHashes].join(' ')}; trusted-types ${sources(...trustedTypePolicies(config))}; ${afterScripts}`,
		policyForData,
		forData: [...common, ['content-security-policy', policyForData]],
	}
}

/** Sets headers before a handler that knows nothing of ours; its own values win. */
export function withHeaders(
	headers: SecurityHeaders['common'],
	handler: (req: IncomingMessage, res: ServerResponse) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
	return (req, res) => {
		for (const [name, value] of headers) res.setHeader(name, value)
		handler(req, res)
	}
}
