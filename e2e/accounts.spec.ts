import { expect, test } from '@playwright/test'
import {
	demoPassword,
	fillLogin,
	freshAddress,
	linkFromMail,
	logIn,
	logOut,
	longPassword,
	menuButton,
	registerMember,
	register,
} from './accounts.ts'
import { waitForCall, wake } from './pages.ts'

for (const javaScriptEnabled of [true, false])
	test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
		test.use({ javaScriptEnabled })

		test('a person registers, verifies the mail, logs in, is welcomed, changes things and logs out', async ({ page }) => {
			const email = freshAddress()
			await register(page, email)
			await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()

			await page.goto(await linkFromMail(page, email, 'メールアドレスの確認'))
			await expect(page.getByText(`${email} がご自身の`)).toBeVisible()
			await page.getByRole('button', { name: '確認を完了する' }).click()
			await expect(page).toHaveURL(/\/login\?notice=verified$/)
			await expect(page.getByText('メールアドレスを確認しました。')).toBeVisible()

			await fillLogin(page, email, longPassword)
			await expect(page).toHaveURL(/\/welcome$/)
			await page.getByLabel('姓').fill('三鷹')
			await page.getByLabel('名（任意）', { exact: true }).fill('太郎')
			await page.getByLabel('経営者・個人事業主').check()
			await page.getByLabel('税務・会計').check()
			await page.getByRole('button', { name: 'はじめる' }).click()
			await expect(page).toHaveURL(/\/mypage$/)
			await expect(page.getByRole('heading', { name: 'はじめに' })).toBeVisible()
			await expect(page.getByRole('main').getByRole('link', { name: /^見積もりを頼む/ })).toBeVisible()
			await page.goto('/welcome')
			await expect(page).toHaveURL(/\/$/)

			await menuButton(page).click()
			const entries = page.locator('#account-menu').getByRole('listitem')
			await expect(entries).toHaveText(['マイページ', 'お気に入り', '質問する', 'フォロー', 'ログアウト'])
			await page.getByRole('link', { name: 'マイページ' }).click()
			await expect(page.getByText('三鷹 太郎 さん')).toBeVisible()
			await expect(page.getByRole('main').getByText('経営者・個人事業主')).toBeVisible()
			await expect(page.getByRole('navigation', { name: 'マイページ' }).getByRole('link', { name: 'ホーム' })).toHaveAttribute(
				'aria-current',
				'page',
			)

			await page.getByRole('link', { name: 'プロフィール', exact: true }).click()
			await page.getByLabel('姓').fill('武蔵野')
			await page.getByRole('button', { name: '保存する' }).click()
			await expect(page.getByText('プロフィールを保存しました。')).toBeVisible()
			await expect(page.getByLabel('姓')).toHaveValue('武蔵野')

			await page.getByRole('link', { name: '通知設定' }).click()
			await page.getByLabel(/メールで受け取る/).uncheck()
			await page.getByRole('button', { name: '保存する' }).click()
			await expect(page.getByText('通知の設定を保存しました。')).toBeVisible()
			await page.reload()
			await expect(page.getByLabel(/メールで受け取る/)).not.toBeChecked()

			await page.goto('/mypage/account')
			await page.getByText('パスワードを変更する').click()
			await page.getByLabel('現在のパスワード').fill(longPassword)
			await page.getByLabel('新しいパスワード').fill('atarashii asa no kaze 9')
			await page.getByRole('form', { name: 'パスワードの変更' }).getByRole('button', { name: '変更する' }).click()
			await expect(page.getByText('パスワードを変更しました。')).toBeVisible()
			await linkFromMail(page, email, 'パスワードが変更されました')

			await logOut(page)
			await page.goto('/login')
			await fillLogin(page, email, longPassword)
			await expect(page.getByRole('alert')).toContainText('Email or password is incorrect.')
			await page.getByLabel('パスワード', { exact: true }).fill('atarashii asa no kaze 9')
			await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click()
			await expect(menuButton(page)).toBeVisible()
		})

		test('a forgotten password can be reset once by the mail’s link', async ({ page, browser }) => {
			const email = await registerMember(page)
			const away = await browser.newContext({ javaScriptEnabled })
			const other = await away.newPage()
			await other.goto('/password_reset')
			await other.getByLabel('メールアドレス').fill(email)
			await other.getByRole('button', { name: 'メールを送る' }).click()
			await expect(other.getByText('再設定するためのメールを送りました')).toBeVisible()
			const link = await linkFromMail(other, email, 'パスワードの再設定')
			await other.goto(link)
			await expect(other).toHaveURL(/\/password_reset\?oobCode=/)
			await other.getByLabel('新しいパスワード').fill('mijikai')
			await other.getByRole('button', { name: 'パスワードを設定する' }).click()
			await expect(other.getByText('パスワードは12文字以上にしてください。')).toBeVisible()
			await other.getByLabel('新しいパスワード').fill('kasa wo wasureta hi')
			await other.getByRole('button', { name: 'パスワードを設定する' }).click()
			await expect(other.getByText('新しいパスワードを設定しました')).toBeVisible()
			await fillLogin(other, email, 'kasa wo wasureta hi')
			await expect(menuButton(other)).toBeVisible()
			await away.close()

			await page.goto('/mypage')
			await expect(page).toHaveURL(/\/login\?redirect=%2Fmypage$/)
			await page.goto(link)
			await expect(page.getByRole('alert')).toContainText('このリンクはすでに使われています。')
		})

		test('a new address waits for its proof, moves the account, and the former one restores itself', async ({ page }) => {
			const email = await registerMember(page)
			const withdrawn = freshAddress()
			const next = freshAddress()
			await page.goto(await linkFromMail(page, email, 'メールアドレスの確認'))
			await page.getByRole('button', { name: '確認を完了する' }).click()
			await expect(page).toHaveURL(/\/mypage\/account\?notice=verified$/)
			await page.getByText('メールアドレスを変更する').click()
			await page.getByLabel('新しいメールアドレス').fill('member@example.com')
			await page.getByRole('form', { name: 'メールアドレスの変更' }).getByRole('button', { name: '変更する' }).click()
			await expect(page.getByText('利用されているメールアドレスです')).toBeVisible()
			await expect(page.getByLabel('新しいメールアドレス')).toHaveValue('member@example.com')
			await page.getByLabel('新しいメールアドレス').fill(withdrawn)
			await page.getByRole('form', { name: 'メールアドレスの変更' }).getByRole('button', { name: '変更する' }).click()
			await expect(page.getByText('新しいメールアドレスに確認のメールを送りました。')).toBeVisible()
			await expect(page.getByText(`${withdrawn} の確認を待っています。`)).toBeVisible()
			await expect(page.getByText(`パスワードの再設定も ${email} で行います。`)).toBeVisible()
			await page.getByRole('button', { name: '変更を取りやめる' }).click()
			await expect(page.getByText('メールアドレスの変更を取りやめました。').first()).toBeVisible()
			await expect(page.getByText(`${withdrawn} の確認を待っています。`)).toHaveCount(0)

			await page.getByText('メールアドレスを変更する').click()
			await page.getByLabel('新しいメールアドレス').fill(next)
			await page.getByRole('form', { name: 'メールアドレスの変更' }).getByRole('button', { name: '変更する' }).click()
			await expect(page.getByText(`${next} の確認を待っています。`)).toBeVisible()
			await page.goto(await linkFromMail(page, next, '新しいメールアドレスの確認'))
			await page.getByRole('button', { name: '確認を完了する' }).click()
			await expect(page).toHaveURL(/\/mypage\/account\?notice=verified$/)
			await expect(page.getByRole('region', { name: 'メールアドレス' }).getByText(next)).toBeVisible()

			await page.goto(await linkFromMail(page, email, '新しいメールアドレスが確認されました'))
			await expect(page.getByText(`${next} から ${email} に戻します。`)).toBeVisible()
			await expect(page.getByText('いまのパスワードを無効にします。')).toBeVisible()
			await expect(page.getByText(/24時間、または新しいパスワードをメールから設定するまで/)).toBeVisible()
			await page.getByRole('button', { name: '元のメールアドレスに戻す' }).click()
			await expect(page).toHaveURL(/\/login\?notice=recovered$/)
			await fillLogin(page, email, longPassword)
			await expect(page.getByRole('alert')).toContainText('Email or password is incorrect.')
			await page.goto(await linkFromMail(page, email, 'メールアドレスを元に戻しました'))
			await page.getByLabel('新しいパスワード').fill('kasa wo wasureta hi')
			await page.getByRole('button', { name: 'パスワードを設定する' }).click()
			await expect(page.getByText('新しいパスワードを設定しました')).toBeVisible()
			await fillLogin(page, email, 'kasa wo wasureta hi')
			await expect(menuButton(page)).toBeVisible()
		})

		test('leaving asks for the password and deletes the account', async ({ page }) => {
			const email = await registerMember(page)
			await page.goto('/leave')
			await page.getByLabel('現在のパスワード').fill('wrong wrong wrong')
			await page.getByRole('button', { name: '退会する' }).click()
			await expect(page.locator('#leave-password-error')).toContainText('パスワードが正しくありません。')
			await page.getByLabel('現在のパスワード').fill(longPassword)
			await page.getByRole('button', { name: '退会する' }).click()
			await expect(page.getByText('退会の手続きが完了しました。')).toBeVisible()
			await fillLogin(page, email, longPassword)
			await expect(page.getByRole('alert')).toContainText('Email or password is incorrect.')
		})

		test('field errors are shown beside their fields, and typed values stay', async ({ page }) => {
			await page.goto('/register')
			await page.getByLabel('メールアドレス').fill('not an address')
			await page.getByLabel('パスワード', { exact: true }).fill('password1234')
			await page.getByRole('button', { name: '登録する' }).click()
			await expect(page.locator('#email-error')).toContainText('メールアドレスの形をご確認ください。')
			await expect(page.getByLabel('メールアドレス')).toHaveValue('not an address')
			await page.getByLabel('メールアドレス').fill('member@example.com')
			await page.getByLabel('パスワード', { exact: true }).fill('password1234')
			await page.getByRole('button', { name: '登録する' }).click()
			await expect(page.locator('#password-error')).toContainText('推測されやすいパスワードです。')
			await page.getByLabel('パスワード', { exact: true }).fill(longPassword)
			await page.getByRole('button', { name: '登録する' }).click()
			await expect(page.locator('#email-error')).toContainText('This email address is already registered.')
			await expect(page.getByLabel('メールアドレス')).toHaveValue('member@example.com')
		})

		test('an invalid link says why', async ({ page }) => {
			for (const path of [
				'/action?mode=verifyEmail&oobCode=nothing',
				'/action?mode=recoverEmail',
				'/action',
				'/password_reset?oobCode=nothing',
			]) {
				await page.goto(path)
				await expect(page.getByRole('alert')).toContainText('このリンクは正しくありません。')
				await expect(page.getByRole('alert')).toContainText('Unexpected error occurred. (auth/invalid-action-code)')
			}
		})
	})

