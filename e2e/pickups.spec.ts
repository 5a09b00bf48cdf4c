import { devices, expect, test } from '@playwright/test'
import { logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('staff choose an expert for a list, see the page, publish, count a click and end it, by keyboard on a phone too', async ({
	page,
	browser,
}) => {
	// Clicks of programs that say what they are do not count.
	const { userAgent } = devices['Desktop Chrome']
	const visitor = await (
		await browser.newContext({ locale: 'ja-JP', userAgent, extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.171' } })
	).newPage()
	await logInAsStaff(page)
	await page.goto('/admin/pickups')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('専門家の紹介')
	await expectNoViolation(page)
	await page.getByRole('combobox', { name: '一覧', exact: true }).selectOption('5')
	await page.getByRole('combobox', { name: '都道府県', exact: true }).selectOption({ label: '東京都' })
	await page.getByRole('button', { name: 'この場所で取り上げる人を選ぶ' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toContainText('取り上げる人を選ぶ：')
	await expectNoViolation(page)
	await page.setViewportSize({ width: 360, height: 740 })
	const choose = page.getByRole('link', { name: /さんを取り上げる$/ }).first()
	const name = (await choose.textContent())?.replace('さんを取り上げる', '') ?? ''
	await choose.press('Enter')

	await page.getByLabel('選んだ理由').fill('短い')
	await page.getByLabel('終わりの日').fill('')
	await page.getByLabel(/掲載料をいただいている/).check()
	await page.getByRole('button', { name: '下書きを作る' }).press('Enter')
	await expect(page.getByRole('alert')).toContainText('10文字以上')
	await expect(page.getByLabel('選んだ理由')).toHaveValue('短い')
	await page.getByLabel(/掲載料をいただいている/).uncheck()
	const reason = '開業から3期目までの相談を、夜間と土曜にも受けています。'
	await page.getByLabel('選んだ理由').fill(reason)
	await page.getByRole('button', { name: '下書きを作る' }).press('Enter')
	await expect(page.getByText('下書きを作りました。')).toBeVisible()
	await expect(page.getByRole('region', { name: /^見え方/ }).getByText(reason)).toBeVisible()
	await expectNoViolation(page)

	await visitor.goto('/category/list/5/tokyo')
	await expect(visitor.getByRole('heading', { name: '編集部が選んだ専門家' })).toHaveCount(0)
	await page.getByRole('button', { name: '公開する', exact: true }).press('Enter')
	await expect(page.getByText('公開しました。始まりの日から表示されます。')).toBeVisible()
	const address = page.url().replace(/\?.*/, '')

	await expect(async () => {
		await visitor.goto('/category/list/5/tokyo')
		await expect(visitor.getByRole('heading', { name: '編集部が選んだ専門家' })).toBeVisible({ timeout: 500 })
	}).toPass()
	await expectNoViolation(visitor)
	await visitor.getByRole('link', { name, exact: true }).first().click()
	await expect(visitor).toHaveURL(/\/expert\/\d+\?pickup=\d+$/)
	await expect(visitor.getByRole('heading', { level: 1 })).toContainText(name)
	// The browser had fetched the page ahead; its look counts with the first touch, when the page's script comes.
	await visitor.getByRole('heading', { level: 1 }).click()
	await expect(async () => {
		await page.goto(address)
		await expect(page.getByText('累計1回')).toBeVisible({ timeout: 500 })
	}).toPass({ timeout: 20_000 })

	await page.getByLabel('理由', { exact: true }).fill('紹介の期間を短くするため')
	await page.getByRole('button', { name: 'いますぐ終える' }).press('Enter')
	await expect(page.getByText('掲載を終えました。ページから消えました。')).toBeVisible()
	await expect(page.getByRole('region', { name: '履歴' })).toContainText('紹介の期間を短くするため')
	await expectNoViolation(page)
	await visitor.goto('/category/list/5/tokyo')
	await expect(visitor.getByRole('heading', { name: '編集部が選んだ専門家' })).toHaveCount(0)
})
