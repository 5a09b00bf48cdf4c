import { expect, type Page, test } from '@playwright/test'
import { logIn, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { fingers, keysAlone } from './keys.ts'

/** A page of either side as it stands in its window: nothing is cut off or must be pushed, and axe finds nothing. */
async function checked(page: Page, name: string): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(page.viewportSize()?.width)
	const pushed = await page
		.getByRole('main')
		.locator('table, ul, ol, dl, pre')
		.evaluateAll((all) => all.filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0) + 1).map(({ tagName }) => tagName))
	expect(pushed, name).toEqual([])
	await expectNoViolation(page)
}

for (const { where, window, hands } of [
	{ where: 'on their phones', window: { width: 360, height: 800 }, hands: fingers },
	{ where: 'at their desks by keys alone', window: { width: 1280, height: 900 }, hands: keysAlone },
])
	test(`a client and an expert go from the search to a reviewed, completed case ${where}`, async ({ browser, page }) => {
		test.slow()
		const { press, write, choose, takeFirst, attach } = hands
		const subject = `開業届と申告の相談 ${Date.now().toString(36)}`
		// Other journeys have cases at this office too.
		const client = `渡辺 ${Date.now().toString(36)}`
		const expert = await (await browser.newContext({ viewport: window })).newPage()
		await logIn(expert, 'expert@example.com')
		await page.setViewportSize(window)
		await verifiedMember(page)

		await page.goto('/search?q=三鷹つむぎ税理士事務所')
		await checked(page, 'search')
		await expect(page.getByRole('main').getByRole('article').first()).toContainText('三鷹つむぎ税理士事務所')
		await press(
			page
				.getByRole('main')
				.getByRole('link', { name: /三鷹つむぎ税理士事務所/ })
				.first(),
		)
		await expect(page.getByRole('heading', { level: 1, name: /三鷹つむぎ税理士事務所/ })).toBeVisible()
		await press(page.getByRole('link', { name: 'この事務所に問い合わせる' }))
		await write(page.getByLabel('件名'), subject)
		await write(page.getByLabel('内容'), 'この春に開業します。開業届と、はじめての確定申告をまとめてお願いしたいです。')
		await write(page.getByLabel('お名前'), client)
		await press(page.getByRole('button', { name: 'この内容で送る' }))
		await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
		await checked(page, 'thread of the client')
		const thread = new URL(page.url()).pathname

		await expert.goto('/mypage/inbox')
		await checked(expert, 'inbox')
		await press(expert.getByRole('main').getByRole('link').filter({ hasText: subject }).first())
		await press(expert.getByRole('link', { name: '見積もりを送る' }))
		await write(expert.locator('#name-0'), '開業届と確定申告書の作成')
		await write(expert.locator('#unitPrice-0'), '60,000')
		const task = expert.getByRole('combobox', { name: /^業務/ })
		if ((await task.inputValue()) === '') await takeFirst(task)
		await checked(expert, 'quote')
		await press(expert.getByRole('button', { name: '見積もりを送る' }))
		await expect(expert.getByRole('status').filter({ hasText: '見積もりを送りました。' })).toBeInViewport()

		await page.goto('/mypage/cases')
		await checked(page, 'cases')
		await press(page.getByRole('main').getByRole('listitem').filter({ hasText: '届いた見積もりを比べて' }).getByRole('link').first())
		await checked(page, 'quotes')
		await press(page.locator('summary').filter({ hasText: 'この事務所に依頼する' }))
		await press(page.getByRole('button', { name: '依頼先に決める' }))
		await expect(page.getByText('に依頼先を決めました。').first()).toBeVisible()
		const request = new URL(page.url()).pathname

		await expert.goto('/mypage/today')
		await checked(expert, 'today')
		await expert.goto('/mypage/inbox')
		const chosen = expert.locator('main a[href*="/inbox/leads/"]').filter({ hasText: client }).filter({ hasText: '選ばれました' }).first()
		const lead = ((await chosen.getAttribute('href')) ?? '').replace(/^.*\/inbox\//, '/mypage/').replace(/\?.*$/, '')
		await expert.goto(lead)
		await checked(expert, 'lead')
		await press(expert.getByRole('button', { name: '連絡したと記録する' }))
		await expect(expert.getByText(/に、依頼者へ連絡しました。/)).toBeVisible()

		// A time to meet, from what is free; another journey may take the first ones.
		await page.goto(thread)
		await press(page.getByRole('link', { name: '面談の日時を決める' }))
		await press(page.getByRole('link', { name: '空いている日時から予約する' }))
		await choose(page.getByRole('radio', { name: /^\d+:\d\d$/ }).nth(4))
		await checked(page, 'booking')
		await press(page.getByRole('button', { name: 'この日時で予約する' }))
		await expect(page.getByText('予約しました。').first()).toBeVisible()
		await checked(page, 'appointment')

		await expert.goto(thread)
		await press(expert.getByRole('link', { name: '契約書', exact: true }))
		const text = expert.getByLabel('本文', { exact: true })
		await write(text, (await text.inputValue()).replaceAll('＿＿＿＿', '100,000'))
		await press(expert.getByRole('button', { name: '同意して依頼者に送る' }))
		await expect(expert.getByText('契約書を送りました。')).toBeVisible()
		await checked(expert, 'letter')
		await page.goto('/mypage')
		await press(page.getByRole('link', { name: /同意を待つ契約書/ }))
		await choose(page.getByRole('checkbox', { name: /内容を確認し、同意します/ }))
		await press(page.getByRole('button', { name: '同意する' }))
		await expect(page.getByText('同意を記録しました。')).toBeVisible()
		await checked(page, 'letter of the client')

		await expert.goto(thread)
		await press(expert.getByRole('link', { name: '書類を受け渡す' }))
		await write(expert.getByRole('textbox', { name: /書類の名前|そのほかの書類/ }), '開業届に書く屋号のメモ')
		await press(expert.getByRole('button', { name: 'お願いを送る' }))
		await expect(expert.getByText('書類をお願いしました。')).toBeVisible()
		await checked(expert, 'documents')

		// The turn is the client's until the document has come.
		await page.goto('/mypage/cases')
		await expect(page.getByText('お願いされている書類を送ってください。')).toBeVisible()
		await page.goto('/mypage')
		await press(page.getByRole('link', { name: /お願いされている書類/ }))
		await expect(page.getByRole('button', { name: '送る', exact: true })).toHaveCount(0)
		await checked(page, 'documents of the client')
		await attach(page.getByLabel('開業届に書く屋号のメモのファイル'), {
			name: 'メモ.txt',
			mimeType: 'text/plain',
			buffer: Buffer.from('屋号：さくらデザイン\n'),
		})
		await expect(page.getByText('1点 届いています').first()).toBeVisible()

		await expert.goto(lead)
		await press(expert.getByRole('button', { name: '仕事が終わったと報告する' }))
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
		await press(page.getByRole('link', { name: /^口コミを書ける案件/ }))
		await expect(page).toHaveURL('/mypage/cases?filter=todo')
		await page.goto(request)
		await checked(page, 'request')
		await press(page.getByRole('link', { name: 'この事務所の口コミを書く' }))
		await choose(page.getByRole('radio').first())
		await write(
			page.getByLabel('口コミ', { exact: true }),
			`はじめての申告を、届出から一緒に進めてもらえました。説明がていねいで安心できました。${subject}`,
		)
		await write(page.getByLabel('あなたの立場'), '個人事業主・デザイン')
		await checked(page, 'review')
		await press(page.getByRole('button', { name: '口コミを公開する' }))
		await expect(page.getByText('公開しました。')).toBeVisible()
		await page.goto('/mypage/cases?filter=ended')
		await expect(page.getByText('仕事が終わり、口コミも書かれました。').first()).toBeVisible()
		await checked(page, 'ended cases')
		await expert.context().close()
	})
