import { expect, test } from '@playwright/test'
import { logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

test('a phone has the way home in its bar, and every other room in a sheet', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/stats')
	const bar = page.getByRole('navigation', { name: 'よく使うページ' })
	await expect(bar.getByRole('link', { name: 'ホーム' })).toBeInViewport()
	await expect(page.getByRole('navigation', { name: 'マイページ' })).toBeHidden()
	await bar.getByRole('button', { name: 'その他' }).click()
	const sheet = page.getByRole('navigation', { name: 'マイページ' })
	await expect(sheet.getByRole('link', { name: '統計' })).toHaveAttribute('aria-current', 'page')
	await expectNoViolation(page)
	await sheet.getByRole('link', { name: '回答待ち' }).click()
	await expect(page.getByRole('heading', { name: '回答待ちの質問' })).toBeVisible()
	await expect(sheet).toBeHidden()
	await expect(page.getByRole('contentinfo')).toHaveCount(0)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('an expert sees both modes with their counts, and the portrait that visitors see', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage')
	const rooms = page.getByRole('navigation', { name: 'マイページ' })
	await expect(rooms.getByRole('heading')).toHaveText(['受ける', '依頼する', '設定'])
	await expect(rooms.getByRole('link', { name: /^回答待ち/ })).toContainText(/\d+件/)
	await expect(page.getByRole('button', { name: 'アカウントメニュー' }).locator('img')).toHaveAttribute('src', /portraits/)
	await expectNoViolation(page)
})

test('a new article is in the list once something of it was saved', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	await page.goto('/mypage/articles')
	await page.getByRole('button', { name: '新しい記事を書く' }).click()
	await expect(page.getByRole('heading', { name: '記事を書く' })).toBeVisible()
	await page.getByRole('link', { name: '記事の一覧に戻る' }).click()
	await expect(page.getByText('（題名なし）')).toHaveCount(0)
})

test('an error of a form goes when the field is right', async ({ page }) => {
	await newMember(page)
	await page.goto('/qa/post')
	await page.getByLabel('タイトル').fill('短い')
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	const title = page.getByLabel('タイトル')
	const error = page.locator('#title-error')
	await expect(title).toHaveAttribute('aria-invalid', 'true')
	await title.fill('まだ短い')
	await expect(error).toBeVisible()
	await title.fill('確定申告の期限に間に合わないときの手続き')
	await expect(error).toBeHidden()
	await expect(title).not.toHaveAttribute('aria-invalid', 'true')
	await title.fill('短い')
	await expect(error).toBeVisible()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(error).toBeVisible()
})

test('a request for a call about money says its date once', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/diagnoses')
	const heading = page.getByRole('heading', { level: 3 }).first()
	await expect(heading).toHaveText(/^\d+年\d+月\d+日の申し込み$/)
	await expect(page.getByRole('main').getByText('に申し込み')).toHaveCount(0)
})

test('a moment is told in words, and exactly to whoever focuses it', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/notifications')
	const moment = page.getByRole('main').locator('time').first()
	await moment.focus()
	await expect(moment).toContainText(/\d+年\d+月\d+日 \d+:\d\d/)
})
