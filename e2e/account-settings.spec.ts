import { expect, test } from '@playwright/test'
import { totpCode, totpStep } from '../src/platform/token-totp.ts'
import { fillLogin, logOut, longPassword, newMember } from './accounts.ts'

for (const javaScriptEnabled of [true, false])
	test.describe(`a member ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
		test.use({ javaScriptEnabled })

		test('sets a second factor, logs in by code and by recovery code, and takes it off', async ({ page }) => {
			const email = await newMember(page)
			await page.goto('/mypage/account')
			await page.getByText('二段階認証を設定する').click()
			await page.getByRole('button', { name: '鍵を表示する' }).click()
			const secret = (await page.locator('section[aria-labelledby=account-factor] code').textContent()) ?? ''
			await page.getByLabel('アプリに表示された6桁のコード').fill('12345')
			await page.getByRole('button', { name: '有効にする' }).click()
			await expect(page.getByRole('alert')).toContainText('コードが正しくありません。')
			await page.getByLabel('アプリに表示された6桁のコード').fill(totpCode(secret.replaceAll(' ', ''), totpStep(new Date())))
			await page.getByRole('button', { name: '有効にする' }).click()
			await expect(page.getByText('二段階認証を有効にしました。')).toBeVisible()
			const codes = await page.locator('section[aria-labelledby=account-factor] li code').allTextContents()
			expect(codes).toHaveLength(10)

			await logOut(page)
			await page.goto('/login?redirect=/mypage/account')
			await fillLogin(page, email, longPassword)
			await expect(page.getByText('認証アプリのコードを入力してください。')).toBeVisible()
			await page.getByLabel('コード').fill('000000')
			await page.getByRole('button', { name: '確認する' }).click()
			await expect(page.getByText('コードが正しくありません。')).toBeVisible()
			await page.getByLabel('コード').fill(codes[0] ?? '')
			await page.getByRole('button', { name: '確認する' }).click()
			await expect(page).toHaveURL('/mypage/account')
			await page.getByText('二段階認証を解除する').click()
			await page.getByRole('button', { name: '解除する', exact: true }).click()
			await expect(page.getByText('二段階認証を解除しました。')).toBeVisible()
		})

		test('sets a picture that the header shows, and takes it away', async ({ page }) => {
			await newMember(page)
			await page.goto('/mypage/profile')
			const form = page.getByRole('form', { name: '画像の変更' })
			await form.getByLabel('新しい画像').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
			await form.getByRole('button', { name: '画像を変更する' }).click()
			await expect(page.getByText('この画像は読み込めません。')).toBeVisible()
			await form.getByLabel('新しい画像').setInputFiles('public/icon-192.png')
			await form.getByRole('button', { name: '画像を変更する' }).click()
			await expect(page.getByText('画像を変更しました。')).toBeVisible()
			const shown = page.getByRole('banner').getByRole('button', { name: 'アカウントメニュー' }).locator('img')
			await expect(shown).toHaveAttribute('src', /^\/avatars\/.+\.webp$/)
			expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(256)
			await page.goto('/mypage/account')
			const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '画像を書き出す' }).click()])
			expect(picture.suggestedFilename()).toBe('avatar.webp')
			await page.goto('/mypage/profile')
			await form.getByRole('button', { name: '画像を消す' }).click()
			await expect(shown).toHaveAttribute('src', '/avatar.svg')
		})
	})
