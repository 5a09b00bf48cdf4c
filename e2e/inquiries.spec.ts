import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { fillLogin, freshAddress, logIn, logInAsStaff, longPassword, newMember, register } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const bodyText = '来年の春に法人化を考えています。\n個人事業のうちに決算書を見ていただき、時期の相談をしたいです。'

/** The demo's expert, at whose office all of these journeys end. */
async function signedInExpert(browser: Browser): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logIn(page, 'expert@example.com')
	return page
}

async function officeOf(page: Page): Promise<string> {
	await page.goto('/mypage/inquiries')
	const box = page.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	return new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''
}

test('a member asks, the expert answers with a file, both say so, and the review is answered', async ({ browser, page }) => {
	const subject = `法人化の時期の相談 ${Date.now().toString(36)}`
	const expert = await signedInExpert(browser)
	const office = await officeOf(expert)
	await page.setViewportSize({ width: 360, height: 800 })
	await newMember(page)
	await page.goto(`/office/${office}`)
	await page.getByRole('link', { name: 'この事務所に問い合わせる' }).click()
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByText('件名を入力してください。').first()).toBeVisible()
	await expectNoViolation(page)
	await page.getByLabel('件名').fill(subject)
	await page.getByLabel('内容').fill(bodyText)
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByLabel('ファイル').setInputFiles({ name: '決算書.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<svg/>') })
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByText('PDF、JPEG、PNG、WebPのファイルを選んでください。').first()).toBeVisible()
	await expect(page.getByLabel('件名')).toHaveValue(subject)
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
	const thread = new URL(page.url()).pathname
	await expectNoViolation(page)

	await expert.goto(`/mypage/inquiries?office=${office}`)
	await expect(expert.getByRole('listitem').filter({ hasText: subject })).toContainText('未読')
	await expectNoViolation(expert)
	await expert.getByRole('link', { name: new RegExp(subject) }).click()
	await expect(expert.getByText('来年の春に法人化を考えています。')).toBeVisible()
	await expert.getByLabel('返信').fill('ご相談ありがとうございます。必要な書類の一覧を添えます。')
	const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#225588' } })
		.png()
		.toBuffer()
	await expert.getByLabel('ファイル').setInputFiles({ name: '書類の一覧.png', mimeType: 'image/png', buffer: picture })
	await expert.getByRole('button', { name: '送信する' }).click()
	await expect(expert.getByText('送信しました。')).toBeVisible()
	await expectNoViolation(expert)

	await page.goto('/notifications')
	await expect(async () => {
		await page.reload()
		await expect(page.getByText(`問い合わせ「${subject}」に返信が届きました`).first()).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	await page.goto(thread)
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: /書類の一覧\.jpg/ }).click()
	expect((await download).suggestedFilename()).toBe('書類の一覧.jpg')
	await page.getByRole('button', { name: '依頼することになった' }).click()
	await expect(page.getByText('あなたは登録しました。')).toBeVisible()
	await expert.reload()
	await expert.getByRole('button', { name: '依頼を受けることになった' }).click()
	await expect(expert.getByRole('heading', { name: '依頼が決まりました' })).toBeVisible()

	await expert.getByRole('button', { name: '仕事が終わったと報告する' }).click()
	await expect(expert.getByText('仕事が終わったと報告されました。')).toBeVisible()
	await page.reload()
	await page.getByRole('link', { name: '口コミを書く' }).click()
	await page.getByRole('button', { name: '口コミを公開する' }).click()
	await expect(page.getByText('星の数を選んでください。').first()).toBeVisible()
	await expectNoViolation(page)
	const review = `法人化の時期を一緒に考えてもらえました。書類の一覧が分かりやすく、準備に迷いませんでした。${Date.now().toString(36)}`
	// By keyboard alone: the second of the stars.
	await page.getByRole('radio').first().focus()
	await page.keyboard.press('ArrowDown')
	await page.getByLabel('口コミ', { exact: true }).fill(review)
	await page.getByLabel('あなたの立場').fill('個人事業主・デザイン')
	await page.getByRole('button', { name: '口コミを公開する' }).click()
	await expect(page.getByText('公開しました。')).toBeVisible()
	await expectNoViolation(page)

	await expert.goto('/mypage/reviews')
	const received = expert.getByRole('listitem').filter({ hasText: review })
	await received.getByText('この口コミに返信する').click()
	await received.getByLabel('返信').fill('ご依頼ありがとうございました。次の決算もお手伝いします。')
	await received.getByRole('button', { name: '返信を公開する' }).click()
	await expect(expert.getByRole('listitem').filter({ hasText: review })).toContainText('次の決算もお手伝いします。')
	await expectNoViolation(expert)

	const visitor = await (await browser.newContext()).newPage()
	await expect(async () => {
		await visitor.goto(`/office/${office}`)
		await expect(visitor.locator('#reviews').getByText(review)).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	await expect(visitor.locator('#reviews').getByText('次の決算もお手伝いします。').first()).toBeVisible()
	expect((await visitor.goto(thread))?.url()).toContain('/login')

	const staff = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logInAsStaff(staff)
	await staff.goto('/admin/reviews')
	await expectNoViolation(staff)
	const entry = staff.getByRole('article').filter({ hasText: review })
	await entry.getByText('非公開にする').first().click()
	await entry.getByLabel('理由').fill('依頼の内容が分かるため')
	await entry.getByRole('button', { name: '非公開にする' }).click()
	await expect(staff.getByRole('article').filter({ hasText: review })).toContainText('理由：依頼の内容が分かるため')
	await expect(async () => {
		await visitor.goto(`/office/${office}`)
		await expect(visitor.locator('#reviews').getByText(review)).toBeHidden({ timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	expect((await staff.goto(thread))?.status()).toBe(404)
})

test('what a visitor begins to write is there after registration', async ({ page }) => {
	await page.goto('/office/1/inquiry')
	await page.getByLabel('件名').pressSequentially('記帳を頼みたい')
	await page.getByLabel('内容').fill(bodyText)
	await expectNoViolation(page)
	const email = freshAddress()
	const site = new URL(page.url()).origin
	const other = await page.context().newPage()
	await register(other, email, longPassword, site)
	await other.close()
	await page.getByRole('link', { name: 'ログインして続ける' }).click()
	await fillLogin(page, email, longPassword)
	await expect(page).toHaveURL(/\/welcome/)
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await expect(page).not.toHaveURL(/\/welcome/)
	await page.goto('/office/1/inquiry')
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	await expect(page.getByLabel('件名')).toHaveValue('記帳を頼みたい')
	await expect(page.getByLabel('内容')).toHaveValue(bodyText)
})

test('a blocked office can be asked nothing more', async ({ page }) => {
	await newMember(page)
	await page.goto('/office/2/inquiry')
	await page.getByLabel('件名').fill('顧問を頼みたい')
	await page.getByLabel('内容').fill(bodyText)
	await page.getByLabel('お名前').fill('田中 一')
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await page.getByText('このやり取りを終了する・ブロックする').click()
	await page.getByRole('button', { name: 'この事務所をブロックする' }).click()
	await expect(page.getByText('この相手をブロックしています。')).toBeVisible()
	await expectNoViolation(page)
	await page.goto('/office/2/inquiry')
	await expect(page.getByText('この事務所をブロックしています。')).toBeVisible()
})

test('an expert sees figures as charts, a table and a file, and the questions that wait', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage')
	await expect(page.getByRole('heading', { name: '対応をお待ちしているもの' })).toBeVisible()
	await expectNoViolation(page)
	await page.goto('/mypage/stats')
	await page.getByRole('link', { name: '28日' }).click()
	await expect(page.getByRole('link', { name: '28日' })).toHaveAttribute('aria-current', 'page')
	await page.getByText('日ごとの値を表で見る').click()
	await expect(page.getByRole('columnheader', { name: '事務所ページの閲覧' })).toBeVisible()
	await expectNoViolation(page)
	await page.goto('/mypage/queue')
	await page.getByLabel('都道府県').selectOption('東京都')
	await page.getByRole('button', { name: '絞り込む' }).click()
	await expect(page).toHaveURL(/prefecture=13/)
	await expectNoViolation(page)
})
