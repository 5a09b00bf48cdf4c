import { expect, type Page, test } from '@playwright/test'
import { logIn, logOut, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { sizes, wake } from './pages.ts'

/** The pages that this browser has kept copies of. */
const keptPaths = (page: Page): Promise<string[]> =>
	page.evaluate(async () => {
		const names = (await caches.keys()).filter((name) => name.startsWith('kept-pages:'))
		const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
		return keys.flat().map(({ url }) => new URL(url).pathname)
	})

const workers = (page: Page): Promise<number> => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** Waits until the page that is open has a copy and the worker answers for it. */
async function waitForCopy(page: Page): Promise<string> {
	const path = new URL(page.url()).pathname
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await expect.poll(() => keptPaths(page)).toContain(path)
	return path
}

const mark = (page: Page) => page.getByText(/^オフライン：\d{1,2}\/\d{1,2} \d{1,2}:\d{2} 時点$/)

for (const { name, use } of sizes)
	test.describe(name, () => {
		test.use(use)

		test('a member reads the last state of the cases without a connection, clearly marked', async ({ page, context }) => {
			await logIn(page, 'member@example.com')
			await page.goto('/mypage/cases')
			await waitForCopy(page)
			const link = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first()
			const title = await link.innerText()
			await link.click()
			await expect(page).not.toHaveURL(/\/mypage\/cases$/)
			const path = await waitForCopy(page)

			await context.setOffline(true)
			await page.goto('/mypage/cases')
			await expect(mark(page)).toBeVisible()
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect(page.locator('script')).toHaveCount(0)
			await expect(page.locator('input[name="csrfToken"]')).toHaveCount(0)
			await expectNoViolation(page)
			await page.getByRole('link', { name: title }).first().click()
			await expect(page).toHaveURL(path)
			await expect(mark(page)).toBeVisible()
			for (const button of await page.getByRole('main').getByRole('button').all()) await expect(button).toBeDisabled()

			await page.goto('/mypage/profile')
			await expect(page.getByRole('heading', { name: 'オフラインです' })).toBeVisible()
			await page.locator('main a[href="/mypage/cases"]').click()
			await expect(mark(page)).toBeVisible()

			await context.setOffline(false)
			await page.getByRole('link', { name: 'もう一度つなぐ' }).click()
			await expect(page.locator('input[name="csrfToken"], script').first()).toBeAttached()
			await expect(mark(page)).toBeHidden()
		})
	})

test('a link without a connection opens the copy, also in a page that is running', async ({ page, context }) => {
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/today')
	await waitForCopy(page)
	await page.goto('/mypage/cases')
	await waitForCopy(page)
	await wake(page)
	await context.setOffline(true)
	await page.getByRole('navigation', { name: 'マイページ' }).getByRole('link', { name: '今日', exact: true }).click()
	await expect(page).toHaveURL(/\/mypage\/today$/)
	await expect(mark(page)).toBeVisible()
})

test('nothing private stays after signing out, after the end of a session, and for the next person', async ({ page, context, browser }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/cases')
	await waitForCopy(page)
	await logOut(page)
	expect(await keptPaths(page)).toEqual([])
	expect(await workers(page)).toBe(0)
	await context.setOffline(true)
	await expect(page.goto('/mypage/cases')).rejects.toThrow()
	await context.setOffline(false)

	// The session ends on the server: the next look leads to the login page.
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/cases')
	await waitForCopy(page)
	await context.clearCookies()
	await page.goto('/mypage/cases')
	await expect(page).toHaveURL(/\/login/)
	await expect.poll(() => keptPaths(page)).toEqual([])

	// It ends on another device: the next page of any kind is enough, once somebody touches it.
	const email = await newMember(page)
	await page.goto('/mypage/cases')
	await waitForCopy(page)
	const elsewhere = await browser.newContext()
	const other = await elsewhere.newPage()
	await logIn(other, email)
	await other.goto('/mypage/account')
	await other.getByRole('button', { name: 'ほかのすべての端末からログアウト' }).click()
	await expect(other.getByRole('button', { name: 'ほかのすべての端末からログアウト' })).toBeHidden()
	await elsewhere.close()
	await page.goto('/articles')
	await wake(page)
	await expect.poll(() => keptPaths(page)).toEqual([])

	// Another person signs in where somebody has left a copy behind.
	await page.evaluate(async () => (await caches.open('kept-pages:somebody')).put('/mypage/cases', new Response('秘密')))
	await page.goto('/')
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/today')
	await waitForCopy(page)
	await expect.poll(() => page.evaluate(() => caches.has('kept-pages:somebody'))).toBe(false)
})

test('public pages start no worker, and the manifest opens the rooms', async ({ page, request }) => {
	for (const path of ['/', '/qa', '/login']) {
		await page.goto(path)
		await wake(page)
		expect(await workers(page)).toBe(0)
	}
	const worker = await request.get('/work-worker.js')
	expect(worker.headers()).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'content-security-policy': "default-src 'none'; connect-src 'self'",
	})
	expect(await worker.text()).not.toMatch(/\bimport\b|\bexport\b/)
	const manifest = (await (await request.get('/site.webmanifest')).json()) as {
		icons: { src: string; purpose?: string }[]
		start_url: string
	}
	expect(manifest).toMatchObject({ start_url: '/mypage', display: 'standalone' })
	expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
	for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
})

/** A browser whose push service takes every subscription, and that counts how often a person is asked. */
const browserWithPushes = () => {
	const asked = { times: 0 }
	Object.assign(window, { asked })
	Object.defineProperty(Notification, 'permission', { get: () => (asked.times === 0 ? 'default' : 'granted') })
	Notification.requestPermission = () => {
		asked.times += 1
		return Promise.resolve('granted')
	}
	PushManager.prototype.subscribe = async () => {
		const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
		const encoded = (bytes: Uint8Array) =>
			btoa(String.fromCodePoint(...bytes))
				.replaceAll('+', '-')
				.replaceAll('/', '_')
				.replaceAll('=', '')
		const keys = {
			p256dh: encoded(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
			auth: encoded(crypto.getRandomValues(new Uint8Array(16))),
		}
		return { toJSON: () => ({ endpoint: 'https://push.shirube.example/device', keys }) } as unknown as PushSubscription
	}
}

test('a device is signed up after a press only, shown in the list, and removed again', async ({ page }) => {
	await page.addInitScript(browserWithPushes)
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/notifications')
	const asked = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)
	const button = page.getByRole('button', { name: 'この端末で受け取る' })
	await expect(button).toBeVisible()
	expect(await asked()).toBe(0)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await button.click()
	await expect(page.getByText('この端末を登録しました。')).toBeVisible()
	expect(await asked()).toBe(1)
	const device = page.getByRole('region', { name: '端末へのプッシュ通知' }).getByRole('listitem')
	await expect(device).toContainText('この端末')
	await expect(device).toContainText('種類だけを表示します')
	await expectNoViolation(page)
	await device.getByRole('button', { name: /^文も表示する/ }).click()
	await expect(device).toContainText('お知らせの文も表示します')
	await device.getByRole('button', { name: /^登録を外す/ }).click()
	await expect(page.getByText('端末の登録を外しました。')).toBeVisible()
	await expect(device).toHaveCount(0)
})
