import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { diagnosisQuery } from './diagnosis.ts'

test.use({ viewport: { width: 360, height: 740 } })

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

// The demo's fullest pages; what is longer belongs into a fold (src/web/ui/fold.tsx).
for (const [path, most] of [
	['/', 6_000],
	['/category/task/list', 5_500],
	['/category/task/list/501/tokyo', 6_500],
	['/office/1', 6_000],
	['/search?q=三鷹 税理士', 6_500],
	['/category', 3_000],
	['/qa', 6_500],
] as const)
	test(`${path} is at most ${most} px long`, async ({ page }) => {
		await page.goto(path)
		expect(await heightOf(page)).toBeLessThanOrEqual(most)
		expect(await overflowOf(page)).toBeLessThanOrEqual(0)
	})

test('a list shows the request for estimates and its first office in the first view', async ({ page }) => {
	await page.goto('/category/task/list/501/tokyo')
	const bottomOf = async (name: string) => {
		const box = await page.getByRole('main').getByRole('link', { name }).first().boundingBox()
		return (box?.y ?? 10_000) + (box?.height ?? 0)
	}
	expect(await bottomOf('見積もりをまとめて頼む')).toBeLessThan(420)
	expect(await bottomOf('三鷹つむぎ税理士事務所')).toBeLessThan(740)
})

test('a category is a row of at most 120 px with its scene', async ({ page }) => {
	await page.goto('/category')
	const rows = page
		.getByRole('main')
		.getByRole('listitem')
		.filter({ has: page.getByRole('heading', { level: 2 }) })
	await expect(rows).toHaveCount(12)
	for (const row of await rows.all()) {
		expect((await row.boundingBox())?.height ?? 1_000).toBeLessThanOrEqual(120)
		await expect(row.locator('img')).toHaveCount(1)
	}
})

test('a comparison of three shows two whole columns, and the names of both', async ({ page }) => {
	await page.goto('/compare?office=1&office=2&office=3')
	const region = await page.getByRole('region', { name: '比較表' }).boundingBox()
	const edge = (region?.x ?? 0) + (region?.width ?? 0)
	const heads = page.getByRole('columnheader')
	await expect(heads).toHaveCount(3)
	for (const head of [heads.nth(0), heads.nth(1)]) {
		const box = await head.boundingBox()
		expect((box?.x ?? 1_000) + (box?.width ?? 0)).toBeLessThanOrEqual(edge)
		expect(await head.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
	}
})

test('the cards of a list are at most 260 px high', async ({ page }) => {
	for (const path of ['/category/task/list/501/tokyo', '/category/list/7/osaka', '/office/search/prefecture/hokkaido']) {
		await page.goto(path)
		// What a law leaves to others is said in full, however long.
		const heights = await page
			.getByRole('article')
			.filter({ hasNotText: '行える範囲' })
			.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
		expect(heights.length).toBeGreaterThan(10)
		expect(Math.max(...heights), path).toBeLessThanOrEqual(260)
	}
})

test('a diagnosis shows its verdict and the yearly rates in the first view', async ({ page }) => {
	await page.goto(`/lp/factoring${diagnosisQuery()}`)
	const verdict = page.getByRole('region', { name: '診断結果' })
	for (const name of ['2社間', '3社間', '借入なら']) {
		const box = await verdict.getByRole('listitem').filter({ hasText: name }).filter({ hasText: '年率' }).first().boundingBox()
		expect((box?.y ?? 10_000) + (box?.height ?? 0)).toBeLessThan(740)
	}
	await page.goto('/lp/factoring')
	expect((await page.getByRole('group', { name: '事業の形' }).boundingBox())?.y ?? 10_000).toBeLessThan(740)
})

test('the wizard keeps its progress on one line and asks in the first view', async ({ page }) => {
	await page.goto('/lp/introduction?who=company&hurt=unpaid&task=703')
	const progress = page.getByText('ステップ4／5')
	expect((await progress.locator('..').boundingBox())?.height ?? 100).toBeLessThan(40)
	expect((await page.getByLabel('都道府県').boundingBox())?.y ?? 10_000).toBeLessThan(640)
})

test('folds open by keyboard, and a wide screen shows what they hold', async ({ page }) => {
	await page.goto('/category/task/list')
	const folded = page.getByRole('link', { name: '記帳代行' })
	await expect(folded).toBeHidden()
	await page.getByText('税務・会計のほか').focus()
	await page.keyboard.press('Enter')
	await expect(folded).toBeVisible()
	await page.reload()
	await page.setViewportSize({ width: 1280, height: 900 })
	await expect(folded).toBeVisible()
})

test('the office editor and every section of it are at most 2,000 px long', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	await page.goto('/office/edit/1')
	expect(await heightOf(page)).toBeLessThanOrEqual(2_000)
	const links = page.getByRole('list', { name: '編集する項目' }).getByRole('link')
	const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
	expect(paths.length).toBeGreaterThan(10)
	for (const path of paths.filter((one) => !one.endsWith('/embed'))) {
		await page.goto(path)
		expect(await heightOf(page), path).toBeLessThanOrEqual(2_000)
		expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
	}
})
