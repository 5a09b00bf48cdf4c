import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { pages as examined } from '../e2e/every-page.ts'
import { pages } from '../src/web/routes.ts'

/** Pages of something that a journey makes first: a request, an announcement, an engagement letter. */
const ofJourneys = ['/announcements/:id', '/bulk_estimate/:key', '/bulk_estimate/result/:key', '/letters/:code']

test('every public page is examined by axe at both widths', () => {
	const all = pages.filter(({ file }) => file.endsWith('.page.tsx')).map(({ pattern }) => ({ path: pattern }))
	const seen = new Set(examined.map((address) => matchRoutes(all, new URL(address, 'http://localhost').pathname)?.[0]?.route.path))
	const missing = pages.filter(
		({ file, pattern, access }) =>
			file.endsWith('.page.tsx') && (access === undefined || access === 'visitors') && !seen.has(pattern) && !ofJourneys.includes(pattern),
	)
	expect(missing.map(({ pattern }) => pattern)).toEqual([])
})
