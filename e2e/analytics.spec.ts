import { rm } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, menuButton } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { sizes, wake } from './pages.ts'
import { days } from '../src/domain/shared/japan-time.ts'
import { makeDataDir, type RunningSite, startSite } from '../scripts/site/start-site.ts'

/** Separate sites with analytics switched on, one after the other over the same data. Google is played by this file. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const id = 'G-ABCDE12345'
let dataDir = ''
let site: RunningSite | undefined
let url = ''

/** Imitates the requests of Google's script: on our calls, and by itself after a change of the history. */
const googleScript = `(() => {
	const id = ${JSON.stringify(id)}
	let kept = {}
	const send = (name, values) => {
		if (window['ga-disable-' + id]) return
		document.cookie = '_ga=GA1.1.1.1; Path=/; Max-Age=31536000'
		document.cookie = '_ga_' + id.slice(2) + '=GS1.1.1; Path=/; Max-Age=31536000'
		fetch('https://region1.google-analytics.com/g/collect?' + new URLSearchParams({ name, ...values }), { method: 'POST', mode: 'no-cors', keepalive: true })
	}
	const take = ([command, first, second]) => {
		if (command === 'config') kept = { ...second }
		if (command === 'set') kept = { ...kept, ...first }
		if (command === 'event') send(first, { page_location: location.href, page_referrer: document.referrer, ...kept, ...second })
	}
	window.dataLayer.forEach(take)
	window.dataLayer.push = take
	const push = history.pushState
	history.pushState = function () {
		push.apply(this, arguments)
		send('history', { page_location: location.href })
	}
	addEventListener('popstate', () => send('history', { page_location: location.href }))
})()`

type Sent = { name: string | null; at: string | null; from: string | null; title: string | null }

/** Stands in for all external hosts; records their requests and the errors of the browser. */
async function watch(page: Page) {
	const asked: string[] = []
	const sent: Sent[] = []
	const faults: string[] = []
	page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()))
	page.on('pageerror', (error) => faults.push(error.message))
	await page.context().route(/^https:/, async (route) => {
		const address = new URL(route.request().url())
		asked.push(address.href)
		if (address.pathname !== '/g/collect')
			return route.fulfill({ contentType: 'text/javascript', body: address.pathname === '/gtag/js' ? googleScript : '' })
		const { searchParams: params } = address
		sent.push({
			name: params.get('name'),
			at: params.get('page_location'),
			from: params.get('page_referrer'),
			title: params.get('page_title'),
		})
		return route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } })
	})
	return { asked, sent, faults }
}

const bar = (page: Page) => page.getByRole('region', { name: 'アクセス解析の確認' })
const state = (page: Page) => page.getByRole('main').getByRole('status').locator('[data-said]:visible')
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'))

test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	dataDir = await makeDataDir()
	site = await startSite({ dataDir, env: { ANALYTICS: 'ga4', GA4_MEASUREMENT_ID: id } })
	url = site.url
})

test.afterAll(async () => {
	await site?.stop()
	await rm(dataDir, { recursive: true, force: true })
})

test('sends Google nothing before consent, and each public page after it', async ({ page }) => {
	const { asked, sent, faults } = await watch(page)
	await page.goto(`${url}/?utm_source=letter&token=secret`)
	await expect(bar(page)).toBeVisible()
	await page.goto(`${url}/about`)
	await expect(bar(page)).toBeVisible()
	expect(asked).toEqual([])

	await bar(page).getByRole('button', { name: '同意する' }).click()
	await expect(bar(page)).toBeHidden()
	await expect.poll(() => sent).toHaveLength(1)
	expect(asked[0]).toBe(`https://www.googletagmanager.com/gtag/js?id=${id}`)
	expect(sent[0]).toMatchObject({ name: 'page_view', at: `${url}/about` })
	expect(sent[0]?.title).toContain('｜')

	await page.goto(`${url}/?utm_source=letter&token=secret`)
	await expect.poll(() => sent).toHaveLength(2)
	expect(sent[1]?.at).toBe(`${url}/?utm_source=letter`)
	await expect(bar(page)).toBeHidden()
	await page.reload()
	await expect.poll(() => sent).toHaveLength(3)
	expect(await cookies(page)).toEqual(['_ga', '_ga_ABCDE12345'])
	expect(faults).toEqual([])
})

test('private pages are neither counted nor sent as a referrer', async ({ page }) => {
	const { asked, sent } = await watch(page)
	for (const path of [
		'/login',
		'/search?q=相続',
		'/compare?office=1',
		'/password_reset?oobCode=secret',
		'/action?mode=verifyEmail&oobCode=secret',
		'/bulk_estimate/confirm/secret',
		'/office/invitation/secret',
		'/no/such/page',
	]) {
		await page.goto(`${url}${path}`)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(bar(page), path).toBeHidden()
	}
	await page.goto(`${url}/about`)
	await bar(page).getByRole('button', { name: '同意する' }).click()
	await expect.poll(() => sent).toHaveLength(1)
	const before = asked.length
	await page.goto(`${url}/bulk_estimate/confirm/secret`)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	expect(asked).toHaveLength(before)
	// By a link, so that the next page has a referrer.
	await page.getByRole('contentinfo').getByRole('link', { name: 'サービス紹介' }).click()
	await expect(page).toHaveURL(`${url}/about`)
	await expect.poll(() => sent).toHaveLength(2)
	expect(sent[1]).toMatchObject({ at: `${url}/about`, from: `${url}/` })
	expect(asked.join(' ')).not.toContain('secret')
})

