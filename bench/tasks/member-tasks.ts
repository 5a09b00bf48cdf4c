import type { Page } from '@playwright/test'
import type { Effort, Person } from './person.ts'

/** A way through the rooms of members and experts, with the most that it may cost. */
export type RoomTask = {
	name: string
	who: 'member@example.com' | 'expert@example.com'
	isOnPhone: boolean
	perform: (person: Person) => Promise<void>
	/** What the review before the rooms were rebuilt counted. */
	before: string
	goal: { text: string; isMet: (effort: Effort) => boolean }
}

const main = (page: Page) => page.getByRole('main')

export const roomTasks: readonly RoomTask[] = [
	{
		name: 'quote a request with two lines, on a phone',
		who: 'expert@example.com',
		isOnPhone: true,
		perform: quote,
		before: '12 clicks, 4,909 px',
		goal: { text: '≤ 6 clicks, ≤ 1,200 px', isMet: ({ clicks, fields, scrolled }) => clicks + fields <= 6 && scrolled <= 1_200 },
	},
	{
		name: 'answer an inquiry',
		who: 'expert@example.com',
		isOnPhone: false,
		perform: answerInquiry,
		before: '7 clicks, 507 px',
		goal: { text: '≤ 3 clicks plus typing', isMet: ({ clicks }) => clicks <= 3 },
	},
	{
		name: 'see quotes on a phone, from the top page',
		who: 'member@example.com',
		isOnPhone: true,
		perform: seeQuotes,
		before: '4 clicks, 0 px',
		goal: { text: '≤ 2 clicks', isMet: ({ clicks, fields }) => clicks + fields <= 2 },
	},
	{
		name: 'book a consultation on a phone, from the office’s page',
		who: 'member@example.com',
		isOnPhone: true,
		perform: book,
		before: 'impossible',
		goal: { text: '≤ 4 clicks plus typing', isMet: ({ clicks }) => clicks <= 4 },
	},
]

/** Fields of the second line are reached by Tab, as one fills in a table; the client's view is looked at before it is sent. */
async function quote(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/mypage/inbox')
	const list = page.getByRole('navigation', { name: '受信箱の一覧' })
	await person.press(list.getByRole('link').filter({ hasText: '見積もりを回答する' }).first())
	await page.locator('#name-0').waitFor()
	await person.press(main(page).getByRole('link', { name: '見積もりの欄へ進む' }))
	if ((await page.locator('#unitPrice-0').inputValue()) === '') {
		await person.type(page.locator('#name-0'), '確定申告書の作成')
		await person.typeNext(page.locator('#unitPrice-0'), '50000')
	}
	await person.press(page.getByRole('button', { name: '項目を追加する' }))
	await person.type(page.locator('#name-1'), '記帳代行')
	await person.typeNext(page.locator('#quantity-1'), '12')
	await person.typeNext(page.locator('#unit-1'), 'か月')
	await person.typeNext(page.locator('#unitPrice-1'), '1000')
	await person.press(page.getByRole('button', { name: '確認する', exact: true }))
	await person.look(page.getByRole('heading', { name: /^依頼者にはこのように見えます/ }))
	await person.press(page.getByRole('button', { name: '見積もりを送る' }))
	await person.look(page.getByRole('status').filter({ hasText: '見積もりを送りました。' }))
}

async function answerInquiry(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/mypage/inbox')
	const list = page.getByRole('navigation', { name: '受信箱の一覧' })
	await person.press(list.locator('a[href*="/inbox/inquiries/"]').first())
	await person.type(page.getByLabel('返信', { exact: true }), 'お問い合わせありがとうございます。来週の火曜日はいかがでしょうか。')
	await person.press(main(page).getByRole('button', { name: '送信する' }))
	await person.look(page.getByRole('status').filter({ hasText: '返信を送りました。' }))
}

async function seeQuotes(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/')
	await person.press(page.getByRole('banner').getByRole('link', { name: /^お知らせ/ }))
	await person.press(
		main(page)
			.getByRole('link', { name: /見積もりが届/ })
			.first(),
	)
	await person.look(main(page).getByText(/\d円/).first())
}

async function book(person: Person): Promise<void> {
	const { page } = person
	await person.begin('/office/1')
	await person.press(main(page).getByRole('link', { name: /予約する$/ }))
	await person.press(
		main(page)
			.locator('label')
			.filter({ has: page.getByRole('radio', { name: /^\d+:\d\d$/ }) })
			.first(),
	)
	await person.type(page.getByLabel('相談したいこと'), '来年の法人化について相談したいです。')
	const name = page.getByLabel('お名前')
	if ((await name.inputValue()) === '') await person.type(name, '渡辺 さくら')
	await person.press(main(page).getByRole('button', { name: 'この日時で予約する' }))
	await person.look(page.getByText('予約しました。').first())
}
