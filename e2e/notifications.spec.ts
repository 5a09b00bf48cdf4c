import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, linkFromMail, logOut, newMember, verifiedMember } from './accounts.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ })

async function ask(page: Page): Promise<string> {
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill(`在宅勤務の通信費はどう分けますか ${Date.now().toString(36)}`)
	await page
		.getByLabel('質問の内容')
		.fill('今年の春に自宅で開業しました。家賃と通信費をどのように按分すればよいのか、考え方を教えてください。')
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await page.getByLabel('個人事業', { exact: true }).check()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page).toHaveURL(/\/qa\/\d+$/)
	return new URL(page.url()).pathname
}

async function answerAsExpert(browser: Browser, question: string): Promise<void> {
	const expert = await (await browser.newContext()).newPage()
	await expert.goto('/login')
	await fillLogin(expert, 'expert@example.com', demoPassword)
	await expect(expert).not.toHaveURL(/\/login/)
	await expert.goto(`${question}/answer`)
	await expert
		.getByLabel('回答', { exact: true })
		.fill('事業に使った割合を合理的な基準で示せる範囲が必要経費になります。床面積や使った時間で分け、根拠を残しておいてください。')
	await expert.getByLabel('法令の時点').fill('2026-04-01')
	await expert.getByRole('button', { name: '回答を投稿する' }).click()
	await expect(expert.getByRole('heading', { name: '回答（1件）' })).toBeVisible()
	await expert.context().close()
}

/** Simulates a person who returns to the window. */
const turnTo = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** Returns the first unsubscribe link in the newest mail with this subject. */
async function unsubscribeLink(page: Page, address: string, subject: string): Promise<string> {
	await linkFromMail(page, address, subject)
	const box = await page.context().newPage()
	await box.goto('/demo/mailbox')
	const mail = box.locator('details').filter({ hasText: address }).filter({ hasText: subject }).first()
	const path = await mail.locator('a[href^="/unsubscribe"]').first().getAttribute('href')
	await box.close()
	return path ?? ''
}

test('an answer rings the asker’s bell and comes by mail, and one click in the mail stops such mails', async ({
	browser,
	page,
	baseURL,
}) => {
	const email = await verifiedMember(page)
	await expect(bell(page)).toHaveAccessibleName('お知らせ')
	const question = await ask(page)
	await answerAsExpert(browser, question)

	await expect(async () => {
		await turnTo(page)
		await expect(bell(page)).toHaveAccessibleName('お知らせ（未読1件）', { timeout: 1_000 })
	}).toPass()
	await bell(page).click()
	await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeVisible()
	const news = page.getByRole('main').getByRole('listitem').filter({ hasText: '回答が届きました。' })
	await expect(news.getByText('未読', { exact: true })).toBeVisible()
	await news.getByRole('link', { name: /回答が届きました。$/ }).click()
	await expect(page).toHaveURL(new RegExp(`${question}#answer-\\d+$`))
	await expect(bell(page)).toHaveAccessibleName('お知らせ')

	const link = await unsubscribeLink(page, email, '質問に回答が届きました')
	const mailProgram = await (await browser.newContext()).newPage()
	await mailProgram.goto(link)
	await expect(mailProgram.getByText('「自分の質問への回答」のメールを停止します。')).toBeVisible()
	// As a mail program does it: no page before, no cookie, no origin.
	const answer = await fetch(`${baseURL}${link}`, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
		redirect: 'manual',
	})
	expect(answer.status).toBe(200)
	await page.goto('/mypage/notifications')
	const answers = page.getByRole('group', { name: '自分の質問への回答' })
	await expect(answers.getByLabel('メール')).not.toBeChecked()
	await expect(answers.getByLabel('サイト内')).toBeChecked()

	await mailProgram.getByRole('button', { name: 'お知らせのメールをすべて停止する' }).click()
	await expect(mailProgram.getByText('「すべてのお知らせ」のメールを停止しました。')).toBeVisible()
	await page.reload()
	await expect(page.getByLabel('サービスのお知らせをメールで受け取る')).not.toBeChecked()
	expect((await fetch(`${baseURL}/unsubscribe?token=unknown`, { method: 'POST' })).status).toBe(404)
})

for (const javaScriptEnabled of [true, false])
	test.describe(`a member ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
		test.use({ javaScriptEnabled })

		test('chooses channels by kind, reads the news one by one and all at once', async ({ page, browser }) => {
			await verifiedMember(page)
			await page.goto('/notifications')
			await expect(page.getByText('お知らせはまだありません。')).toBeVisible()
			await page.getByRole('main').getByRole('link', { name: '通知設定' }).click()
			const follows = page.getByRole('group', { name: 'フォロー中の専門家の新しい回答' })
			await follows.getByLabel('メール').uncheck()
			await follows.getByLabel('1日1回').check()
			await page.getByRole('button', { name: '保存する' }).click()
			await expect(page.getByText('通知の設定を保存しました。')).toBeVisible()
			await page.goto('/mypage/notifications')
			await expect(follows.getByLabel('メール')).not.toBeChecked()
			await expect(follows.getByLabel('1日1回')).toBeChecked()

			const questions = [await ask(page), await ask(page)]
			for (const question of questions) await answerAsExpert(browser, question)
			await expect(async () => {
				await page.goto('/notifications')
				await expect(page.getByText('未読が2件あります。')).toBeVisible({ timeout: 1_000 })
			}).toPass()
			await page
				.getByRole('button', { name: /^既読にする/ })
				.first()
				.click()
			await expect(page.getByText('未読が1件あります。')).toBeVisible()
			await expect(bell(page)).toHaveAccessibleName('お知らせ（未読1件）')
			await page.getByRole('button', { name: 'すべて既読にする' }).click()
			await expect(page.getByText('未読のお知らせはありません。')).toBeVisible()
			await expect(bell(page)).toHaveAccessibleName('お知らせ')
		})
	})

test('does not poll after signing out, and leads a visitor to sign in', async ({ page }) => {
	await newMember(page)
	await expect(bell(page)).toBeVisible()
	await logOut(page)
	await expect(bell(page)).toHaveCount(0)
	const asked: string[] = []
	page.on('request', (request) => asked.push(new URL(request.url()).pathname))
	await page.goto('/about')
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	await turnTo(page)
	await page.getByRole('banner').getByRole('link', { name: 'ログイン' }).click()
	await expect(page).toHaveURL('/login')
	expect(asked).not.toContain('/api/notifications/unread')
	await page.goto('/notifications')
	await expect(page).toHaveURL('/login?redirect=%2Fnotifications')
})

test('the bell and the list are used by keyboard alone', async ({ page }) => {
	await newMember(page)
	await page.goto('/about')
	await bell(page).focus()
	await expect(bell(page)).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/notifications')
	const settings = page.getByRole('main').getByRole('link', { name: '通知設定' })
	await settings.focus()
	await page.keyboard.press('Enter')
	const box = page.getByRole('group', { name: '自分の質問への回答' }).getByLabel('サイト内')
	await box.focus()
	await page.keyboard.press('Space')
	await expect(box).not.toBeChecked()
	await page.keyboard.press('Enter')
	await expect(page.getByText('通知の設定を保存しました。')).toBeVisible()
	await expect(box).not.toBeChecked()
})
