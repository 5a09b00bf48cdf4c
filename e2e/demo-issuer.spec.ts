import { expect, type Page, test } from '@playwright/test'
import { menuButton } from './accounts.ts'
import { wake } from './pages.ts'

/** The demo without any keys: the issuer behind its Google button. */
const openPicker = async (page: Page) => {
	await page.goto('/login')
	await wake(page)
	const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Googleでログイン' }).click()])
	await expect(popup.getByRole('heading', { name: 'デモ用のログイン画面' })).toBeVisible()
	return popup
}

test('a newcomer tries the Google button on a page that says that it is not Google', async ({ page }) => {
	const popup = await openPicker(page)
	await expect(popup.getByText('Googleの画面ではありません。')).toBeVisible()
	await popup.getByRole('link', { name: '試用 花子' }).click()
	await expect(page).toHaveURL(/\/welcome$/)
	await page.getByRole('button', { name: 'あとで入力する' }).click()
	await expect(menuButton(page)).toBeVisible()
})

test('explains a missing address and a cancelled sign-in', async ({ page }) => {
	await (await openPicker(page)).getByRole('link', { name: 'メールアドレスのない人' }).click()
	await expect(page.getByText('メールアドレスを取得できないため利用できません。')).toBeVisible()
	await (await openPicker(page)).getByRole('link', { name: 'キャンセル' }).click()
	await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
})

test('a link into the middle of the picker leads nowhere', async ({ request }) => {
	const response = await request.get('/demo/issuer/pick/unknown?account=demo-hanako')
	expect(response.status()).toBe(400)
})
