import type { Browser, Page, Request } from '@playwright/test'
import { openBrowser } from '../browser.ts'
import { atMost, type Figure, kb, ms } from '../figures.ts'
import { browserHeaders, get } from '../load.ts'
import { CSRF, sessionOf } from '../sign-in.ts'
import { type MeasuredSite, withSite } from '../site.ts'

const READING = { kb: 30, requests: 12, scriptMs: 150 }
const ROOM = { kb: 100, requests: 15 }
const THROTTLE = 4
const CPU_REQUESTS = 60
const QUIET_MS = 1_000

const reading = ['/', '/category/task/list/503/tokyo', '/qa/39', '/office/3', '/expert/3', '/articles/notices-after-incorporation']
const rooms = ['/mypage', '/mypage/inbox', '/mypage/queue', '/mypage/leads', '/mypage/appointments', '/mypage/notifications', '/qa/post']

/** What signed-in people load: as readers of public pages until after the first touch, and in working rooms. */
export const measureReaders = (): Promise<Figure[]> =>
	withSite({ TRUST_PROXY: '1' }, async (site) => {
		const browser = await openBrowser()
		try {
			const member = await sessionOf(site.url, 'member@example.com')
			const expert = await sessionOf(site.url, 'expert@example.com')
			const figures: Figure[] = []
			for (const path of reading) figures.push(...(await measureReading(browser, site, path, member)))
			for (const path of rooms) figures.push(...(await measureRoom(browser, site, path, expert)))
			return figures
		} finally {
			await browser.close()
		}
	})

async function measureReading(browser: Browser, site: MeasuredSite, path: string, session: string): Promise<Figure[]> {
	const { script, requests, scriptMs } = await visit(browser, site, path, session)
	const cpu = await processorTime(site, path, session)
	return [
		{ name: `reading ${path}: script`, value: kb(script), goal: atMost(`${READING.kb} KB`, script, 1_000 * READING.kb) },
		{
			name: `  ${path}: requests without pictures`,
			value: String(requests),
			goal: atMost(String(READING.requests), requests, READING.requests),
		},
		{
			name: `  ${path}: script at ${THROTTLE} × throttle`,
			value: ms(scriptMs),
			goal: atMost(ms(READING.scriptMs), scriptMs, READING.scriptMs),
		},
		{ name: `  ${path}: processor time of the server`, value: ms(cpu) },
	]
}

async function measureRoom(browser: Browser, site: MeasuredSite, path: string, session: string): Promise<Figure[]> {
	const { script, requests, scriptMs } = await visit(browser, site, path, session)
	return [
		{
			name: `room ${path}: script`,
			value: kb(script),
			baseline: `${ms(scriptMs)} at ${THROTTLE} ×`,
			goal: atMost(`${ROOM.kb} KB`, script, 1_000 * ROOM.kb),
		},
		{ name: `  ${path}: requests without pictures`, value: String(requests), goal: atMost(String(ROOM.requests), requests, ROOM.requests) },
	]
}

/** A first visit with an empty cache, until all is still after the first key. */
async function visit(browser: Browser, { url }: MeasuredSite, path: string, session: string) {
	const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
	try {
		await context.addCookies(
			[
				['session', session],
				['csrfToken', CSRF],
			].map(([name = '', value = '']) => ({ name, value, url })),
		)
		const page = await context.newPage()
		const devtools = await context.newCDPSession(page)
		await devtools.send('Performance.enable')
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
		const finished: Request[] = []
		page.on('requestfinished', (request) => finished.push(request))
		const response = await page.goto(url + path, { waitUntil: 'load' })
		if (response?.status() !== 200 || new URL(page.url()).pathname !== path) throw new Error(`${path} answered ${response?.status()}`)
		await quiet(page, finished)
		await page.keyboard.press('Shift')
		await quiet(page, finished)
		const { metrics } = await devtools.send('Performance.getMetrics')
		const counted: { isScript: boolean; bytes: number }[] = []
		for (const request of finished) {
			const { responseBodySize: bytes } = await request.sizes()
			// What the browser has already is no request: the copies for reading offline take the style sheets from there.
			if (request.resourceType() !== 'image' && bytes >= 0) counted.push({ isScript: request.resourceType() === 'script', bytes })
		}
		return {
			requests: counted.length,
			script: counted.reduce((sum, { isScript, bytes }) => sum + (isScript ? bytes : 0), 0),
			scriptMs: 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN),
		}
	} finally {
		await context.close()
	}
}

/** Until no request has finished for a second: a page that keeps a stream open never is idle. */
async function quiet(page: Page, finished: readonly Request[]): Promise<void> {
	let before = -1
	while (before !== finished.length) {
		before = finished.length
		await page.waitForTimeout(QUIET_MS)
	}
}

/** Milliseconds of Node for one page, after as many that warm up. */
async function processorTime(site: MeasuredSite, path: string, session: string): Promise<number> {
	let before = 0
	for (let request = 0; request < 2 * CPU_REQUESTS; request++) {
		if (request === CPU_REQUESTS) before = (await site.process()).cpuSeconds
		await get(site.url + path, { ...browserHeaders, cookie: `csrfToken=${CSRF}; session=${session}` })
	}
	return (1_000 * ((await site.process()).cpuSeconds - before)) / CPU_REQUESTS
}
