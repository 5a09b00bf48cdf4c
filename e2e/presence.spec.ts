import { expect, type Page, test } from '@playwright/test'
import { verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import {
	answerWithQuote,
	applyAsExpert,
	asDemoExpert,
	asPerson,
	askThreeOffices,
	asStaff,
	inContext,
	letDeadlinePass,
	publishOffice,
	runScheduledJob,
	verifyExpert,
} from './presence.ts'

// No single step may use up the time of all.
test.use({ actionTimeout: 20_000 })

const PHONE = '090-2222-3333'
const card = (page: Page, office: string) => page.getByRole('region', { name: office, exact: true })

test('an expert applies, is verified, opens an office, is asked with two others, is chosen and reviewed', async ({ browser, page }) => {
	const mark = Date.now().toString(36)
	const office = `西村開業税理士室${mark}`
	let staff = page
	let expert = page
	let officeId = ''
	await test.step('the application, with its proof', async () => {
		expert = await asPerson(browser, verifiedMember)
		await applyAsExpert(expert, {
			name: `西村 亜紀${mark}`,
			officeName: `西村税理士事務所${mark}`,
			number: `${Date.now() % 1_000_000}`,
		})
	})
	await test.step('staff verify it', async () => {
		staff = await asStaff(browser)
		await verifyExpert(staff, `西村 亜紀${mark}`)
	})
	await test.step('the office is published and found near its station', async () => {
		officeId = await publishOffice(expert, office)
		const visitor = await inContext(browser, 360)
		await visitor.goto('/category/task/list/503/tokyo/station/三鷹?order=newest')
		await expect(visitor.getByRole('article', { name: office })).toContainText('44,000円')
		await expect(visitor.getByRole('link', { name: '見積もりをまとめて頼む' })).toHaveAttribute(
			'href',
			'/bulk_estimate?task=503&prefecture=13&city=13204',
		)
	})

	await page.setViewportSize({ width: 360, height: 800 })
	const email = await verifiedMember(page)
	const other = await asDemoExpert(browser)
	await other.goto('/office/1')
	const otherOffice = await other.getByRole('heading', { level: 1 }).innerText()
	const silentOffice = await askThreeOffices(page, [officeId, '1'], PHONE)
	const requestId = /\d+$/.exec(page.url())?.[0] ?? ''

	await test.step('two offices quote, and see neither address nor number', async () => {
		await answerWithQuote(expert, { requestId, officeId, unitPrice: '60,000', total: '80,200円' })
		await answerWithQuote(other, { requestId, officeId: '1', unitPrice: '70,000', total: '91,200円' })
		for (const one of [expert, other]) {
			await expect(one.getByText(PHONE)).toHaveCount(0)
			await expect(one.getByText(email)).toHaveCount(0)
		}
		await page.reload()
		const comparison = page.getByRole('region', { name: '表：見積もりの比較' })
		await expect(comparison).toContainText('80,200円')
		await expect(comparison).toContainText('91,200円')
	})
	await test.step('the third lets its time pass and is replaced', async () => {
		await letDeadlinePass(requestId, silentOffice)
		await runScheduledJob(staff, '見積もり依頼の期限')
		await expect(async () => {
			await page.reload()
			await expect(card(page, silentOffice)).toContainText('期限内の回答なし', { timeout: 1_000 })
		}).toPass()
		await expectNoViolation(page)
		await card(page, silentOffice).getByText('代わりの事務所に頼む').click()
		await page.getByRole('radio').first().check()
		await page.getByRole('button', { name: '選んだ事務所に頼む' }).click()
		await expect(page.getByRole('heading', { name: '事務所ごとの状況（4か所）' })).toBeVisible()
		await expect(card(page, silentOffice)).toContainText('代わりの事務所に依頼しました。')
		await staff.goto('/admin/audit?action=job')
		await expect(staff.getByText('job.run').first()).toBeVisible()
		await staff.goto('/admin/jobs')
		await expect(staff.getByRole('listitem').filter({ hasText: '見積もり依頼の期限' })).toContainText('完了')
		await expectNoViolation(staff)
	})
	await test.step('the number is opened to one office alone', async () => {
		await card(page, office)
			.getByRole('button', { name: /^電話番号をこの事務所に公開する/ })
			.click()
		await expect(card(page, office)).toContainText('電話番号を公開中')
		await expert.reload()
		await expect(expert.getByText(PHONE)).toBeVisible()
		await other.reload()
		await expect(other.getByText(PHONE)).toHaveCount(0)
	})
	await test.step('one quote is accepted, the other office is notified', async () => {
		await card(page, office).getByText('この事務所に依頼する').click()
		await card(page, office).getByRole('button', { name: '依頼先に決める' }).click()
		await expect(card(page, office)).toContainText('依頼先')
		await expert.reload()
		await expect(expert.getByText(email)).toBeVisible()
		await other.reload()
		await expect(other.getByText('終了（依頼先を決定）')).toBeVisible()
		await expect(other.getByText(email)).toHaveCount(0)
		await expect(card(page, otherOffice).getByText('この事務所に依頼する')).toHaveCount(0)
	})
	await test.step('the review is shown on the page of the office', async () => {
		await page.getByRole('button', { name: '仕事が終わったと報告する' }).click()
		await page.getByRole('link', { name: 'この事務所の口コミを書く' }).click()
		await page.getByLabel(/とても良い/).check()
		const words = `帳簿のつけ方から教えてもらい、申告まで迷わずに進めました。${mark}`
		await page.getByLabel('口コミ', { exact: true }).fill(words)
		await page.getByRole('button', { name: '口コミを公開する' }).click()
		await expect(page).toHaveURL(/\/mypage\/reviews/)
		const visitor = await inContext(browser)
		await visitor.goto(`/office/${officeId}`)
		await expect(visitor.getByText('5点満点・1件の平均')).toBeVisible()
		await expect(visitor.getByText(words)).toBeVisible()
		await page.goto(`/mypage/estimates/${requestId}`)
		await expect(page.getByRole('link', { name: 'あなたの口コミを開く' })).toBeVisible()
	})
})
