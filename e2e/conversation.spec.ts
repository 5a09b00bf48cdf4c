import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { demoPassword, freshAddress, linkFromMail, longPassword, register } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { tabTo } from './keys.ts'

const expertAddress = 'expert@example.com'
const body = '春から自宅で仕事をしています。家賃と通信費をどのように分けて経費にすればよいのか、考え方を教えてください。'
const answer =
	'事業に使った割合を合理的な基準で示せる範囲が必要経費になります。床面積や使った時間で分け、計算の根拠を一緒に残しておいてください。'
const main = (page: Page) => page.getByRole('main')
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ })
const news = (page: Page, title: string, words: string) =>
	main(page).getByRole('listitem').filter({ hasText: title }).filter({ hasText: words })

/** A member with a name and a confirmed address, who has only fingers where the page is a phone's. */
async function joinAs(page: Page, person: { lastName: string; firstName: string }): Promise<string> {
	const email = freshAddress()
	await register(page, email)
	await page.goto(await linkFromMail(page, email, 'メールアドレスの確認'))
	await main(page).getByRole('button', { name: '確認を完了する' }).click()
	await expect(page).toHaveURL(/\/login/)
	await page.getByLabel('メールアドレス').fill(email)
	await page.getByLabel('パスワード', { exact: true }).fill(longPassword)
	await main(page).getByRole('button', { name: 'ログイン', exact: true }).click()
	await page.getByLabel(/^姓/).fill(person.lastName)
	await page.getByLabel(/^名/).fill(person.firstName)
	await page.getByRole('button', { name: 'はじめる' }).click()
	await expect(page).toHaveURL(/\/mypage$/)
	return email
}

/** Asks with fingers, anonymously. */
async function askByTouch(page: Page, title: string): Promise<string> {
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill(title)
	await page.getByLabel('質問の内容').fill(body)
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await page.getByLabel('個人事業', { exact: true }).tap()
	const anonymous = page.getByLabel(/^匿名で質問する/)
	if (!(await anonymous.isChecked())) await anonymous.tap()
	await expectNoViolation(page)
	await page.getByRole('button', { name: '質問を投稿する' }).tap()
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
	return new URL(page.url()).pathname
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.press(key)
}

async function typeInto(page: Page, field: Locator, words: string): Promise<void> {
	await tabTo(page, field)
	await page.keyboard.insertText(words)
}

/** From the question to the posted answer by keys. */
async function answerByKeys(page: Page, question: string): Promise<void> {
	await page.goto(question)
	await press(page, page.getByRole('link', { name: 'この質問に回答する' }))
	await expect(page).toHaveURL(`${question}/answer`)
	await expectNoViolation(page)
	await typeInto(page, page.getByLabel('回答', { exact: true }), answer)
	await press(page, page.getByRole('button', { name: '回答を投稿する' }))
	await expect(page.getByRole('heading', { name: '回答（1件）' })).toBeVisible()
}

/** Every text that this browser is sent: pages, and what they and their scripts ask for. */
function keepTexts(context: BrowserContext): () => Promise<string[]> {
	const texts: Promise<string>[] = []
	context.on('response', (response) => {
		const type = response.headers()['content-type'] ?? ''
		// A message on a page that was left cannot have been seen.
		if (/html|json|x-script|plain/.test(type)) texts.push(response.text().catch(() => ''))
	})
	return () => Promise.all(texts)
}

const mailTo = (box: Page, address: string, words: string) => box.locator('details').filter({ hasText: address }).filter({ hasText: words })

async function expectMail(box: Page, address: string, words: string): Promise<Locator> {
	const mail = mailTo(box, address, words)
	await expect(async () => {
		await box.goto('/demo/mailbox')
		await expect(mail.first()).toBeVisible({ timeout: 1_000 })
	}).toPass()
	return mail.first()
}

