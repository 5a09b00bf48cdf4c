import { type Browser, expect, type Page } from '@playwright/test'
import { classicPdf, onePage } from '../src/platform/pdf-for-test.ts'
import { hashToken } from '../src/platform/token.ts'
import { logIn, logInAsStaff } from './accounts.ts'
import { changeOneRow, deliveryOf } from './database.ts'
import { inDays } from './diagnosis.ts'
import { offerTaxReturns, openSection, publishDrafts, saveSection } from './offices.ts'

/** Steps of the longest journey: from an expert's application to the review of a client. */

/** One page with a square. */
const proof = {
	name: '登録証.pdf',
	mimeType: 'application/pdf',
	buffer: classicPdf(onePage()),
}

export const inContext = async (browser: Browser, width = 1280): Promise<Page> =>
	(await browser.newContext({ viewport: { width, height: 900 } })).newPage()

export async function asPerson(browser: Browser, enter: (page: Page) => Promise<unknown>): Promise<Page> {
	const page = await inContext(browser)
	await enter(page)
	return page
}

export const asStaff = (browser: Browser) => asPerson(browser, logInAsStaff)
export const asDemoExpert = (browser: Browser) => asPerson(browser, (page) => logIn(page, 'expert@example.com'))

/** Fills in the application of a tax accountant, uploads a proof and submits it. */
export async function applyAsExpert(page: Page, { name, officeName, number }: { name: string; officeName: string; number: string }) {
	await page.goto('/expert/register/credentials')
	await page.getByLabel('資格', { exact: true }).selectOption('税理士')
	await page.getByLabel('登録番号').fill(number)
	await page.getByLabel('所属する会').fill('東京税理士会')
	await page.getByRole('button', { name: '資格を保存する' }).click()
	await page.getByLabel('資格を確かめられる書類').setInputFiles(proof)
	await expect(page.getByRole('link', { name: /^書類1/ })).toBeVisible()
	await page.getByRole('link', { name: 'プロフィールへ進む' }).click()
	await page.getByLabel('表示する名前').fill(name)
	await page.getByLabel('ふりがな').fill('にしむら あき')
	await page.getByLabel('ひとこと').fill('三鷹で、個人事業の申告をお手伝いします')
	await page
		.getByLabel('経歴と仕事への考え')
		.fill('会計事務所に八年勤め、小さな店と教室の申告を担当しました。\n帳簿のつけ方を決めるところから、一緒に進めます。')
	await page.locator('summary', { hasText: '税務・会計' }).click()
	await page.getByLabel('確定申告', { exact: true }).check()
	await page.locator('summary', { hasText: '関東' }).click()
	await page.getByLabel('東京都').check()
	await page.getByRole('button', { name: '保存して事務所へ進む' }).click()
	await page.getByLabel('事務所の郵便番号').fill('181-0013')
	await page.getByRole('button', { name: '住所を調べる' }).click()
	await expect(page.getByLabel('市区町村')).toHaveValue('13204')
	await page.getByLabel('事務所の名前').first().fill(officeName)
	await page.getByLabel('事務所のふりがな').fill('にしむらぜいりしじむしょ')
	await page.getByLabel('町名・番地・建物').fill('下連雀3丁目2番1号')
	await page.getByLabel('電話番号', { exact: true }).fill('0422-00-0000')
	await page.getByLabel(/^確定申告/).fill('44,000')
	await page.getByRole('button', { name: '保存して同意事項へ進む' }).click()
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: '同意して保存する' }).click()
	await page.getByRole('button', { name: '申請する' }).click()
	await expect(page.getByRole('heading', { name: '申請を受け付けました' })).toBeVisible()
}

/** The first page of the first document is there as a picture and opens in its full size. */
export async function expectProofPage(staff: Page): Promise<void> {
	const picture = staff.getByRole('img', { name: /書類1の1ページ目/ }).first()
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
	const address = await picture.getAttribute('src')
	await expect(staff.getByRole('link', { name: /書類1の1ページ目/ }).first()).toHaveAttribute('href', address ?? '')
}

