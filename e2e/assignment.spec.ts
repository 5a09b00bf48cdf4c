import { type Browser, expect, type Page, test } from '@playwright/test'
import { logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { joinOffice } from './presence.ts'

async function asExpert(browser: Browser, email: string): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage()
	await logIn(page, email)
	return page
}

test('an office gives a case to a colleague, who finds it among the own cases and is notified', async ({ browser, page }) => {
	const subject = `顧問契約の相談 ${Date.now().toString(36)}`
	const expert = await asExpert(browser, 'plan@example.com')
	await expert.goto('/mypage/inquiries')
	const box = expert.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	const office = new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''
	const leave = await joinOffice(Number(office), 'shihoshoshi@example.com')
	try {
		await page.setViewportSize({ width: 360, height: 800 })
		await newMember(page)
		await page.goto(`/office/${office}/inquiry`)
		await page.getByLabel('件名').fill(subject)
		await page.getByLabel('内容').fill('顧問契約を考えています。費用と進め方を教えてください。')
		await page.getByLabel('お名前').fill('渡辺 さくら')
		await page.getByRole('button', { name: 'この内容で送る' }).click()
		await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
		const thread = new URL(page.url()).pathname
		// The client is told nothing of who takes care of it.
		await expect(page.getByLabel('担当', { exact: true })).toHaveCount(0)

		await expert.goto(thread)
		const assignee = expert.getByLabel('担当', { exact: true })
		await expect(assignee).toHaveValue('')
		await expectNoViolation(expert)
		// Who came last stands last.
		const colleague = (await assignee.locator('option').last().textContent()) ?? ''
		await assignee.selectOption({ label: colleague })
		const saved = expert.waitForResponse((response) => response.request().method() === 'POST')
		await expert.getByRole('button', { name: '担当を決める' }).press('Enter')
		await saved
		await expect(assignee.locator('option:checked')).toHaveText(colleague)
		expect(await expert.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
		await expert.goto('/mypage/inbox?who=own')
		await expect(expert.getByRole('main').getByText(subject)).toHaveCount(0)
		await expert.goto('/mypage/inbox')
		await expect(expert.getByRole('main').getByText(subject).first()).toBeVisible()

		const other = await asExpert(browser, 'shihoshoshi@example.com')
		await expect(async () => {
			await other.goto('/notifications')
			// That of the inquiry itself may come after it and fold it away.
			await expect(other.getByText(`「${subject}」の担当になりました。`).first()).toBeAttached({ timeout: 1_000 })
		}).toPass({ timeout: 30_000 })
		await other.goto('/mypage/inbox?who=own')
		await other.getByRole('main').getByRole('link').filter({ hasText: subject }).first().click()
		// The filter of the inbox has the same name and may go a moment after the thread has come.
		const taken = other.locator('#assignee')
		await expect(taken.locator('option:checked')).toHaveText(`${colleague}（自分）`)
		await expectNoViolation(other)
		await taken.selectOption({ label: '決めていない' })
		const given = other.waitForResponse((response) => response.request().method() === 'POST')
		await other.getByRole('button', { name: '担当を決める' }).click()
		await given
		await expect(taken).toHaveValue('')
		await other.goto('/mypage/inbox?who=nobody')
		await expect(other.getByRole('main').getByText(subject).first()).toBeVisible()
		await other.context().close()
	} finally {
		await leave()
	}
	await expert.context().close()
})
