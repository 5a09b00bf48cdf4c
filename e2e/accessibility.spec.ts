import { expect, type Page, test } from '@playwright/test'
import { fillLogin, freshAddress, logIn, logInAsStaff, longPassword, menuButton, register } from './accounts.ts'
import { expectNoViolationAtWidths } from './axe.ts'
import { wake } from './pages.ts'
import { expertPages, memberPages, pages, staffPages } from './every-page.ts'

test.use({ viewport: { width: 360, height: 800 } })

const openFolds = (page: Page) => page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))

test('the rooms of staff: no violation, nothing cut off', async ({ page }) => {
	// Some seventy pages, each at two widths.
	test.setTimeout(900_000)
	await logInAsStaff(page)
	const queue = [...staffPages]
	for (const path of queue) {
		await page.goto(path)
		await expect(page.getByRole('navigation', { name: '管理' })).toBeVisible()
		const [found] = await page
			.locator(`main li a[href^="${path.split('?')[0] ?? ''}/"]`)
			.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '').filter((href) => /\/\d+$/.test(href)))
		if (found !== undefined && !queue.includes(found)) queue.push(found)
		await openFolds(page)
		await expectNoViolationAtWidths(page)
	}
	// Experts, offices, articles and requests have at least one each.
	expect(queue.length).toBeGreaterThanOrEqual(staffPages.length + 4)
})

for (const path of pages)
	test(`${path}: no violation, nothing cut off`, async ({ page }) => {
		await page.goto(path)
		await expectNoViolationAtWidths(page)
	})

test('an office’s pages for its owner: no violation, nothing cut off', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	for (const path of expertPages) {
		await page.setViewportSize({ width: 360, height: 800 })
		await page.goto(path)
		await wake(page)
		await openFolds(page)
		await expectNoViolationAtWidths(page)
	}
})

test('a member’s pages: no violation, nothing cut off', async ({ page }) => {
	await logIn(page, 'member@example.com')
	for (const path of memberPages) {
		await page.setViewportSize({ width: 360, height: 800 })
		await page.goto(path)
		await wake(page)
		for (const summary of await page.locator('main summary').all()) await summary.click()
		await expectNoViolationAtWidths(page)
	}
	await menuButton(page).click()
	await expectNoViolationAtWidths(page)
})

test('/welcome: no violation, nothing cut off', async ({ page }) => {
	const email = freshAddress()
	await register(page, email)
	await page.goto('/login')
	await fillLogin(page, email, longPassword)
	await expect(page).toHaveURL('/welcome')
	await expectNoViolationAtWidths(page)
})
