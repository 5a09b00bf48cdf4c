import { expect, test } from '@playwright/test'
import { demoPassword, fillLogin, freshAddress, logInAsStaff, longPassword, menuButton, register } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { wake } from './pages.ts'
import { expertPages, memberPages, pages, staffPages } from './every-page.ts'

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
