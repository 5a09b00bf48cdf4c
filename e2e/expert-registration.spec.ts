import { type Browser, expect, type Page, test } from '@playwright/test'
import { classicPdf, onePage } from '../src/platform/pdf-for-test.ts'
import { linkFromMail, logIn, logInAsStaff, newMember, registerMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { expectProofPage } from './presence.ts'

/** One page with a square. */
const proof = {
	name: '登録証.pdf',
	mimeType: 'application/pdf',
	buffer: classicPdf(onePage()),
}

async function fillProfile(page: Page, name: string): Promise<void> {
	await page.getByLabel('表示する名前').fill(name)
	await page.getByLabel('ふりがな').fill('あおい ちなつ')
	await page.getByLabel('ひとこと').fill('開業の一年目を、数字から支える税理士です')
	await page
		.getByLabel('経歴と仕事への考え')
		.fill(
			'都内の会計事務所に九年勤め、飲食店や美容室の申告を担当しました。\n独立してからは、開業して間もない方の資金繰りの相談を多く受けています。',
		)
	await page.locator('summary', { hasText: '税務・会計' }).click()
	await page.getByLabel('確定申告', { exact: true }).check()
	await page.locator('summary', { hasText: '関東' }).click()
	await page.getByLabel('東京都').check()
}

async function fillOffice(page: Page, name: string): Promise<void> {
	await page.getByLabel('事務所の郵便番号').fill('181-0013')
	await page.getByRole('button', { name: '住所を調べる' }).click()
	await expect(page.getByLabel('市区町村')).toHaveValue('13204')
	await page.getByLabel('事務所の名前').first().fill(name)
	await page.getByLabel('事務所のふりがな').fill('あおいぜいりしじむしょ')
	await page.getByLabel('町名・番地・建物').fill('下連雀3丁目1番1号')
	await page.getByLabel('電話番号', { exact: true }).fill('0422-00-0000')
	await page.getByLabel(/^確定申告/).fill('33,000')
	await page.getByRole('button', { name: '保存して同意事項へ進む' }).click()
}

/** The steps after the credential, and the handing in of a confirmed address. */
async function fillRest(page: Page, { name, office, email }: { name: string; office: string; email: string }): Promise<void> {
	await page.goto('/expert/register/profile')
	await fillProfile(page, name)
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await fillOffice(page, office)
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: '同意して保存する' }).click()
	await page.goto(await linkFromMail(page, email, 'メールアドレスの確認をお願いします'))
	await page.getByRole('button', { name: '確認を完了する' }).click()
	await expect(page).not.toHaveURL(/action/)
}

async function fillCredential(page: Page, { profession, number, association }: Record<'profession' | 'number' | 'association', string>) {
	await page.getByRole('combobox', { name: '資格', exact: true }).selectOption(profession)
	await page.getByLabel('登録番号').last().fill(number)
	await page.getByLabel('所属する会').last().fill(association)
	await page.getByRole('button', { name: /資格を保存する|保存して書類へ進む/ }).click()
}

async function uploadProof(page: Page): Promise<void> {
	await page.getByLabel('資格を確かめられる書類').setInputFiles(proof)
	await expect(page.getByRole('link', { name: '書類1（PDF・1ページ）', exact: true })).toBeVisible()
}

async function signedInStaff(browser: Browser): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logInAsStaff(page)
	return page
}

