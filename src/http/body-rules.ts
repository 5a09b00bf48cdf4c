import type { IncomingHttpHeaders } from 'node:http'
import { createRouteLabeler } from './route-label.ts'
import { BodyRefusal } from './request-body.ts'

/** The largest body of a route without a rule: forms and JSON calls. */
export const SMALL_BODY_BYTES = 64 * 1_024

/** What one route accepts beyond a small form. */
export type BodyRule = {
	/** Such as `/qa/:id/edit`. */
	pattern: string
	/**
	 * `multipart`: a form with files. `form`: a form with long texts. `image`: the body is one picture. `raw`: bytes as they came,
	 * to check a signature.
	 */
	accepts: 'multipart' | 'form' | 'image' | 'raw'
	bytes: number
	/** Whether more than `SMALL_BODY_BYTES` is read from members only. */
	isForMembers: boolean
}

export type BodyPlan = {
	parseAs: 'none' | 'form' | 'json' | 'multipart' | 'file' | 'other'
	contentType: string
	/** What anyone may send. */
	bytes: number
	/** What a member may send. */
	memberBytes: number
	/** Null for a body that comes in chunks. */
	announced: number | null
}

export type BodyPlanner = (path: string, headers: IncomingHttpHeaders) => BodyPlan

/** Returns whether a request has a body, as HTTP/1.1 frames it. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
	headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/**
 * Returns how a body would be read, from its headers alone. Throws `BodyRefusal` for a media type that the route does
 * not take.
 */
export function createBodyPlanner(rules: readonly BodyRule[]): BodyPlanner {
	const patternOf = createRouteLabeler([...new Set(rules.map(({ pattern }) => pattern))])
	return (path, headers) => {
		const contentType = headers['content-type'] ?? ''
		const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
		const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
		const small = { contentType, announced, bytes: SMALL_BODY_BYTES, memberBytes: SMALL_BODY_BYTES }
		if (!hasBody(headers)) return { ...small, parseAs: 'none' }
		if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) throw new BodyRefusal(415, 'unsupported-media-type')
		const pattern = patternOf(path)
		const ruleFor = (accepts: BodyRule['accepts']) => rules.find((rule) => rule.pattern === pattern && rule.accepts === accepts)
		const limits = (rule: BodyRule | undefined) =>
			rule === undefined
				? small
				: { ...small, bytes: rule.isForMembers ? Math.min(rule.bytes, SMALL_BODY_BYTES) : rule.bytes, memberBytes: rule.bytes }
		const raw = ruleFor('raw')
		if (raw) return { ...limits(raw), parseAs: 'other' }
		if (type === 'multipart/form-data') {
			const rule = ruleFor('multipart')
			if (rule === undefined) throw new BodyRefusal(415, 'unsupported-media-type')
			return { ...limits(rule), parseAs: 'multipart' }
		}
		if (type === 'application/x-www-form-urlencoded') return { ...limits(ruleFor('form')), parseAs: 'form' }
		if (type === 'application/json') return { ...small, parseAs: 'json' }
		const picture = type.startsWith('image/') ? ruleFor('image') : undefined
		return picture === undefined ? { ...small, parseAs: 'other' } : { ...limits(picture), parseAs: 'file' }
	}
}
