import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { countedLists, shownOfficeTag } from '../domain/operations/impressions.ts'
import { createImpressionCounter, type Impressions } from './impressions.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const request = (url: string, { address = '203.0.113.1', headers = {}, method = 'GET' } = {}) =>
	({
		url,
		method,
		headers: { 'user-agent': chrome, 'accept-language': 'ja', ...headers },
		socket: { remoteAddress: address },
	}) as unknown as IncomingMessage

const tags = ['list:501:13', 'taxonomy', 'office:12', 'office:7', 'office:12']

function counter() {
	const written: Impressions[] = []
	const clock = { at: 0, fails: false }
	const impressions = createImpressionCounter({
		pattern: countedLists,
		tag: shownOfficeTag,
		trustProxy: 0,
		write: async (rows) => {
			if (clock.fails) throw new Error('the database is away')
			written.push(...rows)
		},
		ownOf: async ({ headers }) => (headers.cookie === 'staff' ? null : new Set(headers.cookie === 'owner' ? [12] : [])),
		onError: () => undefined,
		now: () => clock.at,
	})
	const open = (req: IncomingMessage, shown: readonly string[] = tags) => {
		impressions.see(req)
		impressions.shown(req, shown)
	}
	return { impressions, open, written, clock }
}

test('counts each office of a list once for a person in half an hour, with a script or without', async () => {
	const { impressions, open, written, clock } = counter()
	open(request('/category/task/list/501/tokyo'))
	open(request('/category/task/list/501/tokyo.data'))
	open(request('/category/task/list/501/tokyo', { address: '203.0.113.2' }))
	open(request('/category/task/list/501/tokyo?page=a2-1'), ['office:9'])
	open(request('/category/list/5'), ['office:9'])
	clock.at += 61 * 60_000
	open(request('/category/task/list/501/tokyo'))
	open(request('/office/search/prefecture/tokyo'), ['office:30'])
	open(request('/search?q=%E7%A8%8E%E7%90%86%E5%A3%AB'), ['office:31'])
	open(request('/search.data?q=%E7%A8%8E%E7%90%86%E5%A3%AB'), ['office:31'])
	open(request('/search?q=%E5%BC%81%E8%AD%B7%E5%A3%AB'), ['office:31'])
	await impressions.close()
	expect(written).toEqual([
		{ id: 12, count: 3 },
		{ id: 7, count: 3 },
		{ id: 9, count: 2 },
		{ id: 30, count: 1 },
		{ id: 31, count: 2 },
	])
})

test('does not count programs, prefetches, other pages and what was answered without a list', async () => {
	const { impressions, open, written } = counter()
	const list = '/category/task/list/501/tokyo'
	for (const headers of [
		{ 'user-agent': 'Googlebot/2.1' },
		{ 'user-agent': '' },
		{ 'sec-purpose': 'prefetch' },
		{ 'accept-language': undefined },
	])
		open(request(list, { headers }))
	for (const path of ['/office/12', '/', '/search', '/category/task/list/tool/5', '/category/5', '/en/category/list/5']) open(request(path))
	open(request(list, { method: 'HEAD' }))
	open(request(list, { method: 'POST' }))
	open(request(list, { address: '203.0.113.3' }), ['taxonomy', 'xoffice:4', 'office:0', 'office:4x'])
	impressions.shown(request(list), tags)
	await impressions.close()
	expect(written).toEqual([])
})

test('a prefetched list counts when it is looked at', async () => {
	const { impressions, open, written } = counter()
	open(request('/category/list/5', { headers: { 'sec-purpose': 'prefetch' } }))
	open(request('/category/list/5', { method: 'HEAD', headers: { 'sec-fetch-site': 'same-origin' } }), ['office:3'])
	await impressions.close()
	expect(written).toEqual([{ id: 3, count: 1 }])
})

test('members do not count for their own offices, staff for none', async () => {
	const { impressions, open, written } = counter()
	for (const [index, cookie] of ['owner', 'staff', 'theme=dark'].entries())
		open(request('/category/list/5', { address: `203.0.113.${index}`, headers: { cookie } }))
	await impressions.close()
	expect(written.toSorted((a, b) => a.id - b.id)).toEqual([
		{ id: 7, count: 2 },
		{ id: 12, count: 1 },
	])
})

test('what could not be written is added to the next report', async () => {
	const { impressions, open, written, clock } = counter()
	clock.fails = true
	open(request('/category/list/5'))
	await impressions.flush()
	clock.fails = false
	open(request('/category/list/5', { address: '203.0.113.9' }), ['office:7'])
	await impressions.close()
	expect(written.toSorted((a, b) => a.id - b.id)).toEqual([
		{ id: 7, count: 2 },
		{ id: 12, count: 1 },
	])
})
