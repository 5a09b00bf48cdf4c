import { expect, test } from '@playwright/test'
import { freshAddress, linkFromMail, logIn, logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { diagnosisQuery, inDays } from './diagnosis.ts'

// Landing pages answer without scripts, so that is how they are walked.
test.use({ javaScriptEnabled: false })

test('the funding diagnosis names bad fields, keeps the typing, and answers at an address that can be shared', async ({ page }) => {
	await page.goto('/lp/factoring')
	await page.getByLabel('法人').check()
	await page.getByLabel('売掛金の額（税込）').fill('300万')
	await page.getByLabel('必要な額').fill('百万')
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('alert')).toContainText('入力を確かめてください')
	await expect(page.getByLabel('必要な額')).toHaveValue('百万')
	await expect(page.getByLabel('売掛金の額（税込）')).toHaveValue('300万')
	await expect(page.getByLabel('法人')).toBeChecked()

	await page.getByLabel('業種').selectOption('建設・工事')
	await page.getByLabel(/^請求済みの売掛金/).check()
	await page.getByLabel('上場企業・大企業').check()
	await page.getByLabel('入金予定日').fill(inDays(70))
	await page.getByLabel('必要な額').fill('1000000')
	await page.getByLabel('必要な日').fill(inDays(20))
	await page.getByLabel('滞納はない').check()
	await page.getByLabel(/^見積もりの手数料/).fill('10')
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	await expect(page.getByText(/見積もりの手数料10%では/)).toContainText('%になります。')
	await expect(page.getByRole('img', { name: /手取り1,000,000円を得る費用と日数の関係/ })).toBeVisible()
	await expect(page.getByText(/約束するものではありません/)).toBeVisible()
	await expect(page.getByRole('link', { name: /「公庫申込準備」を相談できる事務所/ })).toHaveAttribute('href', '/category/task/list/202')

	const shared = await page.getByRole('link', { name: /\/lp\/factoring\?/ }).getAttribute('href')
	await page.goto(shared ?? '')
	await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	await expect(page.getByRole('row', { name: /（今回）/ })).toContainText(/円〜.*（年/)
	await expect(page.getByRole('button', { name: 'アドレスをコピーする' })).toHaveCount(0)
})

test.describe('with scripts', () => {
	test.use({ javaScriptEnabled: true, permissions: ['clipboard-read', 'clipboard-write'] })

	test('the address of a result is copied by keyboard and opens the same result', async ({ page }) => {
		const { promise: isPressed, resolve: press } = Promise.withResolvers<void>()
		// The code of the page comes later than the key.
		await page.route('**/assets/*.js', async (route) => {
			await isPressed
			await route.continue()
		})
		await page.goto(`/lp/factoring${diagnosisQuery()}`, { waitUntil: 'commit' })
		await page.getByRole('button', { name: 'アドレスをコピーする' }).focus()
		await page.keyboard.press('Enter')
		press()
		await expect(page.getByRole('status').filter({ hasText: 'コピーしました' })).toBeVisible()
		const copied = await page.evaluate(() => navigator.clipboard.readText())
		expect(copied).toContain('face=3000000')
		await page.goto(copied)
		await expect(page.getByRole('heading', { name: '診断結果' })).toBeVisible()
	})
})

test('after the diagnosis a visitor asks for contact, confirms by mail and withdraws it', async ({ page }) => {
	const email = freshAddress()
	await page.goto(`/lp/factoring${diagnosisQuery()}`)
	await page.getByRole('link', { name: '相談の申し込みに進む' }).click()
	for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
	await page.getByLabel('お名前').fill('相田 資子')
	await page.getByLabel('メールアドレス').fill('相田@')
	await page.getByLabel('希望する連絡の方法').selectOption('電話')
	await page.getByLabel(/^相談したいこと/).fill(`${'長'.repeat(1_001)}\u0000`)
	await page.getByLabel(/一緒に送る/).check()
	await page.getByRole('button', { name: '確認のメールを受け取る' }).click()
	const faults = page.getByRole('alert')
	for (const fault of [
		'メールアドレスの形をご確認ください。',
		'電話番号を入力してください。',
		'1,000文字以内',
		'チェックを入れてください。',
	])
		await expect(faults).toContainText(fault)
	await expect(page.getByLabel('お名前')).toHaveValue('相田 資子')
	await expect(page.getByLabel('メールアドレス')).toHaveValue('相田@')
	await expect(page.getByLabel('希望する連絡の方法')).toHaveValue('phone')
	await expect(page.getByLabel(/一緒に送る/)).toBeChecked()

	await page.getByLabel('メールアドレス').fill(email)
	await page.getByLabel(/^電話番号/).fill('０９０−１１１１−２２２２')
	await page.getByLabel(/^相談したいこと/).fill('納税と仕入れが重なります。')
	await page.getByLabel(/保存し、担当者が読むことに同意/).check()
	await page.getByRole('button', { name: '確認のメールを受け取る' }).click()
	await expect(page.getByRole('heading', { name: '確認のメールを送りました' })).toBeVisible()

	const link = await linkFromMail(page, email, '資金の相談の確認')
	await page.goto(link)
	await page.getByRole('button', { name: '申し込みを確定する' }).click()
	await expect(page.getByText('受付済み')).toBeVisible()
	await expect(page.getByText('090-1111-2222')).toBeVisible()
	await page.getByText('一緒に送った診断の入力内容').click()
	await expect(page.getByText('法人／建設・工事')).toBeVisible()
	const own = page.url()
	await page.goto(link)
	await expect(page.getByRole('heading', { name: 'このリンクは使えません' })).toBeVisible()

	await page.goto(own)
	await page.getByText('申し込みを取り下げる').click()
	await page.getByRole('button', { name: '取り下げて消去する' }).click()
	await expect(page.getByRole('heading', { name: '申し込みを取り下げました' })).toBeVisible()
	await page.goto(own)
	await expect(page.getByRole('heading', { name: 'この申し込みは残っていません' })).toBeVisible()
})

