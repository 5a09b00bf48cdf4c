import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { demoPassword, fillLogin, freshAddress, logInAsStaff, longPassword, menuButton, register } from './accounts.ts'
import { wake } from './pages.ts'
import { diagnosisQuery } from './diagnosis.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pages = [
	'/',
	'/about',
	'/action?mode=verifyEmail&oobCode=unknown',
	'/articles',
	'/articles?task=601',
	'/articles?task=1206',
	'/articles/notices-after-incorporation',
	'/bulk_estimate?task=503&office=1',
	'/bulk_estimate/confirm/unknown',
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
	'/demo/mailbox',
	'/error?code=404',
	'/expert/1',
	'/expert/register',
	'/lp/factoring',
	`/lp/factoring${diagnosisQuery()}`,
	`/lp/factoring/contact${diagnosisQuery()}`,
	`/lp/factoring/contact/sent${diagnosisQuery()}`,
	'/lp/factoring/contact/confirm/unknown',
	'/lp/factoring/contact/request/unknown',
	'/login',
	'/login?redirect=/mypage',
	'/lp/introduction',
	'/no/such/page',
	'/office/1',
	'/office/1/inquiry',
	'/office/search/prefecture/tokyo',
	'/ogp/image?title=題名',
	'/password_reset',
	'/password_reset?oobCode=unknown',
	'/privacy',
	'/qa',
	'/qa?q=経費',
	'/qa?q=zzzz&category=5',
	'/qa/1',
	'/qa/write',
	'/register',
	'/register_mailed',
	'/rules',
	'/search',
	'/search?q=三鷹駅 確定申告',
	'/tool/1',
	'/unsubscribe?token=unknown',
]

/** For members only. */
const memberPages = [
	'/mypage',
	'/mypage/profile',
	'/mypage/notifications',
	'/mypage/account',
	'/leave',
	'/mypage/questions',
	'/mypage/articles',
	'/mypage/inquiries',
	'/mypage/estimates',
	'/mypage/diagnoses',
	'/mypage/leads',
	'/mypage/reviews',
	'/office/1/inquiry',
	'/qa/post',
	'/favorite',
	'/follow',
	'/expert/register',
	'/expert/register/credentials',
	'/expert/register/profile',
	'/expert/register/office?postalCode=1810013&q=三鷹',
	'/expert/register/consents',
	'/notifications',
	'/report/expert/3',
	'/report/thanks',
]

/** Of the demo's expert, who owns the first office. */
const expertPages = [
	'/mypage/expert',
	'/mypage/expert/credentials',
	'/mypage/offices',
	'/office/edit/1',
	'/office/edit/1/preview',
	'/office/edit/1/members',
	'/office-delete/1',
	'/expert/1',
	'/follower',
	'/mypage/stats',
	'/mypage/queue',
	'/mypage/inquiries?office=1',
]

/** The rooms of staff; of each list also the first thing that stands in it. */
const staffPages = [
	'/admin',
	'/admin/experts',
	'/admin/experts?state=verified',
	'/admin/offices',
	'/admin/offices?filter=all',
	'/admin/articles',
	'/admin/leads',
	'/admin/diagnoses?state=all',
	'/admin/reports',
	'/admin/reports?decided=1',
	'/admin/appeals',
	'/admin/questions',
	'/admin/reviews',
	'/admin/staff',
	'/admin/audit',
	'/admin/jobs',
]

async function expectNoViolation(page: Page): Promise<void> {
	// Evaluated by the debugger, so that the page's policy is left as it is.
	await page.evaluate(axe)
	const { violations } = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run())
	expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

const widths = [360, 1280]

test('the rooms of staff: no violation, nothing cut off', async ({ page }) => {
	test.setTimeout(300_000)
	await logInAsStaff(page)
	const queue = [...staffPages]
	for (const path of queue) {
		await page.goto(path)
		await expect(page.getByRole('navigation', { name: '管理' })).toBeVisible()
		const [found] = await page
			.locator(`main li a[href^="${path.split('?')[0] ?? ''}/"]`)
			.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '').filter((href) => /\/\d+$/.test(href)))
		if (found !== undefined && !queue.includes(found)) queue.push(found)
		await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
		for (const width of widths) {
			await page.setViewportSize({ width, height: 800 })
			await expectNoViolation(page)
		}
	}
	// Experts, offices, articles and requests have at least one each.
	expect(queue.length).toBeGreaterThanOrEqual(staffPages.length + 4)
})

for (const width of widths) {
	for (const path of pages)
		test(`${path} at ${width} px: no violation, nothing cut off`, async ({ page }) => {
			await page.setViewportSize({ width, height: 800 })
			await page.goto(path)
			await expectNoViolation(page)
		})

	test(`an office’s pages for its owner at ${width} px: no violation, nothing cut off`, async ({ page }) => {
		test.setTimeout(180_000)
		await page.setViewportSize({ width, height: 800 })
		await page.goto('/login')
		await fillLogin(page, 'expert@example.com', demoPassword)
		await expect(menuButton(page)).toBeVisible()
		for (const path of expertPages) {
			await page.goto(path)
			await wake(page)
			await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
			await expectNoViolation(page)
		}
	})

	test(`a member’s pages at ${width} px: no violation, nothing cut off`, async ({ page }) => {
		test.setTimeout(180_000)
		await page.setViewportSize({ width, height: 800 })
		await page.goto('/login')
		await fillLogin(page, 'member@example.com', demoPassword)
		await expect(menuButton(page)).toBeVisible()
		for (const path of memberPages) {
			await page.goto(path)
			await wake(page)
			for (const summary of await page.locator('main summary').all()) await summary.click()
			await expectNoViolation(page)
		}
		await menuButton(page).click()
		await expectNoViolation(page)
	})

	test(`/welcome at ${width} px: no violation, nothing cut off`, async ({ page }) => {
		await page.setViewportSize({ width, height: 800 })
		const email = freshAddress()
		await register(page, email)
		await page.goto('/login')
		await fillLogin(page, email, longPassword)
		await expect(page).toHaveURL('/welcome')
		await expectNoViolation(page)
	})
}
