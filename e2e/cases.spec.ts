import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { askOffice } from './offices.ts'

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
	const ask = page.getByRole('button', { name: '依頼した方に質問する' })
	const goOn = page.getByRole('link', { name: '依頼した方とのやり取りを開く' })
	for (const path of paths) {
		await page.goto(path)
		if ((await ask.count()) > 0) break
	}
	// Its clients may have written first, in journeys beside this one.
	for (const path of (await ask.count()) > 0 ? [] : paths) {
		await page.goto(path)
		if ((await goOn.count()) > 0) break
	}
	await ask.or(goOn).click()
	await expect(page.getByRole('heading', { level: 2, name: /の見積もり依頼（受付番号\d+）/ })).toBeVisible()
	await page.getByLabel(/^(返信|メッセージ)/).fill('ご依頼の内容について、1点だけ確認させてください。')
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByText('送信しました。').first()).toBeVisible()
	await context.close()
	await signedIn.close()
})

test('an office keeps a reply and inserts it into an answer, with and without a script', async ({ browser, page }) => {
	const title = `はじめの返信 ${Date.now().toString(36)}`
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/replies')
	await expectNoViolation(page)
	const adding = page.getByRole('form', { name: /に定型文を追加$/ }).first()
	await adding.getByLabel('見出し').fill(title)
	await adding.getByLabel('本文').fill('{お客様名}様、お問い合わせありがとうございます。')
	await adding.getByRole('button', { name: '定型文を追加する' }).click()
	await expect(page.getByText('{お客様名} は差し込めません。').first()).toBeVisible()
	await expectNoViolation(page)
	await adding.getByLabel('本文').fill('{お名前}様、お問い合わせありがとうございます。')
	await adding.getByRole('button', { name: '定型文を追加する' }).click()
	await expect(page.getByText('定型文を追加しました。')).toBeVisible()
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

	const subject = `定型文で答える相談 ${Date.now().toString(36)}`
	await askOffice(browser, subject)
	await page.goto(`/mypage/inbox?q=${encodeURIComponent(subject)}`)
	await page.getByRole('navigation', { name: '受信箱の一覧' }).getByRole('link').filter({ hasText: subject }).click()
	await page.getByRole('combobox', { name: '定型文' }).selectOption(title)
	await page.getByRole('button', { name: '本文に入れる' }).click()
	await expect(page.getByLabel('返信')).toHaveValue(/^.+様、お問い合わせありがとうございます。$/)
	const answer = page.getByLabel('返信')
	const choices = page.getByRole('listbox', { name: '本文に入れる定型文' })
	await answer.fill('1')
	await answer.press('End')
	await answer.press('/')
	await expect(answer).toHaveValue('1/')
	await answer.press('Enter')
	await answer.press('/')
	await expect(choices.getByRole('option').first()).toBeFocused()
	await expectNoViolation(page)
	await page.keyboard.press('Escape')
	await expect(choices).toBeHidden()
	await expect(answer).toBeFocused()
	await expect(answer).toHaveValue('1/\n/')
	await answer.fill('')
	await answer.press('/')
	const wanted = choices.getByRole('option', { name: title })
	const count = await choices.getByRole('option').count()
	for (let step = 0; step < count && (await wanted.getAttribute('aria-selected')) !== 'true'; step++) await page.keyboard.press('ArrowUp')
	await page.keyboard.press('Enter')
	await expect(answer).toBeFocused()
	await expect(answer).toHaveValue(/^.+様、お問い合わせありがとうございます。$/)
	const address = page.url()

	const context = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
	const plain = await context.newPage()
	await plain.goto(address)
	await plain.getByLabel('返信').fill('はじめまして。')
	await plain.getByRole('combobox', { name: '定型文' }).selectOption(title)
	await plain.getByRole('button', { name: '本文に入れる' }).click()
	await expect(plain.getByLabel('返信')).toHaveValue(/^はじめまして。\n\n.+様、お問い合わせありがとうございます。$/)
	await context.close()

	await page.goto('/mypage/replies')
	const kept = page.getByRole('listitem').filter({ hasText: title })
	await kept.getByText(`「${title}」を編集・削除する`).click()
	await expectNoViolation(page)
	await kept.getByRole('button', { name: 'この定型文を削除する' }).click()
	await expect(page.getByText('定型文を削除しました。')).toBeVisible()
	await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
})
