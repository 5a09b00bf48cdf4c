import { expect, test } from '@playwright/test'
import { logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { askOffice } from './offices.ts'

test('a phone has the way home in its bar, and every other room in a sheet', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/stats')
	const bar = page.getByRole('navigation', { name: 'よく使うページ' })
	await expect(bar.getByRole('link')).toHaveText([/^今日/, /^受信箱/, /^案件/, /^ページ/])
	await expect(bar.getByRole('link', { name: '今日' })).toBeInViewport()
	await expect(page.getByRole('navigation', { name: 'マイページ' })).toBeHidden()
	await bar.getByRole('button', { name: 'その他' }).click()
	const sheet = page.getByRole('navigation', { name: 'マイページ' })
	await expect(sheet.getByRole('link', { name: '統計' })).toHaveAttribute('aria-current', 'page')
	await expectNoViolation(page)
	await sheet.getByRole('link', { name: '回答待ち' }).click()
	await expect(page.getByRole('heading', { name: '回答待ちの質問' })).toBeVisible()
	await expect(sheet).toBeHidden()
	await expect(page.getByRole('contentinfo')).toHaveCount(0)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a client’s bar has five pages, which keep it, and the header opens all of them without a script too', async ({ browser }) => {
	for (const javaScriptEnabled of [true, false]) {
		const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 700 } })
		const page = await context.newPage()
		await logIn(page, 'member@example.com')
		await page.goto('/mypage')
		const bar = page.getByRole('navigation', { name: 'よく使うページ' })
		await expect(bar.getByRole('link')).toHaveText([/^ホーム/, /^案件/, /^質問する/, /^お気に入り/, /^お知らせ/])
		await expect(bar.getByRole('button')).toHaveCount(0)
		// No number is cut by the window's edge, however many wait.
		const ends = await bar.locator('strong').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
		expect(Math.max(0, ...ends)).toBeLessThanOrEqual(320)
		for (const name of ['お気に入り', 'お知らせ']) {
			await bar.getByRole('link', { name }).click()
			await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
			await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
			await expect(bar.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
		}
		await expect(page.getByRole('contentinfo')).toHaveCount(0)
		await page.getByRole('banner').getByRole('button', { name: 'マイページのメニュー' }).click()
		const sheet = page.getByRole('navigation', { name: 'マイページ' })
		if (javaScriptEnabled) await expectNoViolation(page)
		await sheet.getByRole('link', { name: '手続きの期限' }).click()
		await expect(page).toHaveURL('/mypage/calendar')
		await context.close()
	}
})

test('an expert’s home asks for nothing that their profile says', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage')
	const facts = page.getByRole('region', { name: '登録内容' })
	await expect(facts.getByRole('term')).toHaveText(['登録日'])
	await expect(page.getByRole('heading', { name: '関心のある分野' })).toHaveCount(0)
	await newMember(page)
	await page.goto('/mypage')
	await expect(facts.getByRole('term')).toHaveText(['立場', '登録日'])
	await expect(page.getByText('まだ選ばれていません。')).toBeVisible()
})

test('an expert sees both modes with their counts, and the portrait that visitors see', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage')
	const rooms = page.getByRole('navigation', { name: 'マイページ' })
	await expect(rooms.getByRole('heading')).toHaveText(['受ける', '依頼する', '設定'])
	await expect(rooms.getByRole('link', { name: /^回答待ち/ })).toContainText(/\d+件/)
	await expect(page.getByRole('button', { name: 'アカウントメニュー' }).locator('img')).toHaveAttribute('src', /portraits/)
	await expectNoViolation(page)
})

test('a new article is in the list once something of it was saved', async ({ page }) => {
	await logIn(page, 'shihoshoshi@example.com')
	await page.goto('/mypage/articles')
	await page.getByRole('button', { name: '新しい記事を書く' }).click()
	await expect(page.getByRole('heading', { name: '記事を書く' })).toBeVisible()
	await page.getByRole('link', { name: '記事の一覧に戻る' }).click()
	await expect(page.getByText('（題名なし）')).toHaveCount(0)
})

test('an error of a form goes when the field is right', async ({ page }) => {
	await newMember(page)
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill('短い')
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	const title = page.getByLabel('タイトル')
	const error = page.locator('#title-error')
	await expect(title).toHaveAttribute('aria-invalid', 'true')
	await title.fill('まだ短い')
	await expect(error).toBeVisible()
	await title.fill('確定申告の期限に間に合わないときの手続き')
	await expect(error).toBeHidden()
	await expect(title).not.toHaveAttribute('aria-invalid', 'true')
	await title.fill('短い')
	await expect(error).toBeVisible()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(error).toBeVisible()
})

test('a request for a call about money says its date once', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/diagnoses')
	const heading = page.getByRole('heading', { level: 3 }).first()
	await expect(heading).toHaveText(/^\d+年\d+月\d+日の申し込み$/)
	await expect(page.getByRole('main').getByText('に申し込み')).toHaveCount(0)
	// Of the consent the day, and no version that a reader would compare with it.
	await expect(page.getByRole('main').getByText(/の版/)).toHaveCount(0)
})

