import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compilePageRules } from './page-rules.ts'
import { originForm, targetFault } from './request-guard.ts'

test.each([
	['/', null],
	['/category/list/3/tokyo?order=new&order=old', null],
	['/category/list/3/tokyo/station/%E4%B8%89%E9%B7%B9', null],
	['/office/search/prefecture/__proto__?constructor=1', null],
	['/?q=a%2Fb+c', null],
	['*', 400],
	['', 400],
	['category', 400],
	['//evil.example/x', 400],
	['/a%', 400],
	['/a%zz', 400],
	['/a%E4%B8', 400],
	['/?q=%E4', 400],
	['/a%00b', 400],
	['/a%0d%0ab', 400],
	['/?q=%00', 400],
	['/a/../b', 400],
	['/a/%2e%2E/b', 400],
	['/a/.', 400],
	['/a\\b', 400],
	['/a%5Cb', 400],
	['/caf\u00e9', 400],
	['/a b', 400],
	['/a#b', 400],
	[`/${'a'.repeat(2_047)}`, null],
	[`/${'a'.repeat(2_048)}`, 414],
	[`/?${'a'.repeat(4_097)}`, 414],
	[`/?${'a=1&'.repeat(65)}`, 400],
])('the target %j is answered with %j', (target, status) => {
	expect(targetFault(target)?.status ?? null).toBe(status)
})

test('a proxy-style target is its path', () => {
	expect(originForm('http://other.example/a?b')).toBe('/a?b')
	expect(originForm('https://other.example')).toBe('/')
	expect(originForm('https://other.example?x')).toBe('/?x')
	expect(originForm('/http://a')).toBe('/http://a')
})

const nasty = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.constantFrom(
		'..',
		'.',
		'%2e%2e',
		'%00',
		'\0',
		'%',
		'%zz',
		'%E4%B8',
		'%ED%A0%80',
		'\\',
		'//',
		'__proto__',
		'constructor',
		'-1',
		'99999999999999999999',
		'%F0%9F%92%A9',
		'三鷹',
		';',
		':',
		'@',
		'%2F',
		'_.data',
		'.data',
	),
	fc.string({ maxLength: 20 }).map(encodeText),
)
const target = fc
	.tuple(fc.array(nasty, { maxLength: 6 }), fc.array(fc.tuple(nasty, nasty), { maxLength: 6 }))
	.map(
		([segments, pairs]) =>
			`/${segments.join('/')}${pairs.length > 0 ? `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}` : ''}`,
	)

function encodeText(text: string): string {
	return encodeURIComponent(text.toWellFormed())
}

test('an accepted target can be decoded and parsed unchanged, and a URL keeps its path', () => {
	fc.assert(
		fc.property(target, (given) => {
			if (targetFault(given) !== null) return
			const mark = given.indexOf('?')
			const path = mark === -1 ? given : given.slice(0, mark)
			const url = new URL(`https://shirube.example${given}`)
			expect(url.host).toBe('shirube.example')
			expect(url.pathname).toBe(path)
			expect(decodeURIComponent(path)).not.toContain('\0')
			expect(decodeURIComponent(path).split('/')).not.toContain('..')
		}),
		{ numRuns: 2_000 },
	)
})

test('what passes reaches a handler of Hono without an error', async () => {
	const app = new Hono().get('*', (c) => c.json([c.req.path, c.req.query()]))
	await fc.assert(
		fc.asyncProperty(target, async (given) => {
			if (targetFault(given) !== null) return
			const response = await app.fetch(new Request(`https://shirube.example${given}`))
			expect(response.status).toBe(200)
		}),
		{ numRuns: 500 },
	)
})

test('the key of a page is found for every target, names the same page, and is its own key', () => {
	const keyOf = compilePageRules([
		{ pattern: '/a/:b', query: ['c', '__proto__'], repeatable: ['c'] },
		{ pattern: '/*', query: ['order'] },
	])
	fc.assert(
		fc.property(target, (given) => {
			const key = keyOf(given)
			if (key === null || targetFault(given) !== null) return
			expect(targetFault(key.target)).toBeNull()
			expect(keyOf(key.target)?.target).toBe(key.target)
			const [before, after] = [new URL(`https://a.example${given}`), new URL(`https://a.example${key.target}`)]
			expect(decodeURIComponent(after.pathname)).toBe(decodeURIComponent(before.pathname))
			expect(after.searchParams.get('order')).toBe(key.rule.pattern === '/*' ? before.searchParams.get('order') : null)
		}),
		{ numRuns: 2_000 },
	)
})