const guarded = ['/qa/post', '/qa/1/edit', '/qa/1/answer', '/qa/answer/1/edit', '/mypage', '/favorite', '/leave', '/follower', '/follow', '/register_premium', '/register_premium/confirm', '/admin', '/admin/users', '/office/edit/1', '/office-delete/1', '/welcome'] // prettier-ignore

test('a visitor is sent from every guarded route to the login page', async ({ request }) => {
	for (const path of guarded) {
		const response = await request.get(path, { maxRedirects: 0 })
		expect(response.status(), path).toBe(302)
		expect(response.headers()['location'], path).toBe(`/login?redirect=${encodeURIComponent(path)}`)
	}
	const kept = await request.get('/mypage/account?a=1&b=2', { maxRedirects: 0 })
	expect(kept.headers()['location']).toBe('/login?redirect=%2Fmypage%2Faccount%3Fa%3D1%26b%3D2')
})

test('signing in redirects to the requested page, and never off the site', async ({ page }) => {
	await page.goto('/mypage/notifications')
	await expect(page).toHaveURL('/login?redirect=%2Fmypage%2Fnotifications')
	await expect(page.getByText('このページを見るには、ログインしてください。')).toBeVisible()
	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(page).toHaveURL('/mypage/notifications')
	for (const path of [
		'/login',
		'/register',
		'/login?redirect=//evil.example',
		'/login?redirect=/%5Cevil.example',
		'/login?redirect=https://evil.example',
	]) {
		await page.goto(path)
		await expect(page).toHaveURL('/')
	}
})

