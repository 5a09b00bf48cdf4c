import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

/** The demo's member on the page of the request that waits for quotes of the demo's expert, found by its button. */
async function openRequest(page: Page): Promise<void> {
	await page.goto('/mypage/cases?filter=all')
	const requests = page.getByRole('main').getByRole('listitem').filter({ hasText: '見積もり依頼' })
	await expect(requests.first()).toBeVisible()
	const paths = await requests
		.getByRole('heading', { level: 3 })
		.getByRole('link')
		.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
	for (const path of paths) {
		await page.goto(path)
		if ((await page.getByRole('button', { name: /に質問・相談する$/ }).count()) > 0) return
	}
	throw new Error('no request takes messages')
}

test('a client sees whose turn it is and writes to an office of a request before choosing it', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/cases')
	await expect(page.getByRole('heading', { level: 2, name: '案件' })).toBeVisible()
	await expect(page.getByRole('list', { name: '段階' }).first()).toBeVisible()
	await expect(page.getByText(/の番です：/).first()).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('link', { name: 'あなたの番' }).click()
	await expect(page.getByText('あなたの番です：').first()).toBeVisible()
	await expect(page.getByText('相手の番です：')).toHaveCount(0)

	await openRequest(page)
	await expectNoViolation(page)
	await page
		.getByRole('button', { name: /に質問・相談する$/ })
		.first()
		.click()
	await expect(page.getByRole('heading', { level: 2, name: /の見積もり依頼（受付番号\d+）/ })).toBeVisible()
	await page.getByLabel(/^(返信|メッセージ)/).fill('決算書は前の年の分でも見積もりに使えますか。')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByText('送信しました。').first()).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('link', { name: '見積もり依頼の内容と進み具合を見る' }).click()
	await expect(page.getByRole('link', { name: /とのやり取りを開く$/ }).first()).toBeVisible()
	await page.setViewportSize({ width: 1280, height: 900 })
	await expectNoViolation(page)
})

test('an office opens the conversation of a request without JavaScript', async ({ browser }) => {
	const signedIn = await browser.newContext()
	const first = await signedIn.newPage()
	await logIn(first, 'expert@example.com')
	const context = await browser.newContext({ javaScriptEnabled: false, storageState: await signedIn.storageState() })
	const page = await context.newPage()
	await page.goto('/mypage/leads')
	const paths = await page
		.locator('main a[href^="/mypage/leads/"]')
		.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
	for (const path of paths) {
		await page.goto(path)
		if ((await page.getByRole('button', { name: '依頼した方に質問する' }).count()) > 0) break
	}
	await page.getByRole('button', { name: '依頼した方に質問する' }).click()
	await expect(page.getByRole('heading', { level: 2, name: /の見積もり依頼（受付番号\d+）/ })).toBeVisible()
	await page.getByLabel(/^(返信|メッセージ)/).fill('ご依頼の内容について、1点だけ確認させてください。')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByText('送信しました。').first()).toBeVisible()
	await context.close()
	await signedIn.close()
})
