import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { logIn, logInAsStaff, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { wake } from './pages.ts'

/** 債権回収 takes a 弁護士 or a 認定司法書士, 労務トラブル a 弁護士 or a 特定社会保険労務士, 契約書作成 a 弁護士 or a 行政書士. */
const reserved = [
	{ id: 703, name: '債権回収', law: '弁護士法', holders: '認定司法書士' },
	{ id: 605, name: '労務トラブル', law: '社会保険労務士法第2条第2項', holders: '特定社会保険労務士' },
	{ id: 702, name: '契約書作成', law: '行政書士法第1条の3', holders: '行政書士' },
] as const
const [debts] = reserved

/** The demo's experts who may do none of it, each with an office. */
const people = [
	{ name: '税理士', email: 'expert@example.com', officeId: 1, area: 13204 },
	{ name: 'plain 社会保険労務士', email: 'plan@example.com', officeId: 2, area: 1101 },
	{ name: 'plain 司法書士', email: 'shihoshoshi@example.com', officeId: 9, area: 11103 },
] as const

const body = '取引先からの支払いが三か月遅れています。請求書を送り直しましたが返事がありません。次に何をすればよいでしょうか。'

async function newPage(browser: Browser): Promise<Page> {
	return (await browser.newContext()).newPage()
}

/** Posts a question with these tasks and returns its path. */
async function ask(page: Page, tasks: readonly string[]): Promise<string> {
	await page.goto('/qa/post')
	await wake(page)
	await page.getByLabel('タイトル').fill(`支払いが遅れている取引先への対応を教えてください ${Date.now().toString(36)}`)
	await page.getByLabel('質問の内容').fill(body)
	await page.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '法務・契約' })
	for (const [place, name] of tasks.entries()) await page.getByLabel(`関連する業務${place + 1}`).selectOption({ label: name })
	await page.getByLabel('法人', { exact: true }).check()
	await page.getByRole('button', { name: '質問を投稿する' }).click()
	await expect(page).toHaveURL(/\/qa\/\d+$/)
	return new URL(page.url()).pathname
}

async function looksRight(page: Page): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
		await expectNoViolation(page)
	}
}

/** Names of the offices that the public call lists for a task in a municipality, over all its pages. */
async function listed(request: APIRequestContext, scope: number, area: number): Promise<number[]> {
	const ids: number[] = []
	for (let page: string | null = ''; page !== null;) {
		const answer = await request.get(`/api/v1/offices?scope=${scope}&area=${area}${page === '' ? '' : `&page=${page}`}`, {
			headers: { 'x-forwarded-for': '198.51.100.77' },
		})
		expect(answer.status()).toBe(200)
		const { items, nextCursor } = (await answer.json()) as { items: { id: number }[]; nextCursor: string | null }
		ids.push(...items.map(({ id }) => id))
		page = nextCursor
	}
	return ids
}

