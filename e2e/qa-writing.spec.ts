import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import {
	demoPassword,
	fillLogin,
	freshAddress,
	linkFromMail,
	logIn,
	longPassword,
	newMember,
	registerMember,
	verifiedMember,
} from './accounts.ts'
import { waitForCall, wake } from './pages.ts'

const title = () => `展示会の出展費用はどの科目になりますか ${Date.now().toString(36)}`
const body =
	'来月はじめて展示会に出ます。小間の料金と、看板の制作費と、当日の人件費を、それぞれどの勘定科目にすればよいのか教えてください。'

async function beginAsVisitor(page: Page, heading: string): Promise<void> {
	await page.goto('/qa')
	await page.getByLabel('質問のタイトル').fill(heading)
	await page.getByRole('button', { name: '質問を書く' }).click()
	await expect(page.getByRole('heading', { level: 1, name: '質問を書く' })).toBeVisible()
	await expect(page.getByLabel('タイトル')).toHaveValue(heading)
	await wake(page)
	await page.getByLabel('質問の内容').fill(body)
	await page.getByRole('button', { name: 'ログインまたは登録して続ける' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Fqa%2Fpost')
}

async function finish(page: Page, heading: string): Promise<void> {
	await expect(page).toHaveURL('/qa/post')
	await expect(page.getByLabel('タイトル')).toHaveValue(heading)
	await expect(page.getByLabel('質問の内容')).toHaveValue(body)
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await page.getByLabel('法人', { exact: true }).check()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
	// A posted text is no longer offered as a draft.
	await wake(page)
	await expect.poll(() => page.evaluate(() => localStorage.getItem('typed:question'))).toBeNull()
}

test('a visitor writes, signs in, and posts without losing a letter', async ({ page }) => {
	const heading = title()
	await beginAsVisitor(page, heading)
	await fillLogin(page, 'member@example.com', demoPassword)
	await finish(page, heading)
})

test('a visitor writes, registers, opens the mail, and posts without losing a letter', async ({ page }) => {
	const heading = title()
	const email = freshAddress()
	await beginAsVisitor(page, heading)
	await page.getByRole('main').getByRole('link', { name: /登録/ }).first().click()
	await expect(page).toHaveURL('/register?redirect=%2Fqa%2Fpost')
	await page.getByLabel('メールアドレス').fill(email)
	await page.getByLabel('パスワード', { exact: true }).fill(longPassword)
	await page.getByRole('button', { name: '登録する' }).click()
	await expect(page.getByRole('heading', { name: '確認のメールを送りました' })).toBeVisible()
	await page.goto(await linkFromMail(page, email, '確認'))
	await page.getByRole('button', { name: '確認を完了する' }).click()
	await expect(page).toHaveURL(/\/login\?notice=verified&redirect=%2Fqa%2Fpost$/)
	await fillLogin(page, email, longPassword)
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await finish(page, heading)
})

test('a question from an unconfirmed address waits, and the confirmation publishes it', async ({ page, browser }) => {
	const heading = title()
	const email = await registerMember(page)
	await page.goto('/qa/post')
	await expect(page.getByText('メールアドレスの確認がまだ済んでいません。')).toBeVisible()
	await page.getByLabel('タイトル').fill(heading)
	await page.getByLabel('質問の内容').fill(body)
	await finish(page, heading)
	await expect(page.getByText('この質問は、まだ公開されていません。')).toBeVisible()
	const question = page.url()
	const visitor = await (await browser.newContext()).newPage()
	expect((await visitor.goto(question))?.status()).toBe(404)
	await page.goto('/mypage/questions')
	await expect(page.getByText('メールアドレスの確認待ち（未公開）')).toBeVisible()
	await page.goto(await linkFromMail(page, email, '確認'))
	await page.getByRole('button', { name: '確認を完了する' }).click()
	await expect(async () => {
		await visitor.goto(question)
		await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 500 })
	}).toPass()
})

test('an answer outlives the session in which it was begun, with and without a script', async ({ browser }) => {
	const words =
		'展示会の小間料金は広告宣伝費、看板は金額と使う期間によって消耗品費か繰延資産になります。人件費は給料手当のままで構いません。'
	for (const javaScriptEnabled of [true, false]) {
		const context = await browser.newContext({ javaScriptEnabled })
		const page = await context.newPage()
		const asker = await browser.newContext()
		const asking = await asker.newPage()
		await logIn(asking, 'member@example.com')
		const heading = title()
		await asking.goto('/qa/post')
		await asking.getByLabel('タイトル').fill(heading)
		await asking.getByLabel('質問の内容').fill(body)
		await finish(asking, heading)
		const path = new URL(asking.url()).pathname
		await asker.close()

		await page.goto(`/login?redirect=${encodeURIComponent(`${path}/answer`)}`)
		await fillLogin(page, 'expert@example.com', demoPassword)
		await expect(page).toHaveURL(`${path}/answer`)
		if (javaScriptEnabled) {
			await wake(page)
			await waitForCall(page, '/api/myInfo')
		}
		await page.getByLabel('回答', { exact: true }).fill(words)
		await context.clearCookies({ name: /session$/ })
		await page.getByRole('button', { name: '回答を投稿する' }).click()
		await expect(page.getByRole('alert')).toContainText('この画面に残っています')
		if (javaScriptEnabled) {
			await wake(page)
			await waitForCall(page, '/api/sessionCheck')
		}
		const second = await context.newPage()
		await second.goto('/login')
		await fillLogin(second, 'expert@example.com', demoPassword)
		await expect(second).not.toHaveURL(/login/)
		await expect(page.getByRole('alert')).toBeVisible()
		await expect(page.getByLabel('回答', { exact: true })).toHaveValue(words)
		await page.getByRole('button', { name: '回答を投稿する' }).click()
		await expect(page.getByRole('heading', { name: '回答（1件）' })).toBeVisible()
		await expect(page.getByText(words)).toBeVisible()
		await context.close()
	}
})

