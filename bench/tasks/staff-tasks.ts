import type { Page } from '@playwright/test'
import { wake } from '../../e2e/pages.ts'
import { atMost, type Figure, ms } from '../figures.ts'
import { median } from '../statistics.ts'
import { interfaceSeconds } from './keystroke-model.ts'
import type { Person } from './person.ts'

const main = (page: Page) => page.getByRole('main')
const MOST_KEYS = 2
const NEXT_WITHIN_MS = 300

/** The day of the model: what arrives, and what becomes of it. Shares are assumptions; keys and seconds are measured. */
const day = { applications: 200, returned: 0.3, reports: 50, mostMinutes: 30 } as const

type Verdict = { keys: number; nextMs: number[]; scrollKeys: number }

/** The desk by keys alone, a day of it by the keystroke model, and one search for each thing a person is known by. */
export async function measureStaff(person: Person): Promise<Figure[]> {
	// The quickest verdict, one with a reason on offer, and one on a report, which always has a reason.
	const returned = await decide(person, 'experts', ['1', 'f'], 1)
	const verified = await decide(person, 'experts', ['a'], 3)
	const reported = await decide(person, 'reports', ['1', 'a'], 2)
	return [
		verdictFigure('verify an application', verified, '6 clicks, 1,400 px, then 2 clicks to the next'),
		verdictFigure('return an application with a reason on offer', returned, '4 clicks and a typed reason, 1,756 px'),
		verdictFigure('decide on a report', reported, '5 clicks and a typed reason, 1,831 px'),
		dayFigure({ verified, returned, reported }),
		...(await findPeople(person)),
	]
}

function verdictFigure(name: string, { keys, nextMs }: Verdict, before: string): Figure {
	const next = median(nextMs)
	return {
		name,
		value: `${keys} keys, next item after ${ms(next)}`,
		baseline: before,
		goal: { text: `≤ ${MOST_KEYS} keys, < ${NEXT_WITHIN_MS} ms`, met: keys <= MOST_KEYS && next < NEXT_WITHIN_MS },
	}
}

function dayFigure({ verified, returned, reported }: Record<'verified' | 'returned' | 'reported', Verdict>): Figure {
	const part = ({ keys, scrollKeys, nextMs }: Verdict, items: number, openings: number) =>
		interfaceSeconds({ items, keys, scrollKeys, openings, responseSeconds: median(nextMs) / 1_000 })
	const seconds =
		part(verified, day.applications * (1 - day.returned), 1) +
		part(returned, day.applications * day.returned, 1) +
		part(reported, day.reports, 0)
	return {
		name: `a day of ${day.applications} applications and ${day.reports} reports, by the keystroke model`,
		value: `${(seconds / 60).toFixed(1)} min`,
		baseline: '1 h 25 min',
		goal: atMost(`${day.mostMinutes} min`, seconds / 60, day.mostMinutes),
	}
}

/** Decides on so many items of a queue by these keys; the next one opens by itself. */
async function decide(person: Person, queue: 'experts' | 'reports', keys: readonly string[], items: number): Promise<Verdict> {
	const { page } = person
	const heading = main(page).getByRole('heading', { level: 2 }).first()
	const empty = page.getByText('お疲れさまでした。')
	await person.begin(`/admin/queues/${queue}`)
	await wake(page)
	await person.key('j')
	await page.waitForURL(/item=\d+/)
	await heading.waitFor()
	const scrollKeys = await page.evaluate(() => Math.ceil((document.documentElement.scrollHeight - innerHeight) / (0.9 * innerHeight)))
	const nextMs: number[] = []
	const before = person.spent.keys
	for (let done = 0; done < items && !(await empty.isVisible()); done++) {
		const item = page.url()
		for (const key of keys.slice(0, -1)) await person.key(key)
		const pressed = performance.now()
		await person.key(keys.at(-1) ?? '')
		await page.waitForFunction((address) => location.href !== address && document.querySelector('main h2') !== null, item)
		nextMs.push(performance.now() - pressed)
		await page.getByRole('status').filter({ hasText: '判断を受け付けました' }).waitFor()
	}
	return { keys: (person.spent.keys - before) / nextMs.length, nextMs, scrollKeys }
}

/** Searches the header of the staff pages for people by what they may be known by. */
async function findPeople(person: Person): Promise<Figure[]> {
	const { page } = person
	await page.goto('/office/1')
	const phone = (await main(page).locator('a[href^="tel:"]').first().getAttribute('href'))?.slice('tel:'.length) ?? ''
	await page.goto('/expert/1')
	const expert = await main(page).getByRole('heading', { level: 1 }).innerText()
	await page.goto(`/admin/people?q=${encodeURIComponent('member@example.com')}`)
	const row = page.getByRole('region', { name: '会員' }).getByRole('listitem').first()
	const name = await row.getByRole('link').innerText()
	const uid = /ID (\S+)/.exec(await row.innerText())?.[1] ?? ''
	await page.goto(`/admin/people?q=${encodeURIComponent(expert)}`)
	const number = /登録番号 ([^、\n]+)/.exec(await page.getByRole('region', { name: '専門家' }).innerText())?.[1] ?? ''
	const searches = [
		{ by: 'mail address', text: 'member@example.com', kind: '会員', found: name },
		{ by: 'name of a member', text: name, kind: '会員', found: name },
		{ by: 'id of a member', text: uid, kind: '会員', found: name },
		{ by: 'name of an expert', text: expert, kind: '専門家', found: expert },
		{ by: 'registration number', text: number, kind: '専門家', found: expert },
		{ by: 'phone number', text: phone, kind: '事務所', found: '三鷹つむぎ税理士事務所' },
	] as const
	const figures: Figure[] = []
	for (const { by, text, kind, found } of searches) {
		await person.begin('/admin')
		await wake(page)
		await person.key('Control+k')
		await person.write(text)
		await person.key('Enter')
		await page.getByRole('heading', { level: 1, name: 'の検索結果' }).waitFor()
		const count = await page.getByRole('region', { name: kind }).getByRole('link', { name: found }).count()
		figures.push({
			name: `find by ${by}`,
			value: `${count > 0 ? 'found' : 'not found'}, ${person.spent.keys} keys`,
			baseline: 'impossible',
			goal: { text: '1 search', met: count > 0 },
		})
	}
	return figures
}