/** Staff check the proof and verify the expert. */
export async function verifyExpert(staff: Page, name: string): Promise<void> {
	await staff.goto('/admin/experts')
	await staff.getByRole('link', { name }).click()
	await expectProofPage(staff)
	await staff.getByRole('button', { name: '確認済みにして公開する' }).click()
	await expect(staff.getByText('確認済み').first()).toBeVisible()
}

/** Makes an office beside 三鷹駅 that does income tax returns, and publishes it. Returns its id. */
export async function publishOffice(page: Page, name: string): Promise<string> {
	await page.goto('/mypage/offices')
	// The application made an office of its own, so the form is folded.
	await page.locator('summary', { hasText: '事務所を追加する' }).click()
	await page.getByLabel('事務所の名前').fill(name)
	await page.getByLabel('ふりがな').fill('にしむらかいぎょうしつ')
	await page.getByLabel('郵便番号').fill('181-0013')
	await page.getByLabel('町名・番地・建物').fill('下連雀3丁目8番8号')
	await page.getByRole('button', { name: '追加して編集する' }).click()
	await expect(page.getByRole('heading', { level: 1, name: `${name}の編集` })).toBeVisible()
	const id = /\/office\/edit\/(\d+)/.exec(page.url())?.[1] ?? ''
	const place = await openSection(page, '所在地と最寄り駅')
	await place.getByRole('button', { name: '最寄り駅を調べる' }).click()
	await expect(place.getByLabel('駅1', { exact: true }).locator('option:checked')).toContainText('三鷹駅')
	await place.getByLabel('駅1からの徒歩（分）').fill('4')
	for (const station of ['駅2', '駅3']) await place.getByLabel(station, { exact: true }).selectOption('')
	await saveSection(page, '所在地と最寄り駅')
	await (await openSection(page, '紹介と対応')).getByLabel('ひとこと').fill('三鷹駅から歩いて4分の税理士です')
	await saveSection(page, '紹介と対応')
	await offerTaxReturns(page, '44,000')
	await publishDrafts(page, 'この内容で公開する')
	await expect(page.getByText('公開しました。')).toBeVisible()
	return id
}

const next = (page: Page) => page.getByRole('button', { name: '次へ進む' }).click()

/** Answers the questions of an income tax return in a request for estimates. */
export async function answerTaxQuestions(page: Page): Promise<void> {
	await page.getByLabel('所得の種類').selectOption('事業')
	await page.getByLabel('年間の売上').selectOption('1,000万円未満')
	await page.getByLabel('いまの記帳のしかた').selectOption('会計ソフトに自分で入力')
	await page.getByLabel('消費税').selectOption('免税')
	await page.getByLabel(/^頼みたい年分の数/).fill('１')
}

/**
 * Asks the two offices of the address and one more of the proposal for an income tax return. Returns the third one's name;
 * the page is that of the request.
 */
export async function askThreeOffices(page: Page, officeIds: readonly string[], phone: string): Promise<string> {
	await page.goto(`/bulk_estimate?task=503&office=${officeIds.join(',')}`)
	await expect(page.getByLabel('地域')).toHaveValue('東京都三鷹市')
	await next(page)
	await page.getByLabel('個人事業').check()
	await answerTaxQuestions(page)
	await page.getByLabel(/^事業の内容/).fill('駅前で小さな花屋を営んでいます。帳簿は会計ソフトでつけています。')
	await next(page)
	await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(officeIds.length)
	const third = page.getByRole('checkbox', { checked: false }).first()
	const label = page.locator('label').filter({ has: third }).first()
	const name = await label.locator('strong').innerText()
	await label.click()
	await next(page)
	await page.getByLabel('お名前').fill('花村 咲')
	await page.getByLabel(/^電話番号/).fill(phone)
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: 'この内容で依頼する' }).click()
	await expect(page.getByRole('heading', { name: '事務所ごとの状況（3か所）' })).toBeVisible()
	return name
}