test.describe('a member’s request for contact', () => {
	test.use({ javaScriptEnabled: true, viewport: { width: 1280, height: 900 } })

	test('is shown in My Page without the diagnosis that was not consented to; staff handle it with an audit trail', async ({
		page,
		browser,
	}) => {
		await logIn(page, 'member@example.com')
		await page.goto(`/lp/factoring/contact${diagnosisQuery()}`)
		await expectNoViolation(page)
		await page.getByLabel('お名前').fill('相談 四郎')
		await page.getByRole('button', { name: 'この内容で申し込む' }).click()
		await expect(page.getByRole('alert')).toContainText('チェックを入れてください。')
		await expectNoViolation(page)
		await page.getByLabel(/保存し、担当者が読むことに同意/).check()
		await page.getByRole('button', { name: 'この内容で申し込む' }).click()
		await expect(page.getByText('申し込みを受け付けました。')).toBeVisible()
		await expect(page.getByText('診断の入力内容は送っていません。').first()).toBeVisible()
		await expectNoViolation(page)

		const staff = await (await browser.newContext({ javaScriptEnabled: true, viewport: { width: 360, height: 800 } })).newPage()
		await logInAsStaff(staff)
		await staff.goto('/admin/diagnoses')
		await expect(staff.getByText('相談 四郎')).toHaveCount(0)
		await expectNoViolation(staff)
		const entry = staff
			.getByRole('main')
			.getByRole('link', { name: /^相談\d+/ })
			.last()
		const subject = `diagnosis:${/\d+/.exec((await entry.textContent()) ?? '')?.[0]}`
		await entry.click()
		await expect(staff.getByText('相談 四郎')).toBeVisible()
		await expectNoViolation(staff)
		await staff.getByRole('button', { name: '対応を終了する' }).click()
		await expect(staff.getByRole('alert')).toContainText('メモを入力してください。')
		await staff.getByLabel('メモ').fill('公庫の窓口を案内した。')
		await staff.getByRole('button', { name: '連絡済みにする' }).click()
		await expect(staff.getByText('連絡済み', { exact: true })).toBeVisible()
		await staff.getByRole('button', { name: '対応を終了する' }).click()
		await expect(staff.getByText('対応を終了', { exact: true })).toBeVisible()
		await expectNoViolation(staff)
		await staff.goto(`/admin/audit?subject=${subject}`)
		for (const action of ['lead.read', 'lead.contact', 'lead.close']) await expect(staff.getByText(action).first()).toBeVisible()

		await page.reload()
		await expect(page.getByText('対応を終了').first()).toBeVisible()
		await page.getByText('申し込みを取り下げる').first().click()
		await page.getByRole('button', { name: '取り下げて消去する' }).first().click()
		await expect(page.getByText(/申し込みを取り下げ、/)).toBeVisible()
		await staff.goto(`/admin/diagnoses/${subject.split(':')[1]}`)
		await expect(staff.getByText(/^本人が取り下げました。/)).toBeVisible()
		await expect(staff.getByText('公庫の窓口を案内した。')).toHaveCount(0)
	})
})

test('wages are refused with the reason', async ({ page }) => {
	await page.goto('/lp/factoring')
	await page.getByLabel('自分の給料・アルバイト代').check()
	await page.getByRole('button', { name: '診断する' }).click()
	await expect(page.getByRole('heading', { name: '給料の「買取」は診断しません' })).toBeVisible()
	await expect(page.getByRole('heading', { name: '診断結果' })).toHaveCount(0)
	await expect(page.getByRole('link', { name: '相談の申し込みに進む' })).toHaveCount(0)
	await page.goto('/lp/factoring/contact?receivable=salary')
	await expect(page.getByRole('heading', { name: '給料の「買取」は診断しません' })).toBeVisible()
})

test('four questions lead from a symptom to three offices and their list', async ({ page }) => {
	await page.goto('/lp/introduction')
	await page.getByRole('link', { name: /会社を経営している/ }).click()
	await page.getByRole('link', { name: '代金を払ってもらえない' }).click()
	await page.getByRole('link', { name: /債権回収/ }).click()
	await page.getByLabel('都道府県').selectOption('東京都')
	await page.getByRole('button', { name: '次へ' }).click()
	await expect(page.getByText(/件の事務所があります/)).toBeVisible()
	await expect(page.getByRole('region', { name: /債権回収/ }).getByRole('article')).toHaveCount(3)
	await page.getByRole('link', { name: /一覧を見る$/ }).click()
	await expect(page).toHaveURL('/category/task/list/703/tokyo')
})
