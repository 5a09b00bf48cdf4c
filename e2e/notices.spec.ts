import { expect, type Page, test } from '@playwright/test'
import { logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const title = '見積もり依頼の確認メールが届かない障害'

/** Titles of the feed, newest first. */
async function feedTitles(page: Page): Promise<string[]> {
	const answer = await page.request.get('/notices/feed.xml')
	expect(answer.headers()['content-type']).toContain('xml')
	const items = (await answer.text()).split('<item>').slice(1)
	return items.map((item) => /<title>([^<]*)<\/title>/.exec(item)?.[1] ?? '')
}

test('staff publish an outage, add to it and resolve it; visitors and the feed see each step, and never the draft', async ({
	page,
	browser,
}) => {
	const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
	await logInAsStaff(page)
	await page.goto('/admin/notices')
	await page.getByRole('button', { name: '下書きを作る' }).click()
	const alert = page.getByRole('alert')
	for (const fault of ['種類を選んでください。', '見出しを']) await expect(alert).toContainText(fault)
	await page.getByLabel('障害', { exact: true }).check()
	await page.getByLabel('見出し').fill(title)
	await page.getByLabel('影響の範囲').fill('会員登録をせずに見積もりを依頼した方')
	await page.getByLabel('第1報').fill('確認メールの送信が止まっています。原因を調べています。次は18時にお知らせします。')
	await page.getByRole('button', { name: '下書きを作る' }).click()
	await expect(page.getByText('下書きを作りました。まだ公開していません。')).toBeVisible()
	await expectNoViolation(page)

	const draft = /\/admin(\/notices\/\d+)/.exec(page.url())?.[1] ?? ''
	expect((await visitor.goto(draft))?.status()).toBe(404)
	await visitor.goto('/notices')
	await expect(visitor.getByRole('link', { name: title })).toHaveCount(0)
	expect(await feedTitles(visitor)).not.toContain(title)

	await page.getByRole('button', { name: '保存してある下書きを公開する' }).click()
	await expect(page.getByText('公開しました。', { exact: true })).toBeVisible()
	await expectNoViolation(page)
	await visitor.goto('/')
	await visitor.getByRole('contentinfo').getByRole('link', { name: '障害・事故のお知らせ' }).click()
	const entry = visitor.getByRole('listitem').filter({ has: visitor.getByRole('link', { name: title }) })
	await expect(entry).toContainText('対応中')
	await expect(entry).toContainText('影響の範囲：会員登録をせずに見積もりを依頼した方')
	await entry.getByRole('link', { name: title }).click()
	await expect(visitor.getByText('まだ解決していません')).toBeVisible()
	await expect(visitor.getByText('次は18時にお知らせします。')).toBeVisible()
	expect((await feedTitles(visitor))[0]).toBe(title)

	await page.getByLabel('次の報告').fill('原因が分かりました。')
	await page.getByRole('button', { name: '経過を公開する' }).click()
	await expect(page.getByText('経過を公開しました。')).toBeVisible()
	await page.getByLabel('次の報告').fill('送信を再開し、止まっていたメールをすべて送りました。ご不便をおかけしました。')
	await page.getByRole('button', { name: '解決したと公開する' }).click()
	await expect(page.getByText('解決したことを公開しました。')).toBeVisible()
	await visitor.reload()
	await expect(visitor.getByRole('heading', { name: /^第2報/ })).toBeVisible()
	await expect(visitor.getByRole('heading', { name: /^第3報/ })).toBeVisible()
	await expect(visitor.getByText('まだ解決していません')).toHaveCount(0)
	expect((await feedTitles(visitor))[0]).toBe(`【解決】${title}`)
})

test('a visitor reads the notices on a phone', async ({ browser }) => {
	const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
	await page.goto('/notices')
	await expect(page.getByRole('heading', { level: 1, name: '障害・事故のお知らせ' })).toBeVisible()
	await expectNoViolation(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