test('two members and an expert hold a thread: by touch, by keyboard alone and on a desktop', async ({ browser, baseURL }) => {
	const mark = Date.now().toString(36)
	const title = `自宅の家賃と通信費はどう分けますか ${mark}`
	const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
	const keys = await browser.newContext()
	const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } })
	const textsOfExpert = keepTexts(keys)
	const [asker, expert, reader] = await Promise.all([phone.newPage(), keys.newPage(), desk.newPage()])
	const box = await (await browser.newContext()).newPage()

	// They sign in. The asker's name is unique.
	const askerName = { lastName: `風早${mark}`, firstName: '澄乃' }
	const askerAddress = await joinAs(asker, askerName)
	const readerAddress = await joinAs(reader, { lastName: '読谷', firstName: '静' })
	await expert.goto('/login')
	await typeInto(expert, expert.getByLabel('メールアドレス'), expertAddress)
	await typeInto(expert, expert.getByLabel('パスワード', { exact: true }), demoPassword)
	await expert.keyboard.press('Enter')
	await expect(expert).not.toHaveURL(/\/login/)

	// A question, its answer, and two rounds of talk.
	const question = await askByTouch(asker, title)
	await expectNoViolation(asker)
	await answerByKeys(expert, question)
	await expectNoViolation(expert)
	for (const round of ['一', '二']) {
		await asker.goto(question)
		await asker.getByText('この回答について追加で聞く').tap()
		await asker.getByLabel('追加の質問').fill(`${round}つ目の追加の質問です。光熱費も同じ割合でよいですか。`)
		await asker.getByRole('button', { name: '送信する' }).tap()
		await expect(asker.getByText('専門家の返信をお待ちください。')).toBeVisible()
		await expert.goto(question)
		await press(expert, expert.getByText('返信する', { exact: true }))
		await typeInto(expert, expert.getByLabel('返信', { exact: true }), `${round}つ目の返信です。電気代は使った時間で分ける方も多いです。`)
		await press(expert, expert.getByRole('button', { name: '送信する' }))
		await expect(expert.getByText(`${round}つ目の返信です`)).toBeVisible()
	}
	await expectNoViolation(expert)

	// The second person finds it useful and follows the expert.
	await reader.goto(question)
	await reader.getByRole('button', { name: /^参考になった/ }).click()
	await expect(reader.getByRole('button', { name: '参考になった 1' })).toHaveAttribute('aria-pressed', 'true')
	await expectNoViolation(reader)
	await main(reader).getByRole('article').getByRole('heading', { level: 3 }).getByRole('link').first().click()
	await expect(reader).toHaveURL(/\/expert\/\d+$/)
	await reader.getByRole('button', { name: 'フォローする' }).click()
	await expect(reader.getByRole('button', { name: 'フォロー中' })).toBeVisible()
	await expectNoViolation(reader)

	// Thanks and the best answer.
	await asker.goto(question)
	await asker.getByText('お礼を送る').first().tap()
	await asker.getByLabel('お礼の言葉').fill('根拠を残しておきます。')
	await asker.getByRole('button', { name: 'お礼を送る' }).tap()
	await expect(asker.getByText('質問者からのお礼')).toBeVisible()
	await asker.getByRole('button', { name: 'ベストアンサーに選ぶ' }).tap()
	await expect(asker.getByText('解決済み', { exact: true })).toBeVisible()
	await expectNoViolation(asker)

	// A visitor has the page of the next question out of the cache; the answer renews it.
	const second = await askByTouch(asker, `${title} その二`)
	const visitor = await (await browser.newContext()).newPage()
	const page = async () => (await visitor.request.get(second, { headers: { accept: 'text/html' } })).text()
	for (let time = 0; time < 4; time++) expect(await page()).not.toContain(answer)
	await answerByKeys(expert, second)
	await expect.poll(page).toContain(answer)
	await visitor.goto(second)
	await expect(visitor.getByText(answer)).toBeVisible()
	await expect(visitor.getByText(/匿名の.+さん/).first()).toBeVisible()
	await expectNoViolation(visitor)

	// Each is notified: by the bell, in the list, by mail.
	for (const [page, unread] of [
		[asker, 'お知らせ（未読4件）'],
		// The expert whom the reader follows may answer in another journey, too.
		[reader, /^お知らせ（未読\d+件）$/],
	] as const)
		await expect(async () => {
			await page.goto('/about')
			await expect(bell(page)).toHaveAccessibleName(unread, { timeout: 1_000 })
		}).toPass()
	await bell(asker).tap()
	await expect(news(asker, title, '回答が届きました。')).toHaveCount(2)
	await expect(news(asker, title, '返信が届きました。')).toHaveCount(2)
	await expectNoViolation(asker)
	await bell(reader).click()
	await expect(reader).toHaveURL('/notifications')
	await expect(async () => {
		await reader.reload()
		await expect(news(reader, `${title} その二`, '回答しました。')).toHaveCount(1, { timeout: 1_000 })
	}).toPass()
	await expectNoViolation(reader)
	await expect(async () => {
		await expert.goto('/notifications')
		await expect(news(expert, title, 'お礼が届きました。')).toHaveCount(1, { timeout: 1_000 })
		await expect(news(expert, title, 'ベストアンサーに選ばれました。')).toHaveCount(1, { timeout: 1_000 })
	}).toPass()
	await expect(news(expert, title, '追加の質問が届きました。')).toHaveCount(2)
	await expect(news(expert, '読谷 静', 'フォローしました。')).not.toHaveCount(0)
	await expect(bell(expert)).toHaveAccessibleName(/未読\d+件/)
	await expectNoViolation(expert)
	await expectMail(box, askerAddress, '回答が届きました')
	await expectMail(box, askerAddress, '返信が届きました')
	await expectMail(box, expertAddress, title)
	const mail = await expectMail(box, readerAddress, 'フォロー')

	// One click in the reader's mail stops this kind, and no other.
	const link = await mail.locator('a[href^="/unsubscribe"]').first().getAttribute('href')
	const stopped = await fetch(`${baseURL}${link}`, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
		redirect: 'manual',
	})
	expect(stopped.status).toBe(200)
	await reader.goto('/mypage/notifications')
	const kind = (name: string) => reader.getByRole('group', { name, exact: true }).getByLabel('メール')
	await expect(kind('フォロー中の専門家の新しい回答')).not.toBeChecked()
	await expect(kind('自分の質問への回答')).toBeChecked()
	await expectNoViolation(reader)

	// Nothing sent to the expert reveals the asker: no page, no API response, no mail.
	for (const path of [question, second, '/notifications', '/follower', '/qa']) await expert.goto(path)
	for (const path of [`/api${question}`, `/api${second}`, '/notifications.data', '/follower.data']) {
		const text = await (await keys.request.get(path)).text()
		expect(text).not.toContain(askerName.lastName)
		expect(text).not.toContain(askerAddress)
	}
	const texts = await textsOfExpert()
	expect(texts.some((text) => text.includes(title))).toBe(true)
	await box.goto('/demo/mailbox')
	texts.push(...(await mailTo(box, expertAddress, title).allTextContents()))
	for (const text of texts) for (const secret of [askerName.lastName, askerAddress]) expect(text.includes(secret)).toBe(false)
	await Promise.all([phone, keys, desk, box.context(), visitor.context()].map((context) => context.close()))
})