test('an expert applies, corrects what was returned, is verified and appears at once', async ({ browser, page }) => {
	const mark = Date.now().toString(36)
	const name = `青井 千夏${mark}`
	const number = `${Date.now() % 1_000_000}`
	await page.setViewportSize({ width: 360, height: 800 })
	await page.goto('/expert/register')
	await expect(page.getByRole('link', { name: 'ログインして申請する' })).toHaveAttribute('href', '/login?redirect=%2Fexpert%2Fregister')
	await expectNoViolation(page)
	const email = await registerMember(page)

	await page.goto('/expert/register')
	await page.getByRole('link', { name: '「資格」の入力へ進む' }).click()
	await page.getByRole('button', { name: '資格を保存する' }).click()
	await expect(page.getByRole('alert')).toContainText('資格を選んでください。')
	await page.getByLabel('資格', { exact: true }).selectOption('税理士')
	await page.getByLabel('登録番号').fill(number)
	await page.getByLabel('所属する会').fill('東京税理士会')
	await page.getByRole('button', { name: '資格を保存する' }).click()
	await page.getByLabel('資格を確かめられる書類').setInputFiles({ ...proof, buffer: Buffer.from('<svg/>') })
	await expect(page.getByText('PDF、JPEG、PNGのファイルを選んでください。')).toBeVisible()
	await page.getByLabel('資格を確かめられる書類').setInputFiles(proof)
	await expect(page.getByRole('link', { name: '書類1（PDF・1ページ）' })).toBeVisible()
	await expectNoViolation(page)

	await page.getByRole('link', { name: 'プロフィールへ進む' }).click()
	await fillProfile(page, name)
	await expectNoViolation(page)
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await expect(page.getByRole('heading', { level: 1, name: '事務所' })).toBeVisible()
	await fillOffice(page, `青井税理士事務所${mark}`)
	await expect(page.getByRole('heading', { level: 1, name: '同意事項' })).toBeVisible()
	await page.goto('/expert/register/office')
	await expectNoViolation(page)
	await page.goto('/expert/register/consents')
	await expectNoViolation(page)
	// By keyboard alone.
	await page.getByRole('checkbox').first().focus()
	for (const key of ['Space', 'Tab', 'Space', 'Tab', 'Space', 'Tab']) await page.keyboard.press(key)
	// Links to the rules, and to versions of them that are announced, come before the button.
	const save = page.getByRole('button', { name: '同意して保存する' })
	for (let links = 0; links < 8 && !(await save.evaluate((button) => button === document.activeElement)); links++)
		await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/expert/register')
	await page.getByRole('button', { name: '申請する' }).click()
	await expect(page.getByRole('alert')).toContainText('メールアドレスの確認が済んでいません。')
	await page.goto(await linkFromMail(page, email, 'メールアドレスの確認をお願いします'))
	await page.getByRole('button', { name: '確認を完了する' }).click()
	await expect(page).not.toHaveURL(/action/)
	await page.goto('/expert/register')
	await page.getByRole('button', { name: '申請する' }).click()
	await expect(page.getByRole('heading', { name: '申請を受け付けました' })).toBeVisible()
	// A step that was left open leads back, and the closed application cannot be changed.
	await page.goto('/expert/register/profile')
	await expect(page).toHaveURL('/expert/register')

	const staff = await signedInStaff(browser)
	await staff.goto('/admin')
	await expectNoViolation(staff)
	await staff
		.getByRole('main')
		.getByRole('link', { name: /審査待ちの専門家/ })
		.click()
	await expectNoViolation(staff)
	// The page of one application decides at once; the desk opens the next one after each verdict.
	await staff.goto('/admin/experts')
	await expectNoViolation(staff)
	await staff.getByRole('link', { name }).click()
	await expectNoViolation(staff)
	await expectProofPage(staff)
	await staff.getByLabel('理由').first().fill('短い')
	await staff.getByRole('button', { name: '修正を依頼する' }).click()
	await expect(staff.getByRole('alert')).toContainText('10文字以上')
	await staff.getByLabel('理由').first().fill('ひとことに、対応できる地域も書いてください。')
	await staff.getByRole('button', { name: '修正を依頼する' }).click()
	await expect(staff.getByText('修正を依頼しました。')).toBeInViewport()
	await expect(staff.getByText('修正依頼中').first()).toBeVisible()

	expect(await linkFromMail(page, email, '修正のお願い')).toBe('/expert/register')
	await page.goto('/expert/register')
	await expect(page.getByText('ひとことに、対応できる地域も書いてください。')).toBeVisible()
	await page
		.getByRole('link', { name: /プロフィール/ })
		.first()
		.click()
	await page.getByLabel('ひとこと').fill('三鷹で、開業の一年目を数字から支える税理士です')
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await page.goto('/expert/register')
	await page.getByRole('button', { name: '申請する' }).click()
	await expect(page.getByRole('heading', { name: '申請を受け付けました' })).toBeVisible()

	// Visitors have the list in the cache by now, without the office.
	const visitor = await (await browser.newContext()).newPage()
	const list = `/category/task/list/503/tokyo/city/${encodeURIComponent('三鷹市')}?order=newest`
	for (let time = 0; time < 2; time++) await visitor.goto(list)
	await expect(visitor.getByRole('link', { name: `青井税理士事務所${mark}` })).toHaveCount(0)

	// A page that staff opened before the change cannot decide.
	await staff.getByLabel('理由').first().fill('開いたままの画面から見送ろうとします。')
	await staff.getByRole('button', { name: '登録を見送る' }).click()
	await expect(staff.getByRole('alert')).toContainText('申請の状態が変わりました')
	await staff.goto(new URL(staff.url()).pathname)
	await staff.getByRole('button', { name: '確認済みにして公開する' }).click()
	await expect(staff.getByText('確認済み').first()).toBeVisible()

	await page.goto('/expert/register')
	await page.getByRole('link', { name: '公開されたページを見る' }).click()
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
	const path = new URL(page.url()).pathname
	await page.getByRole('banner').getByRole('button', { name: 'アカウントメニュー' }).click()
	await expect(page.locator('#account-menu').getByRole('listitem')).toHaveText(['マイページ', 'お気に入り', 'フォロワー', 'ログアウト'])
	await visitor.goto(list)
	await expect(visitor.getByRole('link', { name: `青井税理士事務所${mark}` }).first()).toBeVisible()
	await visitor.goto(path)
	await expect(visitor.getByText(`登録番号 ${number}`)).toBeVisible()
	await visitor
		.getByRole('link', { name: `青井税理士事務所${mark}` })
		.first()
		.click()
	await expect(visitor.getByRole('heading', { level: 1 })).toContainText('青井税理士事務所')

	await page.goto('/mypage/expert')
	await expectNoViolation(page)
	await page.getByLabel('ひとこと').fill('土曜日もご相談をお受けしています。三鷹の税理士です')
	await page.getByRole('button', { name: 'プロフィールを保存する' }).click()
	await expect(page.getByText('保存しました。')).toBeVisible()
	await visitor.goto(path)
	await expect(visitor.getByText('土曜日もご相談をお受けしています')).toBeVisible()
	await staff.goto('/admin/experts')
	await staff.getByLabel('名前や事務所名（一部でも）、登録番号、メール、電話番号、ページの番号').fill(name.replace(' ', ''))
	await staff.getByRole('main').getByRole('button', { name: '探す' }).click()
	await expect(staff.getByRole('listitem').filter({ hasText: name })).toContainText('確認済み')
	await expectNoViolation(staff)
	await staff.goto('/admin/audit?action=expert')
	await expect(staff.getByText('expert.verify').first()).toBeVisible()
	await expectNoViolation(staff)
	await staff.goto('/admin/staff')
	await expectNoViolation(staff)

	await test.step('another credential is added, returned, corrected, verified, and given up', async () => {
		const second = `${Date.now() % 100_000_000}`
		await page.goto('/mypage/expert')
		await page.getByRole('link', { name: '資格を加える・番号を変える・外す' }).click()
		await fillCredential(page, { profession: '行政書士', number: second, association: '東京都行政書士会' })
		const change = page.getByRole('region', { name: '行政書士の追加の申請' })
		await expect(change).toContainText(second)
		await expect(page.getByRole('button', { name: '行政書士を申請する' })).toHaveCount(0)
		await uploadProof(page)
		await page.getByRole('button', { name: '行政書士を申請する' }).click()
		await expect(page.getByText('いま公開している資格は、そのままです')).toBeVisible()
		await expect(change).toContainText('審査中です')
		await expectNoViolation(page)
		await visitor.goto(path)
		await expect(visitor.getByText('行政書士')).toHaveCount(0)

		await staff.goto('/admin')
		await staff.getByRole('link', { name: /審査待ちの資格の変更/ }).click()
		await expectNoViolation(staff)
		// The desk has one change beside the list; the expert's own page has all of them.
		await staff.goto('/admin/experts?state=changes')
		await staff.getByRole('link', { name }).click()
		await expectNoViolation(staff)
		await staff.getByLabel('行政書士の修正を依頼する理由').fill('書類の登録番号が読み取れません。撮り直してください。')
		await staff.getByRole('button', { name: '行政書士の修正を依頼する' }).click()
		await expect(staff.getByText('資格の変更を差し戻しました。')).toBeVisible()
		await expect(staff.getByRole('heading', { name: 'これまでの資格の変更' })).toBeVisible()

		expect(await linkFromMail(page, email, '行政書士の資格の申請について、修正のお願い')).toBe('/mypage/expert/credentials')
		await page.goto('/mypage/expert/credentials')
		await expect(change).toContainText('撮り直してください')
		await page.locator('summary', { hasText: '入力した内容を直す' }).click()
		await expectNoViolation(page)
		await page.getByRole('button', { name: '行政書士を申請する' }).click()
		await expect(change).toContainText('審査中です')
		await staff.goto('/admin/experts?state=changes')
		await staff.getByRole('link', { name }).click()
		await staff.getByRole('button', { name: '行政書士を確認済みにする' }).click()
		await expect(staff.getByRole('heading', { name: 'これまでの資格の変更' })).toBeVisible()
		await visitor.goto(path)
		await expect(visitor.getByText(`登録番号 ${second}`)).toBeVisible()
		await visitor.goto(`${list}&profession=gyoseishoshi`)
		await expect(visitor.getByRole('link', { name: `青井税理士事務所${mark}` }).first()).toBeVisible()

		await page.goto('/mypage/expert/credentials')
		await page.locator('summary', { hasText: '行政書士の資格を外す' }).click()
		await expectNoViolation(page)
		await page.getByRole('button', { name: '行政書士を外す' }).click()
		await expect(page.getByText('資格を外しました。')).toBeVisible()
		await expect(page.locator('summary', { hasText: 'の資格を外す' })).toHaveCount(0)
		await visitor.goto(path)
		await expect(visitor.getByText('行政書士')).toHaveCount(0)
	})

	await test.step('suspended, the expert sees why and whom to ask, and every room is closed', async () => {
		await staff.goto(`/admin/experts/${path.split('/').at(-1)}`)
		const late = await staff.context().newPage()
		await late.goto(staff.url())
		for (const desk of [staff, late]) {
			const form = desk.getByRole('region', { name: '公開を停止する' })
			await form.getByLabel('理由').fill('登録の抹消が公告されたため、確認が取れるまで停止します。')
			await desk.getByRole('button', { name: '公開を停止する' }).click()
			await expect(desk.getByText('停止中').first()).toBeVisible()
		}
		// The message is shown although the new state has no form.
		await expect(late.getByRole('alert')).toContainText('申請の状態が変わりました')
		await late.close()
		await page.goto('/expert/register')
		await expect(page.getByText('登録の抹消が公告されたため')).toBeVisible()
		await expect(page.getByRole('heading', { name: 'ご不明な点、再開のご相談' })).toBeVisible()
		await expectNoViolation(page)
		await page.getByRole('banner').getByRole('button', { name: 'アカウントメニュー' }).click()
		await expect(page.getByRole('link', { name: 'フォロワー' })).toHaveCount(0)
		for (const room of ['/mypage/queue', '/mypage/stats', '/follower'])
			expect([room, (await page.request.get(room)).status()]).toEqual([room, 403])
		// The rooms of the profile lead to the reason.
		for (const room of ['/mypage/expert', '/mypage/expert/credentials']) {
			await page.goto(room)
			await expect(page).toHaveURL('/expert/register')
		}
		expect((await visitor.goto(path))?.status()).toBe(404)
		await staff.getByRole('button', { name: '停止を解いて公開する' }).click()
		await expect(staff.getByText('確認済みにして公開しました。')).toBeVisible()
		await expect(staff.getByText('確認済み').first()).toBeVisible()
		expect((await visitor.goto(path))?.status()).toBe(200)
	})
})

