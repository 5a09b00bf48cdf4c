import { type Browser, expect, type Page, test } from '@playwright/test'
import { logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { wake } from './pages.ts'

const fresh = async (browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> =>
	(await browser.newContext(options)).newPage()

/** Writes to the operator as a visitor; returns the number of the request. */
async function writeToOperator(page: Page, words: string): Promise<string> {
	await page.goto('/contact/usage')
	await page.getByLabel('お名前').fill('秋山 奏')
	await page.getByLabel('メールアドレス').fill('akiyama@example.com')
	await page.getByLabel('内容').fill(words)
	await page.getByRole('button', { name: '送信する' }).click()
	await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible()
	return /受付番号：(\d+)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1] ?? ''
}

test('a request without a quote is worked by keys alone, and a verdict is taken back', async ({ page }) => {
	await logInAsStaff(page)
	await page.goto('/admin/queues/leads')
	await wake(page)
	await page.keyboard.press('j')
	await expect(page).toHaveURL(/item=\d+/)
	const lead = page.getByRole('heading', { level: 2, name: /^依頼\d+/ })
	await expect(lead).toBeVisible()
	const id = /依頼(\d+)/.exec(await lead.innerText())?.[1] ?? ''
	await page.keyboard.press('?')
	await expect(page.getByRole('dialog', { name: 'キー操作' })).toBeVisible()
	await page.keyboard.press('Escape')

	// Without a reason nothing is cancelled; a text on offer is one.
	await page.keyboard.press('x')
	await expect(page.getByRole('alert')).toContainText('理由を入力してください。')
	await wake(page)
	await page.keyboard.press('2')
	await expect(page.getByLabel('取り消す理由', { exact: true })).toHaveValue(/依頼者からのご連絡により/)
	await page.keyboard.press('x')
	await expect(page.getByRole('status').filter({ hasText: '判断を受け付けました' })).toBeVisible()
	await wake(page)
	await page.keyboard.press('u')
	await expect(page.getByText('判断を取り消しました。まだ何も反映していません。')).toBeVisible()
	await expect(lead).toBeVisible()

	await wake(page)
	await page.keyboard.press('a')
	await expect(page.getByRole('status').filter({ hasText: '判断を受け付けました' })).toBeVisible()
	await expectNoViolation(page)
	await expect(async () => {
		await page.goto(`/admin/leads/${id}`)
		await expect(page.getByText('事務所に回答を催促')).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 90_000 })
	await page.getByRole('textbox', { name: 'メモ' }).fill('事務所に電話で確認した。')
	await page.getByRole('button', { name: 'メモを加える' }).click()
	await expect(page.getByText('メモを加えました。')).toBeVisible()
	await expect(page.getByText('事務所に電話で確認した。')).toBeVisible()
	await page.goto('/admin/queues/leads')
	await expect(page.getByRole('navigation', { name: '順番を待つもの' }).locator(`a[href$="item=${id}"]`)).toHaveCount(0)
})

test('a contact is answered at the desk without a script', async ({ browser }) => {
	const visitor = await fresh(browser)
	const number = await writeToOperator(visitor, `一覧の絞り込みの使い方が分かりません。${Date.now().toString(36)}`)
	const staff = await fresh(browser)
	await logInAsStaff(staff)
	const state = await staff.context().storageState()
	const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: state })).newPage()
	await plain.goto('/admin/queues/contacts?filter=usage')
	await plain.goto(`/admin/queues/contacts?filter=usage&item=${number}`)
	await expect(plain.getByRole('heading', { level: 2, name: `受付番号 ${number}` })).toBeVisible()
	await plain.getByRole('button', { name: '返信して終了する' }).click()
	await expect(plain.getByRole('alert')).toContainText('返信を入力してください。')
	await plain.getByRole('checkbox', { name: /受付のお礼/ }).check()
	await plain.getByRole('checkbox', { name: /詳しく聞く/ }).check()
	await plain.getByRole('button', { name: '返信して終了する' }).click()
	await expect(plain.getByRole('status')).toContainText('判断を受け付けました')
	await plain.getByRole('button', { name: '取り消す', exact: true }).click()
	await expect(plain.getByText('判断を取り消しました。まだ何も反映していません。')).toBeVisible()
	await plain.getByRole('button', { name: 'あとに回す', exact: true }).click()
	await expect(plain.getByText('あとに回しました。')).toBeVisible()
	await plain.goto(`/admin/queues/contacts?skipped=1&item=${number}`)
	await plain.getByLabel('返信の文面', { exact: true }).fill('一覧の左の欄で、業務と地域を選ぶと絞り込めます。')
	await plain.getByRole('button', { name: '返信して、対応を続ける' }).click()
	await expect(plain.getByRole('status')).toContainText('判断を受け付けました')
	await expect(async () => {
		await staff.goto(`/admin/contacts/${number}`)
		await expect(staff.getByText('一覧の左の欄で、業務と地域を選ぶと絞り込めます。')).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 90_000 })
})

