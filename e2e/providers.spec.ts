import { expect, type Page, test } from '@playwright/test'
import { type ProviderPerson, startFacebookLike, startGoogleLike } from '../src/domain/accounts/sign-in/providers-for-test.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { fillLogin, freshAddress, longPassword, menuButton, register } from './accounts.ts'
import { wake } from './pages.ts'
import { type RunningSite, startSite } from '../scripts/site/start-site.ts'

/** A separate site, whose providers run here. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const closers: (() => Promise<void>)[] = []
let site: RunningSite | undefined
let url = ''
const googleAddress = freshAddress()
const secondAddress = freshAddress()
/** Returns the address at the first sign-in only. */
const fickle: ProviderPerson = { id: 'f-4', name: '気が変わる人', email: freshAddress() }

test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	// The providers are given the site's address before it starts.
	const port = await findFreePort()
	url = `http://localhost:${port}`
	const google = await startGoogleLike({
		clientId: 'google-client',
		clientSecret: 'google-secret',
		redirectUri: `${url}/api/identity/callback/google`,
		people: [
			{ id: 'g-1', name: '山田 花子', email: googleAddress },
			{ id: 'g-2', name: '会員と同じ', email: 'member@example.com' },
			{ id: 'g-3', name: 'アドレスなし' },
			{ id: 'g-4', name: '連携する人', email: secondAddress },
		],
	})
	const facebook = await startFacebookLike({
		appId: 'facebook-app',
		appSecret: 'facebook-secret',
		redirectUri: `${url}/api/identity/callback/facebook`,
		people: [
			{ id: 'f-1', name: '佐藤 一郎', email: freshAddress() },
			{ id: 'f-2', name: '結果なし', email: freshAddress() },
			{ id: 'f-3', name: 'トークンなし', email: freshAddress() },
			fickle,
		],
		tokenAnswers: { 'f-2': 'nothing', 'f-3': 'no token' },
	})
	closers.push(google.close, facebook.close)
	site = await startSite({
		port,
		env: {
			GOOGLE_CLIENT_ID: 'google-client',
			GOOGLE_CLIENT_SECRET: 'google-secret',
			GOOGLE_ISSUER: google.origin,
			FACEBOOK_APP_ID: 'facebook-app',
			FACEBOOK_APP_SECRET: 'facebook-secret',
			FACEBOOK_SERVERS: `${facebook.origin},${facebook.origin}`,
		},
	})
})

test.afterAll(async () => {
	await site?.stop()
	await Promise.all(closers.map((close) => close()))
})

/** Opens the popup by the button and picks an account in it. */
async function pick(page: Page, button: string, account: string): Promise<void> {
	const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()])
	await popup.getByRole('link', { name: account }).click()
}

const openLogin = async (page: Page) => {
	await page.goto(`${url}/login`)
	await wake(page)
}

test('a new person signs in with Google by a centred popup of 500 × 600, is welcomed, and is recognised later', async ({ page }) => {
	await openLogin(page)
	const opened = page.evaluate(
		() =>
			new Promise<string>((resolve) => {
				const open = window.open.bind(window)
				window.open = (address, name, features) => {
					resolve(features ?? '')
					return open(address, name, features)
				}
			}),
	)
	await pick(page, 'Googleでログイン', '山田 花子')
	expect(await opened).toMatch(/width=500,height=600,left=\d+,top=\d+/)
	await expect(page).toHaveURL(`${url}/welcome`)
	// Google's names are left empty (spec section 3).
	await expect(page.getByLabel('姓')).toHaveValue('')
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await expect(menuButton(page)).toBeVisible()
	await page.context().clearCookies({ name: 'session' })
	await openLogin(page)
	await pick(page, 'Googleでログイン', '山田 花子')
	await expect(page).toHaveURL(`${url}/`)
	await expect(menuButton(page)).toBeVisible()
})

