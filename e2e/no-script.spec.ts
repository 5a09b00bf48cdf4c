import { expect, test } from '@playwright/test'
import { newMember } from './accounts.ts'
import {
	chosenFacets,
	expectTotal,
	facets,
	findTaxAccountant,
	goToPlace,
	numberIn,
	officeIds,
	orders,
	sizes,
	totalOf,
	unfoldFacets,
} from './pages.ts'

test.use({ javaScriptEnabled: false })

for (const { name, use } of sizes)
	test.describe(name, () => {
		test.use(use)

		test('somebody finds a tax accountant near 三鷹駅, compares and can call', async ({ page }) => {
			await findTaxAccountant(page, { scripts: false })
		})

		test('areas, conditions, orders and pages are links', async ({ page }) => {
			await page.goto('/category')
			await page.getByRole('main').getByRole('link', { name: '労務', exact: true }).first().click()
			await expect(page).toHaveURL('/category/6')
			await page.goto('/category/list/6')
			await expectTotal(page, await totalOf(page))
			await expectTotalAfter(() => goToPlace(page, '都道府県', /^東京都/))
			await unfoldFacets(page)
			const online = facets(page).getByRole('link', { name: /^オンライン対応/ })
			await expectTotalAfter(async () => {
				const promised = numberIn(await online.textContent())
				await online.click()
				return promised
			})
			await orders(page).getByRole('link', { name: '新着順' }).click()
			await expect(chosenFacets(page).getByRole('link')).toHaveText([/^オンライン対応/])
			const first = await officeIds(page)
			await page.getByRole('link', { name: /次のページ/ }).click()
			await expect(page).toHaveURL(/\/category\/list\/6\/tokyo\?online=1&order=newest&page=/)
			expect((await officeIds(page)).filter((id) => first.includes(id))).toEqual([])
			await page.getByRole('link', { name: /前のページ/ }).click()
			expect(await officeIds(page)).toEqual(first)

			async function expectTotalAfter(narrow: () => Promise<number>) {
				const before = await totalOf(page)
				const promised = await narrow()
				expect(promised).toBeLessThan(before)
				await expectTotal(page, promised)
			}
		})
	})

test('an unknown page, a station to choose and folded texts need no code either', async ({ page }) => {
	expect((await page.goto('/no/such/page'))?.status()).toBe(404)
	await page.getByRole('main').getByRole('link', { name: 'トップに戻る' }).click()
	await expect(page).toHaveURL('/')

	await page.goto('/category/list/5/hyogo/station/西宮')
	await page
		.getByRole('main')
		.getByRole('link', { name: /阪神本線/ })
		.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('西宮駅の近くで税務・会計を相談できる事務所')

	await page.goto('/category/task/list/501')
	const question = page.locator('#about details').first()
	if ((await question.count()) > 0) {
		await question.locator('summary').click()
		await expect(question).toHaveAttribute('open', '')
	}
})

test('a form with too large a file is answered with how large it may be and the way back', async ({ page }) => {
	await newMember(page)
	await page.goto('/mypage/profile')
	const form = page.getByRole('form', { name: '画像の変更' })
	await form.getByLabel('新しい画像').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(13 * 1_048_576, 1) })
	await form.getByRole('button', { name: '画像を変更する' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('送信されたファイルが大きすぎます。')
	await expect(page.getByText('ファイルを合わせて11MBまで')).toBeVisible()
	await page.getByRole('link', { name: '前のページを開き直す' }).click()
	await expect(page).toHaveURL('/mypage/profile')
	await expect(form).toBeVisible()
})

test('no public page of the directory loads code before interaction', async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: true, ...(baseURL ? { baseURL } : {}) })
	const page = await context.newPage()
	const scripts: string[] = []
	page.on('request', (request) => {
		if (request.resourceType() === 'script') scripts.push(request.url())
	})
	for (const path of ['/', '/category/task/list/501/tokyo', '/office/1', '/expert/1']) await page.goto(path, { waitUntil: 'networkidle' })
	expect(scripts).toEqual([])
	await context.close()
})
