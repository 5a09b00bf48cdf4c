import { expect, test } from '@playwright/test'
import { logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('a moderator merges two questions by keyboard, takes it back, and does it again', async ({ page, browser }) => {
	test.setTimeout(120_000)
	const visitor = await (await browser.newContext({ locale: 'ja-JP', extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.172' } })).newPage()
	await logInAsStaff(page)
	await page.goto('/admin/questions')
	await page.setViewportSize({ width: 360, height: 740 })
	await page.getByRole('link', { name: '同じ内容の質問に統合する' }).first().press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^質問\d+を統合する$/)
	const from = /\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
	await expectNoViolation(page)
	await page.getByLabel('言葉、または質問の番号').fill('999999')
	await page.getByRole('button', { name: '探す' }).press('Enter')
	await expect(page.getByText('この番号の質問には統合できません。')).toBeVisible()
	await page.getByLabel('言葉、または質問の番号').fill('確定申告')
	await page.getByRole('button', { name: '探す' }).press('Enter')
	const target = page.getByRole('region', { name: '統合する先を選ぶ' }).getByRole('listitem').getByRole('link').first()
	const title = (await target.textContent()) ?? ''
	await target.press('Enter')
	await expect(page.getByRole('heading', { name: '統合すると' })).toBeVisible()
	await expectNoViolation(page)

	await page.getByRole('button', { name: '統合する', exact: true }).press('Enter')
	await expect(page.getByRole('alert')).toContainText('理由')
	await page.getByLabel('理由').fill('同じ内容の質問のため')
	await page.getByRole('button', { name: '統合する', exact: true }).press('Enter')
	await page.getByRole('button', { name: '取り消す' }).press('Enter')
	await expect(page.getByText('統合を取り消しました。まだ何も変わっていません。')).toBeVisible()
	const before = await visitor.goto(`/qa/${from}`)
	expect(before?.status()).toBe(200)
	await expect(visitor).toHaveURL(new RegExp(`/qa/${from}$`))

	await page.setViewportSize({ width: 1280, height: 900 })
	await page.getByLabel('理由').fill('同じ内容の質問のため')
	await page.getByRole('button', { name: '統合する', exact: true }).press('Enter')
	await expect(page.getByText('秒後に反映され')).toBeVisible()
	await expectNoViolation(page)
	await expect(async () => {
		await visitor.goto(`/qa/${from}`)
		expect(visitor.url()).not.toMatch(new RegExp(`/qa/${from}$`))
	}).toPass({ timeout: 60_000 })
	await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
	const moved = await visitor.request.get(`/qa/${from}`, { maxRedirects: 0 })
	expect(moved.status()).toBe(301)
	await page.goto(`/admin/questions?id=${from}`)
	await expect(page.getByText(/非公開の理由：同じ内容の質問「.*」に統合しました。/)).toBeVisible()
})
