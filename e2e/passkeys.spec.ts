import { expect, type Page, test } from '@playwright/test'
import { logOut, menuButton, registerMember } from './accounts.ts'
import { wake } from './pages.ts'

/** A virtual authenticator of Chromium: a phone or laptop with a fingerprint sensor. */
async function withAuthenticator(page: Page) {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
	return {
		refuse: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
		accept: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
	}
}

const section = (page: Page) => page.getByRole('region', { name: 'パスキー' })

async function addPasskey(page: Page): Promise<void> {
	await page.goto('/mypage/account')
	await wake(page)
	await section(page).getByRole('button', { name: 'この端末のパスキーを登録する' }).click()
	await expect(section(page).getByText('パスキーを登録しました。')).toBeVisible()
}

test('a member registers a passkey, signs in with it, and removes it', async ({ page }) => {
	const authenticator = await withAuthenticator(page)
	await registerMember(page)
	await addPasskey(page)
	await expect(section(page).getByRole('listitem')).toHaveCount(1)
	await logOut(page)

	await page.goto('/login?redirect=%2Fmypage%2Faccount')
	await wake(page)
	const button = page.getByRole('button', { name: 'パスキーでログイン' })
	await authenticator.refuse()
	await button.click()
	await expect(page.getByText('パスキーを確認できませんでした。')).toBeVisible()
	await authenticator.accept()
	await button.click()
	await expect(page).toHaveURL(/\/mypage\/account$/)
	await expect(menuButton(page)).toBeVisible()
	await expect(page.getByRole('region', { name: 'ログイン中の端末' }).getByText('（パスキー）')).toBeVisible()

	await wake(page)
	await section(page).getByRole('button', { name: '削除する' }).click()
	await expect(section(page).getByText('パスキーを削除しました。')).toBeVisible()
	await expect(section(page).getByRole('listitem')).toHaveCount(0)
	await logOut(page)
	await page.goto('/login')
	await wake(page)
	await button.click()
	await expect(page.getByText('パスキーを確認できませんでした。')).toBeVisible()
	await expect(page).toHaveURL(/\/login$/)
})

test('a response signed by a passkey works once, and only in its own browser', async ({ page, browser }) => {
	await withAuthenticator(page)
	await registerMember(page)
	await addPasskey(page)
	await logOut(page)
	await page.goto('/login')
	await wake(page)
	let stolen = ''
	await page.route('**/api/identity/passkey/signIn', async (route) => {
		stolen = route.request().postData() ?? ''
		await route.continue()
	})
	await page.getByRole('button', { name: 'パスキーでログイン' }).click()
	await expect(menuButton(page)).toBeVisible()
	const { response } = JSON.parse(stolen) as { response: unknown }
	const replay = (where: Page) =>
		where.evaluate(async (body) => {
			const csrfToken = /csrfToken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
			const answer = await fetch('/api/identity/passkey/signIn', {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
				body: JSON.stringify({ response: body }),
			})
			return answer.status
		}, response)
	expect(await replay(page)).toBe(422)
	const elsewhere = await browser.newPage()
	await elsewhere.goto('/login')
	expect(await replay(elsewhere)).toBe(422)
	await elsewhere.close()
})
