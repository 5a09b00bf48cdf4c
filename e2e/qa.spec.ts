import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, newMember } from './accounts.ts'

const title = () => `自宅の家賃はどこまで経費になりますか ${Date.now().toString(36)}`
const body = '今年の春に自宅で開業しました。家賃と通信費をどのように按分すればよいのか、考え方を教えてください。'
const answer =
	'事業に使った割合を**合理的な基準**で示せる範囲が必要経費になります。\n\n- 床面積\n- 使った時間\n\nどちらで分けたかを、計算の根拠と一緒に残しておいてください。'

async function signedIn(browser: Browser, email: string, options: { javaScriptEnabled: boolean }): Promise<Page> {
	const page = await (await browser.newContext(options)).newPage()
	await page.goto('/login')
	await fillLogin(page, email, demoPassword)
	await expect(page).not.toHaveURL(/\/login/)
	return page
}

async function ask(page: Page, heading: string): Promise<void> {
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill(heading)
	await page.getByLabel('質問の内容').fill(body)
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await page.getByLabel('個人事業', { exact: true }).check()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
	test(`a question is asked, answered, talked over and resolved ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
		browser,
	}) => {
		const heading = title()
		const asker = await signedIn(browser, 'member@example.com', { javaScriptEnabled })
		await ask(asker, heading)
		const path = new URL(asker.url()).pathname
		await expect(asker.getByText('まだ回答はありません')).toBeVisible()

		const expert = await signedIn(browser, 'expert@example.com', { javaScriptEnabled })
		await expert.goto(path)
		await expert.getByRole('link', { name: 'この質問に回答する' }).click()
		await expert.getByLabel('回答', { exact: true }).fill('短い回答')
		await expert.getByLabel('法令の時点').fill('2026-04-01')
		await expert.getByRole('button', { name: '回答を投稿する' }).click()
		await expect(expert.getByRole('alert')).toContainText('入力した内容はそのまま残っています')
		await expect(expert.getByLabel('回答', { exact: true })).toHaveValue('短い回答')
		await expert.getByLabel('回答', { exact: true }).fill(answer)
		await expert.getByLabel('出典1のURL').fill('https://www.nta.go.jp/')
		await expert.getByRole('button', { name: '回答を投稿する' }).click()
		await expect(expert.getByRole('heading', { name: '回答（1件）' })).toBeVisible()
		await expect(expert.getByRole('status').filter({ hasText: '回答を公開しました。' })).toBeInViewport()
		await expect(expert.getByText('すでに回答しています')).toHaveCount(0)
		await expect(expert.getByText('2026年4月1日時点の法令に基づく回答です')).toBeVisible()

		await asker.goto(path)
		await asker.getByText('この回答について追加で聞く').click()
		await asker.getByLabel('追加の質問').fill('光熱費も同じ割合でよいですか。')
		await asker.getByRole('button', { name: '送信する' }).click()
		await expect(asker.getByText('専門家の返信をお待ちください。')).toBeVisible()

		await expert.goto(path)
		await expert.getByText('返信する').click()
		await expert.getByLabel('返信').fill('はい、電気代は使った時間で分ける方も多いです。')
		await expert.getByRole('button', { name: '送信する' }).click()
		await expect(expert.getByText('電気代は使った時間で')).toBeVisible()

		await asker.goto(path)
		await asker.getByRole('button', { name: '参考になった' }).click()
		await expect(asker.getByRole('button', { name: '参考になった 1' })).toHaveAttribute('aria-pressed', 'true')
		await asker.getByText('お礼を送る').first().click()
		await asker.getByLabel('お礼の言葉').fill('根拠を残しておきます。')
		await asker.getByRole('button', { name: 'お礼を送る' }).click()
		await expect(asker.getByText('質問者からのお礼')).toBeVisible()
		await asker.getByRole('button', { name: 'ベストアンサーに選ぶ' }).click()
		await expect(asker.getByText('解決済み', { exact: true })).toBeVisible()

		// A visitor sees it, and nothing of who asked.
		const visitor = await (await browser.newContext()).newPage()
		await visitor.goto(path)
		await expect(visitor.getByText('ベストアンサー', { exact: true })).toBeVisible()
		await expect(visitor.getByText(/匿名の.+さん/).first()).toBeVisible()
	})
}

test('a telephone number causes a warning before posting, and nothing typed is lost', async ({ browser }) => {
	const page = await signedIn(browser, 'member@example.com', { javaScriptEnabled: false })
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill(title())
	await page.getByLabel('質問の内容').fill(`${body}連絡先は03-1234-5678です。`)
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await page.getByLabel('法人', { exact: true }).check()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page.getByRole('alert')).toContainText('電話番号')
	await page.getByLabel('質問の内容').fill(body)
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page).toHaveURL(/\/qa\/\d+$/)
})

test('explains to a member who is not an expert why they may not answer', async ({ browser }) => {
	const page = await signedIn(browser, 'member@example.com', { javaScriptEnabled: false })
	await page.goto('/qa?state=unanswered')
	await page.getByRole('main').getByRole('listitem').getByRole('link').last().click()
	await page.goto(`${page.url()}/answer`)
	await expect(page.getByText('この質問には回答できません。')).toBeVisible()
})

test('an expert and a question are favourited, sorted and removed, and an expert is followed', async ({ page }) => {
	await newMember(page)
	await page.goto('/expert/3')
	const name = await page.getByRole('heading', { level: 1 }).innerText()
	await page.getByRole('button', { name: 'フォローする' }).click()
	await expect(page.getByRole('button', { name: 'フォロー中' })).toBeVisible()
	await page.getByRole('button', { name: 'お気に入りに追加' }).click()
	await expect(page.getByRole('button', { name: 'お気に入りに追加済み' })).toBeVisible()

	await page.goto('/favorite')
	await page.getByText('フォルダーとメモ').first().click()
	await page.getByLabel('フォルダー', { exact: true }).fill('相談の候補')
	await page.getByLabel('メモ').fill('来月に電話する')
	await page.getByRole('button', { name: '保存する' }).click()
	await expect(page.getByText('来月に電話する')).toBeVisible()
	await page.getByRole('link', { name: '相談の候補（1）' }).click()
	await page.getByRole('button', { name: new RegExp(`^外す.*${name}`) }).click()
	await expect(page.getByText(/お気に入りはまだありません|この条件のお気に入りはありません/)).toBeVisible()

	await page.goto('/follow')
	await page.getByLabel('新しい回答の通知').selectOption({ label: '1日1回まとめて' })
	await page.getByRole('button', { name: new RegExp(`^変更する.*${name}`) }).click()
	await expect(page.getByLabel('新しい回答の通知')).toHaveValue('digest')
	await page.getByRole('button', { name: new RegExp(`^フォローを外す.*${name}`) }).click()
	await expect(page.getByText('フォローしている専門家はまだいません。')).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
	test(`a task is kept from its page ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ browser, page: visitor }) => {
		await visitor.goto('/category/task/list/503')
		await expect(visitor.getByRole('link', { name: 'お気に入りに追加' })).toHaveAttribute(
			'href',
			'/login?redirect=%2Fcategory%2Ftask%2Flist%2F503',
		)
		const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
		await newMember(page)
		await page.goto('/favorite')
		await expect(page.getByText('お気に入りはまだありません。')).toBeVisible()
		await page.goto('/category/task/list/503')
		const name = (await page.getByRole('heading', { level: 2, name: /の質問と専門家の回答$/ }).innerText()).replace(/の質問.*$/, '')
		await page.getByRole('button', { name: 'お気に入りに追加' }).click()
		await expect(page.getByRole('button', { name: 'お気に入りに追加済み' })).toBeVisible()
		await expect(page).toHaveURL('/category/task/list/503')
		await page.goto('/favorite?kind=task')
		await page.getByRole('link', { name, exact: true }).click()
		await page.getByRole('button', { name: 'お気に入りに追加済み' }).click()
		await expect(page.getByRole('button', { name: 'お気に入りに追加', exact: true })).toBeVisible()
		// The member's marks are on no other viewer's page.
		await visitor.reload()
		await expect(visitor.getByRole('link', { name: 'お気に入りに追加' })).toBeVisible()
	})

test('an expert neither follows nor reports themselves', async ({ browser }) => {
	const page = await signedIn(browser, 'expert@example.com', { javaScriptEnabled: false })
	await page.goto('/mypage')
	await page.getByRole('link', { name: '公開中の専門家ページ' }).click()
	await expect(page.getByRole('link', { name: 'プロフィールを編集する' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'フォローする' })).toHaveCount(0)
	await expect(page.getByRole('link', { name: '掲載内容を報告する' })).toHaveCount(0)
	const other = await browser.newPage()
	await other.goto(page.url())
	await expect(other.getByRole('link', { name: '掲載内容を報告する' })).toBeVisible()
})

test('a visitor is redirected to sign in and back', async ({ page }) => {
	await page.goto('/office/1')
	await expect(page.getByRole('link', { name: 'お気に入りに追加' })).toHaveAttribute('href', '/login?redirect=%2Foffice%2F1')
	await page.goto('/qa/post')
	await expect(page).toHaveURL('/login?redirect=%2Fqa%2Fpost')
})
