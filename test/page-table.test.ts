import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compilePageRules } from '../src/http/page-rules.ts'
import { cachedPages } from '../src/web/cached-pages.ts'
import { guardRedirect } from '../src/web/guards.server.ts'
import { pages } from '../src/web/routes.ts'

/** The facts of the URL table against the behaviour of the pages. */
const web = path.resolve(import.meta.dirname, '../src/web')
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')
/** An address of a page. */
const sample = (pattern: string) => pattern.replaceAll(/:\w+/g, '12').replace(/\/\*$/, '')

test('a page says noindex exactly where the table does not let search engines list it', () => {
	const partsOf = (file: string) => [
		file,
		...[...read(file).matchAll(/from '(\.\.?\/[^']+\.tsx)'/g)].map(([, to]) => path.posix.join(path.posix.dirname(file), to ?? '')),
	]
	const headsOf = (file: string) => partsOf(file).flatMap((part) => read(part).match(/<Head\b[\s\S]*?\/>/g) ?? [])
	const withHead = pages.filter(({ file }) => file.endsWith('.page.tsx') && headsOf(file).length > 0)
	expect(withHead.length).toBeGreaterThan(100)
	const isNeverListed = (file: string) => headsOf(file).every((head) => /\bnoindex(?!=)/.test(head))
	expect(withHead.filter(({ file, search }) => isNeverListed(file) === (search !== undefined)).map(({ pattern }) => pattern)).toEqual([])
})

test('what the sitemap lists has a fixed address and is open to everybody', () => {
	const listed = pages.filter(({ search }) => search === 'sitemap')
	expect(listed.filter(({ pattern, access }) => access !== undefined || /[:*]/.test(pattern))).toEqual([])
	expect(pages.filter(({ search, access }) => search !== undefined && access !== undefined)).toEqual([])
})

test('no guard applies to a page that is open to everybody, and none is missing', () => {
	const redirects = (pathname: string) => [false, true].map((isSignedIn) => guardRedirect({ pathname, search: '' }, isSignedIn) !== null)
	const wrong = pages.filter(({ pattern, access }) => {
		const [visitor, member] = redirects(sample(pattern))
		return visitor !== (access === 'members' || access === 'staff') || member !== (access === 'visitors')
	})
	expect(wrong).toEqual([])
})

test('only public pages are cached, each by its own rule, which lists its query keys once', () => {
	const find = compilePageRules(cachedPages)
	const cached = pages.filter(({ cache }) => cache !== undefined)
	expect(cached.map(({ pattern }) => find(sample(pattern))?.rule.pattern)).toEqual(cached.map(({ pattern }) => pattern))
	expect(cached.filter(({ access }) => access !== undefined)).toEqual([])
	expect(
		cached.filter(
			({ cache: { query = [], repeatable = [] } = {} }) =>
				new Set(query).size < query.length || repeatable.some((key) => !query.includes(key)),
		),
	).toEqual([])
})
