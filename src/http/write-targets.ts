import type { Hono } from 'hono'
import { methodsAt } from './problem.ts'
import { createRouteLabeler } from './route-label.ts'

/** The handler of a method at a path. */
export type WriteTarget =
	| { kind: 'handler' }
	/** The API rejects it itself, in JSON. */
	| { kind: 'unknown-call' }
	| { kind: 'not-allowed'; allow: readonly string[] }
	| { kind: 'missing' }

export type FindWriteTarget = (method: string, path: string) => WriteTarget

/** `pages` with an action take POST; `patterns` are all addresses of the site, which answer at least GET. */
export function createWriteTargets(options: {
	apis: readonly Pick<Hono, 'router'>[]
	pages: readonly string[]
	patterns: readonly string[]
}): FindWriteTarget {
	const pages = new Set(options.pages)
	const patternOf = createRouteLabeler(options.patterns.filter((pattern) => pattern !== '/*'))
	return (method, path) => {
		if (path === '/api' || path.startsWith('/api/'))
			return { kind: options.apis.some((api) => methodsAt(api, path).includes(method)) ? 'handler' : 'unknown-call' }
		// Pages are found in any case, as React Router finds them.
		const pattern = patternOf(path.toLowerCase())
		if (pattern === 'unmatched') return { kind: 'missing' }
		if (!pages.has(pattern)) return { kind: 'not-allowed', allow: ['GET', 'HEAD'] }
		return method === 'POST' ? { kind: 'handler' } : { kind: 'not-allowed', allow: ['GET', 'HEAD', 'POST'] }
	}
}
