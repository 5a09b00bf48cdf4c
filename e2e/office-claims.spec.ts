import { expect, test } from '@playwright/test'
import { linkFromMail, logInAsStaff, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { changeOneRow } from './database.ts'

/** An office for each try, since a claim is made once. */
const offices = [
	{ id: 120, number: '9000012050009', typed: 'Ｔ９０００－０１２０５－０００９', mistyped: '8000-01-205000-9' },
	{ id: 121, number: '7000012050010', typed: 'Ｔ７０００－０１２０５－００１０', mistyped: '8000-01-205001-0' },
] as const

test('an office without an owner is claimed by its number, proved by a mail to its domain and granted by staff', async ({ page, browser }, {
	retry,
}) => {
	const { id, number, typed, mistyped } = offices[retry === 0 ? 0 : 1]
	await changeOneRow(`update offices set corporate_number = $1, website = 'https://www.mitaka-tax.example/' where id = $2`, [number, id])
	await changeOneRow(`update office_members set role = 'editor' where office_id = $1 and role = 'owner'`, [id])
	await verifiedMember(page)
	await page.goto(`/office/${id}`)
	const name = await page.getByRole('heading', { level: 1 }).innerText()
	await page.getByRole('link', { name: 'この事務所の方ですか' }).click()
	await expect(page.getByRole('heading', { name: '番号で事務所を探す' })).toBeVisible()

	await page.getByLabel('法人番号またはインボイス登録番号').fill(mistyped)
	await page.getByRole('button', { name: '探す' }).click()
	await expect(page.getByText('打ち間違いがないか確認してください。').first()).toBeVisible()
	await page.getByLabel('法人番号またはインボイス登録番号').fill(typed)
	await page.getByRole('button', { name: '探す' }).click()
	const claim = page.getByRole('form', { name: `${name}の代表者として申し出る` })
	await expect(claim).toBeVisible()
	await expectNoViolation(page)

	await claim.getByRole('button', { name: '代表者として申し出る' }).click()
	await expect(claim.getByText('「@」より前の部分を、半角の英数字で入力してください。').first()).toBeVisible()
	await claim.getByLabel('メールアドレスの「@mitaka-tax.example」より前').fill('info')
	await claim.getByRole('button', { name: '代表者として申し出る' }).click()
	await expect(page.getByText('事務所のメールアドレスに、確認のリンクを送りました。')).toBeVisible()

	await page.goto(await linkFromMail(page, 'info@mitaka-tax.example', `「${name}」の代表者についての確認`))
	await page.getByRole('button', { name: '事務所の代表者であることを確認する' }).click()
	await expect(page.getByText('事務所のほかのメンバーにお尋ねしています。')).toBeVisible()
	await expectNoViolation(page)

	const staff = await (await browser.newContext()).newPage()
	await logInAsStaff(staff)
	await staff.goto('/admin/queues/claims?filter=proved')
	await staff
		.getByRole('navigation', { name: '順番を待つもの' })
		.getByRole('link', { name: new RegExp(name) })
		.first()
		.click()
	await expect(staff.getByRole('heading', { level: 2, name })).toBeVisible()
	await expect(staff.getByText(`T${number}`)).toBeVisible()
	await expectNoViolation(staff)
})