test('a moment is told in words, and exactly to whoever focuses it', async ({ page }) => {
	await logIn(page, 'member@example.com')
	for (const path of ['/notifications', '/mypage/questions', '/follow']) {
		await page.goto(path)
		const moment = page.getByRole('main').locator('time').first()
		const exact = moment.getByText(/^\d+年\d+月\d+日 \d+:\d\d$/)
		const width = async () => (await exact.boundingBox())?.width ?? 0
		expect(await width()).toBeLessThan(2)
		await moment.focus()
		await page.keyboard.press('Shift+Tab')
		await page.keyboard.press('Tab')
		await expect(moment).toBeFocused()
		expect(await width()).toBeGreaterThan(40)
		await page.emulateMedia({ media: 'print' })
		expect(await width()).toBeGreaterThan(40)
		await page.emulateMedia({ media: 'screen' })
	}
})

test('an expert works off the inbox: quote with a live total, confirmation in view, the next item', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/inbox')
	const list = page.getByRole('navigation', { name: '受信箱の一覧' })
	await expectNoViolation(page)
	const quoted = list.getByRole('link').filter({ hasText: '見積もりを回答する' }).first()
	const title = await quoted.locator('strong').innerText()
	await quoted.click()
	await expect(page).toHaveURL(/\/mypage\/inbox\/leads\/\d+/)
	await expect(
		list
			.getByRole('link')
			.filter({ hasText: title.replace('未読 ', '') })
			.first(),
	).toBeVisible()
	await page.keyboard.press('r')
	await expect(page.locator('#name-0')).toBeFocused()
	await page.locator('#name-0').fill('確定申告書の作成')
	await page.locator('#unitPrice-0').fill('50,000')
	await page.getByRole('button', { name: '項目を追加する' }).click()
	await page.locator('#name-1').fill('記帳代行')
	await page.locator('#quantity-1').fill('12')
	await page.locator('#unit-1').fill('か月')
	await page.locator('#unitPrice-1').fill('1,000')
	await expect(page.getByText('68,200円')).toBeVisible()
	await page.getByRole('button', { name: '確認する', exact: true }).click()
	await expect(page.getByRole('heading', { name: /^依頼者にはこのように見えます/ })).toBeFocused()
	await expectNoViolation(page)
	await page.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(page.getByRole('status').filter({ hasText: '見積もりを送りました。' })).toBeInViewport()
	await page.getByRole('link', { name: 'いまの件を見る' }).click()
	await expect(page.getByRole('heading', { name: '送った見積もり' })).toBeVisible()
})

test('keys that are pressed before an item is on the screen act on that item', async ({ browser, page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	const subject = `キーで開く相談 ${Date.now().toString(36)}`
	await askOffice(browser, subject)
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/inbox')
	await expect(page.getByRole('button', { name: 'キー操作（?）' })).toBeVisible()
	// The moment between the new address and the new page.
	await page.evaluate(() => {
		const push = history.pushState.bind(history)
		history.pushState = (...state) => {
			push(...state)
			document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))
		}
	})
	const list = page.getByRole('navigation', { name: '受信箱の一覧' })
	// The first field of the form: saved replies stand before the text.
	const reply = page.locator('form[data-desk-key="r"] :focus')
	await list.getByRole('link').filter({ hasText: subject }).click()
	await expect(reply).toHaveCount(1)
	// The moment between the document and its hydration.
	await page.addInitScript(() => {
		document.addEventListener('readystatechange', () => {
			if (document.readyState === 'interactive') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))
		})
	})
	await page.reload()
	await expect(reply).toHaveCount(1)
})

test('on a phone the inbox is a list, then one item, and nothing is cut', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/inbox?tab=waiting')
	await expectNoViolation(page)
	const list = page.getByRole('navigation', { name: '受信箱の一覧' })
	await list.getByRole('link').filter({ hasText: '見積もり済み' }).first().click()
	await expect(page.getByRole('heading', { name: '送った見積もり' })).toBeVisible()
	await expect(list).toBeHidden()
	await expectNoViolation(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
	const cut = await page
		.getByRole('main')
		.evaluate(
			(main) =>
				[...main.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto')
					.length,
		)
	expect(cut).toBe(0)
	await page.getByRole('link', { name: '一覧へ' }).click()
	await expect(list).toBeVisible()
	await page.goto('/mypage/inbox?q=どこにもない件名')
	await expect(page.getByText('この条件に合うものはありません。')).toBeVisible()
	await page.goto('/mypage')
	await page.getByRole('button', { name: 'その他' }).click()
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.goto('/mypage')
})

test('an inquiry is answered in the inbox, also without a script', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })
	const page = await context.newPage()
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/inbox?tab=waiting&kind=inquiry')
	const first = page.getByRole('navigation', { name: '受信箱の一覧' }).getByRole('link').first()
	await first.click()
	await page.getByLabel('返信').fill('ご連絡ありがとうございます。来週の火曜日はいかがでしょうか。')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByText('返信を送りました。')).toBeVisible()
	await page.getByRole('link', { name: 'いまの件を見る' }).click()
	await expect(page.getByText('来週の火曜日はいかがでしょうか。').last()).toBeVisible()
	await context.close()
})
