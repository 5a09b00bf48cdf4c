import { type Browser, expect, type Page, test } from '@playwright/test'
import { logIn, logInAsStaff, newMember } from './accounts.ts'
import { wake } from './pages.ts'
import { expectNoViolation } from './axe.ts'

const body = [
	'## 期限を先に決める',
	'',
	'決算の数字を早く知るには、締める日を先に決めます。'.repeat(6),
	'',
	'| 作業 | 期限 |',
	'| --- | --- |',
	'| 請求書の発行 | 翌月3日 |',
	'| 経費の精算 | 翌月5日 |',
	'',
	'### 月末に集めないもの',
	'',
	'- 通帳の写し',
	'- カードの**明細**',
	'',
	'## 続けるための分担',
	'',
	'担当と代わりの人を決めておくと、休んでも止まりません。'.repeat(6),
].join('\n')
const lead = '月次の数字が翌月の半ばまで出ない会社に向けて、締める日の決め方と、社内の分担の作り方を説明します。'

/** A browser of the demo's staff, on the list of the editors. */
async function staffPage(browser: Browser, { javaScriptEnabled }: { javaScriptEnabled: boolean }): Promise<Page> {
	const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
	await logInAsStaff(page)
	await page.goto('/admin/articles')
	return page
}

test('an expert writes, editors return and publish, and readers find it', async ({ browser, page: reader }) => {
	const title = `月次決算を10日で締めるための段取り ${Date.now().toString(36).slice(-5)}`
	const slug = `monthly-closing-${Date.now().toString(36)}`
	const expert = await (await browser.newContext()).newPage()
	await logIn(expert, 'expert@example.com')
	await expert.goto('/mypage')
	await expert.getByRole('navigation', { name: 'マイページ' }).getByRole('link', { name: '記事' }).click()
	await expert.getByRole('button', { name: '新しい記事を書く' }).click()
	await expect(expert.getByRole('heading', { name: '記事を書く' })).toBeVisible()
	const desk = new URL(expert.url()).pathname

	// Autosave stores the typing, and the form continues from it.
	await wake(expert)
	await expert.getByLabel('タイトル').fill('短い題')
	await expert.getByLabel('本文').fill(body)
	await expect(expert.getByText(/に自動保存しました/)).toBeVisible()
	const other = await expert.context().newPage()
	await other.goto(desk)
	await expect(other.getByLabel('タイトル')).toHaveValue('短い題')

	// Unfinished, it is not taken, and nothing is lost.
	await expert.getByRole('button', { name: '編集部に提出する' }).click()
	await expect(expert.getByRole('alert')).toContainText('入力した内容はそのまま残っています')
	await expect(expert.getByLabel('本文')).toHaveValue(body)
	await expert.getByLabel('タイトル').fill(title)
	await expert.getByLabel('リード文').fill(lead)
	await expert.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await expert.getByLabel('関連する業務1').selectOption({ label: '税務顧問' })
	await expert.getByLabel('出典1の名前').fill('国税庁')
	await expert.getByLabel('出典1のURL').fill('https://www.nta.go.jp/')
	await expert.getByLabel('法令の時点').fill('2026-04-01')
	await expert.getByRole('button', { name: '保存してプレビュー' }).click()
	const preview = expert.getByRole('region', { name: title })
	await expect(preview.getByRole('heading', { name: '続けるための分担' })).toBeVisible()
	await expect(preview.getByRole('columnheader', { name: '期限' })).toBeVisible()

	// The window opened earlier shows the newer text and keeps its own.
	await other.getByLabel('タイトル').fill('古い画面で書いた題名です')
	await other.getByRole('button', { name: '保存する', exact: true }).click()
	await expect(other.getByRole('alert')).toContainText('別の画面で新しい内容が保存されました')
	await expect(other.getByRole('alert')).toContainText(title)
	await expect(other.getByLabel('タイトル')).toHaveValue('古い画面で書いた題名です')
	await other.close()

	await expert.getByRole('button', { name: '編集部に提出する' }).click()
	await expect(expert).toHaveURL(/\/mypage\/articles$/)
	await expect(expert.getByRole('listitem').filter({ hasText: title })).toContainText('編集部が確認中')

	const editor = await staffPage(browser, { javaScriptEnabled: false })
	await editor.getByRole('link', { name: title }).click()
	await editor.getByText('執筆者に差し戻す').click()
	await editor.getByLabel('理由').first().fill('経費の精算の期限に、例外の扱いを足してください。')
	await editor.getByRole('button', { name: '理由を添えて差し戻す' }).click()
	await expect(editor.getByText('差し戻しの理由：')).toBeVisible()

	await expert.goto('/mypage/articles')
	await expect(expert.getByRole('listitem').filter({ hasText: title })).toContainText('例外の扱いを足してください')
	await expert.getByRole('link', { name: title }).click()
	await expert.getByLabel('本文').fill(`${body}\n\n## 例外の扱い\n\n出張が月をまたぐときは、翌月の分として精算します。`)
	await expert.getByRole('button', { name: '編集部に提出する' }).click()
	await expect(expert).toHaveURL(/\/mypage\/articles$/)

	await reader.goto('/articles')
	await expect(reader.getByRole('link', { name: title })).toHaveCount(0)
	await editor.goto('/admin/articles')
	await editor.getByRole('link', { name: title }).click()
	await editor.getByRole('button', { name: '公開する' }).click()
	await expect(editor.getByRole('alert')).toContainText('URLの末尾')
	await editor.getByLabel('URLの末尾').fill(slug)
	await editor.getByRole('button', { name: '公開する' }).click()
	await expect(editor.getByText('公開中', { exact: true })).toBeVisible()

	// At once in the list, the feeds, the page of the expert, the category and the map of the site.
	await expect(async () => {
		await reader.goto('/articles?category=5')
		await expect(reader.getByRole('link', { name: title })).toBeVisible({ timeout: 1_000 })
	}).toPass()
	await reader.getByRole('link', { name: title }).click()
	await expect(reader).toHaveURL(`/articles/${slug}`)
	await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
	await expect(reader.getByRole('navigation', { name: '目次' }).getByRole('link')).toHaveCount(4)
	await expect(reader.getByText('2026年4月1日時点の法令に基づく')).toBeVisible()
	await expect(reader.getByRole('link', { name: '税務顧問の事務所を探す' })).toBeVisible()
	const feeds = await reader
		.locator('link[type="application/rss+xml"]')
		.evaluateAll((links) => links.map((one) => one.getAttribute('href')))
	expect(feeds).toEqual(['/articles/feed/5.xml'])
	// Pages of the site have Trusted Types, which forbid parsing.
	const parser = await reader.context().newPage()
	for (const feed of ['/articles/feed.xml', '/articles/feed/5.xml']) {
		const answer = await reader.request.get(feed)
		expect(answer.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
		const titles = await parser.evaluate(
			(xml) =>
				Array.from(new DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('item > title'), (one) => one.textContent),
			await answer.text(),
		)
		expect(titles[0]).toBe(title)
	}
	expect(await (await reader.request.get(`/api/v1/articles/${slug}`)).json()).toMatchObject({ title, lawAsOf: '2026-04-01' })
	expect(await (await reader.request.get('/sitemaps/article.xml')).text()).toContain(`/articles/${slug}`)
	await reader.getByRole('complementary').getByRole('link').first().click()
	await expect(reader.getByRole('heading', { name: '執筆・監修した記事' })).toBeVisible()
	await expect(reader.getByRole('link', { name: title })).toBeVisible()
	await reader.goto('/category/5')
	await expect(reader.getByRole('link', { name: title })).toBeVisible()

	// Its author sees no button to follow themselves; unpublished, it is not found.
	await expert.goto(`/articles/${slug}`)
	await expect(expert.getByRole('button', { name: 'お気に入りに追加' })).toBeVisible()
	await expect(expert.getByRole('button', { name: 'フォローする' })).toHaveCount(0)
	await editor.getByText('公開を停止する').first().click()
	await editor.getByLabel('理由').first().fill('期限の例を確かめています。')
	await editor.getByRole('button', { name: '公開を停止する' }).click()
	await expect(editor.getByText('公開を停止しました。')).toBeVisible()
	await expect(editor.getByText('公開停止中', { exact: true })).toBeVisible()
	await expect(async () => expect((await reader.request.get(`/articles/${slug}`)).status()).toBe(404)).toPass()
	await editor.goto('/admin/audit?action=article')
	await expect(editor.getByText('article.unlist').first()).toBeVisible()
})

test('a member favourites an article, and cannot write one', async ({ page }) => {
	await newMember(page)
	await page.goto('/articles/trademark-before-opening')
	await page.getByRole('button', { name: 'お気に入りに追加' }).click()
	await expect(page.getByRole('button', { name: 'お気に入りに追加済み' })).toBeVisible()
	await page.goto('/favorite?kind=article')
	await page.getByRole('link', { name: /看板を作る前に/ }).click()
	await expect(page).toHaveURL('/articles/trademark-before-opening')
	await page.goto('/mypage')
	await expect(page.getByRole('navigation', { name: 'マイページ' }).getByRole('link', { name: '記事' })).toHaveCount(0)
	await page.goto('/mypage/articles')
	await expect(page.getByText('記事を書けるのは、資格の確認が済んだ専門家だけです。')).toBeVisible()
	expect((await page.goto('/mypage/articles/1'))?.status()).toBe(404)
	expect((await page.goto('/admin/articles'))?.status()).toBe(403)
})

test('the pages for writing and approving are accessible', async ({ browser, page: expert }) => {
	// An expert of its own: a draft in which nothing was saved is offered again, also to a journey beside this one.
	await logIn(expert, 'plan@example.com')
	await expert.goto('/mypage/articles')
	await expert.getByRole('button', { name: '新しい記事を書く' }).click()
	await expect(expert.getByRole('heading', { name: '記事を書く' })).toBeVisible()
	const desk = new URL(expert.url()).pathname
	const editor = await staffPage(browser, { javaScriptEnabled: true })
	await editor.goto('/admin/articles?shelf=published')
	const review = (await editor.locator('main a[href^="/admin/articles/"]').first().getAttribute('href')) ?? ''
	for (const width of [360, 1280])
		for (const [page, path] of [
			[expert, '/mypage/articles'],
			[expert, desk],
			[editor, '/admin/articles'],
			[editor, review],
		] as const) {
			await page.setViewportSize({ width, height: 800 })
			await page.goto(path)
			await wake(page)
			for (const summary of await page.locator('main summary').all()) await summary.click()
			await expectNoViolation(page)
		}
	await expert.getByRole('button', { name: '編集部に提出する' }).click()
	await expect(expert.getByRole('alert')).toContainText('入力内容を確認してください')
	await expectNoViolation(expert)
})

test('an editor imports the articles of a blog: reads what becomes of each, then makes the drafts, without scripts', async ({
	browser,
}) => {
	const page = await staffPage(browser, { javaScriptEnabled: false })
	const name = `blog-${Date.now().toString(36)}`
	const title = `開業届の出し方 ${name}`
	const item = (id: number, heading: string, status: string) =>
		`<item><title>${heading}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>${status}</wp:status>
		<content:encoded>開業から1か月以内に税務署へ出します。</content:encoded></item>`
	const xml = `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
		<link>https://${name}.example</link><wp:wxr_version>1.2</wp:wxr_version>${item(1, title, 'publish')}${item(2, '捨てた記事', 'trash')}</channel></rss>`
	await page.goto('/admin/articles/import')
	await page.getByRole('button', { name: '確かめる' }).click()
	await expect(page.getByRole('alert')).toContainText('ファイルが選ばれていないか、空です。')
	await page
		.getByLabel('WordPressの書き出しファイル')
		.setInputFiles({ name: `${name}.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) })
	await page.getByRole('button', { name: '確かめる' }).click()
	await expect(page.getByRole('heading', { name: `${name}.xml` })).toBeVisible()
	await expect(page.getByText('ゴミ箱にある記事です。')).toBeVisible()
	await page.getByRole('button', { name: '1件の下書きを作る' }).click()
	await expect(page.getByText('下書きを作りました。')).toBeVisible()
	await page.goto('/admin/articles?shelf=editorial')
	await expect(page.getByRole('link', { name: title })).toBeVisible()
})