test('a rejected applicant sees why, and prepares another application with what was typed', async ({ browser, page }) => {
	const mark = Date.now().toString(36)
	const name = `黒沢 透${mark}`
	await page.setViewportSize({ width: 360, height: 800 })
	const email = await registerMember(page)
	await page.goto('/expert/register/credentials')
	await fillCredential(page, { profession: '税理士', number: `${Date.now() % 1_000_000}`, association: '東京税理士会' })
	await uploadProof(page)
	await fillRest(page, { name, office: `黒沢税理士事務所${mark}`, email })
	await page.goto('/expert/register')
	await page.getByRole('button', { name: '申請する' }).click()
	await expect(page.getByRole('heading', { name: '申請を受け付けました' })).toBeVisible()

	const staff = await signedInStaff(browser)
	await staff.goto('/admin/experts')
	await staff.getByRole('link', { name }).click()
	await staff.getByLabel('理由').last().fill('税理士名簿に、この登録番号がありませんでした。')
	await staff.getByRole('button', { name: '登録を見送る' }).click()
	await expect(staff.getByText('見送り').first()).toBeVisible()

	expect(await linkFromMail(page, email, '審査の結果')).toBe('/expert/register')
	await page.goto('/expert/register')
	await expect(page.getByText('この登録番号がありませんでした')).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('button', { name: 'もう一度申請の準備をする' }).click()
	await expect(page.getByRole('heading', { name: 'もう一度申請する' })).toBeVisible()
	await expect(page.getByText('この登録番号がありませんでした')).toBeVisible()
	await page.goto('/expert/register/credentials')
	await expect(page.getByText('前回の書類1')).toBeVisible()
	await uploadProof(page)
	await expectNoViolation(page)
	await page.goto('/expert/register/profile')
	await expect(page.getByLabel('表示する名前')).toHaveValue(name)
	await page.goto('/expert/register')
	await expect(page.getByText(/もう一度申請できるのは、.+からです/)).toBeVisible()
	await expect(page.getByRole('button', { name: '申請する' })).toHaveCount(0)
	await expectNoViolation(page)
})

