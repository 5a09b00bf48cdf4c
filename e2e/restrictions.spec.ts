import { expect, type Page, test } from '@playwright/test'
import { days, isoDay } from '../src/domain/shared/japan-time.ts'
import { fillLogin, logInAsStaff, longPassword, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const because = '同じ宣伝の質問を何度も投稿したため、投稿を制限します。'

/** Asserts that axe finds nothing and nothing is cut off in the current state, on a phone and on a desktop. */
async function looksRight(page: Page): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
		await expectNoViolation(page)
	}
}

test('staff limit, suspend and restore an account, with what follows shown before', async ({ browser }) => {
	const member = await (await browser.newContext()).newPage()
	const email = await verifiedMember(member)
	const staff = await (await browser.newContext()).newPage()
	await logInAsStaff(staff)
	await staff.goto('/admin/audit?action=staff')
	await looksRight(staff)
	await staff.goto(`/admin/people?q=${encodeURIComponent(email)}`)
	await staff.getByRole('region', { name: '会員' }).getByRole('link').first().click()
	await staff.getByRole('link', { name: '投稿と処分' }).click()
	await expect(staff.getByRole('heading', { level: 1 })).toContainText('投稿と処分')
	await looksRight(staff)

	await staff.getByText('投稿を制限する', { exact: true }).first().click()
	await staff.getByRole('button', { name: '投稿を制限する' }).click()
	await expect(staff.getByText('制限の最後の日を入力してください。').first()).toBeVisible()
	await looksRight(staff)
	await staff.getByLabel('制限の最後の日').fill(isoDay(Date.now() + days(7)))
	await staff.getByLabel('本人に伝える理由').first().fill(because)
	await staff.getByRole('button', { name: '投稿を制限する' }).click()
	await expect(staff.getByText('投稿を制限し、本人にメールで知らせました。')).toBeVisible()
	await expect(staff.getByText('投稿を制限中').first()).toBeVisible()
	await looksRight(staff)

	await staff.getByText('利用を停止する', { exact: true }).first().click()
	await expect(staff.getByText('台の端末からすぐにログアウトし')).toBeVisible()
	await staff.getByRole('button', { name: '利用を停止する' }).click()
	await expect(staff.getByText('チェックを付けてください。').first()).toBeVisible()
	await looksRight(staff)
	await staff.locator('#suspend-reason').fill(because)
	await staff.getByLabel('停止すると起きることを確認した').check()
	await staff.getByRole('button', { name: '利用を停止する' }).click()
	await expect(staff.getByText('利用を停止中').first()).toBeVisible()
	await looksRight(staff)

	await member.goto('/mypage')
	await expect(member).toHaveURL(/\/login/)
	await fillLogin(member, email, longPassword)
	await expect(member.getByText('このアカウントは利用を停止しています。').first()).toBeVisible()

	await staff.getByLabel('利用の停止を解く理由').fill('本人と話し、再発しないと確認したため')
	await staff.getByRole('button', { name: '利用の停止を解く' }).click()
	await expect(staff.getByText('制限・停止を解き、本人にメールで知らせました。')).toBeVisible()
	await expect(async () => {
		await member.goto('/login?redirect=%2Fmypage')
		await fillLogin(member, email, longPassword)
		await expect(member).toHaveURL(/\/mypage/, { timeout: 3_000 })
	}).toPass({ timeout: 30_000 })
})