test('signing in makes the calls of the specification, in order', async ({ page }) => {
	await page.goto('/login')
	await wake(page)
	// The page's own check is not one of them.
	await waitForCall(page, '/api/sessionCheck')
	const calls: string[] = []
	page.on('request', (request) => {
		const { pathname } = new URL(request.url())
		if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
	})
	await fillLogin(page, 'expert@example.com', demoPassword)
	await expect(menuButton(page)).toBeVisible()
	expect(calls.slice(0, 3)).toEqual(['POST /api/identity/signIn', 'POST /api/sessionLogin', 'GET /api/myInfo'])
	expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain('eyJ')
})

test('the avatar’s menu is 150 px wide and works by keyboard', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await wake(page)
	await menuButton(page).focus()
	await page.keyboard.press('Enter')
	const menu = page.locator('#account-menu')
	await expect(menu).toBeVisible()
	expect((await menu.boundingBox())?.width).toBe(150)
	await page.keyboard.press('Tab')
	await expect(menu.getByRole('link', { name: 'マイページ' })).toBeFocused()
	await expect(menu.getByRole('link', { name: '質問する' })).toHaveAttribute('href', '/qa/post')
	await page.keyboard.press('Escape')
	await expect(menu).toBeHidden()
	await expect(menuButton(page)).toBeFocused()
})

