import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { asDemoExpert, openNewestLead } from './presence.ts'

const next = (page: Page) => page.getByRole('button', { name: '次へ進む' }).click()
const OPPONENT = '丙野商事株式会社'

test('an office reads the name of the opponent once it is disclosed, finds no conflict, and can be chosen then', async ({
	page,
	browser,
}) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'member@example.com')
	await page.goto('/office/1')
	await page.getByRole('link', { name: '見積もりを頼む' }).click()
	await page.getByLabel('頼みたい業務').selectOption('税務調査')
	await next(page)
	await page.getByLabel('個人事業').check()
	for (const select of await page.getByRole('main').getByRole('combobox').all()) await select.selectOption({ index: 1 })
	for (const count of await page.getByRole('main').locator('input[inputmode="numeric"]').all()) await count.fill('3')
	await page.getByLabel(/^予算の上限/).fill('')
	await page.getByLabel(/^相手方のお名前/).fill(OPPONENT)
	await expectNoViolation(page)
	await next(page)
	await next(page)
	await page.getByLabel('お名前', { exact: true }).fill('争議 花子')
	await expect(page.getByText(OPPONENT)).toBeVisible()
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: 'この内容で依頼する' }).click()
	await expect(page.getByRole('heading', { name: '事務所ごとの状況（1か所）' })).toBeVisible()
	const address = page.url()

	const expert = await asDemoExpert(browser)
	await openNewestLead(expert, '税務調査')
	await expect(expert.getByText(OPPONENT)).toHaveCount(0)
	await expert.getByRole('button', { name: '相手方のお名前を尋ねる' }).click()
	await expect(expert.getByText('相手方のお名前を尋ねました。')).toBeVisible()
	await expectNoViolation(expert)

	await page.goto(address)
	await page.getByLabel('相手方のお名前', { exact: true }).fill('')
	await page.getByRole('button', { name: 'この事務所に知らせる' }).click()
	await expect(page.getByRole('alert').last()).toContainText('相手方のお名前を入力してください。')
	await expectNoViolation(page)
	await page.getByLabel('相手方のお名前', { exact: true }).fill(OPPONENT)
	await page.getByRole('button', { name: 'この事務所に知らせる' }).click()
	await expect(page.getByText('利益相反がないかを、事務所が確かめています。')).toBeVisible()
	await expectNoViolation(page)

	await expert.reload()
	await expect(expert.getByText(`相手方：${OPPONENT}`)).toBeVisible()
	await expectNoViolation(expert)
	await expert.getByRole('button', { name: '利益相反はない' }).click()
	await expect(expert.getByText('利益相反がないと知らせました。')).toBeVisible()
	await page.reload()
	await expect(page.getByText('利益相反がないことを、事務所が確かめました。')).toBeVisible()
	await page.getByRole('button', { name: '確認を取りやめる' }).click()
	await expert.reload()
	await expect(expert.getByText(OPPONENT)).toHaveCount(0)
})
