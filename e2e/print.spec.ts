import { expect, test } from '@playwright/test'

test.describe('on paper', () => {
	test.beforeEach(({ page }) => page.emulateMedia({ media: 'print' }))

	test('an office keeps its name, fees, hours and address, without the frame around', async ({ page }) => {
		await page.goto('/office/1')
		await expect(page.getByRole('heading', { level: 1, name: '三鷹つむぎ税理士事務所' })).toBeVisible()
		for (const section of ['業務と料金', '在籍する専門家', '営業時間', 'アクセス', '口コミ', '基本情報'])
			await expect(page.getByRole('region', { name: section, exact: true })).toBeVisible()
		await expect(page.getByRole('region', { name: '業務と料金' })).toContainText(/円〜[\d,]+円（税込）/)
		await expect(page.getByRole('link', { name: /^電話する/ })).toBeVisible()
		await expect(page.getByRole('link', { name: 'この事務所に問い合わせる' })).toBeHidden()
		await expect(page.getByRole('img', { name: /周辺図/ })).toBeVisible()
		// What can only be pressed is no use on paper, and the head has the sheet's width without its picture.
		await expect(page.getByText(/を報告する$/).first()).toBeHidden()
		await expect(page.getByText('（外部サイト）').first()).toBeHidden()
		const [head, main] = await Promise.all([page.getByRole('heading', { level: 1 }).boundingBox(), page.getByRole('article').boundingBox()])
		expect(head?.width ?? 0).toBeGreaterThan(0.9 * (main?.width ?? 1))
		await expect(page.getByRole('banner')).toBeHidden()
		await expect(page.getByRole('contentinfo')).toBeHidden()
		expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
	})

	test('a comparison keeps every column on the sheet', async ({ page }) => {
		// The width of an A4 sheet within its margins.
		await page.setViewportSize({ width: 718, height: 1000 })
		await page.goto('/compare?office=1&office=2&office=3')
		const columns = page.getByRole('region', { name: '比較表' }).getByRole('columnheader')
		await expect(columns).toHaveCount(3)
		for (const column of await columns.all()) {
			const box = await column.boundingBox()
			expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(718)
		}
	})

	for (const [path, sentence] of [
		['/category/task/list/501', /税理士/],
		['/category/task/list/501/tokyo', /月額/],
		['/expert/1', /森川/],
		['/rules', /第1条/],
		['/privacy', /外部/],
		['/lp/factoring', /診断/],
	] as const)
		test(`${path} prints its text and nothing beyond the sheet's edge`, async ({ page }) => {
			await page.setViewportSize({ width: 718, height: 1000 })
			await page.goto(path)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect(page.getByRole('main')).toContainText(sentence)
			expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(300)
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
		})
})

test('nothing moves for a person who wants no motion', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' })
	for (const path of ['/', '/category/task/list/501/tokyo', '/office/1', '/lp/factoring', '/login']) {
		await page.goto(path)
		const moving = await page.evaluate(() => {
			const seconds = (text: string) =>
				Math.max(...text.split(',').map((one) => (one.trim().endsWith('ms') ? 0.001 : 1) * Number.parseFloat(one)))
			return [...document.querySelectorAll('*')]
				.filter((element) =>
					['', '::before', '::after'].some((part) => {
						const style = getComputedStyle(element, part || null)
						return seconds(style.animationDuration) > 0.01 || seconds(style.transitionDuration) > 0.01 || style.scrollBehavior === 'smooth'
					}),
				)
				.map((element) => element.outerHTML.slice(0, 100))
		})
		expect(moving).toEqual([])
	}
})
