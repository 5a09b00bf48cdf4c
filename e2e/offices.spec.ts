import { expect, test } from '@playwright/test'
import { demoPassword, freshAddress, linkFromMail, logIn, registerMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { fillIn, newOffice, openSection, photograph, publishDrafts, saveSection, section } from './offices.ts'
import { asStaff } from './presence.ts'

test('an office is made, filled in, published, found at its station, renamed with staff, deleted and restored', async ({
	browser,
	page,
}) => {
	const name = `葵開業税理士事務所${Date.now().toString(36)}`
	await page.setViewportSize({ width: 360, height: 800 })
	await logIn(page, 'expert@example.com')
	const id = await newOffice(page, name)
	await expectNoViolation(page)
	await fillIn(page)

	await page.goto(`/office/edit/${id}/photos`)
	await page.getByLabel('写真のファイル').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') })
	await page.getByRole('button', { name: '写真を追加する' }).click()
	await expect(page.getByText('この種類のファイルは使えません。')).toBeVisible()
	for (const [colour, alt] of [
		['#a33', '入口の写真'],
		['#3a3', '相談室の写真'],
	] as const) {
		await page.getByLabel('写真のファイル').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photograph(page, colour) })
		await page.getByRole('form', { name: '写真の追加' }).getByLabel('写真の説明').fill(alt)
		await page.getByRole('button', { name: '写真を追加する' }).click()
		await expect(page.getByRole('img', { name: alt })).toBeVisible()
	}
	// By the keyboard alone.
	await page.getByRole('button', { name: '写真2を前へ' }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('img', { name: /の写真$/ }).first()).toHaveAccessibleName('相談室の写真')
	await expectNoViolation(page)

	await page.getByRole('navigation', { name: 'ほかの項目' }).getByRole('link', { name: 'プレビュー' }).click()
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
	await expect(page.getByText('三鷹駅のそばで、開業の一年目を支えます').first()).toBeVisible()
	await expectNoViolation(page)
	const visitor = await (await browser.newContext()).newPage()
	expect((await visitor.goto(`/office/${id}`))?.status()).toBe(404)

	await page.goto(`/office/edit/${id}`)
	await page.getByRole('button', { name: 'この内容で公開する' }).click()
	await expect(page.getByText('公開しました。')).toBeVisible()
	await visitor.goto('/category/task/list/503/tokyo/station/三鷹')
	const card = visitor.getByRole('article', { name })
	await expect(card).toContainText('33,000円')
	// The one whom clients would meet.
	await expect(card.locator('img')).toHaveAttribute('src', /^\/media\/portraits\//)
	await visitor.goto(`/office/${id}`)
	await expect(visitor.getByRole('img', { name: '相談室の写真' })).toBeVisible()
	await expect(visitor.getByText('最寄り駅と徒歩の分数から求めたおおよそのものです。')).toBeVisible()
	await expectNoViolation(visitor)

	// What lists and pages show follows within a second.
	await page.goto(`/office/edit/${id}/visibility`)
	await page.getByLabel('新しい相談の受付').selectOption('休止中')
	await page.getByRole('button', { name: '受付の状態を変える' }).click()
	await expect(page.getByText('受付の状態を変えました。')).toBeVisible()
	await expect(async () => {
		await visitor.goto(`/category/task/list/503/tokyo/station/三鷹`)
		await expect(visitor.getByRole('article', { name })).toContainText('新規受付を休止中', { timeout: 200 })
	}).toPass({ timeout: 30_000 })

	const basics = await openSection(page, '基本情報')
	await basics.getByLabel('事務所の名前').fill(`${name}（本店）`)
	await basics.getByRole('button', { name: '保存して公開する' }).click()
	await expect(page.getByText('運営の確認が済むまで元のまま表示されます。')).toBeVisible()
	await visitor.goto(`/office/${id}`)
	await expect(visitor.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
	const staff = await asStaff(browser)
	await staff.goto('/admin/offices')
	await expectNoViolation(staff)
	await staff.getByRole('link', { name }).click()
	await expect(staff.getByRole('row', { name: `名前 ${name} ${name}（本店）` })).toBeVisible()
	await expectNoViolation(staff)
	await staff.getByRole('button', { name: '承認して反映する' }).click()
	await expect(staff.getByRole('heading', { level: 1, name: `${name}（本店）` })).toBeVisible()
	await visitor.goto(`/office/${id}`)
	await expect(visitor.getByRole('heading', { level: 1, name: `${name}（本店）` })).toBeVisible()

	await page.goto(`/office-delete/${id}`)
	await expectNoViolation(page)
	await page.getByLabel('現在のパスワード').fill('not the password')
	await page.getByRole('button', { name: '事務所を削除する' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await page.getByLabel('現在のパスワード').fill(demoPassword)
	await page.getByRole('button', { name: '事務所を削除する' }).click()
	await expect(page.getByText('事務所を削除しました。30日以内なら')).toBeVisible()
	expect((await visitor.goto(`/office/${id}`))?.status()).toBe(404)
	await page.getByRole('button', { name: `${name}（本店）を元に戻す` }).click()
	await expect(page.getByText('事務所を元に戻しました。')).toBeVisible()
	await expect(page.getByRole('link', { name: `${name}（本店）を編集する` })).toBeVisible()
	expect((await visitor.goto(`/office/${id}`))?.status()).toBe(200)
})

test('members are invited by mail, and all of it works without a script', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
	const page = await context.newPage()
	await page.goto('/login')
	await page.getByLabel('メールアドレス').fill('expert@example.com')
	await page.getByLabel('パスワード', { exact: true }).fill(demoPassword)
	await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click()
	const name = `菫開業税理士事務所${Date.now().toString(36)}`
	const id = await newOffice(page, name)
	await fillIn(page)
	await page.goto(`/office/edit/${id}`)
	await page
		.getByRole('list', { name: '編集する項目' })
		.getByRole('link', { name: /^メンバー/ })
		.click()
	const address = freshAddress()
	await page.getByLabel('メールアドレス').fill(address)
	await page.getByRole('button', { name: '招待のメールを送る' }).click()
	await expect(page.getByText('招待のメールを送りました。')).toBeVisible()
	const invited = await (await browser.newContext()).newPage()
	const link = await linkFromMail(invited, address, name)
	await invited.goto(link)
	await expect(invited).toHaveURL(/\/login\?redirect=/)
	const stranger = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage()
	await logIn(stranger, 'member@example.com')
	await stranger.goto(link)
	await expect(stranger.getByText('この招待は、ほかのメールアドレスに送られたものです。')).toBeVisible()
	expect(await stranger.content()).not.toContain(name)
	await expectNoViolation(stranger)
	await registerMember(invited, address)
	await invited.goto(link)
	await expect(invited.getByText('この招待は、ほかのメールアドレスに送られたものです。')).toBeVisible()
	await invited.goto(await linkFromMail(invited, address, 'メールアドレスの確認'))
	await invited.getByRole('button', { name: '確認を完了する' }).click()
	await expect(invited).not.toHaveURL(/action/)
	await invited.goto(link)
	await expect(invited.getByRole('link', { name: '専門家の登録を始める' })).toBeVisible()
	await expectNoViolation(invited)
	await page.getByRole('button', { name: `${address}への招待を取り消す` }).click()
	await invited.goto(link)
	await expect(invited.getByText('取り消されています')).toBeVisible()
	await page.goto(`/office/edit/${id}`)
	await page.getByRole('button', { name: 'この内容で公開する' }).click()
	await expect(page.getByText('公開しました。')).toBeVisible()
	// Nowhere near the button that publishes, and not by one tap.
	await expect(page.getByRole('button', { name: '非公開にする' })).toHaveCount(0)
	await page.getByRole('link', { name: /^公開と受付/ }).click()
	await expect(page.getByRole('button', { name: '非公開にする' })).toBeHidden()
	await page.locator('summary', { hasText: 'この事務所を非公開にする' }).click()
	await expect(page.getByText('進行中の見積もり依頼や問い合わせはありません。')).toBeVisible()
	await page.getByRole('button', { name: '非公開にする' }).click()
	await expect(page.getByText('非公開にしました。')).toBeVisible()
	await page.getByRole('button', { name: '元に戻す（もう一度公開する）' }).click()
	await expect(page.getByText('公開しました。')).toBeVisible()
})

test('typing is autosaved, and an outdated form is refused with a message', async ({ browser, page }) => {
	await logIn(page, 'expert@example.com')
	const name = `楓開業税理士事務所${Date.now().toString(36)}`
	const id = await newOffice(page, name)
	const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
	await page.goto(`/office/edit/${id}/about`)
	await other.goto(`/office/edit/${id}/about`)
	// Held until the page has said what happens to the typing.
	const { promise: said, resolve: goOn } = Promise.withResolvers<void>()
	await page.route(`**/office/edit/${id}/about*`, async (route) => {
		if (route.request().method() === 'POST') await said
		await route.continue()
	})
	await section(page, '紹介と対応').getByLabel('ひとこと').fill('自動で保存されるひとこと')
	await expect(page.getByText('下書きに自動保存します。公開ページはまだ変わりません。')).toBeVisible()
	goOn()
	await expect(section(page, '紹介と対応').getByText(/自動保存しました/)).toBeVisible()
	await expect(page.getByText('未反映の下書き')).toBeVisible()
	const overview = await page.context().newPage()
	await overview.goto(`/office/edit/${id}`)
	await expect(overview.getByRole('form', { name: '公開' })).toContainText('1項目に、反映していない下書きがあります。')
	const about = section(other, '紹介と対応')
	await about.getByLabel('ひとこと').fill('別の画面のひとこと')
	await about.getByRole('button', { name: '下書きを保存する' }).click()
	await expect(other.getByRole('alert')).toContainText('自動で保存されるひとこと')
	await expect(other.getByRole('alert').getByRole('term')).toHaveText(['ひとこと'])
	await expect(about.getByLabel('ひとこと')).toHaveValue('別の画面のひとこと')
	await saveSection(other, '紹介と対応')
	await expect(about.getByLabel('ひとこと')).toHaveValue('別の画面のひとこと')
})

test('every field of an office can be typed, is saved, and is shown on its page', async ({ browser, page }) => {
	page.setDefaultTimeout(10_000)
	await logIn(page, 'expert@example.com')
	const name = `萩開業税理士事務所${Date.now().toString(36)}`
	const id = await newOffice(page, name)
	await fillIn(page)

	const basics = await openSection(page, '基本情報')
	await basics.getByLabel('種類').selectOption({ label: '合同事務所' })
	await basics.getByLabel('代表者').fill('萩 花子')
	await basics.getByLabel('法人番号').fill('1234567890123')
	await basics.getByLabel('インボイスの登録番号').fill('t9999800000002')
	await basics.getByLabel('設立した日').fill('2019-04-01')
	await basics.getByLabel('人数').fill('12名')
	await saveSection(page, '基本情報', 'faults')
	// The summary leads to the field, which says what is wrong and keeps what was typed.
	await page
		.getByRole('alert')
		.getByRole('link', { name: /法人番号は13桁の数字です/ })
		.click()
	await expect(basics.getByLabel('法人番号')).toHaveValue('1234567890123')
	await expect(basics.getByLabel('法人番号')).toHaveAccessibleDescription(/打ち間違い/)
	await basics.getByLabel('法人番号').fill('')
	await saveSection(page, '基本情報')

	const contact = await openSection(page, '連絡先')
	await contact.getByLabel('電話番号（任意）').fill('０４２２ー００ー１２３４')
	await contact.getByLabel('電話番号を公開する').check()
	await contact.getByLabel('ウェブサイト').fill('https://hagi.example.jp/')
	await saveSection(page, '連絡先')

	const hours = await openSection(page, '営業時間')
	await hours.locator('summary', { hasText: 'ほかの曜日に同じ時間を入れる' }).click()
	await hours.getByRole('button', { name: '選んだ曜日に写して保存する' }).click()
	await expect(hours.getByLabel('金曜日の終了')).toHaveValue('19:00')
	await expect(hours.locator('summary', { hasText: /^日曜日/ })).toContainText('休み')
	await hours.locator('summary', { hasText: /^土曜日/ }).click()
	await hours.getByLabel('土曜日の開始').fill('10:00')
	await hours.getByLabel('土曜日の終了').fill('12:00')
	await hours.getByRole('group', { name: '土曜日' }).locator('summary').click()
	await hours.getByLabel('土曜日の2つ目の時間の開始').fill('13:00')
	await hours.getByLabel('土曜日の2つ目の時間の終了').fill('15:00')
	await hours.getByLabel('土曜日の2つ目の時間は予約制').check()
	await saveSection(page, '営業時間')
	await hours.getByRole('button', { name: '年末年始を加える' }).click()
	await expect(hours.locator('summary', { hasText: /^年末年始/ })).toContainText('毎年12月29日〜1月3日 休業')
	await expect(hours.getByRole('button', { name: '年末年始を加える' })).toHaveCount(0)
	await hours.locator('summary', { hasText: '特別な日を入力する' }).click()
	const special = hours.getByRole('group', { name: '新しい特別な日' })
	await special.getByLabel('名前').fill('臨時休業')
	await saveSection(page, '営業時間', 'faults')
	await expect(page.getByRole('alert')).toContainText('始まりの日を日付で入力してください。')
	const closure = hours.getByRole('group', { name: '臨時休業' })
	await expect(closure.getByLabel('始まりの日')).toHaveAccessibleDescription(/始まりの日を日付で/)
	await closure.getByLabel('始まりの日').fill('2099-12-01')
	await saveSection(page, '営業時間')
	await expect(hours.locator('summary', { hasText: /^臨時休業/ })).toContainText('12月1日（火） 休業')

	const consultation = await openSection(page, '初回相談')
	await consultation.getByLabel('初回相談は無料').check()
	await consultation.getByLabel('初回相談の説明').fill('50分まで無料です')
	await consultation.getByLabel('オンラインで相談できる').check()
	await saveSection(page, '初回相談')

	const about = await openSection(page, '紹介と対応')
	await about.getByLabel('事務所の特徴').fill('一つ目の段落です。\n\n二つ目の段落です。')
	await about.getByLabel('得意な業種').fill('花屋、古書店')
	await about.getByLabel('使っているソフト').fill('そろばん帳簿')
	await about.getByLabel('ベトナム語').check()
	const areas = about.locator('details', { hasText: '対応する都道府県' })
	if (!(await areas.evaluate((details: HTMLDetailsElement) => details.open))) await areas.locator('summary').click()
	await about.getByLabel('沖縄県').check()
	await saveSection(page, '紹介と対応')

	const fees = await openSection(page, '業務と料金')
	await page.getByLabel('業務を探す（任意）').fill('確定')
	await fees.locator('summary', { hasText: /^確定申告.*33,000円〜/ }).click()
	await fees.getByLabel('確定申告の上限（任意）').fill('２２０００')
	await saveSection(page, '業務と料金', 'faults')
	await expect(fees.getByLabel('確定申告の上限（任意）')).toHaveAccessibleDescription(/上限は、下限以上にしてください。/)
	await fees.getByLabel('確定申告の上限（任意）').fill('55,000')
	await fees.getByLabel('確定申告の含むもの（任意）').fill('決算書の作成まで')
	await saveSection(page, '業務と料金')

	const cases = await openSection(page, '事例')
	await cases.locator('summary', { hasText: '事例を追加する' }).click()
	await cases.getByLabel('見出し').fill('花屋の法人成り')
	await cases.getByLabel('業務').selectOption({ label: '確定申告' })
	await cases.getByLabel('お客様').fill('都内の花屋')
	await cases.getByLabel('内容').fill('消費税の届出の期限に間に合うよう、法人成りの時期を一緒に決めました。')
	await saveSection(page, '事例', 'faults')
	await expect(page.getByRole('alert')).toContainText('同意のない事例は掲載できません。')
	await cases.getByRole('group', { name: '事例1' }).getByLabel('掲載の同意を得た日').fill('2026-03-02')
	await saveSection(page, '事例')

	await publishDrafts(page, 'この内容で公開する')
	await expect(page.getByText('公開しました。')).toBeVisible()
	const visitor = await (await browser.newContext()).newPage()
	await visitor.goto(`/office/${id}`)
	const main = visitor.getByRole('main')
	for (const text of [
		['合同事務所', '萩 花子', 'T9999800000002', '2019年4月', '12名', '0422-00-1234', '181-0013', '下連雀3丁目9番9号', '三鷹駅 徒歩5分'],
		[
			'13:00〜15:00',
			'予約制',
			'50分まで無料です',
			'オンライン対応',
			'土日祝も対応',
			'夜間も対応',
			'一つ目の段落です。',
			'二つ目の段落です。',
		],
		[
			'花屋、古書店',
			'そろばん帳簿',
			'ベトナム語',
			'沖縄県',
			'33,000円〜55,000円',
			'決算書の作成まで',
			'花屋の法人成り',
			'都内の花屋',
			'2026年3月',
		],
	].flat())
		await expect(main).toContainText(text)
	await expect(main.getByRole('link', { name: /公式サイト/ })).toHaveAttribute('href', 'https://hagi.example.jp/')
	await visitor.goto('/category/task/list/503/tokyo/station/三鷹?weekend=1&evening=1&online=1&first-free=1')
	await expect(visitor.getByRole('article', { name })).toBeVisible()

	// Removed again, with the next ones.
	const published = await openSection(page, '事例')
	await published.locator('summary', { hasText: '花屋の法人成り' }).click()
	await published.getByLabel('この事例を削除する').check()
	await saveSection(page, '事例')
	await (await openSection(page, '初回相談')).getByLabel('オンラインで相談できる').uncheck()
	await saveSection(page, '初回相談')
	await publishDrafts(page, '公開ページに反映する')
	await expect(page.getByText('反映しました。公開ページと一覧に、いま表示されています。')).toBeVisible()
	await expect(async () => {
		await visitor.goto(`/office/${id}`)
		await expect(main).not.toContainText('花屋の法人成り', { timeout: 200 })
		await expect(main).not.toContainText('オンライン対応', { timeout: 200 })
	}).toPass({ timeout: 30_000 })
	await visitor.goto('/category/task/list/503/tokyo/station/三鷹?online=1')
	await expect(visitor.getByRole('article', { name })).toHaveCount(0)
})

test('a change returned by staff shows its reason and is mailed, and a waiting one can be withdrawn', async ({ browser, page }) => {
	page.setDefaultTimeout(10_000)
	await logIn(page, 'expert@example.com')
	const name = `椿開業税理士事務所${Date.now().toString(36)}`
	const id = await newOffice(page, name)
	await fillIn(page)
	await publishDrafts(page, 'この内容で公開する')
	await expect(page.getByText('公開しました。')).toBeVisible()
	const askFor = async (representative: string) => {
		await (await openSection(page, '基本情報')).getByLabel('代表者').fill(representative)
		await saveSection(page, '基本情報')
		await publishDrafts(page, '公開ページに反映する')
		await expect(page.getByRole('row', { name: new RegExp(`代表者 .+ ${representative}`) })).toBeVisible()
	}
	await askFor('椿 一郎')
	const staff = await asStaff(browser)
	await staff.goto(`/admin/offices/${id}`)
	await staff.getByRole('button', { name: '差し戻す' }).click()
	await expect(staff.getByRole('alert')).toContainText('理由を入力してください。')
	await staff.getByLabel('理由').first().fill('代表者が変わったことのわかる書類を、問い合わせから送ってください。')
	await staff.getByRole('button', { name: '差し戻す' }).click()
	await expect(staff.getByText('変更を差し戻しました。')).toBeInViewport()
	await expect(staff.getByRole('heading', { name: '変更の申請' })).toHaveCount(0)

	await linkFromMail(page, 'expert@example.com', '修正のお願い')
	await page.goto(`/office/edit/${id}`)
	await expect(page.getByText('代表者が変わったことのわかる書類を')).toBeVisible()
	await expectNoViolation(page)
	await expect((await openSection(page, '基本情報')).getByLabel('代表者')).toHaveValue('椿 一郎')
	await expectNoViolation(page)
	await askFor('椿 二郎')
	await page.getByRole('button', { name: '変更の申請を取り下げる' }).click()
	await expect(page.getByText('変更の申請を取り下げました。')).toBeVisible()
	await staff.goto('/admin/offices')
	await expect(staff.getByRole('link', { name })).toHaveCount(0)
})
