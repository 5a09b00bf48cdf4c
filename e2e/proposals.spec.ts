import { expect, type Page, test } from '@playwright/test'
import { logInAsStaff, verifiedMember } from './accounts.ts'
import { expectNoViolationAtWidths } from './axe.ts'
import { tabTo } from './keys.ts'
import { wake } from './pages.ts'
import { answerTaxQuestions } from './presence.ts'

const clientName = '案内 待子'

/** Asks the demo expert's office alone. Returns the address of the request. */
async function askOneOffice(page: Page): Promise<string> {
	const next = () => page.getByRole('button', { name: '次へ進む' }).click()
	await page.goto('/office/1')
	await page.getByRole('link', { name: '見積もりを頼む' }).click()
	await page.getByLabel('頼みたい業務').selectOption('確定申告')
	await next()
	await page.getByLabel('個人事業').check()
	await answerTaxQuestions(page)
	await next()
	await expect(page.getByRole('heading', { name: '見積もりを頼む事務所' })).toBeVisible()
	await expect(page.getByRole('checkbox').first()).toBeChecked()
	await next()
	await page.getByLabel('お名前').fill(clientName)
	for (const box of await page.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: 'この内容で依頼する' }).click()
	await expect(page.getByRole('heading', { name: '事務所ごとの状況（1か所）' })).toBeVisible()
	return page.url()
}

test('support proposes offices by keys alone, and the client sends the request to one of them and to no other', async ({
	page: client,
	browser,
}) => {
	await verifiedMember(client)
	const address = await askOneOffice(client)
	const id = /\/(\d+)$/.exec(new URL(address).pathname)?.[1] ?? ''

	const staff = await (await browser.newContext()).newPage()
	await logInAsStaff(staff)
	await staff.goto(`/admin/queues/leads?item=${id}`)
	const proposals = staff.getByRole('region', { name: '依頼者への事務所の案内' })
	await expect(proposals).toBeVisible()
	await expect(staff.getByText(clientName)).toHaveCount(0)
	await expectNoViolationAtWidths(staff)
	await wake(staff)
	await tabTo(staff, proposals.getByRole('button', { name: '依頼者に案内する' }))
	await staff.keyboard.press('Enter')
	await expect(staff.getByText('事務所を1つ以上選んでください。').first()).toBeVisible()
	await expectNoViolationAtWidths(staff)
	const boxes = proposals.getByRole('checkbox')
	const names = (await boxes.evaluateAll((all) => all.slice(0, 2).map((box) => box.closest('label')?.textContent ?? ''))).map(
		(label) => label.split(' ／ ')[0] ?? '',
	)
	for (const place of [0, 1]) {
		await tabTo(staff, boxes.nth(place))
		await staff.keyboard.press('Space')
		await expect(boxes.nth(place)).toBeChecked()
	}
	await tabTo(staff, proposals.getByRole('button', { name: '依頼者に案内する' }))
	await staff.keyboard.press('Enter')
	await expect(staff.getByRole('status').filter({ hasText: '依頼者に案内しました。' })).toBeVisible()
	await staff.goto(`/admin/leads/${id}`)
	await expect(proposals.getByText('依頼者の返事待ち')).toHaveCount(2)
	await expectNoViolationAtWidths(staff)

	// The notice leads to the request, which has gone to nobody else yet.
	const notice = client.getByRole('main').getByRole('listitem').filter({ hasText: '2か所ご案内します' })
	await expect(async () => {
		await client.goto('/notifications')
		await expect(notice.first()).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 90_000 })
	await notice.first().getByRole('link').click()
	await expect(client).toHaveURL(new RegExp(`/${id}(#.*)?$`))
	const proposed = client.getByRole('region', { name: '運営からご案内する事務所' })
	await expect(client.getByRole('heading', { name: '事務所ごとの状況（1か所）' })).toBeVisible()
	for (const box of await proposed.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
	await expectNoViolationAtWidths(client)
	await proposed.getByRole('button', { name: '選んだ事務所にも見積もりを頼む' }).click()
	await expect(client.getByText('事務所を1つ以上選んでください。').first()).toBeVisible()
	await expectNoViolationAtWidths(client)
	await proposed.getByRole('checkbox', { name: new RegExp(`^${names[0] ?? ''}`) }).check()
	await proposed.getByRole('button', { name: '選んだ事務所にも見積もりを頼む' }).click()
	await expect(client.getByRole('heading', { name: '事務所ごとの状況（2か所）' })).toBeVisible()
	await expect(proposed.getByRole('checkbox')).toHaveCount(1)
	await proposed.getByRole('button', { name: '案内された事務所には頼まない' }).click()
	await expect(proposed).toHaveCount(0)
	await expect(client.getByRole('heading', { name: names[1] ?? '' })).toHaveCount(0)
	await expectNoViolationAtWidths(client)

	await staff.reload()
	const row = (name: string) => proposals.getByRole('listitem').filter({ hasText: name })
	await expect(row(names[0] ?? '')).toContainText('依頼者が依頼')
	await expect(row(names[1] ?? '')).toContainText('依頼者が見送り')
	await staff.goto(`/admin/audit?subject=estimate:${id}`)
	await expect(staff.getByText('estimate.propose', { exact: true }).first()).toBeVisible()
})
