import { expect, test } from '@playwright/test'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

// Landing pages answer without scripts, so that is how they are walked.
test.use({ javaScriptEnabled: false })

test('the funding diagnosis names bad fields, keeps the typing, and answers at an address that can be shared', async ({ page }) => {
	await page.goto('/lp/factoring')
	await page.getByLabel('法人').check()
	await page.getByLabel('売掛金の額（税込）').fill('300万')
	await page.getByLabel('必要な額').fill('百万')
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('alert')).toContainText('入力を確かめてください')
	await expect(page.getByLabel('必要な額')).toHaveValue('百万')
	await expect(page.getByLabel('売掛金の額（税込）')).toHaveValue('300万')
	await expect(page.getByLabel('法人')).toBeChecked()

	await page.getByLabel('業種').selectOption('建設・工事')
	await page.getByLabel(/^請求済みの売掛金/).check()
	await page.getByLabel('上場企業・大企業').check()
	await page.getByLabel('入金予定日').fill(inDays(70))
	await page.getByLabel('必要な額').fill('1000000')
	await page.getByLabel('必要な日').fill(inDays(20))
	await page.getByLabel('滞納はない').check()
	await page.getByLabel(/^見積もりの手数料/).fill('10')
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	await expect(page.getByText(/見積もりの手数料10%では/)).toContainText('%になります。')
	await expect(page.getByRole('img', { name: /手取り1,000,000円を得る費用と日数の関係/ })).toBeVisible()
	await expect(page.getByText(/約束するものではありません/)).toBeVisible()
	await expect(page.getByRole('link', { name: /「公庫申込準備」を相談できる事務所/ })).toHaveAttribute('href', '/category/task/list/202')

	const shared = await page.getByRole('link', { name: /\/lp\/factoring\?/ }).getAttribute('href')
	await page.goto(shared ?? '')
	await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	await expect(page.getByRole('row', { name: /（今回）/ })).toContainText(/円〜.*（年/)
	await expect(page.getByRole('button', { name: 'アドレスをコピーする' })).toHaveCount(0)
})

test.describe('with scripts', () => {
	test.use({ javaScriptEnabled: true, permissions: ['clipboard-read', 'clipboard-write'] })

	test('the address of a result is copied by keyboard and opens the same result', async ({ page }) => {
		const conditions = { receivable: 'invoiced', debtor: 'large', face: '3000000', wanted: '1000000', tax: 'none' }
		const query = new URLSearchParams({ business: 'corporation', industry: 'construction', ...conditions, due: inDays(70), by: inDays(20) })
		await page.goto(`/lp/factoring?${query.toString()}`)
		await page.keyboard.press('Tab')
		await page.getByRole('button', { name: 'アドレスをコピーする' }).focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('status').filter({ hasText: 'コピーしました' })).toBeVisible()
		const copied = await page.evaluate(() => navigator.clipboard.readText())
		expect(copied).toContain('face=3000000')
		await page.goto(copied)
		await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	})
})

test('wages are refused with the reason', async ({ page }) => {
	await page.goto('/lp/factoring')
	await page.getByLabel('自分の給料・アルバイト代').check()
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('heading', { name: '給料の「買取」は診断しません' })).toBeVisible()
	await expect(page.getByRole('heading', { name: '診断結果' })).toHaveCount(0)
})

test('five questions lead from a symptom to a list of offices', async ({ page }) => {
	await page.goto('/lp/introduction')
	await page.getByRole('link', { name: /会社を経営している/ }).click()
	await page.getByRole('link', { name: '代金を払ってもらえない' }).click()
	await page.getByRole('link', { name: /債権回収/ }).click()
	await page.getByLabel('都道府県').selectOption('東京都')
	await page.getByRole('button', { name: '次へ' }).click()
	await expect(page.getByText(/件の事務所があります/)).toBeVisible()
	await page.getByRole('link', { name: '一覧を見る' }).click()
	await expect(page).toHaveURL('/category/task/list/703/tokyo')
})