test('questions like the title that come late move no field under the finger', async ({ page }) => {
	await logIn(page, 'member@example.com')
	let answer = () => {}
	const held = new Promise<void>((resolve) => (answer = resolve))
	await page.route(/\/qa\/post\/similar/, async (route) => {
		await held
		await route.continue()
	})
	await page.goto('/qa/post')
	await wake(page)
	const asked = page.waitForRequest(/\/qa\/post\/similar/)
	await page.getByLabel('タイトル').fill('確定申告の経費')
	await asked
	await page.getByLabel('質問の内容').click()
	const place = () => page.getByLabel('法人', { exact: true }).evaluate((radio) => radio.getBoundingClientRect().top + scrollY)
	const before = await place()
	answer()
	const found = page.getByText(/^似た質問が\d+件あります$/)
	await expect(found).toBeVisible()
	expect(await place()).toBe(before)
	await found.click()
	await expect(
		page
			.getByRole('listitem')
			.getByRole('link', { name: /確定申告/ })
			.first(),
	).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
	test(`images go with a question ${javaScriptEnabled ? 'with' : 'without'} a script, private until it is posted`, async ({ browser }) => {
		const context = await browser.newContext({ javaScriptEnabled })
		const page = await context.newPage()
		// A member has one draft: two tests of one member would post each other's images.
		await verifiedMember(page)
		await page.goto('/qa/post')
		if (javaScriptEnabled) await wake(page)
		const heading = title()
		await page.getByLabel('タイトル').fill(heading)
		await page.getByLabel('質問の内容').fill(body)
		const paint = (background: string) =>
			sharp({ create: { width: 900, height: 600, channels: 3, background } })
				.jpeg()
				.toBuffer()
		const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
			await page.getByLabel('画像（任意）').setInputFiles(files)
			if (!javaScriptEnabled) await page.getByRole('button', { name: '選んだ画像を添えて確かめる' }).click()
		}
		await choose({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
		await expect(page.getByText('この種類のファイルは使えません').first()).toBeVisible()
		await choose(
			{ name: 'one.jpg', mimeType: 'image/jpeg', buffer: await paint('#aa3333') },
			{ name: 'two.jpg', mimeType: 'image/jpeg', buffer: await paint('#3333aa') },
		)
		const images = page.getByRole('list', { name: '添える画像' }).getByRole('img')
		await expect(images).toHaveCount(2)
		await expect(page.getByLabel('質問の内容')).toHaveValue(body)
		const second = (await images.nth(1).getAttribute('src')) ?? ''
		expect((await (await browser.newContext()).request.get(second)).status()).toBe(404)
		await page.getByLabel('2枚目の説明').fill('看板の見積書')
		await page.getByRole('button', { name: '2枚目を前へ' }).click()
		await expect(images.first()).toHaveAttribute('src', second)
		await expect(page.getByLabel('1枚目の説明')).toHaveValue('看板の見積書')
		await page.getByRole('button', { name: '2枚目を外す' }).click()
		await expect(images).toHaveCount(1)
		await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
		await page.getByLabel('法人', { exact: true }).check()
		await page.getByRole('button', { name: '質問を投稿する' }).click()
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
		await expect(page.getByRole('img', { name: '看板の見積書' })).toBeVisible()
		const seen = await (await browser.newContext()).request.get(second)
		expect(seen.status()).toBe(200)
		expect(seen.headers()['cache-control']).toContain('immutable')
		await context.close()
	})

for (const javaScriptEnabled of [true, false])
	test(`a deleted question is said to be so, ${javaScriptEnabled ? 'with' : 'without'} a script, to its asker alone`, async ({
		browser,
	}) => {
		const context = await browser.newContext({ javaScriptEnabled })
		const page = await context.newPage()
		await newMember(page)
		await page.goto('/qa/post')
		const heading = title()
		await page.getByLabel('タイトル').fill(heading)
		await page.getByLabel('質問の内容').fill(body)
		await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
		await page.getByLabel('法人', { exact: true }).check()
		await page.getByRole('button', { name: '質問を投稿する' }).click()
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
		await page.getByText('質問を削除する').click()
		await page.getByRole('button', { name: '削除する', exact: true }).click()
		await expect(page).toHaveURL('/qa?deleted=1')
		await expect(page.getByRole('status').filter({ hasText: '質問を削除しました。' })).toBeVisible()
		await expect(page.getByRole('link', { name: heading })).toHaveCount(0)
		await page
			.getByRole('navigation', { name: '状態で絞り込む' })
			.getByRole('link', { name: /^回答あり/ })
			.click()
		await expect(page).toHaveURL('/qa')
		await expect(page.getByText('質問を削除しました。')).toHaveCount(0)

		const visitor = await (await browser.newContext({ javaScriptEnabled })).newPage()
		await visitor.goto('/qa?deleted=1')
		await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(visitor.getByText('質問を削除しました。')).toHaveCount(0)
		await context.close()
	})