test('after a refusal the question is not asked again, and nothing is sent', async ({ page }) => {
	const { asked } = await watch(page)
	await page.goto(`${url}/about`)
	await bar(page).getByRole('button', { name: '同意しない' }).click()
	await expect(bar(page)).toBeHidden()
	await page.reload()
	await expect(bar(page)).toBeHidden()
	await page.goto(url)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(bar(page)).toBeHidden()
	expect(asked).toEqual([])
	expect(await cookies(page)).toEqual([])
})

test('after a year the question is asked again', async ({ page }) => {
	await watch(page)
	await page.goto(`${url}/about`)
	await page.evaluate((age) => localStorage.setItem('analytics', `no ${Date.now() - age}`), days(364))
	await page.reload()
	await expect(bar(page)).toBeHidden()
	await page.evaluate((age) => localStorage.setItem('analytics', `yes ${Date.now() - age}`), days(366))
	await page.reload()
	await expect(bar(page)).toBeVisible()
})

test('consent is withdrawn on /privacy, at once and in every tab', async ({ page, context }) => {
	const { sent, faults } = await watch(page)
	await page.goto(`${url}/privacy#privacy-analytics`)
	await expect(bar(page)).toBeHidden()
	await expect(state(page)).toHaveText('まだ選ばれていません。送信していません。')
	const main = page.getByRole('main')
	await main.getByRole('button', { name: '同意する' }).click()
	await expect(state(page)).toContainText('同意されています')
	await expect.poll(() => sent).toHaveLength(1)
	await expect.poll(() => cookies(page)).toHaveLength(2)
	const other = await context.newPage()
	await other.goto(`${url}/about`)
	await expect.poll(() => sent).toHaveLength(2)

	await main.getByRole('button', { name: '同意しない' }).click()
	await expect(state(page)).toContainText('同意されていません')
	expect(await cookies(page)).toEqual([])
	for (const tab of [page, other])
		await expect.poll(() => tab.evaluate((name) => (window as unknown as Record<string, unknown>)[name], `ga-disable-${id}`)).toBe(true)
	await page.goto(url)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	expect(sent).toHaveLength(2)
	expect(await cookies(page)).toEqual([])
	expect(faults).toEqual([])
})

for (const signal of ['doNotTrack', 'globalPrivacyControl'])
	test(`a browser that says ${signal} is not asked`, async ({ page }) => {
		const { asked } = await watch(page)
		await page.addInitScript(
			(name) => Object.defineProperty(Navigator.prototype, name, { get: () => (name === 'doNotTrack' ? '1' : true) }),
			signal,
		)
		await page.goto(`${url}/about`)
		await page.evaluate(() => localStorage.setItem('analytics', `yes ${Date.now()}`))
		await page.reload()
		await expect(bar(page)).toBeHidden()
		await page.goto(`${url}/privacy`)
		await expect(state(page)).toContainText('追跡の拒否')
		await expect(page.getByRole('main').getByRole('button', { name: '同意する' })).toBeHidden()
		expect(asked).toEqual([])
	})

