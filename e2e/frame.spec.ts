import { expect, type Locator, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { wake } from './pages.ts'
import { diagnosisQuery } from './diagnosis.ts'

test('the header is 70 px high and offers three ways to a visitor', async ({ page }) => {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		await page.goto('/')
		const header = page.getByRole('banner')
		expect((await header.boundingBox())?.height).toBe(70)
		await expect(header.getByRole('link', { name: /掲載.*希望 ?の方/ })).toBeVisible()
		await expect(header.getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/login')
		await expect(header.getByRole('link', { name: /無料 ?資金診断/ })).toHaveAttribute('href', '/lp/factoring')
	}
})

test('content is 1150 px wide on large screens and 95% on small ones', async ({ page }) => {
	await page.goto('/category')
	const widthOf = async () => (await page.getByRole('banner').locator('.content').boundingBox())?.width
	await page.setViewportSize({ width: 1600, height: 800 })
	expect(await widthOf()).toBe(1150)
	await page.setViewportSize({ width: 400, height: 800 })
	expect(await widthOf()).toBe(380)
})

test('an unknown page says so with its code, the sentence and the way back', async ({ page }) => {
	const response = await page.goto('/no/such/page')
	expect(response?.status()).toBe(404)
	await expect(page.getByText('404', { exact: true })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'ご指定のページが見つかりません。' })).toBeVisible()
	await expect(page.getByText('Page not found: /no/such/page')).toBeVisible()
	await page.getByRole('link', { name: 'トップに戻る' }).click()
	await expect(page).toHaveURL('/')
})

test('an unknown prefecture under the office search goes to the error page with 404', async ({ page }) => {
	const response = await page.goto('/office/search/prefecture/atlantis')
	expect(response?.status()).toBe(404)
	await expect(page).toHaveURL(/\/error\?code=404$/)
	await expect(page.getByRole('heading', { name: 'ご指定のページが見つかりません。' })).toBeVisible()
})

const clickLogo = (page: Page) =>
	page
		.getByRole('banner')
		.getByRole('link', { name: /トップページ/ })
		.dispatchEvent('click')

test('the logo on the top page reloads it and scrolls up', async ({ page }) => {
	await page.goto('/')
	await wake(page)
	await page.evaluate(() => scrollTo(0, 1200))
	const loaded = page.waitForEvent('load')
	await clickLogo(page)
	await loaded
	expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the logo on a top page that was opened by script reloads its lists and scrolls up', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/account')
	await wake(page)
	await clickLogo(page)
	await expect(page.getByRole('heading', { level: 1, name: /しるべ|専門家|事務所/ }).first()).toBeVisible()
	await expect(page).toHaveURL('/')
	await page.evaluate(() => scrollTo(0, 1200))
	const reloaded = page.waitForRequest((request) => request.url().includes('.data'))
	await clickLogo(page)
	await reloaded
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

const scriptBytes = (page: Page) =>
	page.evaluate(() =>
		performance
			.getEntriesByType('resource')
			.filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
			.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
	)

test('a visitor’s page stays plain: its scripts contain no React, and links are prefetched on hover', async ({ page }) => {
	const scripts: string[] = []
	page.on('request', (request) => {
		if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
	})
	await page.goto('/category/task/list/501/tokyo')
	expect(scripts).toEqual([])
	await wake(page)
	expect(scripts.length).toBeGreaterThan(0)
	expect(scripts.filter((path) => /framework|manifest|\.page-/.test(path))).toEqual([])
	expect(await scriptBytes(page)).toBeLessThan(10_000)

	const link = page.locator('form[action="/compare"]').getByRole('article').first().getByRole('heading').getByRole('link')
	const ahead = page.waitForRequest((request) => request.headers()['sec-purpose']?.startsWith('prefetch') === true)
	await link.hover()
	await (await ahead).response()
	// The prefetch was not counted; the page reports its view when shown.
	const looked = page.waitForRequest((request) => request.method() === 'HEAD')
	await link.click()
	await expect(page).toHaveURL(/\/office\/\d+$/)
	await wake(page)
	expect(new URL((await looked).url()).pathname).toMatch(/^\/office\/\d+$/)
})

test('a member reads plain pages too: without React, with the newest count of notifications, and logged out with the other tabs', async ({
	page,
	context,
}) => {
	await logIn(page, 'member@example.com')
	await page.route('/api/notifications/unread', (route) => route.fulfill({ json: { unread: 120 } }))
	const scripts: string[] = []
	page.on('request', (request) => {
		if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
	})
	await page.goto('/category/task/list/501/tokyo')
	await wake(page)
	expect(scripts.length).toBeGreaterThan(0)
	expect(scripts.filter((path) => /framework|manifest|\.page-/.test(path))).toEqual([])
	expect(await scriptBytes(page)).toBeLessThan(12_000)

	await page.evaluate(() => dispatchEvent(new Event('focus')))
	await expect(page.getByRole('banner').getByRole('link', { name: 'お知らせ（未読99+件）' })).toBeVisible()

	const other = await context.newPage()
	await other.goto('/office/1')
	await wake(other)
	await page.getByRole('button', { name: 'アカウントメニュー' }).click()
	await page.getByRole('button', { name: 'ログアウト' }).click()
	for (const tab of [page, other]) await expect(tab.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
	expect((await context.cookies()).filter(({ name }) => /session/i.test(name))).toEqual([])
})

test('a navigation gets a CSRF cookie of eight characters, a new one each time', async ({ page, context }) => {
	const tokenOf = async () => (await context.cookies()).find((cookie) => cookie.name === 'csrfToken')
	await page.goto('/')
	const first = await tokenOf()
	expect(first).toMatchObject({ sameSite: 'Lax', httpOnly: false })
	expect(first?.value).toMatch(/^[\w-]{8}$/)
	await page.goto('/category')
	expect((await tokenOf())?.value).not.toBe(first?.value)
})

test('pages are preloaded once their links are pointed at, at most five parts at a time', async ({ page }) => {
	await page.addInitScript(() => {
		const preloads = { running: 0, most: 0, done: 0 }
		Object.assign(window, { preloads })
		const isPreload = (node: unknown) => node instanceof HTMLLinkElement && node.rel === 'modulepreload'
		new MutationObserver((changes) => {
			for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
				if (isPreload(node)) preloads.most = Math.max(preloads.most, ++preloads.running)
		}).observe(document, { childList: true, subtree: true })
		// A capture listener, which runs before the page's own code starts the next one.
		for (const end of ['load', 'error'])
			document.addEventListener(
				end,
				({ target }) => {
					if (!isPreload(target)) return
					preloads.running--
					preloads.done++
				},
				{ capture: true },
			)
	})
	const preloads = () => page.evaluate(() => (window as unknown as { preloads: { running: number; most: number; done: number } }).preloads)
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/account')
	await wake(page)
	await page.waitForFunction(() => '__reactRouterDataRouter' in window)
	const links = page.locator('a[href^="/"]')
	await expect(async () => {
		await links.evaluateAll((all) => all.forEach((link) => link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))))
		expect((await preloads()).done).toBeGreaterThan(5)
	}).toPass()
	await expect.poll(async () => (await preloads()).running).toBe(0)
	expect((await preloads()).most).toBe(5)
})

