import { expect, test } from '@playwright/test'
import { type RunningSite, startSite } from '../scripts/site/start-site.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { startStripePeer, type StripePeer } from '../test/stripe-peer.ts'
import { logInAsStaffByForm, logInByForm } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

/** A separate site that takes cards at a stand-in for Stripe. Six times it waits for a job that runs every minute or two. */
test.describe.configure({ mode: 'serial', timeout: 900_000 })

let site: RunningSite | undefined
let peer: StripePeer
test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	const port = await findFreePort()
	peer = await startStripePeer()
	site = await startSite({
		port,
		env: { STRIPE_SECRET_KEY: 'sk_test_forTestsOnly', STRIPE_WEBHOOK_SECRET: peer.webhookSecret, STRIPE_API: peer.origin },
	})
	peer.deliverTo(`${site.url}/webhooks/stripe`)
})
test.afterAll(async () => {
	await site?.stop()
	await peer.close()
})

test('an expert saves a card, is charged, upgrades, changes the card and pays what was refused on the page of Stripe', async ({
	browser,
}) => {
	const context = await browser.newContext({ baseURL: site?.url ?? '', viewport: { width: 360, height: 800 } })
	const page = await context.newPage()
	await logInByForm(page, 'expert@example.com')
	await page.goto('/register_premium/confirm?plan=standard&interval=month')
	await expect(page.getByText('カード、または請求書による銀行振込。')).toBeVisible()
	await page.getByLabel('請求書の宛名').fill('三鷹あおい税理士事務所')
	await page.getByLabel('振込人の名義').fill('ミタカアオイ')
	await page.getByRole('button', { name: '無料のお試しを始める' }).click()
	await expect(page.getByRole('heading', { name: 'お申し込みありがとうございます' })).toBeVisible()

	await page.goto('/register_premium/manage')
	await page.getByRole('button', { name: 'カードを登録して自動で支払う' }).click()
	await page.getByLabel('カード番号').fill('4242424242424242')
	await page.getByRole('button', { name: '確定する' }).click()
	await expect(page.getByRole('status')).toContainText('カードの手続きから戻りました。')
	await expect(async () => {
		await page.goto('/register_premium/manage')
		await expect(page.getByText('Visa（末尾4242・有効期限2030年8月）')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })
	await expectNoViolation(page)
	await page.getByRole('button', { name: 'お試しを終えて、今日から契約する' }).click()
	// Before the form has been answered, the link would be pressed on the page that is about to go.
	await expect(page.getByRole('status')).toContainText('契約が始まりました')
	await page.getByRole('link', { name: '請求書の一覧を見る' }).click()
	await expect(page).toHaveURL('/register_premium/invoices')
	await expect(async () => {
		await page.reload()
		await expect(page.getByText('支払い済み')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })
	expect(peer.received()).toBe(9_800)

	// A card whose bank wants the owner: refused without them, paid with them.
	await page.goto('/register_premium/manage')
	await page.getByRole('button', { name: 'カードを変更する' }).click()
	await page.getByLabel('カード番号').fill('4000002500003155')
	await page.getByRole('button', { name: '確定する' }).click()
	await expect(async () => {
		await page.goto('/register_premium/manage')
		await expect(page.getByText('末尾3155')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })
	await page.goto('/register_premium/confirm?plan=pro&interval=month')
	await page.getByRole('button', { name: '変更を確定する' }).click()
	await expect(page.getByRole('status')).toContainText('プランの変更を受け付けました。')
	await page.goto('/register_premium/invoices')
	await page.getByRole('rowheader').getByRole('link').first().click()
	await expect(page.getByRole('heading', { name: /^請求書 \d/ })).toBeVisible()
	await expect(async () => {
		await page.reload()
		await expect(page.getByText('ご本人の確認を求めています')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })
	await expectNoViolation(page)
	await page.getByRole('button', { name: 'カードで支払う' }).click()
	await page.getByLabel('カード番号').fill('4000002500003155')
	await page.getByRole('button', { name: '確定する' }).click()
	await expect(async () => {
		await page.reload()
		await expect(page.getByText('支払い済み')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })

	const desk = await (await browser.newContext({ baseURL: site?.url ?? '', viewport: { width: 1280, height: 800 } })).newPage()
	await logInAsStaffByForm(desk)
	await desk.goto('/admin/billing/cards')
	await expect(desk.getByText('確認していない違いはありません。')).toBeVisible()
	const charge = peer.listOf('payment_intent').find(({ status }) => status === 'succeeded')
	peer.dispute(charge?.id ?? '', 'needs_response', [-9_800])
	await expect(async () => {
		await desk.reload()
		await expect(desk.getByText('取り消し（入金が戻されました）')).toBeVisible({ timeout: 2_000 })
	}).toPass({ timeout: 240_000 })
	await expectNoViolation(desk)
	await page.goto('/register_premium/manage')
	await expect(page.getByRole('button', { name: 'このカードで自動的に支払う' })).toBeVisible()
})
