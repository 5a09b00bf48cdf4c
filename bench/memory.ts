import autocannon from 'autocannon'
import { atMost, type Figure, mb } from './figures.ts'
import { browserHeaders, get } from './load.ts'
import { listPage } from './settings.ts'
import { withSite } from './site.ts'
import { somePages } from './sitemap.ts'

const LIMIT = 250 * 1_048_576
const IDLE_MS = 10_000
const PAGES = 1_500

/** Resident memory of the site's process: before any request, after many different pages, and after many requests for one. */
export async function measureMemory(): Promise<Figure[]> {
	return withSite({}, async (site) => {
		await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
		const idle = await site.process()
		const paths = await somePages(site.url, PAGES)
		let next = 0
		const visit = async () => {
			while (next < paths.length) await get(site.url + paths[next++], browserHeaders)
		}
		await Promise.all(Array.from({ length: 8 }, visit))
		const crawled = await site.process()
		await autocannon({ url: site.url + listPage, connections: 100, duration: 10, headers: browserHeaders })
		await autocannon({ url: `${site.url}/search?q=%E7%A8%8E%E7%90%86%E5%A3%AB`, connections: 20, duration: 5, headers: browserHeaders })
		const loaded = await site.process()
		await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
		const rested = await site.process()
		const describe = (one: typeof idle) => `PSS ${mb(one.pssBytes)}, heap ${mb(one.heapBytes)}`
		return [
			{ name: 'idle', value: mb(idle.rssBytes), baseline: describe(idle) },
			{ name: `after ${paths.length} different pages`, value: mb(crawled.rssBytes), baseline: describe(crawled) },
			{
				name: 'after 100 connections for ten seconds',
				value: mb(loaded.rssBytes),
				baseline: describe(loaded),
				goal: atMost(mb(LIMIT), Math.max(crawled.rssBytes, loaded.rssBytes), LIMIT),
			},
			{ name: 'ten seconds later', value: mb(rested.rssBytes), baseline: describe(rested) },
		]
	})
}
