import { type Browser, expect, type Page } from '@playwright/test'
import { newMember } from './accounts.ts'

/** A picture of one colour that a browser draws. */
export async function photograph(page: Page, colour: string): Promise<Buffer> {
	const encoded = await page.evaluate((fill) => {
		const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 })
		const pen = canvas.getContext('2d')
		if (pen) {
			pen.fillStyle = fill
			pen.fillRect(0, 0, 900, 600)
		}
		return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
	}, colour)
	return Buffer.from(encoded, 'base64')
}

export const section = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Opens the page of a section, or the overview, from any page of the editor. */
export async function openSection(page: Page, name: string): Promise<ReturnType<typeof section>> {
	await page.goto(`/office/edit/${idOf(page)}`)
	await page
		.getByRole('list', { name: '編集する項目' })
		.getByRole('link', { name: new RegExp(`^${name}`) })
		.click()
	await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
	return section(page, name)
}

const idOf = (page: Page): string => /\/office\/edit\/(\d+)/.exec(page.url())?.[1] ?? ''

export const saveSection = async (page: Page, name: string, how: 'draft' | 'faults' = 'draft') => {
	await section(page, name).getByRole('button', { name: '下書きを保存する' }).click()
	const said = page.getByRole('status').first()
	await expect(said).toContainText(
		how === 'draft' ? '下書きを保存しました。公開ページはまだ' : '下書きを保存しました。公開の前に直すところがあります。',
	)
	await expect(said).toBeInViewport()
}

/** From any page of the editor. */
export async function publishDrafts(page: Page, button: 'この内容で公開する' | '公開ページに反映する'): Promise<void> {
	await page.goto(`/office/edit/${idOf(page)}`)
	await page.getByRole('button', { name: button }).click()
}

/** The journeys below add more offices than the free plan has room for. */
async function tryPro(page: Page): Promise<void> {
	await page.goto('/register_premium/confirm?plan=pro&interval=month')
	const start = page.getByRole('button', { name: '無料のお試しを始める' })
	if (!(await start.isVisible())) return
	await page.getByLabel('請求書の宛名').fill('三鷹あおい税理士事務所')
	await page.getByLabel('振込人の名義').fill('ミタカアオイゼイリシジムショ')
	await start.click()
	await expect(start).toHaveCount(0)
}

export async function newOffice(page: Page, name: string): Promise<string> {
	await tryPro(page)
	await page.goto('/mypage/offices')
	await page.locator('summary', { hasText: '事務所を追加する' }).click()
	await page.getByRole('button', { name: '追加して編集する' }).click()
	await expect(page.getByRole('alert')).toContainText('事務所の名前を入力してください。')
	await page.getByLabel('事務所の名前').fill(name)
	await page.getByLabel('ふりがな').fill('あおいぜいりしじむしょ')
	await page.getByLabel('郵便番号').fill('181-0013')
	await page.getByLabel('町名・番地・建物').fill('下連雀3丁目9番9号')
	await page.getByRole('button', { name: '追加して編集する' }).click()
	await expect(page.getByRole('heading', { level: 1, name: `${name}の編集` })).toBeVisible()
	return idOf(page)
}

export async function fillIn(page: Page): Promise<void> {
	const place = await openSection(page, '所在地と最寄り駅')
	const station = place.getByLabel('駅1', { exact: true })
	await station.selectOption(
		await station
			.locator('option', { hasText: /^三鷹駅/ })
			.first()
			.getAttribute('value'),
	)
	await saveSection(page, '所在地と最寄り駅', 'faults')
	await expect(page.getByRole('alert')).toContainText('駅1からの徒歩の分数を入力してください。')
	await place.getByLabel('駅1からの徒歩（分）').fill('5')
	await saveSection(page, '所在地と最寄り駅')
	const hours = await openSection(page, '営業時間')
	await hours.getByLabel('月曜日の開始').fill('10:00')
	await hours.getByLabel('月曜日の終了').fill('09:00')
	await hours.getByRole('button', { name: '下書きを保存する' }).click()
	await expect(page.getByRole('alert')).toContainText('終わりの時刻は、始まりより後にしてください。')
	await hours.getByLabel('月曜日の終了').fill('19:00')
	await saveSection(page, '営業時間')
	await (await openSection(page, '紹介と対応')).getByLabel('ひとこと').fill('三鷹駅のそばで、開業の一年目を支えます')
	await saveSection(page, '紹介と対応')
	await offerTaxReturns(page, '33,000')
}

/** Enters the fee of the first task that an office offers. */
export async function offerTaxReturns(page: Page, fee: string): Promise<void> {
	const fees = await openSection(page, '業務と料金')
	await fees.locator('summary', { hasText: '税務・会計の業務を加える' }).click()
	await fees.locator('summary', { hasText: /^確定申告$/ }).click()
	await fees.getByLabel('確定申告の下限（税込）').fill(fee)
	await saveSection(page, '業務と料金')
}

/** A new member asks the office of the demo's expert, so that a journey has an item of its own: others answer those of the demo. */
export async function askOffice(browser: Browser, subject: string): Promise<void> {
	const context = await browser.newContext()
	const member = await context.newPage()
	await newMember(member)
	await member.goto('/office/1/inquiry')
	await member.getByLabel('件名').fill(subject)
	await member.getByLabel('内容').fill('顧問契約を考えています。費用と進め方を教えてください。')
	await member.getByLabel('お名前').fill('渡辺 さくら')
	await member.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(member.getByRole('heading', { level: 2, name: subject })).toBeVisible()
	await context.close()
}
