import http from 'node:http'
import { expect, test } from '@playwright/test'
import { publicPages } from './every-page.ts'

/** Bytes, as they are sent with brotli. */
const MOST = { html: 15_000, css: 12_000 }

/** The body as a phone receives it: a browser would have unpacked it. */
function sent(url: URL): Promise<{ body: Buffer; coding: string | undefined }> {
	return new Promise((resolve, reject) => {
		http
			.get(url, { headers: { 'accept-encoding': 'br', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }, (response) => {
				const parts: Buffer[] = []
				response.on('data', (part: Buffer) => parts.push(part))
				response.on('end', () => resolve({ body: Buffer.concat(parts), coding: response.headers['content-encoding'] }))
				response.on('error', reject)
			})
			.on('error', reject)
	})
}

/** They open a provider's window or keep what is typed, so they cannot wait for a touch. */
const awake = /^\/(?:login|register$|password_reset|qa\/write|lp\/factoring\?)/

for (const path of publicPages)
	test(`${path.replace(/\?.*by=.*/, '?…')} is at most ${MOST.html / 1000} KB of HTML and ${MOST.css / 1000} KB of styles, without a script before the first touch`, async ({
		page,
		baseURL,
	}) => {
		const scripts: string[] = []
		page.on('request', (request) => {
			if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
		})
		const response = await page.goto(path, { waitUntil: 'networkidle' })
		if (!awake.test(path)) expect.soft(scripts).toEqual([])
		const html = await sent(new URL(response?.url() ?? path, baseURL))
		expect(html.coding).toBe('br')
		expect.soft(html.body.length, 'HTML').toBeLessThanOrEqual(MOST.html)
		const sheets = await page
			.locator('link[rel="stylesheet"]')
			.evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLLinkElement).href))])
		const sizes = await Promise.all(sheets.map(async (sheet) => (await sent(new URL(sheet))).body.length))
		expect
			.soft(
				sizes.reduce((sum, size) => sum + size, 0),
				'styles',
			)
			.toBeLessThanOrEqual(MOST.css)
	})
