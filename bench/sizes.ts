import { type Browser, devices, type Page, type Request } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { atMost, type Figure, kb } from './figures.ts'
import { browserHeaders, get } from './load.ts'
import { pages } from './settings.ts'
import { withSite } from './site.ts'

const LIMITS = { js: 100_000, css: 12_000, html: 15_000, requests: 12 }

type Kind = 'html' | 'css' | 'js' | 'data' | 'other'
type Loaded = { requests: number } & Record<Kind, number>

const kinds: Partial<Record<string, Kind>> = { document: 'html', stylesheet: 'css', script: 'js', fetch: 'data', xhr: 'data' }

/** Bytes that a phone loads for a new page, without pictures, before and after the first interaction. */
export async function measureSizes(): Promise<Figure[]> {
	return withSite({}, async (site) => {
		const browser = await openBrowser()
		try {
			const figures: Figure[] = []
			for (const page of pages) figures.push(...(await firstLoad(browser, site.url, page)))
			return figures
		} finally {
			await browser.close()
		}
	})
}

const COMPRESSED_WITHIN_MS = 3_000

async function visit(browser: Browser, url: string): Promise<void> {
	const page = await browser.newPage()
	await page.goto(url, { waitUntil: 'networkidle' })
	await wake(page)
	await page.close()
}

/** The first key or touch fetches the scripts, which look last who is signed in. */
async function wake(page: Page): Promise<void> {
	await page.keyboard.press('Shift')
	await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/sessionCheck')))
	await page.waitForLoadState('networkidle')
}

async function firstLoad(browser: Browser, origin: string, { name, path }: { name: string; path: string }): Promise<Figure[]> {
	await settle(origin + path)
	// Once for the server: files, too, are recompressed after their first request.
	await visit(browser, origin + path)
	await new Promise((resolve) => setTimeout(resolve, COMPRESSED_WITHIN_MS))
	const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'ja-JP' })
	try {
		const page = await context.newPage()
		const finished: Request[] = []
		page.on('requestfinished', (request) => finished.push(request))
		await page.goto(origin + path, { waitUntil: 'networkidle' })
		const before = await loaded(finished)
		const bytesByFile = await listed(finished)
		await wake(page)
		const after = await loaded(finished)
		console.log(`  ${name}: ${bytesByFile}`)
		const describe = (one: Loaded) => `${one.requests} requests, ${kb(one.html + one.css + one.js + one.data + one.other)}`
		return [
			{ name: `${name} (${path})`, value: `${describe(before)}, after the first touch ${describe(after)}` },
			{ name: '  HTML, br', value: kb(before.html), goal: atMost(kb(LIMITS.html), before.html, LIMITS.html) },
			{ name: '  CSS, br', value: kb(before.css), goal: atMost(kb(LIMITS.css), before.css, LIMITS.css) },
			{
				name: '  JavaScript, br, before / after the first touch',
				value: `${kb(before.js)} / ${kb(after.js)}`,
				goal: atMost(kb(LIMITS.js), after.js, LIMITS.js),
			},
			{
				name: '  requests of the first load',
				value: String(before.requests),
				goal: atMost(String(LIMITS.requests), before.requests, LIMITS.requests),
			},
			{ name: '  requests after the first touch', value: String(after.requests) },
		]
	} finally {
		await context.close()
	}
}

/** Until the page is in the cache at the best compression, as it is for all but its first visitors. */
async function settle(url: string): Promise<void> {
	for (let attempt = 0; attempt < 100; attempt++) {
		const { rawHeaders } = await get(url, browserHeaders)
		if (rawHeaders.some((value) => value.includes('-b11'))) return
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	throw new Error(`${url} was not compressed within ten seconds`)
}

const isPicture = (request: Request) => request.resourceType() === 'image'

async function loaded(requests: readonly Request[]): Promise<Loaded> {
	const sum: Loaded = { requests: 0, html: 0, css: 0, js: 0, data: 0, other: 0 }
	for (const request of requests) {
		if (isPicture(request)) continue
		sum.requests++
		sum[kinds[request.resourceType()] ?? 'other'] += (await request.sizes()).responseBodySize
	}
	return sum
}

async function listed(requests: readonly Request[]): Promise<string> {
	const files = await Promise.all(
		requests
			.filter((request) => !isPicture(request))
			.map(async (request) => `${new URL(request.url()).pathname.split('/').at(-1) || '/'} ${(await request.sizes()).responseBodySize}`),
	)
	return files.join(', ')
}
