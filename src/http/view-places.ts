import type { IncomingMessage } from 'node:http'
import { clientAddress } from './request-origin.ts'

/** How long a viewer's last page is remembered, and of how many viewers. */
const KEPT_MS = 30 * 60_000
const VIEWERS = 50_000

type Options = {
	/** What kind of place a path of the site is. */
	placeOf: (path: string) => string
	trustProxy: number
	now: () => number
}

/**
 * Tells where a viewer comes from: `outside`, `direct`, or the kind of page of the site that was opened before. Browsers say only
 * whether that was on the same site (`Referrer-Policy: strict-origin`), so the kind of the last page is remembered here, in this
 * process's memory alone and for half an hour; `site` where it is not known.
 */
export function createViewPlaces({ placeOf, trustProxy, now }: Options): (req: IncomingMessage) => string {
	let last = new Map<string, string>()
	let before = new Map<string, string>()
	let turnedAt = now()
	return (req) => {
		const viewer = `${clientAddress(req, trustProxy)} ${req.headers['user-agent']}`
		const time = now()
		if (time - turnedAt > KEPT_MS || last.size >= VIEWERS) {
			before = time - turnedAt > 2 * KEPT_MS ? new Map() : last
			last = new Map()
			turnedAt = time
		}
		const source = cameFrom(req) ?? last.get(viewer) ?? before.get(viewer) ?? 'site'
		last.set(viewer, placeOf(req.url ?? '/'))
		return source
	}
}

/** Null for a page of the same site. */
function cameFrom({ headers }: IncomingMessage): 'outside' | 'direct' | null {
	const site = headers['sec-fetch-site']
	if (site === 'none') return 'direct'
	if (site === 'same-origin') return null
	if (site !== undefined) return 'outside'
	const { referer } = headers
	if (referer === undefined) return 'direct'
	return URL.canParse(referer) && new URL(referer).host === headers.host ? null : 'outside'
}

/** Whether a request is for a page that a viewer is now on, and not for a part of one. */
export const isPageRequest = ({ method, url = '', headers }: IncomingMessage): boolean =>
	headers['sec-fetch-dest'] === 'document' || method === 'HEAD' || /\.data(?:\?|$)/.test(url)
