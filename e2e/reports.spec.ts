import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, linkFromMail, logIn, logInAsStaff, newMember, verifiedMember } from './accounts.ts'
import { expectNoViolationAtWidths } from './axe.ts'
import { tabTo } from './keys.ts'

const question = '今年の春に自宅で開業しました。家賃と通信費をどのように分けて経費にすればよいのか、考え方を教えてください。'
const because = '広告と受け取られる表現が含まれるため'

const fresh = async (browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> =>
	(await browser.newContext(options)).newPage()

/** A question of somebody's own with the demo expert's answer: its address, and the answer's id. */
async function askAndAnswer(asker: Page, expert: Page, words: string): Promise<{ thread: string; answerId: string }> {
	await verifiedMember(asker)
	await asker.goto('/qa/post')
	await asker.getByLabel('タイトル').fill(`自宅の家賃はどう分けますか ${Date.now().toString(36)}`)
	await asker.getByLabel('質問の内容').fill(question)
	await asker.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await asker.getByLabel('個人事業', { exact: true }).check()
	await asker.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(asker).toHaveURL(/\/qa\/\d+$/)
	const thread = new URL(asker.url()).pathname
	await logIn(expert, 'expert@example.com')
	await expert.goto(`${thread}/answer`)
	await expert.getByLabel('回答', { exact: true }).fill(words)
	await expert.getByRole('button', { name: '回答を投稿する' }).click()
	await expect(expert.getByRole('heading', { name: '回答（1件）' })).toBeVisible()
	const answerId = (await expert.locator('article[id^="answer-"]').getAttribute('id'))?.replace('answer-', '') ?? ''
	return { thread, answerId }
}

/** The newest notification with these words, once the queue has brought it. */
async function openNews(page: Page, words: string): Promise<void> {
	const news = page.getByRole('main').getByRole('listitem').filter({ hasText: words })
	await expect(async () => {
		await page.goto('/notifications')
		await expect(news.first()).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 90_000 })
	await expectNoViolationAtWidths(page)
	await news.first().getByRole('link').click()
}

/** Opens the item of a desk whose page has these words; the newest is the last of the list. */
async function openItem(staff: Page, queue: string, words: string): Promise<void> {
	await expect(async () => {
		await staff.goto(`/admin/queues/${queue}`)
		const rows = staff.getByRole('navigation', { name: '順番を待つもの' }).getByRole('link')
		const paths = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
		for (const path of paths.toReversed()) {
			await staff.goto(path)
			if (await staff.getByText(words).count()) return
		}
		throw new Error(`no item has ${words}`)
	}).toPass({ timeout: 30_000 })
}

/** Waits until the verdict has taken effect, ten seconds later. */
async function decide(staff: Page, button: string, reason: string): Promise<void> {
	await staff.getByLabel('理由', { exact: true }).fill(reason)
	await staff.getByRole('button', { name: button }).click()
	await expect(staff.getByRole('status').filter({ hasText: '判断を受け付けました' })).toBeVisible()
}

test('an answer is reported, hidden, appealed for and back again', async ({ browser, page: visitor }) => {
	const mark = Date.now().toString(36)
	const words = `床面積や使った時間の割合で分け、計算の根拠を残してください。詳しい資料は有料の講座でお渡ししています。${mark}`
	const expert = await fresh(browser)
	const { thread, answerId } = await askAndAnswer(await fresh(browser), expert, words)

	// A visitor returns to the form after signing in, and completes it by keyboard.
	await visitor.goto(thread)
	await visitor.getByRole('link', { name: '回答を報告する' }).click()
	await expect(visitor).toHaveURL(`/login?redirect=%2Freport%2Fanswer%2F${answerId}`)
	await fillLogin(visitor, 'member@example.com', demoPassword)
	await expect(visitor.getByRole('heading', { level: 1, name: '回答を報告する' })).toBeVisible()
	await expect(visitor.getByText(words)).toBeVisible()
	await expectNoViolationAtWidths(visitor)
	await visitor.getByRole('button', { name: '報告する' }).click()
	await expect(visitor.getByText('理由を選んでください。').first()).toBeVisible()
	await expectNoViolationAtWidths(visitor)
	await tabTo(visitor, visitor.getByRole('radio').first())
	await visitor.keyboard.press('ArrowDown')
	await expect(visitor.getByRole('radio', { name: '宣伝や勧誘が目的である' })).toBeChecked()
	await tabTo(visitor, visitor.getByLabel('説明'))
	await visitor.keyboard.insertText(`有料の講座へ誘っています。${mark}`)
	await tabTo(visitor, visitor.getByRole('button', { name: '報告する' }))
	await visitor.keyboard.press('Enter')
	await expect(visitor).toHaveURL('/report/thanks')
	await expect(visitor.getByRole('heading', { level: 1, name: '報告を受け付けました' })).toBeVisible()
	await expectNoViolationAtWidths(visitor)
	await visitor.goto(`/report/answer/${answerId}`)
	await expect(visitor.getByRole('status')).toContainText('すでに受け付けています')
	await expectNoViolationAtWidths(visitor)

	const staff = await fresh(browser)
	await logInAsStaff(staff)
	await openItem(staff, 'reports', mark)
	await expect(staff.getByRole('article').filter({ hasText: mark })).toContainText('宣伝や勧誘が目的である')
	await expectNoViolationAtWidths(staff)
	await staff.getByRole('button', { name: '非公開にする' }).click()
	await expect(staff.getByRole('alert')).toContainText('理由は5文字以上で入力してください。')
	await decide(staff, '非公開にする', because)
	await expect(async () => {
		await staff.goto('/admin/reports?decided=1')
		await expect(staff.getByRole('article').filter({ hasText: mark }).first()).toContainText(because, { timeout: 1_000 })
	}).toPass({ timeout: 90_000 })
	await expect(staff).toHaveURL('/admin/queues/reports/decided')
	await expectNoViolationAtWidths(staff)

	const stranger = await fresh(browser)
	await expect(async () => {
		await stranger.goto(thread)
		await expect(stranger.getByText(mark)).toHaveCount(0, { timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	await openNews(visitor, '非公開にしました。お知らせいただき、ありがとうございました。')

	await linkFromMail(expert, 'expert@example.com', '運営からのお知らせ')
	await openNews(expert, `非公開にしました。理由：${because}`)
	await expect(expert).toHaveURL(`/appeal/answer/${answerId}`)
	await expect(expert.getByText(`運営が非公開にしました。理由：${because}`)).toBeVisible()
	await expert.getByLabel('異議の申し立て').fill('短い')
	await expert.getByRole('button', { name: '申し立てる' }).click()
	await expect(expert.getByText('申し立ての内容は10文字以上で入力してください。').first()).toBeVisible()
	await expectNoViolationAtWidths(expert)
	await expert.getByLabel('異議の申し立て').fill(`講座の案内は誤って残した下書きです。回答の内容は正確です。${mark}`)
	await expert.getByRole('button', { name: '申し立てる' }).click()
	await expect(expert.getByText('運営が確認しています。')).toBeVisible()
	await expectNoViolationAtWidths(expert)

	await openItem(staff, 'appeals', mark)
	await expectNoViolationAtWidths(staff)
	await decide(staff, 'もう一度公開する', '内容に誤りがないと確認できたため')
	await openNews(expert, 'もう一度公開しました。理由：内容に誤りがないと確認できたため')
	await expect(expert).toHaveURL(new RegExp(`${thread}#answer-${answerId}$`))
	await expert.goto(`/appeal/answer/${answerId}`)
	await expect(expert.getByRole('heading', { level: 1, name: 'もう一度公開された回答' })).toBeVisible()
	await expectNoViolationAtWidths(expert)
	await expect(async () => {
		await stranger.goto(thread)
		await expect(stranger.getByText(words)).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 30_000 })

	await staff.goto(`/admin/audit?subject=answer:${answerId}`)
	for (const action of ['answer.hide', 'report.hide', 'appeal.grant', 'answer.show'])
		await expect(staff.getByText(action, { exact: true }).first()).toBeVisible()
})

test('a thread with an office is reported without a script; only staff read it, with an audit event', async ({ browser }) => {
	const subject = `顧問の相談 ${Date.now().toString(36)}`
	const member = await fresh(browser)
	await newMember(member)
	const expert = await fresh(browser, { javaScriptEnabled: false })
	await logIn(expert, 'expert@example.com')
	await expert.goto('/mypage/inquiries')
	const box = expert.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	const office = new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''
	await member.goto(`/office/${office}/inquiry`)
	await member.getByLabel('件名').fill(subject)
	await member.getByLabel('内容').fill('当社の商品をぜひ導入してください。お電話でご説明します。')
	await member.getByLabel('お名前').fill('渡辺 さくら')
	await member.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(member.getByRole('heading', { level: 2, name: subject })).toBeVisible()

	await expert.goto(`/mypage/inquiries?office=${office}`)
	await expert.getByRole('link', { name: new RegExp(subject) }).click()
	await expert.getByText('このやり取りを終了する・ブロックする・報告する').click()
	await expert.getByRole('link', { name: 'このやり取りを報告する' }).click()
	await expect(expert.getByText('運営の担当者が読むのは、選んだ発言だけです。')).toBeVisible()
	await expert.getByRole('checkbox', { name: /当社の商品をぜひ導入してください/ }).check()
	await expert.getByRole('radio', { name: '宣伝や勧誘が目的である' }).check()
	await expert.getByRole('textbox', { name: '説明' }).fill('事務所への営業です。')
	await expert.getByRole('button', { name: '報告する' }).click()
	await expect(expert).toHaveURL('/report/thanks')

	const staff = await fresh(browser)
	await logInAsStaff(staff)
	await openItem(staff, 'reports', '事務所への営業です。')
	await expect(staff.getByText(subject)).toHaveCount(0)
	await staff.getByRole('link', { name: /^やり取りを読む/ }).click()
	await expect(staff.getByText('当社の商品をぜひ導入してください。')).toBeVisible()
	const reading = new URL(staff.url()).pathname
	await expectNoViolationAtWidths(staff)
	expect((await member.goto(reading))?.status()).toBe(403)
	await staff.getByRole('link', { name: '報告の一覧へ戻って判断する' }).click()
	await decide(staff, '対応した', '営業の連絡と確認し、差出人に注意したため')
	await expect.poll(async () => (await staff.goto(reading))?.status(), { timeout: 90_000 }).toBe(404)
	await staff.goto('/admin/audit?action=inquiry')
	await expect(staff.getByText('inquiry.read', { exact: true }).first()).toBeVisible()
})