test('an application is filled in without a script; what was typed stays when something is wrong, and another’s document is not there', async ({
	browser,
	page: scripted,
	page: { request },
}) => {
	await newMember(scripted)
	const storageState = await scripted.context().storageState()
	const page = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage()
	const mark = Date.now().toString(36)
	await page.goto('/expert/register/credentials')
	await page.getByLabel('資格', { exact: true }).selectOption('税理士')
	await page.getByLabel('登録番号').fill(`X-${mark}`)
	await page.getByRole('button', { name: '資格を保存する' }).click()
	await expect(page.getByRole('alert')).toContainText('所属する会')
	await expect(page.getByLabel('登録番号')).toHaveValue(`X-${mark}`)
	await page.getByLabel('所属する会').fill('東京税理士会')
	await page.getByRole('button', { name: '資格を保存する' }).click()
	await expect(page.getByText('あまり見ない形です')).toBeVisible()
	await page.getByLabel('資格を確かめられる書類').setInputFiles(proof)
	await page.getByRole('button', { name: 'この書類を登録する' }).click()
	const address = (await page.getByRole('link', { name: /^書類1/ }).getAttribute('href')) ?? ''
	const own = await request.get(address)
	expect(own.status()).toBe(200)
	expect(own.headers()).toMatchObject({
		'content-type': 'application/pdf',
		'x-content-type-options': 'nosniff',
		'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
		'cache-control': 'private, no-store',
	})
	expect(own.headers()['content-disposition']).toMatch(/^attachment; filename="proof-\d+\.pdf"$/)
	const stranger = await (await browser.newContext()).newPage()
	await logIn(stranger, 'member@example.com')
	expect((await stranger.request.get(address)).status()).toBe(404)

	await page.getByRole('link', { name: 'プロフィールへ進む' }).click()
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await expect(page.getByRole('alert')).toContainText('表示する名前を入力してください。')
	await fillProfile(page, `白石 晴${mark}`)
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await fillOffice(page, `白石税理士事務所${mark}`)
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: '同意して保存する' }).click()
	await expect(page.getByRole('button', { name: '申請する' })).toBeVisible()
})

test('members cannot open the pages of staff', async ({ page }) => {
	await newMember(page)
	const answer = await page.goto('/admin')
	expect(answer?.status()).toBe(403)
	await expect(page.getByText('このページを表示する権限がありません。')).toBeVisible()
	await expectNoViolation(page)
})
