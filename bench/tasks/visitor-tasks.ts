import type { Page } from '@playwright/test'
import { demoPassword } from '../../e2e/accounts.ts'
import { searchBox } from '../../e2e/pages.ts'
import type { Person } from './person.ts'

/**
 * The ways of a visitor with a phone. Each takes the shortest way that a page offers, so that a revision before the
 * redesign can be measured by the same script.
 */
export type Task = { name: string; perform: (person: Person) => Promise<void> }

const main = (page: Page) => page.getByRole('main')
const ask = (page: Page) => main(page).getByRole('link', { name: /問い合わせる$/ })
const subject = (page: Page) => page.getByLabel('件名', { exact: true })

export const visitorTasks: readonly Task[] = [
	{ name: 'find an office near a station and send an inquiry', perform: sendInquiry },
	{ name: 'from a question to its answerer', perform: reachAnswerer },
	{ name: 'from a trouble to three offices', perform: reachThreeOffices },
]

/** From the top page to the sent inquiry, signing in on the way. */
async function sendInquiry(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/')
	await person.type(searchBox(page), '三鷹 税理士')
	await person.press(main(page).getByRole('button', { name: '検索' }))
	await page.getByRole('heading', { level: 1, name: /の検索結果$/ }).waitFor()
	const cards = main(page).getByRole('article').getByRole('heading').getByRole('link')
	if (!(await person.has(cards))) await person.press(page.getByRole('link', { name: /^三鷹駅 × 税務・会計（税理士）/ }))
	// An office of the demo's expert: the others have nobody who would answer.
	await person.press(cards.filter({ hasText: '三鷹つむぎ税理士事務所' }))
	await person.press(ask(page))
	await person.type(subject(page), '確定申告の相談')
	await person.type(page.getByLabel('内容', { exact: true }), '開業一年目です。今年の確定申告をお願いできますか。')
	await person.press(page.getByRole('link', { name: 'ログインして続ける' }))
	await person.type(page.getByLabel('メールアドレス'), 'member@example.com')
	await person.type(page.getByLabel('パスワード', { exact: true }), demoPassword)
	await person.press(main(page).getByRole('button', { name: 'ログイン', exact: true }))
	const name = page.getByLabel('お名前')
	await name.waitFor()
	if ((await name.inputValue()) === '') await person.type(name, '渡辺 さくら')
	await person.press(page.getByRole('button', { name: 'この内容で送る' }))
	await page.getByText('送信しました。').first().waitFor()
}

/** From a question that was found to the form that is addressed to the author of its first answer. */
async function reachAnswerer(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/qa/39')
	const consult = main(page).getByRole('article').getByRole('link', { name: 'この専門家に相談する' })
	if (await person.has(consult)) await person.press(consult)
	else {
		await person.press(main(page).locator('article[id^="answer-"] a[href^="/office/"]'))
		await person.press(ask(page))
	}
	await person.look(subject(page))
}

/** From the top page to three offices in Tokyo that help after a call of the tax office. */
async function reachThreeOffices(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/')
	const trouble = main(page).locator('a[href*="hurt=tax-inspection"]')
	if (!(await person.has(trouble))) {
		await person.press(main(page).locator('a[href="/lp/introduction"]'))
		await person.press(main(page).locator('a[href$="who=sole"]'))
	}
	await person.press(trouble)
	await person.press(main(page).locator('a[href*="task="]'))
	await person.choose(page.getByLabel('都道府県'), '東京都')
	await person.press(main(page).getByRole('button', { name: '次へ' }))
	await page.getByRole('heading', { name: /を頼める事務所/ }).waitFor()
	const cards = main(page).getByRole('article')
	if (!(await person.has(cards))) await person.press(main(page).getByRole('link', { name: '一覧を見る' }))
	await person.look(cards.nth(2).getByRole('heading'))
}
