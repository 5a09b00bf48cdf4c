import { expect, type Page, test } from '@playwright/test'
import { freshAddress, logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test.use({ viewport: { width: 360, height: 800 } })

/** A phone folds the groups of the footer. */
async function followFooter(page: Page, name: string): Promise<void> {
	const footer = page.getByRole('navigation', { name: 'フッター' })
	await footer.getByText('規約・サポート').click()
	await footer.getByRole('link', { name }).click()
}

test('the operator is named, and the footer of every page links there', async ({ page }) => {
	await page.goto('/')
	await followFooter(page, '運営会社')
	await expect(page.getByRole('heading', { level: 1, name: '運営会社' })).toBeVisible()
	await expect(page.getByText('株式会社しるべ（架空の会社）')).toBeVisible()
	await expectNoViolation(page)
	await followFooter(page, '特定商取引法に基づく表記')
	await expect(page.getByText('運営統括責任者')).toBeVisible()
	await expectNoViolation(page)
})

test('a claim is taken without a login, answered with its outcome, and closed', async ({ page, browser }) => {
	const claimant = freshAddress()
	await page.goto('/')
	await followFooter(page, 'お問い合わせ')
	await expectNoViolation(page)
	await page.getByRole('link', { name: '権利の侵害の申出' }).click()
	await page.getByLabel('お名前').fill('権田 利子')
	await page.getByLabel('内容').fill('質問の本文に、わたしの氏名と勤め先が書かれています。')
	await page.getByRole('button', { name: '送信する' }).click()
	const alert = page.getByRole('alert')
	for (const fault of ['侵害された権利を選んでください。', '申し出る方の立場を選んでください。', 'ページのURLを入力してください。'])
		await expect(alert).toContainText(fault)
	await expect(page.getByLabel('お名前')).toHaveValue('権田 利子')
	await expectNoViolation(page)
	await page.getByLabel('メールアドレス').fill(claimant)
	await page.getByText('プライバシー・肖像').click()
	await page.getByText('本人（法人の場合は代表者・担当者）').click()
	await page.getByLabel('ページのURL').fill('https://evil.example/qa/1')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByRole('alert')).toContainText('のページのURLを入力してください。')
	await page.getByLabel('ページのURL').fill('/qa/1')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible()
	await expectNoViolation(page)
	const number = /受付番号：(\d+)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1] ?? ''

	const staff = await (await browser.newContext({ javaScriptEnabled: true, viewport: { width: 1280, height: 900 } })).newPage()
	await logInAsStaff(staff)
	await staff.goto('/admin/contacts')
	await expectNoViolation(staff)
	await expect(staff.getByText('権田 利子')).toHaveCount(0)
	await staff.getByRole('link', { name: `受付番号 ${number}`, exact: true }).click()
	await expect(staff.getByText('権田 利子')).toBeVisible()
	await expectNoViolation(staff)
	await staff.getByLabel('措置をとった').check()
	await staff.getByRole('button', { name: '対応を終了する' }).click()
	await expect(staff.getByRole('alert')).toContainText('先に、結果とその理由を申出者へ返信してください。')
	await staff.getByLabel('返信の文面').fill('申出の箇所を確認し、氏名と勤め先の部分を非公開にしました。')
	await staff.getByRole('button', { name: '返信を送る' }).click()
	await expect(staff.getByText('返信を送りました。')).toBeVisible()
	await staff.getByLabel('措置をとった').check()
	await staff.getByRole('button', { name: '対応を終了する' }).click()
	await expect(staff.getByText('対応を終了しました。')).toBeVisible()
	await expectNoViolation(staff)
	await staff.goto('/admin/contacts?state=closed')
	await expect(staff.getByRole('link', { name: `受付番号 ${number}`, exact: true })).toBeVisible()
	await staff.goto(`/admin/audit?subject=support:${number}`)
	await expect(staff.getByText('support.close').first()).toBeVisible()
})