test('reserved work is closed to a 税理士, a plain 社会保険労務士 and a plain 司法書士, with the law and the way on', async ({
	browser,
}) => {
	const asker = await newPage(browser)
	await verifiedMember(asker)
	const questions = [
		await ask(asker, [debts.name]),
		await ask(asker, []),
		await ask(
			asker,
			reserved.map(({ name }) => name),
		),
	]
	const expertIds: string[] = []

	for (const { name, email, officeId, area } of people)
		await test.step(name, async () => {
			const page = await newPage(browser)
			await logIn(page, email)

			// Fees of the office: what is reserved is not offered, and says why and where to go.
			await page.goto(`/office/edit/${officeId}/fees`)
			await wake(page)
			for (const { id, name: task, law, holders } of reserved) {
				await page.getByLabel('業務を探す').fill(task)
				const note = page.getByRole('group').filter({ hasText: '法律で、ほかの資格の人に限られている業務' })
				await expect(note).toContainText(law)
				await expect(note).toContainText(holders)
				await expect(note.getByRole('link', { name: task })).toHaveAttribute('href', `/category/task/list/${id}`)
				await expect(page.locator(`[name="fee-min-${id}"]`)).toHaveCount(0)
			}
			await looksRight(page)
			// A form that somebody has changed.
			await page.goto(`/office/edit/${officeId}/fees`)
			await wake(page)
			await page.getByRole('form', { name: '業務と料金' }).evaluate((form, id) => {
				for (const [field, value] of [
					[`fee-basis-${id}`, 'per_case'],
					[`fee-min-${id}`, '50000'],
				]) {
					const input = document.createElement('input')
					Object.assign(input, { type: 'hidden', name: field, value })
					form.append(input)
				}
			}, debts.id)
			await page.getByRole('button', { name: '保存して公開する' }).click()
			await expect(page.getByText(/「債権回収」を行えるのは、弁護士、認定司法書士です/).first()).toBeVisible()
			await page.getByRole('button', { name: '下書きを破棄する' }).click()
			await expect(page.getByText('下書きを破棄しました。').first()).toBeVisible()
			expect(await listed(page.request, debts.id, area)).not.toContain(officeId)

			// The profile.
			await page.goto('/mypage/expert')
			await page.getByText('法律で、ほかの資格の人に限られている業務').click()
			await expect(page.getByRole('link', { name: debts.name, exact: true })).toBeVisible()
			await expect(page.locator(`input[name="task"][value="${debts.id}"]`)).toHaveCount(0)
			const token = await page.locator('input[name="csrfToken"]').first().inputValue()

			// Questions with a task, without one, and with several that are reserved.
			for (const [place, path] of questions.entries()) {
				await page.goto(`${path}/answer`)
				await expect(page.getByText('この質問には回答できません。')).toBeVisible()
				await expect(page.getByText(/法第\d+条/).first()).toBeVisible()
				await expect(
					page
						.getByRole('main')
						.getByText(/を行えるのは、/)
						.first(),
				).toBeVisible()
				await expect(page.getByRole('link', { name: /を行える事務所を見る$/ })).toHaveCount(place === 2 ? reserved.length : 1)
				await expect(page.getByLabel('回答', { exact: true })).toHaveCount(0)
				// Sent all the same, as a program would.
				const status = await page.evaluate(
					async ({ to, csrfToken }) => {
						const form = new URLSearchParams({
							intent: 'post',
							csrfToken,
							clientKey: crypto.randomUUID(),
							body: '内容証明で請求し、期日までに支払いがなければ支払督促を申し立てます。相手の言い分があるときは訴訟になることもあります。',
							lawAsOf: '2026-04-01',
						})
						return (await fetch(to, { method: 'POST', body: form })).status
					},
					{ to: `${path}/answer`, csrfToken: token },
				)
				expect(status).toBe(403)
			}
			await looksRight(page)

			await page.goto(`/office/${officeId}`)
			const expert = await page.locator('main a[href^="/expert/"]').first().getAttribute('href')
			expertIds.push(/\d+/.exec(expert ?? '')?.[0] ?? '')
			await page.context().close()
		})

	await test.step('supervision of an article', async () => {
		const staff = await newPage(browser)
		await logInAsStaff(staff)
		await staff.goto('/admin/articles')
		await staff.getByRole('button', { name: '編集部の記事を書く' }).click()
		await expect(staff).toHaveURL(/\/admin\/articles\/\d+/)
		await staff.getByLabel('タイトル').fill('支払いが遅れたときに最初の一週間ですること')
		await staff.getByLabel('リード文').fill('取引先の支払いが遅れたときに、記録の残し方と、請求の順番、頼める人の違いを説明する記事です。')
		await staff.getByLabel('本文').fill(`## 記録を残す\n\n${'請求書と注文書、やり取りの記録を日付の順に並べます。'.repeat(12)}`)
		await staff.getByLabel('カテゴリー', { exact: true }).selectOption({ label: '法務・契約' })
		await staff.getByLabel('関連する業務1').selectOption({ label: debts.name })
		await staff.getByLabel('出典1の名前').fill('法務省')
		await staff.getByLabel('出典1のURL').fill('https://www.moj.go.jp/')
		await staff.getByLabel('URLの末尾').fill('first-week-after-a-late-payment')
		for (const expertId of expertIds) {
			await staff.getByLabel('監修者').fill(expertId)
			await staff.getByRole('button', { name: '公開する' }).click()
			const alert = staff.getByRole('alert').filter({ hasText: 'この専門家は監修者になれません。' })
			await expect(alert).toContainText('弁護士法')
			await expect(alert.getByRole('link', { name: '「債権回収」を行える事務所を見る' })).toBeVisible()
		}
		await looksRight(staff)
		await staff.context().close()
	})

	const visitor = await newPage(browser)
	for (const path of questions) {
		await visitor.goto(path)
		await expect(visitor.getByText('まだ回答はありません')).toBeVisible()
	}
})

test('what a 司法書士 writes to clients is held to the advertising rules, too', async ({ page }) => {
	await logIn(page, 'shihoshoshi@example.com')
	const [fields, saving] = [page.getByLabel('面談の案内'), page.getByRole('button', { name: '保存する', exact: true })]
	await page.goto('/office/edit/9/appointments')
	await wake(page)
	await page.getByLabel('来所', { exact: true }).check()
	await page.getByLabel('オンライン', { exact: true }).uncheck()
	await fields.fill('どんな相談も必ず解決します。')
	await saving.click()
	await expect(page.getByText(/「必ず解決」は使えません。.*司法書士行為規範/).first()).toBeVisible()
	await expect(fields).toHaveValue('どんな相談も必ず解決します。')
	await page.goto('/mypage/reviews')
	const reply = page.getByRole('group').filter({ hasText: 'この口コミに返信する' }).first()
	await reply.getByText('この口コミに返信する').click()
	await reply.getByLabel('返信').fill('ありがとうございます。登記のことなら地域一番の事務所です。')
	await reply.getByRole('button', { name: '返信を公開する' }).click()
	await expect(page.getByText(/「地域一番」は使えません/).first()).toBeVisible()
})
