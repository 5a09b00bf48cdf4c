import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { countedClicks, countedPages, viewPlaceOf } from '../domain/operations/page-views.ts'
import { createViewCounter, type SeenPage } from './page-views.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const request = (url: string, { address = '203.0.113.1', headers = {}, method = 'GET' } = {}) =>
	({
		url,
		method,
		headers: { 'user-agent': chrome, 'accept-language': 'ja', ...headers },
		socket: { remoteAddress: address },
	}) as unknown as IncomingMessage

function counter() {
	const written: SeenPage[] = []
	const clock = { at: 0, fails: false }
	const views = createViewCounter({
		patterns: [countedPages, countedClicks],
		trustProxy: 0,
		placeOf: viewPlaceOf,
		write: async (pages) => {
			if (clock.fails) throw new Error('the database is away')
			written.push(...pages)
		},
		onError: () => undefined,
		isOwn: async (req, page) => req.headers.cookie === 'session=owner' && page.id === 12,
		now: () => clock.at,
	})
	return { views, written, clock }
}

test('counts a person once within half an hour on each page', async () => {
	const { views, written, clock } = counter()
	for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) views.see(request('/office/12?page=a2-1', { address }))
	views.see(request('/office/12.data'))
	views.see(request('/expert/7'))
	views.see(request('/qa/3?page=a2-1'))
	clock.at += 31 * 60_000
	views.see(request('/office/12'))
	clock.at += 31 * 60_000
	views.see(request('/office/12'))
	await views.close()
	expect(written).toEqual([
		{ kind: 'office', id: 12, count: 3, source: 'direct' },
		{ kind: 'expert', id: 7, count: 1, source: 'direct' },
		{ kind: 'qa', id: 3, count: 1, source: 'direct' },
	])
})

test('counts a prefetched page when it is shown', async () => {
	const { views, written } = counter()
	views.see(request('/office/12', { headers: { 'sec-purpose': 'prefetch' } }))
	views.see(request('/office/12', { method: 'HEAD', headers: { 'sec-fetch-site': 'same-origin' } }))
	await views.close()
	expect(written).toEqual([{ kind: 'office', id: 12, count: 1, source: 'site' }])
})

test('does not count bots, prefetches and other URLs', async () => {
	const { views, written } = counter()
	views.see(request('/office/12', { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }))
	views.see(request('/office/12', { headers: { 'user-agent': 'curl/8.5.0' } }))
	views.see(request('/office/12', { headers: { 'accept-language': undefined } }))
	views.see(request('/office/12', { headers: { 'sec-purpose': 'prefetch' } }))
	views.see(request('/office/12', { method: 'HEAD' }))
	for (const url of ['/office/12/inquiry', '/office/0', '/office/search/prefecture/tokyo', '/qa/write', '/qa/1/answer', '/'])
		views.see(request(url))
	await views.close()
	expect(written).toEqual([])
})

test('retries counts that could not be written', async () => {
	const { views, written, clock } = counter()
	clock.fails = true
	views.see(request('/office/12'))
	await views.flush()
	clock.fails = false
	views.see(request('/office/12', { address: '203.0.113.9' }))
	await views.close()
	expect(written).toEqual([{ kind: 'office', id: 12, count: 2, source: 'direct' }])
})

test('does not count owners on their own page, even after signing out, and counts other members', async () => {
	const { views, written } = counter()
	views.see(request('/office/12', { headers: { cookie: 'session=owner' } }))
	views.see(request('/expert/7', { headers: { cookie: 'session=owner' } }))
	views.see(request('/office/12', { address: '203.0.113.5', headers: { cookie: 'session=another' } }))
	views.see(request('/office/12'))
	await views.close()
	expect(written.toSorted((a, b) => a.id - b.id)).toEqual([
		{ kind: 'expert', id: 7, count: 1, source: 'direct' },
		{ kind: 'office', id: 12, count: 1, source: 'direct' },
	])
})

test('tells where viewers came from by what they opened before, and by nothing that other sites know', async () => {
	const { views, written, clock } = counter()
	const within = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
	views.see(request('/category/task/list/501/tokyo', { headers: { ...within, 'sec-fetch-site': 'cross-site' } }))
	// What belongs to the page is not where the viewer is.
	views.see(request('/media/portrait.webp', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' } }))
	views.see(request('/office/12', { headers: within }))
	views.see(request('/office/13', { headers: within }))
	views.see(request('/search?q=%E7%9B%B8%E7%B6%9A', { headers: within }))
	views.see(request('/office/14.data', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' } }))
	views.see(request('/office/15', { address: '203.0.113.8', headers: { ...within, 'sec-fetch-site': 'cross-site' } }))
	views.see(request('/office/16', { address: '203.0.113.8', headers: { ...within, 'sec-fetch-site': 'none' } }))
	clock.at += 91 * 60_000
	views.see(request('/office/17', { headers: within }))
	await views.close()
	expect(Object.fromEntries(written.map(({ id, source }) => [id, source]))).toEqual({
		12: 'list',
		13: 'profiles',
		14: 'search',
		15: 'outside',
		16: 'direct',
		17: 'site',
	})
})

test('counts a click on a pick-up beside the view of the expert’s page', async () => {
	const { views, written } = counter()
	views.see(request('/expert/7?pickup=3'))
	views.see(request('/expert/7.data?_routes=x&pickup=3', { address: '203.0.113.9' }))
	views.see(request('/expert/7?pickup=0&mypickup=4', { address: '203.0.113.10' }))
	views.see(request('/office/7?pickup=3', { address: '203.0.113.11' }))
	await views.close()
	expect(written.filter(({ kind }) => kind === 'pickup')).toEqual([{ kind: 'pickup', id: 3, count: 2, source: 'direct' }])
	expect(written.find(({ kind }) => kind === 'expert')).toMatchObject({ id: 7, count: 3 })
})
