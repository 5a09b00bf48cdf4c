import { expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, freshAddress, logIn, longPassword } from './accounts.ts'
import { wake } from './pages.ts'

test.describe('the catalogue', () => {
	/** The connection is cut for one call; everything else is real. */
	const cut = (page: Page, path: string) => page.route(`**${path}`, (route) => route.abort())

	test('no connection at login', async ({ page }) => {
		await page.goto('/login')
		await wake(page)
		await cut(page, '/api/identity/signIn')
		await fillLogin(page, 'member@example.com', demoPassword)
		await expect(page.getByRole('alert')).toContainText('通信できませんでした。')
		await expect(page.getByRole('alert')).toContainText('Unexpected error occurred. (auth/network-request-failed)')
		await expect(page.getByLabel('メールアドレス')).toHaveValue('member@example.com')
	})

	test('no session', async ({ page }) => {
		await page.goto('/login')
		await wake(page)
		await cut(page, '/api/sessionLogin')
		await fillLogin(page, 'member@example.com', demoPassword)
		await expect(page.getByRole('alert')).toContainText('Session token NG (auth/network-request-failed)')
	})

	test('no user record', async ({ page }) => {
		await page.goto('/register')
		await wake(page)
		await cut(page, '/api/user')
		await page.getByLabel('メールアドレス').fill(freshAddress())
		await page.getByLabel('パスワード', { exact: true }).fill(longPassword)
		await page.getByRole('button', { name: '登録する' }).click()
		await expect(page.getByRole('alert')).toContainText('User data creation failed. (auth/network-request-failed)')
	})

	test('no verification mail is an alert, and the account is there', async ({ page }) => {
		const email = freshAddress()
		await page.goto('/register')
		await wake(page)
		await cut(page, '/api/identity/sendVerification')
		await page.getByLabel('メールアドレス').fill(email)
		await page.getByLabel('パスワード', { exact: true }).fill(longPassword)
		await page.getByRole('button', { name: '登録する' }).click()
		await expect(page.getByRole('alert')).toContainText('登録はできましたが、確認のメールを送れませんでした。')
		await page.goto('/login')
		await fillLogin(page, email, longPassword)
		await expect(page).toHaveURL(/\/welcome$/)
	})

	test('resetting the password of an unknown address', async ({ page }) => {
		await page.goto('/password_reset')
		await page.getByLabel('メールアドレス').fill(freshAddress())
		await page.getByRole('button', { name: 'メールを送る' }).click()
		await expect(page.locator('#email-error').getByText('Unknown error', { exact: true })).toBeVisible()
	})

	test('changing an address after the session has ended', async ({ page, context }) => {
		await logIn(page, 'member@example.com')
		await page.goto('/mypage/account')
		await wake(page)
		await page.waitForLoadState('networkidle')
		await context.clearCookies({ name: 'session' })
		await page.getByText('メールアドレスを変更する').click()
		await page.getByLabel('新しいメールアドレス').fill(freshAddress())
		await page.getByRole('form', { name: 'メールアドレスの変更' }).getByRole('button', { name: '変更する' }).click()
		await expect(page.getByRole('alert')).toContainText('Unknown error (cannot get current user)')
	})
})
