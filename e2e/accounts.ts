import { expect, type Page } from '@playwright/test'
import { randomToken } from '../src/platform/token.ts'
import { insertMember, openSession } from './database.ts'

/** The password of every demo; seed/demo/accounts.ts. */
export const demoPassword = 'komorebi-mitaka-4'
export const longPassword = 'tsubame kaze 夕方 noren'

let made = 0
/** An address that no other test has. */
export const freshAddress = (): string => `e2e-${Date.now().toString(36)}-${process.pid}-${made++}@example.com`

/** The path of the link in the newest mail to this address whose subject has these words. */
export async function linkFromMail(page: Page, address: string, subject: string): Promise<string> {
	const box = await page.context().newPage()
	let path: string | null = null
	await expect(async () => {
		await box.goto('/demo/mailbox')
		// By its heading: other mails may name the address in their text.
		const heading = box.locator('summary').filter({ hasText: address }).filter({ hasText: subject })
		const mail = box.locator('details').filter({ has: heading }).first()
		path = await mail.locator('a').first().getAttribute('href', { timeout: 1_000 })
		expect(path).not.toBeNull()
	}).toPass()
	await box.close()
	return path ?? ''
}

export async function register(page: Page, email: string, password = longPassword, site = ''): Promise<void> {
	await page.goto(`${site}/register`)
	await page.getByLabel('メールアドレス').fill(email)
	await page.getByLabel('パスワード', { exact: true }).fill(password)
	await page.getByRole('button', { name: '登録する' }).click()
	await expect(page.getByRole('heading', { name: '確認のメールを送りました' })).toBeVisible()
}

/** Fills in the login page that is open. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('メールアドレス').fill(email)
	await page.getByLabel('パスワード', { exact: true }).fill(password)
	await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** Enters as one of the demo's people, on the top page, with a session of this journey alone. */
export async function logIn(page: Page, email: string): Promise<void> {
	await enter(page, email)
	await page.goto('/')
}

/** Enters as the demo's staff. No journey waits for a code that another one has used. */
export const logInAsStaff = (page: Page): Promise<void> => enter(page, 'staff@example.com')

async function enter(page: Page, email: string): Promise<void> {
	// An open page notices who is signed in, and loads itself again while the journey goes on to the next.
	await page.goto('about:blank')
	const cookie = { url: process.env['E2E_URL'] ?? '', httpOnly: true, sameSite: 'Lax' } as const
	await page.context().addCookies([
		{ ...cookie, name: 'session', value: await openSession(email) },
		{ ...cookie, name: 'device', value: randomToken() },
	])
}

/** Signs in through the form as one of the demo's people, on any site. */
export async function logInByForm(page: Page, email: string): Promise<void> {
	await page.goto('/login')
	await fillLogin(page, email, demoPassword)
	await expect(menuButton(page)).toBeVisible()
}

/** Signs in through the form as the demo's staff, whose authenticator's code is shown in the demo's mailbox. Each code works once. */
export async function logInAsStaffByForm(page: Page): Promise<void> {
	await expect(async () => {
		await page.goto('/demo/mailbox')
		const code = await page.locator('[data-authenticator-code]').innerText({ timeout: 1_000 })
		await page.goto('/login')
		await fillLogin(page, 'staff@example.com', demoPassword)
		await page.getByLabel('コード', { exact: true }).fill(code)
		await page.getByRole('main').getByRole('button', { name: '確認する' }).click()
		await expect(menuButton(page)).toBeVisible({ timeout: 5_000 })
	}).toPass({ timeout: 90_000, intervals: [3_000] })
}

/** Registers a fresh member through the pages, past the welcome page, on the top page. Their address waits for its proof. */
export async function registerMember(page: Page, email = freshAddress()): Promise<string> {
	await register(page, email)
	await page.goto('/login')
	await fillLogin(page, email, longPassword)
	await expect(page).toHaveURL(/\/welcome$/)
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await expect(page).toHaveURL(/\/$/)
	return email
}

/** Creates a fresh member with `longPassword` and without a proved address, on the top page. No mail was sent. */
export const newMember = (page: Page, email = freshAddress()): Promise<string> => enterAsNew(page, email, { isVerified: false })

/** Creates a fresh member with a proved address, on the top page. */
export const verifiedMember = (page: Page): Promise<string> => enterAsNew(page, freshAddress(), { isVerified: true })

async function enterAsNew(page: Page, email: string, { isVerified }: { isVerified: boolean }): Promise<string> {
	await insertMember(email, { password: longPassword, isVerified })
	await logIn(page, email)
	return email
}

export const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'アカウントメニュー' })

export async function logOut(page: Page): Promise<void> {
	await menuButton(page).click()
	await page.getByRole('button', { name: 'ログアウト' }).click()
	await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
}
