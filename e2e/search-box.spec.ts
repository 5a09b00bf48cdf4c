import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { wake } from './pages.ts'

const box = (page: Page) => page.getByRole('main').getByRole('combobox', { name: '業務・地域・駅・名前で探す' })
const options = (page: Page) => page.getByRole('listbox', { name: '検索の候補' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('listbox', { name: '検索の候補' }).getByRole('option', { selected: true })

async function openTop(page: Page) {
	await page.goto('/')
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	await expect(box(page)).toBeVisible()
	await box(page).focus()
}

/** Text that an input method is still composing, as the system reports it to the browser. */
async function compose(page: Page, text: string) {
	const session = await page.context().newCDPSession(page)
	await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
	return {
		commit: (final: string) => session.send('Input.insertText', { text: final }),
		/** A key that the input method takes for itself. */
		key: async (code: string) => {
			const key = { key: 'Process', code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
			await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
			await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
		},
	}
}

test('suggestions in kanji, kana and romaji lead to the same station', async ({ page }) => {
	await openTop(page)
	for (const text of ['三鷹', 'みたか', 'mitaka']) {
		await box(page).fill(text)
		await expect(options(page).filter({ hasText: '三鷹駅' })).toBeVisible()
		await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
		await expect(page.getByText(/候補が\d+件あります/)).toBeAttached()
	}
})

test('arrows, Home, End and Escape work in the list, Enter opens what is chosen', async ({ page }) => {
	await openTop(page)
	await box(page).fill('みたか')
	await expect(options(page).first()).toBeVisible()
	const ids = await options(page).evaluateAll((nodes) => nodes.map(({ id }) => id))
	expect(ids.length).toBeGreaterThan(1)
	await expect(box(page)).not.toHaveAttribute('aria-activedescendant')
	await page.keyboard.press('ArrowDown')
	await expect(box(page)).toHaveAttribute('aria-activedescendant', ids[0] ?? '')
	await page.keyboard.press('End')
	await expect(box(page)).toHaveAttribute('aria-activedescendant', ids.at(-1) ?? '')
	await page.keyboard.press('ArrowDown')
	await expect(box(page)).not.toHaveAttribute('aria-activedescendant')
	await page.keyboard.press('ArrowUp')
	await page.keyboard.press('Home')
	await expect(chosen(page)).toHaveAttribute('id', ids[0] ?? '')
	await page.keyboard.press('Escape')
	await expect(options(page)).toHaveCount(0)
	await expect(box(page)).toHaveValue('みたか')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).not.toHaveURL('/')
})

test('Enter without a choice searches for the text, Tab leaves without choosing', async ({ page }) => {
	await openTop(page)
	await box(page).fill('就業規則')
	await expect(options(page).first()).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(options(page)).toHaveCount(0)
	await expect(page.getByRole('main').getByLabel('場所・駅')).toBeFocused()
	await box(page).press('Enter')
	await expect(page).toHaveURL(/\/search\?q=/)
	await expect(page.getByRole('heading', { level: 1, name: '「就業規則」の検索結果' })).toBeVisible()
	// The new page has not been touched yet: no script has made it a combobox.
	await expect(page.getByRole('main').getByRole('searchbox', { name: '業務・地域・駅・名前で探す' })).toHaveValue('就業規則')
})

test('while an input method composes there are suggestions, but its keys stay its own', async ({ page }) => {
	await openTop(page)
	const method = await compose(page, 'みたか')
	await expect(options(page).filter({ hasText: '三鷹駅' })).toBeVisible()
	for (const code of ['ArrowDown', 'Enter', 'Escape']) await method.key(code)
	await expect(box(page)).not.toHaveAttribute('aria-activedescendant')
	await expect(options(page).first()).toBeVisible()
	await expect(page).toHaveURL('/')
	await method.commit('三鷹')
	await expect(box(page)).toHaveValue('三鷹')
})

test('a suggestion can be clicked in the middle of a composition', async ({ page }) => {
	await openTop(page)
	await compose(page, 'みたか')
	await options(page).filter({ hasText: '三鷹駅' }).click()
	await expect(page).toHaveURL(/\/search\?q=.*area=\d+/)
	await expect(page.getByRole('heading', { level: 1 })).toContainText('三鷹駅')
})

test('what was typed before the code arrived is kept and gets its suggestions', async ({ page }) => {
	let release = () => {}
	const held = new Promise<void>((resolve) => (release = resolve))
	await page.route('**/assets/*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.goto('/')
	const plain = page.getByRole('searchbox', { name: '業務・地域・駅・名前で探す' })
	await plain.pressSequentially('みたか')
	release()
	await expect(options(page).filter({ hasText: '三鷹駅' })).toBeVisible()
	await expect(box(page)).toHaveValue('みたか')
})

for (const who of ['visitor', 'member'])
	test(`the search of questions offers a ${who} words that go on, and keeps the conditions`, async ({ page }) => {
		if (who === 'member') await logIn(page, 'member@example.com')
		await page.goto('/qa?category=5')
		await wake(page)
		await page.getByLabel('質問を探す言葉').fill('会社 インボ')
		const words = page.getByRole('list', { name: '言葉の候補' }).getByRole('link')
		await expect(words.first()).toHaveText(/^インボ/)
		const chosen = (await words.first().textContent()) ?? ''
		await words.first().click()
		await expect(page).toHaveURL((url) => url.searchParams.get('q') === `会社 ${chosen}` && url.searchParams.get('category') === '5')
		await page.getByLabel('質問を探す言葉').fill('')
		await expect(words).toHaveCount(0)
	})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('the box and the two choices of the top page lead to results and lists', async ({ page }) => {
		await page.goto('/')
		await page.getByRole('searchbox', { name: '業務・地域・駅・名前で探す' }).fill('税理士 三鷹駅')
		await page.getByRole('main').getByRole('button', { name: '検索' }).click()
		await page
			.getByRole('link', { name: /三鷹駅 × / })
			.first()
			.click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('三鷹駅')

		await page.goto('/')
		await page.getByText('一覧から選ぶ').click()
		await page.getByLabel('業務', { exact: true }).selectOption('確定申告')
		await page.getByLabel('都道府県', { exact: true }).selectOption('東京都')
		await page.getByRole('button', { name: '一覧を見る' }).click()
		await expect(page).toHaveURL('/category/task/list/503/tokyo')
	})

	test('the map leads to every prefecture', async ({ page }) => {
		await page.setViewportSize({ width: 360, height: 800 })
		await page.goto('/')
		await page.getByText('47都道府県の地図を開く').click()
		const links = page.locator('a[href^="/office/search/prefecture/"]')
		await expect(links).toHaveCount(47)
		const boxes = await links.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))
		for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
		await page.getByRole('link', { name: /^沖縄/ }).click()
		await expect(page).toHaveURL('/office/search/prefecture/okinawa')
	})
})
