import { expect, test } from '@playwright/test'
import { searchBox, sizes, wake } from './pages.ts'

for (const { name, use } of sizes)
	test.describe(name, () => {
		test.use(use)

		test('words of a task and of a place lead to their list in any order, script or width', async ({ page }) => {
			for (const words of ['確定申告 三鷹駅', '三鷹駅　確定申告', 'みたか 確定申告', 'ｍｉｔａｋａ 確定申告']) {
				await page.goto(`/search?q=${encodeURIComponent(words)}`)
				await page.getByRole('link', { name: /^三鷹駅 × 確定申告/ }).click()
				await expect(page.getByRole('heading', { level: 1 })).toHaveText('三鷹駅の近くで確定申告を頼める事務所')
			}
		})

		test('places with the same name are distinguished', async ({ page }) => {
			await page.goto('/search?q=府中市')
			const areas = page.getByRole('region', { name: '地域・駅' })
			await expect(areas.getByRole('listitem').filter({ hasText: '東京都' }).first()).toBeVisible()
			await expect(areas.getByRole('listitem').filter({ hasText: '広島県' }).first()).toBeVisible()
		})

		test('offices and experts are found by name', async ({ page }) => {
			await page.goto('/search')
			await wake(page)
			await searchBox(page).fill('三鷹つむぎ')
			await searchBox(page).press('Enter')
			await page.getByRole('region', { name: '事務所', exact: true }).getByRole('link', { name: '三鷹つむぎ税理士事務所' }).click()
			await expect(page).toHaveURL('/office/1')
			await page.goto('/search?q=森川 由紀')
			await page.getByRole('region', { name: '専門家', exact: true }).getByRole('link', { name: /森川/ }).first().click()
			await expect(page).toHaveURL('/expert/1')
		})
	})

test('an empty result has advice and links, and keeps the words', async ({ page }) => {
	await page.goto('/search?q=ぬぬぬぬぬぬ')
	await expect(page.getByText('「ぬぬぬぬぬぬ」に当てはまる業務・地域・事務所・専門家、質問、記事は見つかりませんでした。')).toBeVisible()
	await expect(searchBox(page)).toHaveValue('ぬぬぬぬぬぬ')
	await page.getByRole('main').getByRole('link', { name: '業務の一覧' }).click()
	await expect(page).toHaveURL('/category/task/list')
})

test('an empty list explains what it shows instead', async ({ page }) => {
	await page.goto('/search?q=相続登記 京都')
	await expect(page.getByRole('link', { name: '京都駅 × 相続登記' })).toContainText('近くの事務所を表示')
})

test('markup in a search stays text', async ({ page }) => {
	const words = `<img src=x onerror=alert(1)> "三鷹" & 'x'`
	await page.goto(`/search?q=${encodeURIComponent(words)}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`「${words}」の検索結果`)
	await expect(searchBox(page)).toHaveValue(words)
	await expect(page.locator('main img[src="x"]')).toHaveCount(0)
})

test('results of one search do not appear for the next', async ({ page }) => {
	await page.goto('/search?q=就業規則')
	await wake(page)
	await searchBox(page).fill('相続登記')
	await searchBox(page).press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: '「相続登記」の検索結果' })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('heading', { level: 1, name: '「就業規則」の検索結果' })).toBeVisible()
	await expect(searchBox(page)).toHaveValue('就業規則')
})
