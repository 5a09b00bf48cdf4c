import { expect, test } from '@playwright/test'
import { tabTo } from './keys.ts'
import { searchBox, wake } from './pages.ts'

test('the first stop skips to the content', async ({ page }) => {
	await page.goto('/category')
	await page.keyboard.press('Tab')
	const skip = page.getByRole('link', { name: '本文へ移動' })
	await expect(skip).toBeFocused()
	expect((await skip.boundingBox())?.width).toBeGreaterThan(50)
	await page.keyboard.press('Enter')
	await page.keyboard.press('Tab')
	expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('from the search box to a comparison and an office without a mouse', async ({ page }) => {
	await page.goto('/')
	await tabTo(page, searchBox(page))
	await page.keyboard.type('三鷹 税理士')
	await page.keyboard.press('Enter')
	const direct = page.getByRole('link', { name: /^三鷹駅 × 税務・会計（税理士）/ })
	await expect(direct).toBeVisible()
	await tabTo(page, direct)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('三鷹駅の近くで税務・会計を相談できる事務所')

	await tabTo(page, page.getByRole('link', { name: 'おすすめ順' }))
	await page.keyboard.press('Enter')
	await expect(page.getByRole('link', { name: 'おすすめ順' })).toHaveAttribute('aria-current', 'true')

	const boxes = page.getByRole('checkbox', { name: /比較/ })
	for (const box of [boxes.nth(0), boxes.nth(1)]) {
		await tabTo(page, box)
		await page.keyboard.press('Space')
		await expect(box).toBeChecked()
	}
	await tabTo(page, page.getByRole('button', { name: '並べて比較する' }))
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/compare\?office=\d+&office=\d+$/)
	const office = page.getByRole('region', { name: '比較表' }).getByRole('columnheader').getByRole('link').first()
	await tabTo(page, office)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/office\/\d+$/)
})

test('folded conditions on a phone open and work by keys', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto('/category/task/list/501/tokyo')
	const fold = page.getByRole('navigation', { name: '条件で絞り込む' }).locator('summary')
	await tabTo(page, fold)
	await page.keyboard.press('Enter')
	const option = page.getByRole('navigation', { name: '条件で絞り込む' }).getByRole('link', { name: /^オンライン対応/ })
	await tabTo(page, option)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/category/task/list/501/tokyo?online=1')
})

test('the search box is a combobox that keys alone can use', async ({ page }) => {
	await page.goto('/search')
	await tabTo(page, searchBox(page))
	await wake(page)
	const list = page.getByRole('listbox', { name: '検索の候補' })
	await page.keyboard.type('みたか')
	await expect(list.getByRole('option').filter({ hasText: '三鷹駅' })).toBeVisible()
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowDown')
	const second = list.getByRole('option').nth(1)
	await expect(second).toHaveAttribute('aria-selected', 'true')
	await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
	await expect(searchBox(page)).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(list).toBeHidden()
	await expect(searchBox(page)).toHaveValue('みたか')
	await expect(page).toHaveURL('/search')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).not.toHaveURL('/search')
})

test('the Enter that ends a composition neither searches nor opens a suggestion', async ({ page }) => {
	await page.goto('/search')
	await tabTo(page, searchBox(page))
	await wake(page)
	const input = await page.context().newCDPSession(page)
	await input.send('Input.imeSetComposition', { text: 'みたか', selectionStart: 3, selectionEnd: 3 })
	await expect(page.getByRole('option').filter({ hasText: '三鷹駅' })).toBeVisible()
	const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
	await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
	await input.send('Input.insertText', { text: '三鷹' })
	await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
	await expect(searchBox(page)).toHaveValue('三鷹')
	await expect(searchBox(page)).toBeFocused()
	await expect(page).toHaveURL('/search')
	// The next Enter is the person's own.
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: '「三鷹」の検索結果' })).toBeVisible()
})
