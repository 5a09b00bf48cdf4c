import { expect, test } from '@playwright/test'

test('the top page answers', async ({ page }) => {
	await page.goto('/')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await page.screenshot({ path: 'test-results/top.png' })
})
