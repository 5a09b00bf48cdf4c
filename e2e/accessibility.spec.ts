import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pages = [
	'/',
	'/about',
	'/category',
	'/category/5',
	'/category/list/5',
	'/category/list/5/tokyo',
	'/category/list/5/tokyo/city/三鷹市',
	'/category/list/5/tokyo/station/三鷹',
	'/category/task/list',
	'/category/task/list/501',
	'/category/task/list/501/tokyo?online=1&order=rating',
	'/category/task/list/501/kanagawa/city/横浜市',
	'/category/task/list/501/tokyo/station/三鷹',
	'/category/task/list/tool/501',
	'/compare?office=1&office=2&office=3',
	'/error?code=404',
	'/expert/1',
	'/lp/factoring',
	'/lp/introduction',
	'/no/such/page',
	'/office/1',
	'/office/search/prefecture/tokyo',
	'/ogp/image?title=題名',
	'/privacy',
	'/rules',
	'/search',
	'/search?q=三鷹駅 確定申告',
	'/tool/1',
]

for (const width of [360, 1280])
	for (const path of pages)
		test(`${path} at ${width} px: no violation, nothing cut off`, async ({ page }) => {
			await page.setViewportSize({ width, height: 800 })
			await page.goto(path)
			// Evaluated by the debugger, so that the page's policy is left as it is.
			await page.evaluate(axe)
			const { violations } = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run())
			expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
		})
