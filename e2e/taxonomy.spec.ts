import { expect, test } from '@playwright/test'
import { logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('staff edit a task as a draft, see its page, publish it, restore it, and keep a filter of a queue', async ({ page, browser }) => {
	const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
	await logInAsStaff(page)
	await page.goto('/admin/taxonomy')
	await page.getByText('法務・契約（業務').click()
	await page.getByRole('link', { name: '利用規約', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('利用規約')

	await page.getByLabel('読み').fill('りようきやく123！')
	await page.getByLabel('名前', { exact: true }).fill('利用規約づくり')
	await page.getByRole('button', { name: '下書きを保存する' }).click()
	await expect(page.getByRole('alert')).toContainText('読みは、ひらがなで書いてください。')
	await expect(page.getByLabel('名前', { exact: true })).toHaveValue('利用規約づくり')
	await page.getByLabel('読み').fill('りようきやくづくり')
	await page.getByLabel('変える理由').fill('検索で見つけやすくするため')
	await page.getByRole('button', { name: '下書きを保存する' }).click()
	await expect(page.getByText('公開中の内容は、まだ変わっていません。')).toBeVisible()
	await expectNoViolation(page)

	await visitor.goto('/category/task/list/704')
	await expect(visitor.getByRole('heading', { level: 1 })).not.toContainText('利用規約づくり')
	await page.getByRole('link', { name: '公開したときのページを見る' }).click()
	await expect(page.getByRole('heading', { name: '利用規約づくりとは' })).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('link', { name: '編集に戻る' }).click()
	await page.getByRole('button', { name: 'いま公開する' }).click()
	await expect(page.getByText('公開しました。', { exact: true })).toBeVisible()
	await visitor.goto('/category/task/list/704')
	await expect(visitor.getByRole('heading', { level: 1 })).toContainText('利用規約づくり')

	await page.getByRole('button', { name: '第1版を下書きに写す' }).click()
	await page.getByRole('button', { name: 'いま公開する' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('利用規約')

	await page.goto('/admin/queues/reports?reason=abuse')
	await page.getByText(/^保存した見方/).click()
	await page.getByLabel('いまの絞り込みの名前').fill('人を傷つけるもの')
	await page.getByRole('button', { name: 'この見方を保存する' }).click()
	await expect(page.getByText('見方を保存しました。')).toBeVisible()
	await page.goto('/admin/queues/reports')
	await page.getByText(/^保存した見方/).click()
	await page.getByRole('link', { name: '人を傷つけるもの', exact: true }).first().click()
	await expect(page).toHaveURL(/reason=abuse/)
})
