import { expect, type Page, test } from '@playwright/test'
import { logIn, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('an office answers an inquiry with a quote, and the client chooses it', async ({ browser, page }) => {
	const subject = `届出の費用の相談 ${Date.now().toString(36)}`
	const expert = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage()
	await logIn(expert, 'expert@example.com')
	await expert.goto('/mypage/inquiries')
	const box = expert.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	const office = new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''

	await page.setViewportSize({ width: 360, height: 800 })
	const email = await verifiedMember(page)
	await page.goto(`/office/${office}/inquiry`)
	await page.getByLabel('件名').fill(subject)
	await page.getByLabel('内容').fill('届出をまとめてお願いしたいです。費用を教えてください。')
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()

	await expert.goto(`/mypage/inquiries?office=${office}`)
	await expert.getByRole('link', { name: new RegExp(subject) }).click()
	await expert.getByRole('link', { name: '見積もりを送る' }).click()
	await expect(expert.getByText('届出をまとめてお願いしたいです。')).toBeVisible()
	await expectNoViolation(expert)
	await expectRowsKeptFromBeforeScripts(expert)
	await expert.reload()
	await expert.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(expert.getByRole('alert')).toContainText('見積もりを出す業務を選んでください。')
	await expect(expert.getByRole('textbox', { name: '項目' })).toHaveAccessibleDescription(/項目を1つ以上入力してください。/)
	await expect(expert).toHaveURL(/\/quote$/)
	await expert.locator('#name-0').fill('届出書の作成と提出')
	await expert.locator('#unitPrice-0').fill('30,000')
	await expert.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(expert.getByText('見積もりを出す業務を選んでください。').first()).toBeVisible()
	await expect(expert.locator('#name-0')).toHaveValue('届出書の作成と提出')
	await expect(expert.getByText('33,000円')).toBeVisible()
	await expert.getByRole('combobox', { name: /^業務/ }).selectOption({ index: 1 })
	await expert.getByRole('button', { name: '確認する', exact: true }).click()
	await expect(expert.getByRole('heading', { name: /^依頼者にはこのように見えます/ })).toBeVisible()
	await expectNoViolation(expert)
	await expert.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(expert.getByRole('status').filter({ hasText: '見積もりを送りました。' })).toBeInViewport()

	await page.goto('/mypage/cases')
	const own = page.getByRole('main').getByRole('listitem').filter({ hasText: '届いた見積もりを比べて' })
	await own.getByRole('link').first().click()
	await expect(page.getByText('問い合わせた内容')).toBeVisible()
	await expectNoViolation(page)
	await page.getByText('この事務所に依頼する').click()
	await expect(page.getByText('お名前とメールアドレスを知らせ').first()).toBeVisible()
	await page.getByRole('button', { name: '依頼先に決める' }).click()
	await expect(page.getByText('に依頼先を決めました。').first()).toBeVisible()

	await expert.goto('/mypage/pipeline')
	await expect(expert.getByRole('heading', { name: /^成約（[1-9]/ })).toBeVisible()
	await expectNoViolation(expert)
	await expert.goto('/mypage/today')
	await expect(expert.getByRole('heading', { name: /^今日やること（[1-9]/ })).toBeVisible()
	await expectNoViolation(expert)
	await expert.getByRole('main').getByText('選ばれました・連絡する').first().waitFor()
	await expert.goto('/mypage/inbox?who=nobody')
	await expert
		.locator('main a[href*="/inbox/leads/"]')
		.filter({ hasText: '渡辺 さくら' })
		.filter({ hasText: '選ばれました' })
		.first()
		.click()
	await expect(expert.getByText(email)).toBeVisible()
	expect(await expert.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

	await expert.goto('/mypage/pipeline')
	const won = expert.getByRole('region', { name: /^成約（/ })
	const card = won.getByRole('listitem').filter({ hasText: '渡辺 さくら' }).filter({ hasText: '選ばれました' }).first()
	await card.getByText('進める').click()
	await card.getByRole('button', { name: '連絡した' }).click()
	await expect(expert.getByRole('status').filter({ hasText: '依頼者へ連絡したことを記録しました。' })).toBeInViewport()
	await expectNoViolation(expert)
})

test('an expert reads what came of the cases, without a script', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
	const page = await context.newPage()
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/stats')
	await page.getByRole('navigation', { name: '統計の種類' }).getByRole('link', { name: '案件' }).click()
	await expect(page.getByRole('heading', { level: 2, name: '案件の統計' })).toBeVisible()
	await expect(page.getByRole('table', { name: '掲載から成約まで' })).toBeVisible()
	await expect(page.getByRole('rowheader', { name: '問い合わせ・依頼' })).toBeVisible()
	await context.close()
})

/** Further rows that were opened and filled before the code arrived stay, and count. */
async function expectRowsKeptFromBeforeScripts(page: Page): Promise<void> {
	const { promise: held, resolve: release } = Promise.withResolvers<void>()
	await page.route('**/assets/*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.reload({ waitUntil: 'commit' })
	await page.getByText('項目を増やす').click()
	await page.locator('#name-1').fill('記帳の確認')
	release()
	await expect(async () => {
		await page.locator('#unitPrice-1').fill('')
		await page.locator('#unitPrice-1').fill('4,000')
		await expect(page.getByText('4,400円').first()).toBeVisible({ timeout: 500 })
	}).toPass()
	await expect(page.locator('#name-1')).toHaveValue('記帳の確認')
	await page.unroute('**/assets/*.js')
}