test('a member’s pages, which go on without new documents, are counted when they are public', async ({ page }) => {
	const { sent, faults } = await watch(page)
	await page.goto(`${url}/login`)
	await wake(page)
	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(menuButton(page)).toBeVisible()
	await page.goto(`${url}/about`)
	await wake(page)
	await bar(page).getByRole('button', { name: '同意する' }).click()
	await expect.poll(() => sent).toHaveLength(1)
	const go = (name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

	// From a form, which is hydrated and not counted, the links go on by script.
	await page.goto(`${url}/qa/post`)
	await wake(page)
	await page.evaluate(() => ((window as unknown as { sameDocument: boolean }).sameDocument = true))
	await go('プライバシーポリシー')
	await expect(state(page)).toContainText('同意されています')
	await expect.poll(() => sent).toHaveLength(2)
	expect(sent[1]).toMatchObject({ name: 'page_view', at: `${url}/privacy` })
	expect(sent[1]?.title).toContain('プライバシーポリシー')
	await go('利用規約')
	await expect.poll(() => sent).toHaveLength(3)
	expect(sent[2]).toMatchObject({ name: 'page_view', at: `${url}/rules`, from: `${url}/privacy` })
	await page.goBack()
	await expect.poll(() => sent).toHaveLength(4)
	expect(sent[3]).toMatchObject({ name: 'page_view', at: `${url}/privacy` })
	await page.goBack()
	await expect(page.getByRole('heading', { level: 1, name: '質問する' })).toBeVisible()
	expect(sent).toHaveLength(4)
	expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
	expect(faults).toEqual([])
})

for (const { name, use } of sizes)
	test.describe(name, () => {
		test.use(use)

		test('the bar covers nothing that is needed, and shifts nothing', async ({ page }) => {
			await watch(page)
			await page.addInitScript(() => {
				const tracked = window as unknown as { shift: number }
				tracked.shift = 0
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) tracked.shift += (entry as PerformanceEntry & { value: number }).value
				}).observe({ type: 'layout-shift', buffered: true })
			})
			await page.goto(`${url}/category/task/list/501/tokyo`)
			await expect(bar(page)).toBeInViewport({ ratio: 1 })
			await expectNoViolation(page)
			const height = (await bar(page).boundingBox())?.height ?? 0
			expect(height).toBeLessThan((page.viewportSize()?.height ?? 0) * 0.3)
			const [yes, no] = await Promise.all(
				['同意する', '同意しない'].map((answer) => bar(page).getByRole('button', { name: answer, exact: true }).boundingBox()),
			)
			expect([yes?.width, yes?.y]).toEqual([no?.width, no?.y])

			// It never covers the focused element, and the comparison bar is above it.
			const tops = () =>
				page.evaluate(
					() =>
						[
							document.activeElement?.getBoundingClientRect().bottom ?? 0,
							document.querySelector('[data-analytics-bar]')?.getBoundingClientRect().top ?? 0,
						] as const,
				)
			for (let step = 0; step < 40; step++) {
				await page.keyboard.press('Tab')
				const [bottom, top] = await tops()
				expect(bottom).toBeLessThanOrEqual(top)
			}
			await page.getByRole('article').getByRole('checkbox').first().check()
			const compare = await page.getByRole('button', { name: '並べて比較する' }).boundingBox()
			expect((compare?.y ?? 0) + (compare?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0)
			await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
			const last = await page.getByRole('contentinfo').locator('small').boundingBox()
			expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0)
			expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)

			// By the keyboard alone: it is the last thing on the page.
			// A phone folds the groups of the footer.
			await page.getByRole('contentinfo').locator('a:visible, summary:visible').last().focus()
			await page.keyboard.press('Tab')
			await expect(bar(page).getByRole('link')).toBeFocused()
			await page.keyboard.press('Tab')
			await page.keyboard.press('Tab')
			await page.keyboard.press('Enter')
			await expect(bar(page)).toBeHidden()
			await page.goto(`${url}/privacy`)
			await expect(state(page)).toContainText('同意されていません')
			await expectNoViolation(page)
		})
	})

test('the bar is not printed', async ({ page }) => {
	await watch(page)
	await page.goto(`${url}/about`)
	await expect(bar(page)).toBeVisible()
	await page.emulateMedia({ media: 'print' })
	await expect(bar(page)).toBeHidden()
})

test('without scripts the banner is absent and nothing is sent', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false })
	const page = await context.newPage()
	const { asked } = await watch(page)
	await page.goto(`${url}/privacy`)
	await expect(bar(page)).toBeHidden()
	await expect(page.locator('noscript p')).toHaveText('スクリプトが動かない設定のため、送信していません。')
	expect(asked).toEqual([])
	await context.close()
})

test('a Plausible-compatible script counts public pages of visitors, and no others', async ({ page }) => {
	await site?.stop()
	const src = 'https://stats.example/js/script.js'
	site = await startSite({ dataDir, env: { ANALYTICS: 'plausible', PLAUSIBLE_SRC: src, PLAUSIBLE_DOMAIN: 'shirube.example' } })
	url = site.url
	const { asked, faults } = await watch(page)
	const script = page.locator(`head script[src="${src}"]`)
	for (const path of ['/login', '/search?q=相続', '/bulk_estimate/confirm/secret', '/office/1/inquiry', '/no/such/page']) {
		await page.goto(`${url}${path}`)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(page.locator('script[src^="https:"]')).toHaveCount(0)
	}
	expect(asked).toEqual([])
	const known = faults.length
	for (const path of ['/', '/about', '/category/task/list/501/tokyo', '/office/1', '/qa/1']) {
		await page.goto(`${url}${path}`)
		await expect(script).toHaveAttribute('data-domain', 'shirube.example')
		await expect(bar(page)).toHaveCount(0)
	}
	expect(asked).toEqual(Array.from({ length: 5 }, () => src))
	expect(await page.evaluate(() => document.referrer)).toBe('')
	await page.goto(`${url}/bulk_estimate/confirm/secret`)
	await page.getByRole('contentinfo').getByRole('link', { name: 'サービス紹介' }).click()
	await expect(page).toHaveURL(`${url}/about`)
	expect(await page.evaluate(() => document.referrer)).toBe(`${url}/`)
	expect(faults.slice(known).filter((fault) => !fault.includes('404'))).toEqual([])

	await page.goto(`${url}/login`)
	await wake(page)
	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(menuButton(page)).toBeVisible()
	await page.goto(`${url}/about`)
	await expect(menuButton(page)).toBeVisible()
	await expect(page.locator('script[src^="https:"]')).toHaveCount(0)
})
