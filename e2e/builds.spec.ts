import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { wake } from './pages.ts'
import { copySources } from '../scripts/site/sources.ts'
import { makeDataDir, type RunningSite, startSite } from '../scripts/site/start-site.ts'

/** Two builds of the site on one port, one after the other, as a deployment does it. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let dataDir = ''
let changed = ''
let site: RunningSite | undefined
let port = 0
let url = ''

test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	dataDir = await makeDataDir()
	changed = await copySources()
	const page = path.join(changed, 'src/web/layout/error-page.tsx')
	await writeFile(page, (await readFile(page, 'utf8')).replace('トップに戻る', 'トップへ戻る'))
	site = await startSite({ dataDir })
	;({ port, url } = site)
})

test.afterAll(async () => {
	await site?.stop()
	await Promise.all([dataDir, changed].map((folder) => rm(folder, { recursive: true, force: true })))
})

test('an open page follows a new build, but not over typed text', async ({ page, context }) => {
	const buildOf = () => page.locator('html').getAttribute('data-build')
	await page.goto(`${url}/about`)
	await wake(page)
	const first = await buildOf()
	const meta = await page.request.get(`${url}/builds/meta/${first}.json`)
	expect(await meta.json()).toMatchObject({ id: first })

	const writing = await context.newPage()
	await writing.goto(`${url}/search`)
	await wake(writing)
	await writing.getByRole('combobox').or(writing.getByRole('searchbox')).first().fill('三鷹駅 確定申告')

	await site?.stop()
	site = await startSite({ port, dataDir, cwd: changed })
	const second = ((await (await page.request.get(`${url}/builds/latest.json`)).json()) as { id: string }).id
	expect(second).not.toBe(first)

	const look = (tab = page) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
	await look()
	await expect(page.locator('html')).toHaveAttribute('data-build', second)

	const asked = writing.waitForResponse('**/builds/latest.json')
	await look(writing)
	await asked
	await expect(writing.getByRole('combobox').or(writing.getByRole('searchbox')).first()).toHaveValue('三鷹駅 確定申告')
	await expect(writing.locator('html')).toHaveAttribute('data-build', first ?? '')
	// The next navigation is a full load of the new build.
	await writing.getByRole('contentinfo').getByRole('link', { name: 'プライバシーポリシー' }).click()
	await expect(writing).toHaveURL(`${url}/privacy`)
	await expect(writing.locator('html')).toHaveAttribute('data-build', second)
})

test('a chunk that cannot be loaded reloads the page once for a path', async ({ page }) => {
	await page.goto(`${url}/about`)
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents++
	})
	await page.route('**/assets/entry.client-*.js', (route) => route.abort())
	await page.keyboard.press('Shift')
	await page.waitForFunction(() => {
		const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
		return navigation?.type === 'reload' && document.readyState === 'complete'
	})
	expect(documents).toBe(1)
	const refused = page.waitForEvent('requestfailed')
	await page.keyboard.press('Shift')
	await refused
	await page.evaluate(() => new Promise(requestAnimationFrame))
	expect(documents).toBe(1)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
