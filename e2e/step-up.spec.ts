import { expect, test } from '@playwright/test'
import { demoPassword, logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { wake } from './pages.ts'
import { ageLogin, forgetUsedCodes } from './presence.ts'

for (const javaScriptEnabled of [true, false])
	test(`staff prove who they are before they see personal data, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
		browser,
	}) => {
		const page = await (await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })).newPage()
		await logInAsStaff(page)
		await ageLogin(page, 20)
		await page.goto('/admin/diagnoses?state=all')
		await page.getByRole('main').getByRole('link').last().click()
		await expect(page).toHaveURL(/\/admin\/renew\?redirect=%2Fadmin%2Fdiagnoses%2F\d+$/)
		await expect(page.getByRole('heading', { level: 1, name: 'もう一度ログインの確認をしてください' })).toBeVisible()
		if (javaScriptEnabled) {
			await wake(page)
			await expectNoViolation(page)
		}
		await page.getByLabel('現在のパスワード', { exact: true }).fill('wrong password of somebody')
		await page.getByLabel('認証アプリのコード').fill('000000')
		await page.getByRole('button', { name: '確認して続ける' }).click()
		await expect(page.getByRole('alert')).toBeVisible()
		await forgetUsedCodes('staff@example.com')
		const mailbox = await page.context().newPage()
		await expect(async () => {
			await mailbox.goto('/demo/mailbox')
			const code = await mailbox.locator('[data-authenticator-code]').innerText({ timeout: 1_000 })
			await page.getByLabel('現在のパスワード', { exact: true }).fill(demoPassword)
			await page.getByLabel('認証アプリのコード').fill(code)
			await page.getByRole('button', { name: '確認して続ける' }).click()
			await expect(page).toHaveURL(/\/admin\/diagnoses\/\d+$/, { timeout: 5_000 })
		}).toPass({ timeout: 120_000, intervals: [3_000] })
	})