test('other tabs follow signing in and out', async ({ page, context }) => {
	await page.goto('/login')
	await wake(page)
	const top = await context.newPage()
	await top.goto('/about')
	await wake(top)
	await expect(top.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
	const waiting = await context.newPage()
	await waiting.goto('/register?redirect=%2Fmypage')
	await wake(waiting)

	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(menuButton(page)).toBeVisible()
	await expect(menuButton(top)).toBeVisible()
	await wake(top)
	await expect(waiting).toHaveURL('/mypage')
	await wake(waiting)

	await logOut(page)
	await expect(top.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
	await expect(waiting).toHaveURL('/login?redirect=%2Fmypage')
})

test('signing in elsewhere does not reload a page with typed, ticked or chosen values', async ({ page, context }) => {
	await page.goto('/login')
	await wake(page)
	const [untouched, list, top, typed] = [await context.newPage(), await context.newPage(), await context.newPage(), await context.newPage()]
	for (const [tab, path] of [
		[untouched, '/about'],
		[list, '/category/task/list/501/tokyo'],
		[top, '/'],
		[typed, '/qa'],
	] as const) {
		await tab.goto(path)
		await wake(tab)
	}
	const tick = list.getByRole('article').getByRole('checkbox').first()
	await tick.check()
	await top.getByText('一覧から選ぶ').click()
	const prefecture = top.getByRole('main').getByRole('combobox').last()
	await prefecture.selectOption('東京都')
	const words = typed.getByRole('main').getByRole('searchbox')
	await words.fill('確定申告')

	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(menuButton(untouched)).toBeVisible()
	for (const tab of [list, top, typed]) {
		await tab.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/myInfo')))
		await expect(tab.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
	}
	await expect(tick).toBeChecked()
	await expect(prefecture.locator('option:checked')).toHaveText('東京都')
	await expect(words).toHaveValue('確定申告')
})

test('a session can be ended from another browser', async ({ page, browser }) => {
	const email = await registerMember(page)
	const context = await browser.newContext()
	const other = await context.newPage()
	await other.goto('/login')
	await fillLogin(other, email, longPassword)
	await expect(menuButton(other)).toBeVisible()
	await page.goto('/mypage/account')
	await page.getByRole('button', { name: /^ログアウトさせる/ }).click()
	await expect(page.getByText('その端末からログアウトしました。')).toBeVisible()
	await expect(page.getByRole('button', { name: /^ログアウトさせる/ })).toHaveCount(0)
	await other.goto('/mypage')
	await expect(other).toHaveURL('/login?redirect=%2Fmypage')
	await context.close()
})

test('personal data is exported as a file', async ({ page }) => {
	await logIn(page, 'member@example.com')
	await page.goto('/mypage/account')
	const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'データを書き出す' }).click()])
	const chunks: Buffer[] = []
	for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
	const kept = JSON.parse(Buffer.concat(chunks).toString()) as { user: { email: string } }
	expect(kept.user.email).toBe('member@example.com')
})

test('a password can be shown, and its strength is displayed while typing', async ({ page }) => {
	await page.goto('/register')
	await wake(page)
	const field = page.getByLabel('パスワード', { exact: true })
	await field.pressSequentially('yuyake')
	await expect(page.getByText('あと6文字で12文字になります。')).toBeVisible()
	await field.fill(longPassword)
	await expect(page.getByText('✓ 十分な長さです。')).toBeVisible()
	await page.getByRole('button', { name: 'パスワードを表示' }).click()
	await expect(field).toHaveAttribute('type', 'text')
	await expect(field).toHaveAttribute('autocomplete', 'new-password')
})
