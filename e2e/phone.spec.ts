import { expect, type Page, test } from '@playwright/test'

test.use({ viewport: { width: 360, height: 740 } })

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

// The demo's fullest pages; what is longer belongs into a fold (src/web/ui/fold.tsx).
for (const [path, most] of [
	['/', 6_000],
	['/category/task/list', 5_500],
	['/category/task/list/501/tokyo', 6_500],
	['/office/1', 6_000],
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

for (const path of [
	'/',
	'/category/task/list',
	'/category/task/list/501/tokyo',
	'/office/1',
	'/expert/1',
	'/qa',
	'/bulk_estimate',
	'/login',
])
	test(`${path} keeps within the screen when its letters are twice as large`, async ({ page }) => {
		await page.goto(path)
		await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
		expect(await overflowOf(page)).toBeLessThanOrEqual(0)
	})
