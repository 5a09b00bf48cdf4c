import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cached, html } from './page-cache-for-test.ts'
import type { PageCacheOptions } from './page-cache.ts'
import { readCookie } from './cookies.ts'
import { choiceSlot, textSlot } from './slots.ts'

const rules: PageCacheOptions['rules'] = [{ pattern: '/office/:id', query: ['page'], readers: 'office' }, { pattern: '/plain' }]

/** A site whose sessions are `person=NAME`, each with a picture and a favourite of their own. */
async function site(options: Partial<PageCacheOptions> = {}) {
	const seen: { audience: string; headers: string[] }[] = []
	const kept = choiceSlot('kept')
	let version = 1
	const made = await cached({
		rules,
		findReader: async ({ headers }) => {
			const person = readCookie(headers.cookie, 'session')
			if (person === null || person === 'staff') return null
			return {
				audience: person.startsWith('expert') ? 'expert' : 'member',
				fill: {
					texts: { uid: `uid-${person}`, token: `token-${person}`, key: 'k', image: `/media/${person}.png`, bell: 'お知らせ', count: null },
					choices: new Set(person === 'hanako' ? ['kept'] : []),
				},
			}
		},
		render: (request, audience) => {
			seen.push({ audience, headers: [...request.headers.keys()] })
			const marks =
				audience === 'visitor'
					? '<a href="/login">☆</a>'
					: `<i data-viewer="${textSlot('uid')}" value="${textSlot('token')}" src="${textSlot('image')}"></i>${kept.first}<b>★</b>${kept.second}<b>☆</b>${kept.end}`
			return new Response(html(`${audience} ${version}`) + marks, {
				status: request.url.endsWith('/404') ? 404 : 200,
				headers: { 'content-type': 'text/html; charset=utf-8', 'x-cache-tags': 'office:1', 'content-security-policy': 'x' },
			})
		},
		next: (req, res) => res.end(`rendered for ${readCookie(req.headers.cookie, 'session')}`),
		cookiesFor: () => ['csrfToken=abcdefgh; Path=/'],
		...options,
	})
	const as = async (person: string, target = '/office/1', headers: Record<string, string> = {}) => {
		const answer = await made.ask(target, { headers: { cookie: `session=${person}`, 'accept-encoding': 'gzip, deflate, br', ...headers } })
		const isGzip = answer.headers['content-encoding'] === 'gzip'
		return { ...answer, text: isGzip ? gunzipSync(answer.body).toString() : answer.text }
	}
	return { ...made, as, seen, change: () => (version += 1) }
}

test('signed-in readers get one kept page, each with what is theirs', async () => {
	const { as, seen, cache } = await site()
	const [hanako, taro, again] = [await as('hanako'), await as('taro'), await as('hanako')]
	expect(hanako.text).toContain('data-viewer="uid-hanako" value="token-hanako" src="/media/hanako.png"></i><b>★</b>')
	expect(taro.text).toContain('data-viewer="uid-taro" value="token-taro" src="/media/taro.png"></i><b>☆</b>')
	expect(again.text).toBe(hanako.text)
	expect(seen.map(({ audience }) => audience)).toEqual(['member'])
	expect(cache.stats()).toMatchObject({ filled: 3, misses: 1, entries: 1 })
	expect(hanako.headers).toMatchObject({
		'cache-control': 'private, no-cache',
		'content-security-policy': 'x',
		'set-cookie': ['csrfToken=abcdefgh; Path=/'],
	})
	expect(hanako.headers['x-cache-tags']).toBeUndefined()
})

test('visitors, members and experts have pages of their own', async () => {
	const { as, ask } = await site()
	expect((await as('hanako')).text).toContain('member 1')
	expect((await as('expert-1')).text).toContain('expert 1')
	const visitor = await ask('/office/1')
	expect(visitor.text).toContain('visitor 1')
	expect(visitor.text).not.toMatch(/uid-|token-/)
})

test('nothing of a reader is in what is rendered, kept or sent to anybody else', async () => {
	const { as, ask, seen } = await site()
	const own = { 'user-agent': 'canary-agent', 'accept-language': 'canary', 'x-evil': 'canary' }
	await as('canary', '/office/1', own)
	for (const answer of [await as('taro'), await as('expert-1'), await ask('/office/1')]) {
		expect(answer.text).not.toContain('canary')
		expect(JSON.stringify(answer.headers)).not.toContain('canary')
	}
	expect(seen.flatMap(({ headers }) => headers).filter((name) => !['accept', 'host'].includes(name))).toEqual([])
})

test('a change drops the page of signed-in readers too', async () => {
	const { as, cache, change } = await site()
	await as('hanako')
	change()
	await cache.dropTags(['office:1'])
	expect((await as('taro')).text).toContain('member 2')
})

test.each([
	['a reader whom the page is about', 'staff', '/office/1', {}],
	['the data of a page', 'hanako', '/office/1.data', {}],
	['a query that the page does not know', 'hanako', '/office/1?saved=1', {}],
	['a page without readers', 'hanako', '/plain', {}],
	['a page that is not found', 'hanako', '/office/404', {}],
	['a part of a page', 'hanako', '/office/1', { range: 'bytes=0-9' }],
])('%s is rendered by the application', async (_name, person, target, headers) => {
	const { as } = await site()
	expect((await as(person, target, headers)).text).toBe(`rendered for ${person}`)
})

test('what a writer reads next is rendered for them, since drops may still be under way', async () => {
	let time = 1_000_000
	const { as, cache } = await site({ now: () => time })
	cache.noteWrite({ headers: { cookie: 'a=1; session=hanako' } } as Parameters<typeof cache.noteWrite>[0])
	time += 1_900
	expect((await as('hanako')).text).toBe('rendered for hanako')
	expect((await as('taro')).text).toContain('uid-taro')
	time += 200
	expect((await as('hanako')).text).toContain('uid-hanako')
})

test('a reader without gzip gets the same page', async () => {
	const { as, ask } = await site()
	const { text } = await as('hanako')
	const brotli = await ask('/office/1', { headers: { cookie: 'session=hanako', 'accept-encoding': 'br' } })
	expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
	expect((await ask('/office/1', { headers: { cookie: 'session=hanako' } })).text).toBe(text)
	const head = await ask('/office/1', { method: 'HEAD', headers: { cookie: 'session=hanako', 'accept-encoding': 'gzip' } })
	expect(head.body).toHaveLength(0)
	expect(Number(head.headers['content-length'])).toBeGreaterThan(100)
})

test('a fault in reading the reader leaves the page to the application', async () => {
	const errors: unknown[] = []
	const { as } = await site({
		findReader: () => Promise.reject(new Error('no connection')),
		onError: (error) => errors.push(error),
	})
	expect((await as('hanako')).text).toBe('rendered for hanako')
	expect(errors).toHaveLength(1)
})