test('support takes charge of a contact, finds it by that, keeps the filter as a view, and gives it up in bulk', async ({
	page,
	browser,
}) => {
	const number = await writeToOperator(await fresh(browser), `担当の決め方を知りたいです。${Date.now().toString(36)}`)
	await logInAsStaff(page)
	await page.goto(`/admin/queues/contacts?item=${number}`)
	await wake(page)
	await expect(page.getByText('担当：まだいません')).toBeVisible()
	await page.keyboard.press('m')
	await expect(page.getByRole('status').filter({ hasText: '担当を決めました。' })).toBeVisible()
	await expect(page.getByText('担当：自分')).toBeVisible()
	const list = page.getByRole('navigation', { name: '順番を待つもの' })
	await expect(list.getByText('自分が担当')).toHaveCount(1)
	await expectNoViolation(page)

	await page.goto('/admin')
	await page.getByRole('link', { name: 'お問い合わせ 1件', exact: true }).click()
	await expect(list.getByRole('link')).toHaveCount(1)
	await page.goto('/admin/queues/contacts')
	await page.getByText('くわしく絞り込む').click()
	await page.getByRole('combobox', { name: '担当', exact: true }).selectOption({ label: '自分' })
	await page.getByRole('button', { name: '絞り込む', exact: true }).click()
	await expect(page).toHaveURL(/assignee=me/)
	await expect(list.getByRole('link')).toHaveCount(1)
	await page.getByText('保存した見方').click()
	const name = `私の担当 ${Date.now().toString(36)}`
	await page.getByLabel('いまの絞り込みの名前').fill(name)
	await page.getByRole('button', { name: 'この見方を保存する' }).click()
	await expect(page.getByRole('status').filter({ hasText: '見方を保存しました。' })).toBeVisible()
	await page.goto('/admin/queues/contacts')
	await page.getByText('保存した見方').click()
	await page.getByRole('link', { name }).click()
	await expect(page).toHaveURL(/assignee=me/)
	await expect(list.getByRole('link')).toHaveCount(1)

	await page.getByRole('link', { name: 'まとめて行う' }).click()
	await expect(page.getByRole('heading', { name: /をまとめて行う$/ })).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('group', { name: '対象' }).getByRole('checkbox').check()
	await page.getByLabel('担当にする人').selectOption({ label: '担当を外す' })
	await page.getByRole('button', { name: '選んだものの担当を決める' }).click()
	await expect(page.getByRole('status').filter({ hasText: '担当を外しました。' })).toBeVisible()
	await expect(page.getByText('この条件で待っているものはありません。')).toBeVisible()
	await page.goto('/admin/audit?action=queue.unassign')
	await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('担当を外した')
	await expect(
		page
			.getByRole('main')
			.getByRole('listitem')
			.first()
			.getByRole('link', { name: /^接続元/ }),
	).toBeVisible()
	await page.getByLabel('接続元（例：203.0.113.0/24）').fill('203.0.113')
	await page.getByRole('button', { name: '絞り込む', exact: true }).click()
	await expect(page.getByLabel('接続元（例：203.0.113.0/24）')).toHaveAttribute('aria-invalid', 'true')
	await expect(page.getByText('のように入れてください。')).toBeVisible()
	await expectNoViolation(page)
})
