import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const phone = { width: 360, height: 800 }

async function signedInExpert(browser: Browser): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logIn(page, 'expert@example.com')
	return page
}

/** A new member's thread with the demo's office, which the expert reads too. */
async function openThread(browser: Browser, page: Page): Promise<{ expert: Page; thread: string }> {
	const expert = await signedInExpert(browser)
	await expert.goto('/mypage/inquiries')
	const box = expert.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	const office = new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''
	await page.setViewportSize(phone)
	await newMember(page)
	await page.goto(`/office/${office}/inquiry`)
	await page.getByLabel('件名').fill(`書類の受け渡し ${Date.now().toString(36)}`)
	await page.getByLabel('内容').fill('確定申告をお願いしたいです。必要な書類を教えてください。')
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByRole('heading', { level: 2, name: /書類の受け渡し/ })).toBeVisible()
	return { expert, thread: new URL(page.url()).pathname }
}

/** The field sends by itself once the page listens, and its button is gone. */
const listens = (page: Page) => expect(page.getByRole('button', { name: '送る', exact: true })).toHaveCount(0)

test('the office asks for documents, the client sends them in parts, and each side sees what the other did', async ({ browser, page }) => {
	const { expert, thread } = await openThread(browser, page)
	await expert.goto(thread)
	await expert.getByRole('link', { name: '書類を受け渡す' }).click()
	await expect(expert.getByText('まだありません。')).toBeVisible()
	await expert.getByRole('button', { name: 'お願いを送る' }).click()
	await expect(expert.getByRole('alert').filter({ hasText: 'お願いする書類を選ぶか、1行に1つずつ書いてください。' })).toBeInViewport()
	await expert.getByLabel(/書類の名前|そのほかの書類/).fill('通帳の写し\n前年の確定申告書の控え')
	await expert.getByRole('button', { name: 'お願いを送る' }).click()
	await expect(expert.getByText('書類をお願いしました。')).toBeVisible()
	await expectNoViolation(expert)

	await page.goto(thread)
	await expect(page.getByText('お願いされている書類 2点')).toBeVisible()
	await page.getByRole('link', { name: '書類を受け渡す' }).click()
	await listens(page)
	await expectNoViolation(page)
	const table = `日付,摘要,金額\n${'2026/06/15,消耗品費,9800\n'.repeat(180_000)}`
	await page.getByLabel('通帳の写しのファイル').setInputFiles({ name: '通帳.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
	await expect(page.getByText('送りました。')).toBeVisible()
	await expect(page.getByText('1点 届いています')).toBeVisible()
	const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#f4f1ea' } })
		.png()
		.toBuffer()
	const files = page.getByLabel('ファイル', { exact: true })
	await files.setInputFiles([
		{ name: '領収書.png', mimeType: 'image/png', buffer: picture },
		{ name: '資料.exe', mimeType: 'application/octet-stream', buffer: Buffer.from([0x4d, 0x5a, 0]) },
	])
	await expect(page.getByText(/「資料.exe」：PDF、JPEG/)).toBeVisible()
	await expect(page.getByRole('link', { name: '領収書.jpg', exact: true })).toBeVisible()
	await expectNoViolation(page)

	await expert.reload()
	const download = expert.waitForEvent('download')
	await expert.getByRole('link', { name: '通帳.csvをダウンロード' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toBe(table)
	await expert.getByRole('link', { name: '領収書.jpg', exact: true }).click()
	await expect(expert.getByRole('img', { name: '領収書.jpg' })).toBeVisible()
	await expect
		.poll(() => expert.getByRole('img', { name: '領収書.jpg' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
		.toBe(600)
	await expectNoViolation(expert)
	await expert.goBack()
	await expert.getByRole('button', { name: '通帳の写し：そろったことにする' }).click()
	await expect(expert.getByText('そろったことにしました。')).toBeVisible()
	const zip = expert.waitForEvent('download')
	await expert.getByRole('link', { name: 'まとめてダウンロード（ZIP）' }).click()
	expect((await readFile(await (await zip).path())).subarray(0, 2).toString()).toBe('PK')

	await page.reload()
	await expect(page.getByText(/さんが開きました/).first()).toBeVisible()
	await expect(page.getByText('そろいました')).toBeVisible()
	await page.getByLabel('期間を変える').selectOption({ label: '終わってから180日' })
	await page.getByRole('button', { name: '期間を変える' }).click()
	await expect(page.getByText('案件が完了または終了してから180日たつと')).toBeVisible()

	await page.getByLabel('書類の名前').fill('提出した申告書の控え')
	await page.getByRole('button', { name: 'お願いを送る' }).press('Enter')
	await expect(page.getByText('書類をお願いしました。')).toBeVisible()
	await expectNoViolation(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
	await expert.goto(thread)
	await expect(expert.getByText('お願いされている書類 1点')).toBeVisible()
	await expert.getByRole('link', { name: /^書類（/ }).click()
	await listens(expert)
	await expert
		.getByLabel('提出した申告書の控えのファイル')
		.setInputFiles({ name: '控え.csv', mimeType: 'text/csv', buffer: Buffer.from('項目,金額\n所得,100\n') })
	await expect(expert.getByText('1点 届いています').first()).toBeVisible()
	await expectNoViolation(expert)
	await page.reload()
	await page.getByRole('button', { name: '提出した申告書の控え：そろったことにする' }).click()
	await expect(page.getByText('そろったことにしました。')).toBeVisible()
})

test('a document is sent, and deleted, without a script', async ({ browser, page }) => {
	const { thread } = await openThread(browser, page)
	const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })).newPage()
	await plain.goto(`${thread}/documents`)
	const send = plain.getByRole('button', { name: '送る', exact: true })
	await send.click()
	await expect(plain.getByText('ファイルを選んでください。')).toBeVisible()
	await plain.getByLabel('ファイル').setInputFiles({ name: '経費.csv', mimeType: 'text/csv', buffer: Buffer.from('日付,金額\n') })
	await send.click()
	await expect(plain.getByText('書類を送りました。')).toBeVisible()
	await expect(plain.getByText('相手はまだ開いていません')).toBeVisible()
	await plain.getByRole('button', { name: '経費.csvを削除する' }).click()
	await expect(plain.getByText('書類を削除しました。')).toBeVisible()
})

test('both sides agree to an engagement letter, and anybody who holds it compares it', async ({ browser, page }) => {
	const { expert, thread } = await openThread(browser, page)
	await expert.goto(thread)
	await expert.getByRole('link', { name: '契約書', exact: true }).click()
	const text = expert.getByLabel('本文', { exact: true })
	await expect(text).toHaveValue(/渡辺 さくら（以下「甲」という。）/)
	await expert.getByRole('button', { name: '同意して依頼者に送る' }).click()
	await expect(expert.getByRole('alert').filter({ hasText: '「＿＿＿＿」のところに内容を書いてください。' })).toBeInViewport()
	await expectNoViolation(expert)
	await text.fill((await text.inputValue()).replaceAll('＿＿＿＿', '100,000'))
	await expert.getByRole('button', { name: '同意して依頼者に送る' }).click()
	await expect(expert.getByText('契約書を送りました。')).toBeVisible()

	await page.goto(thread)
	await expect(page.getByText('契約書が届いています')).toBeVisible()
	await page.getByRole('link', { name: '契約書', exact: true }).click()
	await page.getByRole('button', { name: '同意する' }).click()
	await expect(page.getByRole('alert').filter({ hasText: '内容を確認して、同意の欄に印を付けてください。' })).toBeInViewport()
	await page.getByRole('checkbox', { name: /内容を確認し、同意します/ }).check()
	await page.getByRole('button', { name: '同意する' }).click()
	await expect(page.getByText('同意を記録しました。')).toBeVisible()
	await expect(page.getByText('双方が同意')).toBeVisible()
	await expectNoViolation(page)
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'PDFをダウンロード' }).click()
	expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
	const proof = (await page.getByRole('link', { name: '照合のページ' }).getAttribute('href')) ?? ''
	const stranger = await (await browser.newContext()).newPage()
	await stranger.goto(proof)
	await expect(stranger.getByText('双方が同意')).toBeVisible()
	await expect(stranger.getByText('渡辺')).toHaveCount(0)
	await expectNoViolation(stranger)
})