test('nothing on a page breaks the content security policy or goes elsewhere', async ({ page }) => {
	const outside: string[] = []
	const errors: string[] = []
	page.on('request', (request) => {
		if (new URL(request.url()).hostname !== 'localhost') outside.push(request.url())
	})
	page.on('console', (message) => {
		if (message.type() === 'error') errors.push(message.text())
	})
	page.on('pageerror', (error) => errors.push(error.message))
	for (const path of ['/', '/category/task/list/501/tokyo', '/office/1', '/expert/1', '/search?q=三鷹', '/lp/factoring', '/about']) {
		const response = await page.goto(path)
		const policy = response?.headers()['content-security-policy'] ?? ''
		expect(policy).toContain("default-src 'none'")
		expect(policy).not.toContain('unsafe')
		await wake(page)
	}
	expect(outside).toEqual([])
	expect(errors).toEqual([])
})

test('a page with buttons that need JavaScript is hydrated at once, others at the first interaction', async ({ page }) => {
	await page.goto(`/lp/factoring${diagnosisQuery()}`)
	await expect(page.getByRole('button', { name: 'この結果を印刷する' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'メールで送る' })).toHaveAttribute('href', /^mailto:\?subject=.+face%3D3000000/)
	await page.goto('/lp/factoring')
	await page.waitForLoadState('networkidle')
	expect(await page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(false)
})

/** A form that came back from the server with a text that is too long; scripts are held until the returned `release`. */
async function openBeforeHydration(page: Page): Promise<{ body: Locator; release: () => void }> {
	await page.goto('/bulk_estimate?task=101&prefecture=13')
	await page.getByRole('button', { name: '次へ進む' }).click()
	await page.waitForURL(/\/bulk_estimate\/.+/)
	await page.goto(`${page.url().split('?')[0]}?step=facts`)
	const body = page.getByLabel(/^事業の内容/)
	await body.fill('あ'.repeat(1_001))
	let release = () => {}
	const held = new Promise<void>((resolve) => (release = resolve))
	await page.route('**/*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.getByRole('button', { name: '次へ進む' }).click()
	await expect(page.getByRole('alert')).toContainText('1,000文字以内')
	return { body, release }
}

test('text typed before hydration stays', async ({ page }) => {
	const { body, release } = await openBeforeHydration(page)
	await body.fill('短く書き直した')
	release()
	await wake(page)
	await expect(body).toHaveValue('短く書き直した')
})

test('text selected before hydration stays selected', async ({ page }) => {
	const { body, release } = await openBeforeHydration(page)
	await body.selectText()
	release()
	await wake(page)
	await page.keyboard.insertText('短く書き直した')
	await expect(body).toHaveValue('短く書き直した')
})
