import { expect, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('the owner of an office makes a token, uses it, and revokes it', async ({ page, request }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'plan@example.com')
	await page.goto('/mypage/developers')
	await expectNoViolation(page)
	await page.getByRole('link', { name: 'トークンを作る' }).click()
	await page.getByRole('button', { name: 'トークンを作る' }).click()
	await expect(page.getByRole('alert')).toContainText('入力内容を確認してください')
	await expect(page.getByText('トークンの名前を入力してください。').last()).toBeVisible()
	await expectNoViolation(page)
	await page.getByLabel('名前').fill('顧客管理との連携')
	await page.getByLabel(/read:offices/).check()
	await page.getByRole('button', { name: 'トークンを作る' }).click()
	const shown = page.getByRole('region', { name: '新しいAPIトークン' })
	await expect(shown).toBeFocused()
	await expectNoViolation(page)
	const token = await shown.locator('code').first().innerText()

	const read = (path: string) => request.get(`/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })
	const offices = await read('/me/offices')
	expect(offices.status()).toBe(200)
	expect(((await offices.json()) as unknown[]).length).toBeGreaterThan(0)
	expect(offices.headers()['ratelimit']).toBeDefined()
	expect((await read('/me/leads')).status()).toBe(200)
	expect((await read('/me/leads?everything=1')).status()).toBe(400)

	await page.getByRole('link', { name: 'API・Webhookに戻る' }).click()
	await expect(page.getByText(token.slice(0, 12))).toBeVisible()
	await page.getByRole('button', { name: 'トークン「顧客管理との連携」を無効にする' }).click()
	await expect(page.getByRole('status')).toContainText('トークンを無効にしました。')
	expect((await read('/me/offices')).status()).toBe(401)
	// What was shown once is on no page any more.
	expect(await page.content()).not.toContain(token)
})

test('a webhook is added, tried, and its log tells what became of it', async ({ page }) => {
	await logIn(page, 'plan@example.com')
	await page.goto('/mypage/developers/webhook')
	await page.getByLabel('送信先のURL').fill('http://127.0.0.1/hook')
	await page.getByRole('button', { name: '送信先を追加する' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(page.getByLabel('送信先のURL')).toHaveValue('http://127.0.0.1/hook')
	await expectNoViolation(page)
	await page.getByLabel('送信先のURL').fill('https://hooks.invalid/shirube')
	await page.getByRole('button', { name: '送信先を追加する' }).click()
	await expect(page.getByRole('region', { name: '署名の鍵' })).toContainText('whsec_')
	await page.getByRole('link', { name: '送信先のページで、送信を試す' }).click()
	await page.getByRole('button', { name: '確認のイベントを送る' }).click()
	await expect(page.getByRole('status')).toContainText('確認のイベントを送信しています')
	await expect(async () => {
		await page.reload()
		await expect(page.getByText(/サーバーの名前が見つかりません/)).toBeVisible({ timeout: 1_000 })
	}).toPass()
	const moments = page.getByRole('region', { name: '送信の記録' }).getByRole('time')
	await expect(moments.first()).toHaveText(/^今日 \d+:\d\d\d+年\d+月\d+日 \d+:\d\d$/)
	await page.setViewportSize({ width: 360, height: 800 })
	await expectNoViolation(page)
	await page.getByText('この送信先を削除する').click()
	await page.getByRole('button', { name: '削除する' }).click()
	await expect(page.getByRole('status')).toContainText('Webhookの送信先を削除しました。')
	await expect(page.getByText('hooks.invalid')).toHaveCount(0)
})

test('the reference of the API reads well on a phone and at a desk', async ({ page }) => {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		await page.goto('/developers')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expectNoViolation(page)
	}
})
