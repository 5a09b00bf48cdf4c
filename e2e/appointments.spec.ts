import { type Browser, expect, type Page, test } from '@playwright/test'
import { freshAddress, logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { inDays } from './diagnosis.ts'

const ownOffice = '/office/1'

async function signedInExpert(browser: Browser): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logIn(page, 'expert@example.com')
	return page
}

/** The way to the booking is on the office's page as soon as the scheduled job has kept its first free time. */
async function openBooking(page: Page): Promise<void> {
	await expect(async () => {
		await page.goto(ownOffice)
		await page
			.getByRole('link', { name: /予約する$/ })
			.filter({ visible: true })
			.first()
			.click({ timeout: 2_000 })
	}).toPass({ timeout: 90_000 })
	await expect(page.getByRole('heading', { level: 1, name: /予約する$/ })).toBeVisible()
}

test('a client on a phone books a time in four clicks, moves it, and the office proposes another', async ({ browser, page }) => {
	test.slow()
	await page.setViewportSize({ width: 360, height: 800 })
	await newMember(page, freshAddress())
	await openBooking(page)
	await expectNoViolation(page)
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByText('日時を1つ選んでください。').first()).toBeVisible()
	await page
		.getByRole('radio', { name: /^\d+:\d\d$/ })
		.first()
		.check()
	await page.getByText('来所', { exact: true }).click()
	await page.getByLabel('相談したいこと').fill('来年の法人化について相談したいです。')
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByText('予約しました。').first()).toBeVisible()
	const appointment = new URL(page.url()).pathname
	await expectNoViolation(page)

	await page.getByText('日時を変更する').click()
	await page
		.getByRole('radio', { name: /^\d+:\d\d$/ })
		.last()
		.check()
	await page.getByRole('button', { name: 'この日時に変更する' }).click()
	await expect(page.getByText('日時を変更しました。').first()).toBeVisible()

	const expert = await signedInExpert(browser)
	// In the inbox everything that the office does with the booking stays beside the list.
	await expert.goto(appointment.replace('/mypage/', '/mypage/inbox/'))
	await expect(expert.getByRole('heading', { level: 2, name: '渡辺 さくらさんとの面談' })).toBeVisible()
	await expert.getByRole('link', { name: '別の日時を提案する' }).click()
	await expect(expert).toHaveURL(/\/mypage\/inbox\/arrangements\/\d+\?move=\d+$/)
	await expectNoViolation(expert)
	const soon = inDays(40)
	await expert.getByLabel('候補1の日付').fill(soon)
	await expert.getByLabel('候補1の開始時刻').fill('19:00')
	await expert.getByRole('button', { name: '候補を送る' }).click()
	await expect(expert.getByRole('status').filter({ hasText: '面談の日時の候補を送りました。' })).toBeVisible()
	await expect(expert).toHaveURL(/\/mypage\/inbox/)

	await page.goto(appointment)
	await page.getByRole('link', { name: 'メッセージのやり取りを開く' }).click()
	await page.getByRole('link', { name: '面談の日時を決める' }).click()
	await expectNoViolation(page)
	await page.getByRole('radio', { name: /19:00/ }).check()
	await page.getByRole('button', { name: 'この日時に決める' }).click()
	await expect(page.getByText(/19:00〜/).first()).toBeVisible()
	const file = await page.request.get(`${appointment}/calendar`)
	expect(await file.text()).toContain('SEQUENCE:2')

	await page.getByText('キャンセルする', { exact: true }).click()
	await page.getByLabel('理由').fill('予定が変わったため')
	await page.getByRole('button', { name: 'この面談をキャンセルする' }).click()
	await expect(page.getByText('キャンセルしました。').first()).toBeVisible()
	await expect(page.getByRole('link', { name: '別の日時を決める' })).toBeVisible()
	await expert.goto(appointment)
	await expect(expert.getByText('理由：予定が変わったため')).toBeVisible()
	await expert.context().close()
})

test('an office sets its hours and days off, and keeps its typing after an error', async ({ browser }) => {
	const expert = await signedInExpert(browser)
	await expert.goto('/office/edit/1/appointments')
	await expectNoViolation(expert)
	await expert.getByLabel('月曜の終了').fill('08:00')
	await expert.getByRole('button', { name: '保存する' }).click()
	await expect(expert.getByText('終わりの時刻は、始まりより後にしてください。').first()).toBeVisible()
	await expect(expert.getByLabel('月曜の終了')).toHaveValue('08:00')
	await expert.getByLabel('月曜の終了').fill('16:00')
	await expert.getByRole('button', { name: '保存する' }).click()
	await expect(expert.getByText('保存しました。').first()).toBeVisible()
	await expect(expert.getByLabel('月曜の終了')).toHaveValue('16:00')
	await expert.setViewportSize({ width: 360, height: 800 })
	await expert.locator('summary', { hasText: '特別な日を入力する' }).click()
	await expert.getByLabel('始まりの日').fill('2099-12-29')
	await expert.getByLabel('終わりの日').fill('2100-01-03')
	await expert.getByLabel('名前').fill('年末年始')
	await expert.getByRole('button', { name: '特別な日を加える' }).click()
	await expect(expert.getByText(/^年末年始：/)).toBeVisible()
	await expectNoViolation(expert)
	await expert.getByRole('button', { name: /を削除する$/ }).click()
	await expect(expert.getByText(/^年末年始：/)).toBeHidden()

	await expert.goto('/mypage/appointments')
	await expert.getByRole('button', { name: 'アドレスを作る' }).click()
	const address = await expert.getByText(/\/appointments\/feed\//).textContent()
	await expectNoViolation(expert)
	const feed = await expert.request.get(new URL(address ?? '').pathname)
	expect(await feed.text()).toContain('BEGIN:VCALENDAR')
	await expert.getByRole('button', { name: 'アドレスを止める' }).click()
	await expect(expert.getByRole('button', { name: 'アドレスを作る' })).toBeVisible()
	expect((await expert.request.get(new URL(address ?? '').pathname)).status()).toBe(404)
	await expert.context().close()
})

test('a booking works without JavaScript', async ({ browser }) => {
	const signedIn = await browser.newContext()
	const first = await signedIn.newPage()
	await newMember(first)
	const state = await signedIn.storageState()
	const context = await browser.newContext({ javaScriptEnabled: false, storageState: state, viewport: { width: 360, height: 800 } })
	const page = await context.newPage()
	await page.goto(`${ownOffice}/appointment`)
	await page
		.getByRole('radio', { name: /^\d+:\d\d$/ })
		.nth(2)
		.check()
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByText('相談したいことを入力してください。').first()).toBeVisible()
	await page.getByLabel('相談したいこと').fill('インボイスの登録について相談したいです。')
	await page.getByLabel('お名前').fill('高橋 誠')
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByText('予約しました。').first()).toBeVisible()
	await context.close()
	await signedIn.close()
})
