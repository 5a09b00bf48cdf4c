import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { publicPages } from './every-page.ts'
import { wake } from './pages.ts'

/** Bytes, with brotli as the server compresses what it keeps. */
const MOST = { html: 15_000, css: 12_000 }

const weightOf = (body: Buffer | string) => brotliCompressSync(body).length

/** They open a provider's window, keep what is typed or lead to a field in error, so they cannot wait for a touch. */
const awake = /^\/(?:login|register$|password_reset|qa\/write|lp\/factoring\?|calculators\/.*=x$)/

for (const path of publicPages)
	test(`${path.replace(/\?.*by=.*/, '?…')} is at most ${MOST.html / 1000} KB of HTML and ${MOST.css / 1000} KB of styles, without a script before the first touch`, async ({
		page,
		request,
	}) => {
		const scripts: string[] = []
		page.on('request', (request) => {
			if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
		})
		const response = await page.goto(path, { waitUntil: 'networkidle' })
		if (!awake.test(path)) expect.soft(scripts).toEqual([])
		const html = (await response?.text()) ?? ''
		expect.soft(weightOf(html), 'HTML').toBeLessThanOrEqual(MOST.html)
		const sheets = [...new Set([...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href))]
		expect(sheets.length).toBeGreaterThan(0)
		const sizes = await Promise.all(sheets.map(async (sheet) => weightOf(await (await request.get(sheet)).body())))
		expect
			.soft(
				sizes.reduce((sum, size) => sum + size, 0),
				'styles',
			)
			.toBeLessThanOrEqual(MOST.css)
	})

/** Without React; a room starts its worker at once, for the copy that is read offline. */
const plainRooms = {
	paths: ['/mypage', '/mypage/queue', '/mypage/leads', '/mypage/appointments', '/notifications'],
	requests: 13,
	script: 15_000,
}
/** The framework is 93 KB of it, the manifest of all pages 13 KB. */
const hydratedRooms = { paths: ['/mypage/inbox', '/mypage/notifications', '/qa/post'], requests: 30, script: 160_000 }

for (const { paths, ...most } of [plainRooms, hydratedRooms])
	for (const path of paths)
		test(`${path} asks for at most ${most.requests} files with ${most.script / 1000} KB of script, and for no code of other rooms`, async ({
			page,
		}) => {
			await logIn(page, 'expert@example.com')
			const scripts: { path: string; bytes: number }[] = []
			let requests = 0
			page.on('requestfinished', async (request) => {
				const { responseBodySize: bytes } = await request.sizes()
				// Below zero is what the browser had already; pictures are those of the page.
				if (bytes < 0 || request.resourceType() === 'image') return
				requests++
				if (request.resourceType() === 'script') scripts.push({ path: new URL(request.url()).pathname, bytes })
			})
			await page.goto(path)
			await wake(page)
			await page.waitForLoadState('networkidle')
			expect(scripts.filter(({ path: script }) => /^\/assets\/(?:question|office|expert)\.page/.test(script))).toEqual([])
			expect(scripts.some(({ path: script }) => script.startsWith('/assets/framework'))).toBe(paths === hydratedRooms.paths)
			expect(requests).toBeLessThanOrEqual(most.requests)
			expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(most.script)
		})
