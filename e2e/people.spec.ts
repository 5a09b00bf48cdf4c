import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { linkFromMail, logInAsStaff, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

/** Asserts that axe finds nothing and nothing is cut off in the current state, on a phone and on a desktop. */
async function looksRight(page: Page): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
		await expectNoViolation(page)
	}
}

const fresh = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** Opens the page of the member with this address, as staff find it. */
async function openPerson(staff: Page, email: string): Promise<void> {
	await staff.goto(`/admin/people?q=${encodeURIComponent(email)}`)
	await staff.getByRole('region', { name: '会員' }).getByRole('link').first().click()
	await expect(staff.getByRole('heading', { level: 2, name: 'アカウント' })).toBeVisible()
}

test('a member asks for their data; staff identify them, export it and tell the result', async ({ browser }) => {
	const member = await fresh(browser)
	const email = await verifiedMember(member)
	await member.goto('/contact/privacy')
	await member.getByLabel('お名前').fill('開田 求')
	await member.getByRole('radio', { name: /^開示/ }).check()
	await member.getByRole('radio', { name: /^本人/ }).check()
	await member.getByRole('textbox', { name: '内容' }).fill('わたしについて持っている個人データの開示を求めます。')
	await member.getByRole('button', { name: '送信する' }).click()
	const number = /受付番号：(\d+)/.exec((await member.getByRole('main').textContent()) ?? '')?.[1] ?? ''

	const staff = await fresh(browser)
	await logInAsStaff(staff)
	await staff.goto('/admin/privacy')
	await looksRight(staff)
	await staff.goto(`/admin/contacts/${number}`)
	await staff.getByRole('link', { name: /^個人情報の請求の手続き/ }).click()
	await expect(staff.getByRole('heading', { level: 1 })).toContainText('開示')
	await looksRight(staff)

	// Nothing is granted before it is known who asks.
	await staff.getByRole('radio', { name: '請求に応じた' }).check()
	await staff.getByLabel('結果の文面').fill('マイページの「アカウント」から、やり取りを含むすべてのデータを書き出せます。')
	await staff.getByRole('button', { name: '結果を知らせて終了する' }).click()
	await expect(staff.getByText('先に本人確認を記録してください。').first()).toBeVisible()
	await looksRight(staff)
	await staff.getByRole('radio', { name: 'ログインした会員からの申出' }).check()
	await staff.getByLabel('確かめたもの').fill('ログインした会員が、登録のアドレスから申し出た')
	await staff.getByRole('button', { name: '本人確認を記録する' }).click()
	await expect(staff.getByText('本人確認を記録しました。')).toBeVisible()
	await looksRight(staff)

	const download = staff.waitForEvent('download')
	await staff.getByRole('link', { name: '個人データを書き出す（JSON）' }).click()
	const exported: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
	expect(exported).toMatchObject({ identity: { email }, privacyRequests: [{ kind: '開示' }] })
	expect(exported).not.toHaveProperty('inquiries')

	await staff.reload()
	await staff.getByRole('radio', { name: '請求に応じた' }).check()
	await staff.getByLabel('結果の文面').fill('マイページの「アカウント」から、やり取りを含むすべてのデータを書き出せます。')
	await staff.getByRole('button', { name: '結果を知らせて終了する' }).click()
	await expect(staff.getByText('請求を終了し、結果を知らせました。')).toBeVisible()
	await looksRight(staff)
	await linkFromMail(staff, email, `お問い合わせへのお返事（受付番号 ${number}）`)
	await staff.goto('/admin/privacy?state=closed')
	await expect(staff.getByText('請求に応じた').first()).toBeVisible()
})

test('a request by letter is written down, with its errors in place', async ({ browser }) => {
	const staff = await fresh(browser)
	await logInAsStaff(staff)
	await staff.goto('/admin/privacy')
	await staff.getByText('書面やメールで届いた請求を記録する').click()
	await staff.getByLabel('お名前').fill('請田 求')
	await staff.getByRole('button', { name: '請求を記録する' }).click()
	await expect(staff.getByText('請求の種類を選んでください。').first()).toBeVisible()
	await expect(staff.getByLabel('お名前')).toHaveValue('請田 求')
	await looksRight(staff)
	await staff.getByRole('radio', { name: '利用の停止・消去' }).check()
	await staff.getByRole('radio', { name: '書面（郵送・持参）' }).check()
	await staff.getByRole('radio', { name: /^本人/ }).check()
	await staff.getByLabel('請求の内容').fill('使っていないアカウントの消去を求めます。')
	await staff.getByRole('button', { name: '請求を記録する' }).click()
	await expect(staff.getByText('請求を記録しました。')).toBeVisible()
	await expect(staff.getByText('会員は結び付いていません。')).toBeVisible()
	await looksRight(staff)
})

test('staff see what a member sees, their cases, and ask to merge two accounts', async ({ browser }) => {
	const kept = await verifiedMember(await fresh(browser))
	const old = await verifiedMember(await fresh(browser))
	const staff = await fresh(browser)
	await logInAsStaff(staff)
	await openPerson(staff, old)
	await staff.getByRole('link', { name: 'この会員の画面を見る（閲覧だけ）' }).click()
	await expect(staff.getByText('この会員としてログインしてはいません。')).toBeVisible()
	await looksRight(staff)
	await openPerson(staff, old)
	await staff.getByRole('link', { name: '案件と請求（内容は出ません）' }).click()
	await expect(staff.getByText('見積もり依頼も問い合わせもありません。')).toBeVisible()
	await looksRight(staff)

	await openPerson(staff, old)
	await staff.getByRole('link', { name: 'もう1つのアカウントへの統合' }).click()
	await staff.getByLabel('残すアカウント').fill('nobody@example.com')
	await staff.getByLabel('同じ人と確認した方法と理由').fill('電話で、2つのアカウントの登録の内容を確認した')
	await staff.getByRole('button', { name: '統合を依頼する' }).click()
	await expect(staff.getByText('この会員は見つかりません。').first()).toBeVisible()
	await looksRight(staff)
	await staff.getByLabel('残すアカウント').fill(kept)
	await staff.getByRole('button', { name: '統合を依頼する' }).click()
	await expect(staff.getByText('統合を依頼しました。')).toBeVisible()
	await expect(staff.getByText('別の担当者の承認を待っています。')).toBeVisible()
	await looksRight(staff)
	await linkFromMail(staff, old, 'アカウントの統合のお申し出を受け付けました')
	await staff.goto('/admin/people')
	await expect(staff.getByText(/^アカウントの統合・/).first()).toBeVisible()
	await looksRight(staff)
})