test('Facebook’s display name is split once', async ({ page }) => {
	await openLogin(page)
	await pick(page, 'Facebookでログイン', '佐藤 一郎')
	await expect(page).toHaveURL(`${url}/welcome`)
	await expect(page.getByLabel('姓')).toHaveValue('佐藤')
	await expect(page.getByLabel('名（任意）', { exact: true })).toHaveValue('一郎')
})

test('an address that another account has is refused, and one without an address too', async ({ page }) => {
	await openLogin(page)
	await pick(page, 'Googleでログイン', '会員と同じ')
	await expect(page.getByRole('alert')).toContainText('Already used by another account.')
	await pick(page, 'Googleでログイン', 'アドレスなし')
	await expect(page.getByRole('alert')).toContainText('メールアドレスを取得できないため利用できません。')
})

test('explains a provider that returns nothing, no token, or no address any more', async ({ page }) => {
	const said = (message: string) => page.getByRole('alert').getByText(message, { exact: true })
	await openLogin(page)
	await pick(page, 'Facebookでログイン', '結果なし')
	await expect(said('Login error (facebook).')).toBeVisible()
	await pick(page, 'Facebookでログイン', 'トークンなし')
	await expect(said('トークン取得できません。')).toBeVisible()
	await pick(page, 'Facebookでログイン', '気が変わる人')
	await expect(page).toHaveURL(`${url}/welcome`)
	await page.context().clearCookies({ name: 'session' })
	delete fickle.email
	await openLogin(page)
	await pick(page, 'Facebookでログイン', '気が変わる人')
	await expect(said('不正なユーザです。')).toBeVisible()
	await expect(page).toHaveURL(`${url}/login`)
})

test('explains an address that is not the site’s own on the page that opened the popup', async ({ page }) => {
	await page.goto(`${url.replace('localhost', '127.0.0.1')}/login`)
	await wake(page)
	await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Googleでログイン' }).click()])
	await expect(page.getByRole('alert')).toContainText('このアドレスからはログインできません')
	await expect(page.getByRole('alert')).toContainText('Unexpected error occurred. (auth/unauthorized-domain)')
})

test('explains a sign-in cancelled at the provider or here, and a blocked popup', async ({ page }) => {
	await openLogin(page)
	await pick(page, 'Googleでログイン', 'キャンセル')
	await expect(page.getByRole('alert')).toContainText('許可されなかったため')
	await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Googleでログイン' }).click()])
	await page.getByRole('button', { name: '中止する' }).click()
	await expect(page.getByRole('alert')).toContainText('(auth/cancelled-popup-request)')
	await page.evaluate(() => (window.open = () => null))
	await page.getByRole('button', { name: 'Googleでログイン' }).click()
	await expect(page.getByRole('alert')).toContainText('Unexpected error occurred. (auth/popup-blocked)')
})

test('an account is linked and unlinked, but not one that is somebody else’s, nor the last way in', async ({ page }) => {
	const email = freshAddress()
	await register(page, email, longPassword, url)
	await openLogin(page)
	await fillLogin(page, email, longPassword)
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await expect(page).toHaveURL(`${url}/`)
	await page.goto(`${url}/mypage/account`)
	await wake(page)
	await pick(page, 'Googleと連携する', '山田 花子')
	await expect(page.getByRole('alert')).toContainText('Already used email address.')
	await pick(page, 'Googleと連携する', '連携する人')
	await expect(page.getByText('Googleと連携しました。')).toBeVisible()
	await page.getByText(`Google（${secondAddress}`).click()
	await page.getByRole('button', { name: '連携を解除する' }).click()
	await expect(page.getByRole('button', { name: 'Googleと連携する' })).toBeVisible()

	await page.context().clearCookies({ name: 'session' })
	await openLogin(page)
	await pick(page, 'Googleでログイン', '山田 花子')
	await expect(menuButton(page)).toBeVisible()
	await page.goto(`${url}/mypage/account`)
	await page.getByText(`Google（${googleAddress}`).click()
	await page.getByRole('button', { name: '連携を解除する' }).click()
	await expect(page.getByRole('alert')).toContainText('ログインの方法がなくなるため、外せません。')
})
