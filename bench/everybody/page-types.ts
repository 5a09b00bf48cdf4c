import { publicPages } from '../../e2e/every-page.ts'
import { createRouteLabeler } from '../../src/http/route-label.ts'
import { pages } from '../../src/web/routes.ts'

export type PageType = { pattern: string; path: string }

export const patternOf = createRouteLabeler(pages.map(({ pattern }) => pattern))

const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/** Without what was searched for or chosen they are only forms. */
const withQuery = new Set(['/search', '/compare'])

/** The types of page that search engines list or that are kept, each by an address of the demo. */
export function publicPageTypes(): PageType[] {
	return pages
		.filter(({ search, cache, access }) => access === undefined && (search !== undefined || cache !== undefined))
		.map(({ pattern }) => {
			const hasQuery = (address: string) => Number(address.includes('?') === withQuery.has(pattern))
			const [found] = publicPages.filter((one) => patternOf(pathOf(one)) === pattern).toSorted((a, b) => hasQuery(b) - hasQuery(a))
			if (found === undefined) throw new Error(`e2e/every-page.ts has no address of ${pattern}`)
			return { pattern, path: encodeURI(found) }
		})
}

/** Callers of different addresses, so that no rate limit is measured; for a site with `TRUST_PROXY`. */
export const callers = (path: string) =>
	Array.from({ length: 250 }, (_, place) => ({
		path,
		headers: { 'x-forwarded-for': `10.0.${place}.${1 + Math.floor(Math.random() * 250)}` },
	}))
