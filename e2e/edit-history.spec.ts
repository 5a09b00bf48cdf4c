import { expect, test } from '@playwright/test'
import { logIn, logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const body = '今年の春に自宅で開業しました。家賃と通信費をどのように按分すればよいのか、考え方を教えてください。'
const answer = '床面積や使った時間のように、**合理的な基準**で示せる範囲が必要経費になります。計算の根拠を残しておいてください。'

test('an edit shows its day to everyone, and the earlier text only to its author and staff', async ({ browser }) => {
	const open = async () => (await browser.newContext()).newPage()
	const [asker, expert, staff, visitor] = [await open(), await open(), await open(), await open()]
	const heading = `家賃の按分の考え方を知りたい ${Date.now().toString(36)}`
	await logIn(asker, 'member@example.com')
	await asker.goto('/qa/post')
	await asker.getByLabel('タイトル').fill(heading)
	await asker.getByLabel('質問の内容').fill(`${body}間違えて書いた一文です。`)
	await asker.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '税務・会計' })
	await asker.getByLabel('個人事業', { exact: true }).check()
	await asker.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(asker.getByRole('heading', { level: 1, name: heading })).toBeVisible()
	const path = new URL(asker.url()).pathname
	await expect(asker.getByText('に編集')).toHaveCount(0)
	await asker.getByRole('link', { name: '質問を編集する' }).click()
	await asker.getByLabel('質問の内容').fill(body)
	await asker.getByRole('button', { name: '変更を保存する' }).click()
	await expect(asker).toHaveURL(path)
	await asker.getByRole('link', { name: '編集履歴' }).click()
	await expect(asker.getByRole('heading', { name: '第2版 現在の内容' })).toBeVisible()
	await expect(asker.getByText('（変更：本文）')).toBeVisible()
	await expect(asker.getByText('間違えて書いた一文です。').first()).toBeVisible()

	await logIn(expert, 'expert@example.com')
	await expert.goto(path)
	await expect(expert.getByText('に編集')).toBeVisible()
	await expect(expert.getByRole('link', { name: '編集履歴' })).toHaveCount(0)
	await expert.getByRole('link', { name: 'この質問に回答する' }).click()
	await expert.getByLabel('回答', { exact: true }).fill(answer)
	await expert.getByLabel('法令の時点').fill('2026-04-01')
	await expert.getByRole('button', { name: '回答を投稿する' }).click()
	await expert.getByRole('link', { name: '回答を編集する' }).click()
	await expert.getByLabel('回答', { exact: true }).fill(`${answer}\n\n例外もあります。`)
	await expert.getByLabel('法令の時点').fill('2026-05-01')
	await expert.getByRole('button', { name: '変更を保存する' }).click()
	await expert.getByRole('link', { name: '編集履歴' }).click()
	await expect(expert.getByText('（変更：本文、法令の時点）')).toBeVisible()
	await expect(expert.getByText('2026年4月1日時点の法令')).toBeVisible()
	const historyPath = new URL(expert.url()).pathname
	for (const page of [asker, expert])
		for (const width of [360, 1280]) {
			await page.setViewportSize({ width, height: 800 })
			await expectNoViolation(page)
		}
	await expert.goto('/mypage/questions')
	await expect(expert.getByRole('region', { name: 'あなたの回答' }).getByRole('link', { name: heading })).toBeVisible()

	await visitor.goto(path)
	await expect(visitor.getByText('に編集')).toHaveCount(2)
	await expect(visitor.getByRole('link', { name: '編集履歴' })).toHaveCount(0)
	await expect(visitor.getByText('間違えて書いた一文です。')).toHaveCount(0)
	expect((await asker.goto(historyPath))?.status()).toBe(403)
	// The page of the expert's office shows the answer.
	await visitor.goto('/office/1')
	await expect(visitor.getByRole('region', { name: '在籍する専門家の回答' }).getByRole('link', { name: heading })).toBeVisible()

	await logInAsStaff(staff)
	await staff.goto(`/admin/questions?id=${path.split('/').at(-1) ?? ''}`)
	await staff
		.getByRole('link', { name: /以前の内容を読む/ })
		.first()
		.click()
	await expect(staff.getByText('間違えて書いた一文です。').first()).toBeVisible()
	await staff.goto('/admin/audit?action=question.history')
	await expect(staff.getByRole('link', { name: `質問${path.split('/').at(-1) ?? ''}`, exact: true }).first()).toBeVisible()
})
