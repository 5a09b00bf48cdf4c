import { expect, test } from '@playwright/test'
import { isoDay } from '../src/domain/shared/japan-time.ts'
import { logIn, logInAsStaff } from './accounts.ts'

// Forms of plans and of accounting work without scripts, so that is how they are walked.
test.use({ javaScriptEnabled: false })

test('an expert tries a plan, pays by invoice, and staff match the payment from a file of the bank', async ({ page, browser }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/stats')
	await expect(page.getByRole('link', { name: '365日（プロ）' })).toHaveAttribute('href', '/register_premium')
	await page.goto('/register_premium')
	await page.getByRole('link', { name: '30日間無料で試す' }).first().click()
	await expect(page.getByRole('heading', { name: 'お試しの申し込みの確認' })).toBeVisible()
	await page.getByLabel('請求書の宛名').fill('三鷹あおい税理士事務所')
	await page.getByLabel('振込人の名義').fill('三鷹')
	await page.getByRole('button', { name: '無料のお試しを始める' }).click()
	await expect(page.getByRole('alert')).toContainText('カタカナ')
	await expect(page.getByLabel('請求書の宛名')).toHaveValue('三鷹あおい税理士事務所')
	await page.getByLabel('振込人の名義').fill('ミタカアオイゼイリシジムショ')
	await page.getByRole('button', { name: '無料のお試しを始める' }).click()
	await expect(page.getByRole('heading', { name: 'お申し込みありがとうございます' })).toBeVisible()

	await page.getByRole('link', { name: '契約の内容を見る・解約する' }).click()
	await page.getByRole('button', { name: 'お試しを終えて、今日から契約する' }).click()
	await expect(page.getByRole('status')).toContainText('契約が始まりました')
	await page.getByRole('link', { name: '請求書の一覧を見る' }).click()
	const link = page.getByRole('rowheader').getByRole('link').first()
	const number = await link.innerText()
	await link.click()
	await expect(page.getByRole('heading', { name: `請求書 ${number}` })).toBeVisible()
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'PDFをダウンロードする' }).click()
	expect((await download).suggestedFilename()).toBe(`invoice-${number}.pdf`)

	const desk = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
	await logInAsStaff(desk)
	await desk.goto('/admin/billing/transfers')
	const today = isoDay(Date.now()).replaceAll('-', '/')
	await desk.getByLabel('明細のファイル').setInputFiles({
		name: 'meisai.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from(`日付,内容,出金金額(円),入金金額(円)\r\n${today},ﾐﾀｶｱｵｲｾﾞｲﾘｼｼﾞﾑｼﾖ,,"9,800"\r\n`),
	})
	await desk.getByRole('button', { name: '取り込む' }).click()
	await expect(desk.getByRole('status')).toContainText('1件の入金を取り込みました。')
	await desk.getByRole('button', { name: `この請求書に充てる（${number}）` }).click()
	await expect(desk.getByRole('status')).toContainText('入金を請求書に充てました。')
	await desk.goto('/admin/billing')
	await expect(desk.getByRole('rowheader', { name: '三鷹あおい税理士事務所' })).toBeVisible()

	await page.reload()
	await expect(page.getByText('支払い済み')).toBeVisible()
	await page.goto('/register_premium')
	await page.getByRole('link', { name: 'このプランに上げる' }).click()
	await expect(page.getByRole('heading', { name: '今日の請求の内訳' })).toBeVisible()
	await page.getByRole('button', { name: '変更を確定する' }).click()
	await expect(page.getByRole('status')).toContainText('プランの変更を受け付けました。')
	await page.goto('/register_premium/confirm?plan=standard&interval=month')
	await page.getByRole('button', { name: '次の期間からの変更を確定する' }).click()
	await page.getByRole('button', { name: '予定を取り消して、いまの契約を続ける' }).click()
	await page.getByRole('link', { name: '解約する' }).click()
	await page.getByRole('button', { name: '解約する' }).click()
	await expect(page.getByRole('status')).toContainText('解約を受け付けました。')
	await page.getByRole('button', { name: '予定を取り消して、いまの契約を続ける' }).click()
	await expect(page.getByRole('status')).toContainText('いまの契約が続きます。')
})
