import { expect, type Page, test } from '@playwright/test'
import { logIn, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const phone = { width: 360, height: 800 }

/** A page of either side as it stands on a phone: nothing is cut off or must be pushed, and axe finds nothing. */
async function checked(page: Page, name: string): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(phone.width)
	const pushed = await page
		.getByRole('main')
		.locator('table, ul, ol, dl, pre')
		.evaluateAll((all) => all.filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0) + 1).map(({ tagName }) => tagName))
	expect(pushed, name).toEqual([])
	await expectNoViolation(page)
}

test('a client and an expert go from the search to a reviewed, completed case on their phones', async ({ browser, page }) => {
	test.slow()
	const subject = `開業届と申告の相談 ${Date.now().toString(36)}`
	// Other journeys have cases at this office too.
	const client = `渡辺 ${Date.now().toString(36)}`
	const expert = await (await browser.newContext({ viewport: phone })).newPage()
	await logIn(expert, 'expert@example.com')
	await page.setViewportSize(phone)
	await verifiedMember(page)

	await page.goto('/search?q=三鷹つむぎ税理士事務所')
	await checked(page, 'search')
	await expect(page.getByRole('main').getByRole('article').first()).toContainText('三鷹つむぎ税理士事務所')
	await page
		.getByRole('main')
		.getByRole('link', { name: /三鷹つむぎ税理士事務所/ })
		.first()
		.click()
	await expect(page.getByRole('heading', { level: 1, name: /三鷹つむぎ税理士事務所/ })).toBeVisible()
	await page.getByRole('link', { name: 'この事務所に問い合わせる' }).click()
	await page.getByLabel('件名').fill(subject)
	await page.getByLabel('内容').fill('この春に開業します。開業届と、はじめての確定申告をまとめてお願いしたいです。')
	await page.getByLabel('お名前').fill(client)
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
	await checked(page, 'thread of the client')
	const thread = new URL(page.url()).pathname

	await expert.goto('/mypage/inbox')
	await checked(expert, 'inbox')
	await expert.getByRole('main').getByRole('link').filter({ hasText: subject }).first().click()
	await expert.getByRole('link', { name: '見積もりを送る' }).click()
	await expert.locator('#name-0').fill('開業届と確定申告書の作成')
	await expert.locator('#unitPrice-0').fill('60,000')
	const task = expert.getByRole('combobox', { name: /^業務/ })
	if ((await task.inputValue()) === '') await task.selectOption({ index: 1 })
	await checked(expert, 'quote')
	await expert.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(expert.getByRole('status').filter({ hasText: '見積もりを送りました。' })).toBeInViewport()

	await page.goto('/mypage/cases')
	await checked(page, 'cases')
	await page.getByRole('main').getByRole('listitem').filter({ hasText: '届いた見積もりを比べて' }).getByRole('link').first().click()
	await checked(page, 'quotes')
	await page.getByText('この事務所に依頼する').click()
	await page.getByRole('button', { name: '依頼先に決める' }).click()
	await expect(page.getByText('に依頼先を決めました。').first()).toBeVisible()
	const request = new URL(page.url()).pathname

	await expert.goto('/mypage/today')
	await checked(expert, 'today')
	await expert.goto('/mypage/inbox')
	const chosen = expert.locator('main a[href*="/inbox/leads/"]').filter({ hasText: client }).filter({ hasText: '選ばれました' }).first()
	const lead = ((await chosen.getAttribute('href')) ?? '').replace(/^.*\/inbox\//, '/mypage/').replace(/\?.*$/, '')
	await expert.goto(lead)
	await checked(expert, 'lead')
	await expert.getByRole('button', { name: '連絡したと記録する' }).click()
	await expect(expert.getByText(/に、依頼者へ連絡しました。/)).toBeVisible()

	// A time to meet, from what is free; another journey may take the first ones.
	await page.goto(thread)
	await page.getByRole('link', { name: '面談の日時を決める' }).click()
	await page.getByRole('link', { name: '空いている日時から予約する' }).click()
	await page
		.getByRole('radio', { name: /^\d+:\d\d$/ })
		.nth(4)
		.check()
	await checked(page, 'booking')
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByText('予約しました。').first()).toBeVisible()
	await checked(page, 'appointment')

	await expert.goto(thread)
	await expert.getByRole('link', { name: '契約書', exact: true }).click()
	const text = expert.getByLabel('本文', { exact: true })
	await text.fill((await text.inputValue()).replaceAll('＿＿＿＿', '100,000'))
	await expert.getByRole('button', { name: '同意して依頼者に送る' }).click()
	await expect(expert.getByText('契約書を送りました。')).toBeVisible()
	await checked(expert, 'letter')
	await page.goto('/mypage')
	await page.getByRole('link', { name: /同意を待つ契約書/ }).click()
	await page.getByRole('checkbox', { name: /内容を確認し、同意します/ }).check()
	await page.getByRole('button', { name: '同意する' }).click()
	await expect(page.getByText('同意を記録しました。')).toBeVisible()
	await checked(page, 'letter of the client')

	await expert.goto(thread)
	await expert.getByRole('link', { name: '書類を受け渡す' }).click()
	await expert.getByRole('textbox', { name: /書類の名前|そのほかの書類/ }).fill('開業届に書く屋号のメモ')
	await expert.getByRole('button', { name: 'お願いを送る' }).click()
	await expect(expert.getByText('書類をお願いしました。')).toBeVisible()
	await checked(expert, 'documents')

	// The turn is the client's until the document has come.
	await page.goto('/mypage/cases')
	await expect(page.getByText('お願いされている書類を送ってください。')).toBeVisible()
	await page.goto('/mypage')
	await page.getByRole('link', { name: /お願いされている書類/ }).click()
	await expect(page.getByRole('button', { name: '送る', exact: true })).toHaveCount(0)
	await checked(page, 'documents of the client')
	await page
		.getByLabel('開業届に書く屋号のメモのファイル')
		.setInputFiles({ name: 'メモ.txt', mimeType: 'text/plain', buffer: Buffer.from('屋号：さくらデザイン\n') })
	await expect(page.getByText('1点 届いています').first()).toBeVisible()

	await expert.goto(lead)
	await expert.getByRole('button', { name: '仕事が終わったと報告する' }).click()
	await expect(expert.getByText('仕事が終わったと報告されました。').first()).toBeVisible()
	// The thread has all of it in its order, and leads on.
	await page.goto(thread)
	const happened = page.getByRole('list', { name: 'やり取り' }).getByRole('listitem')
	await expect(happened).toHaveText([
		/この春に開業します。/,
		/^見積もり（第1版）：66,000円（税込）/,
		/^この事務所に依頼先を決め/,
		/^事務所が、依頼した方へ連絡した/,
		/^面談を予約：/,
		/^契約書（第1版）を、事務所が同意して/,
		/^契約書（第1版）に、双方が同意/,
		/^書類のお願い：「開業届に書く屋号のメモ」/,
		/^書類の受け渡し：「メモ.txt」/,
		/^仕事が終わったと報告がありました。.*この事務所の口コミを書く$/,
	])
	await checked(page, 'thread at its end')
	await page.goto('/mypage')
	await page.getByRole('link', { name: /^口コミを書ける案件/ }).click()
	await expect(page).toHaveURL('/mypage/cases?filter=todo')
	await page.goto(request)
	await checked(page, 'request')
	await page.getByRole('link', { name: 'この事務所の口コミを書く' }).click()
	await page.getByRole('radio').first().check()
	await page
		.getByLabel('口コミ', { exact: true })
		.fill(`はじめての申告を、届出から一緒に進めてもらえました。説明がていねいで安心できました。${subject}`)
	await page.getByLabel('あなたの立場').fill('個人事業主・デザイン')
	await checked(page, 'review')
	await page.getByRole('button', { name: '口コミを公開する' }).click()
	await expect(page.getByText('公開しました。')).toBeVisible()
	await page.goto('/mypage/cases?filter=ended')
	await expect(page.getByText('仕事が終わり、口コミも書かれました。').first()).toBeVisible()
	await checked(page, 'ended cases')
	await expert.context().close()
})
