import type { Browser, Page } from '@playwright/test'
import { demoPassword, fillLogin, logInAsStaff, menuButton } from '../e2e/accounts.ts'
import { sizes } from '../e2e/pages.ts'
import { type RunningSite, startSite } from '../scripts/site/start-site.ts'
import { openBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { roomTasks } from './tasks/member-tasks.ts'
import { effortText, Person } from './tasks/person.ts'
import { measureStaff } from './tasks/staff-tasks.ts'
import { visitorTasks } from './tasks/visitor-tasks.ts'

/** Another checkout to measure the visitors' tasks on, for a comparison; its rooms may be others. */
const checkout = process.env['BENCH_CHECKOUT']

/** A part of the names of the rooms' tasks to walk, and no others: for work on one of them. */
const only = process.env['BENCH_TASKS']

const [phone, desk] = sizes
const WAIT_MS = 120_000

/** What tasks cost people, counted by walking them in a browser on a demo that is thrown away afterwards. */
export async function measureTasks(): Promise<Figure[]> {
	const site = await startSite(checkout === undefined ? {} : { cwd: checkout })
	const browser = await openBrowser()
	try {
		if (only !== undefined) return await measureRooms(browser, site)
		const visitors = await measureVisitors(browser, site)
		if (checkout !== undefined) return visitors
		await waitForFreeTimes(browser, site)
		const rooms = await measureRooms(browser, site)
		const staff = await enter(browser, site, desk)
		await logInAsStaff(staff)
		return [...visitors, ...rooms, ...(await measureStaff(new Person(staff)))]
	} finally {
		await browser.close()
		await site.stop()
	}
}

const enter = async (browser: Browser, site: RunningSite, { use }: (typeof sizes)[number]): Promise<Page> =>
	(await browser.newContext({ ...use, baseURL: site.url, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })).newPage()

async function measureVisitors(browser: Browser, site: RunningSite): Promise<Figure[]> {
	const figures: Figure[] = []
	for (const { name, perform } of visitorTasks) {
		const person = new Person(await enter(browser, site, phone))
		await perform(person)
		figures.push({ name, value: effortText(person.spent) })
		await person.page.context().close()
	}
	return figures
}

async function measureRooms(browser: Browser, site: RunningSite): Promise<Figure[]> {
	const figures: Figure[] = []
	for (const { name, who, isOnPhone, perform, before, goal } of roomTasks) {
		if (only !== undefined && !name.includes(only)) continue
		const person = new Person(await enter(browser, site, isOnPhone ? phone : desk))
		await person.page.goto('/login')
		await fillLogin(person.page, who, demoPassword)
		await menuButton(person.page).waitFor()
		await perform(person)
		const effort = person.spent
		figures.push({ name, value: effortText(effort), baseline: before, goal: { text: goal.text, met: goal.isMet(effort) } })
		await person.page.context().close()
	}
	return figures
}

/** A scheduled job keeps the first free time of an office, after which its page offers the booking. */
async function waitForFreeTimes(browser: Browser, site: RunningSite): Promise<void> {
	const page = await enter(browser, site, phone)
	const until = Date.now() + WAIT_MS
	const booking = page.getByRole('main').getByRole('link', { name: /予約する$/ })
	for (;;) {
		await page.goto('/office/1')
		if ((await booking.count()) > 0) break
		if (Date.now() > until) throw new Error('The demo’s office offers no free time.')
		await page.waitForTimeout(2_000)
	}
	await page.context().close()
}