/** Opens the newest request about a task that arrived at the office. */
export async function openNewestLead(page: Page, task: string): Promise<void> {
	await page.goto('/mypage/leads')
	await page
		.getByRole('main')
		.getByRole('link', { name: new RegExp(`^${task}`) })
		.first()
		.click()
}

/** Answers a request as an office with two lines, one of them at the lower rate, and expenses. */
export async function answerWithQuote(
	page: Page,
	{ requestId, officeId, unitPrice, total }: { requestId: string; officeId: string; unitPrice: string; total: string },
): Promise<void> {
	// Not the newest of the list, which may be another journey's.
	await page.goto(`/mypage/leads/${await deliveryOf(requestId, officeId)}`)
	await expect(page.getByText('依頼者が公開すると表示されます')).toBeVisible()
	await page.locator('#name-0').fill('確定申告書の作成')
	await page.locator('#unitPrice-0').fill(unitPrice)
	const further = page.locator('#name-1')
	if (!(await further.isVisible())) await page.getByText(/^項目を(?:追加する|増やす)$/).click()
	await further.fill('記帳の確認')
	await page.locator('#quantity-1').fill('3')
	await page.locator('#unit-1').fill('か月')
	await page.locator('#unitPrice-1').fill('4,000')
	await page.locator('#expenses').fill('1,000')
	await page.locator('#validUntil').fill(inDays(20))
	await page.getByRole('button', { name: '確認する', exact: true }).click()
	await expect(page.getByText(total).first()).toBeVisible()
	await page.getByRole('button', { name: '見積もりを送る' }).click()
	await expect(page.getByRole('heading', { name: '送った見積もり' })).toBeVisible()
}

/** Simulates the passing of an office's deadline: moves the request back in time. */
export const letDeadlinePass = (requestId: string, officeName: string): Promise<void> =>
	changeOneRow(
		`update estimate_deliveries d set delivered_at = d.delivered_at - interval '10 days', due_at = now() - interval '1 minute'
		from offices o where o.id = d.office_id and o.name = $2 and d.request_id = $1`,
		[requestId, officeName],
	)

/** Moves the login of this browser back by so many minutes. */
export async function ageLogin(page: Page, minutes: number): Promise<void> {
	const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session'))
	await changeOneRow(`update sessions set auth_time = auth_time - $2 * interval '1 minute' where token_hash = $1`, [
		hashToken(session?.value ?? ''),
		minutes,
	])
}

/** Lets the code that an authenticator shows now work, even if another journey has used it. */
export const forgetUsedCodes = (email: string): Promise<void> =>
	changeOneRow('update second_factors f set last_step = 0 from identities i where i.uid = f.uid and i.email = $1', [email])

/** Makes an expert of the demo a member of an office who answers its cases. Returns what ends that. */
export async function joinOffice(officeId: number, email: string): Promise<() => Promise<void>> {
	const expert = `(select e.id from experts e join users u on u.id = e.user_id join identities i on i.uid = u.uid where i.email = $2)`
	await changeOneRow(
		`insert into office_members (office_id, expert_id, role, title, position) select $1::integer, ${expert}, 'responder', '', 9`,
		[officeId, email],
	)
	return () => changeOneRow(`delete from office_members where office_id = $1::integer and expert_id = ${expert}`, [officeId, email])
}

/** Runs a scheduled job at once. */
export async function runScheduledJob(staff: Page, name: string): Promise<void> {
	await staff.goto('/admin/jobs')
	await staff.getByRole('button', { name: new RegExp(`^いま実行する.*${name}`) }).click()
	await expect(staff.getByRole('status')).toContainText(`「${name}」の実行を頼みました。`)
}
