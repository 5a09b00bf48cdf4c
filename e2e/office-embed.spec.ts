import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { demoPassword, fillLogin, logIn } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('an office copies its badge and its widget, and its own site shows both without a cookie of ours', async ({ browser, page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/office/edit/1')
	await page.getByRole('link', { name: 'ご自分のサイトに載せる' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'ご自分のサイトに載せる' })).toBeVisible()
	await expect(page.getByRole('img', { name: 'バッジの見本' })).toHaveJSProperty('complete', true)
	await expect(page.getByRole('button', { name: 'コピーする' })).toHaveCount(3)
	await expectNoViolation(page)
	const badge = await page.getByLabel('バッジのHTML').inputValue()
	const widget = await page.getByLabel('相談窓口の枠のHTML').inputValue()

	const site = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>x</title>${badge}${widget}`),
	).listen(0, '127.0.0.1')
	await once(site, 'listening')
	try {
		const visitor = await browser.newContext()
		const own = await visitor.newPage()
		await own.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
		await expect.poll(() => own.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
		const frame = own.frameLocator('iframe')
		await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
		expect(await visitor.cookies()).toEqual([])
		const [opened] = await Promise.all([visitor.waitForEvent('page'), frame.getByRole('link').click()])
		await expect(opened).toHaveURL(/\/office\/1$/)
		await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
	} finally {
		site.close()
	}
})

test('without a script the code stands in a field to copy from', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto('/login')
	await fillLogin(page, 'expert@example.com', demoPassword)
	await expect(page).not.toHaveURL(/\/login/)
	await page.goto('/office/edit/1/embed')
	await expect(page.getByLabel('リンクのHTML')).toHaveValue(/^<a href="http[^"]+\/office\/1">/)
	await expect(page.getByRole('button', { name: 'コピーする' })).toHaveCount(0)
})
