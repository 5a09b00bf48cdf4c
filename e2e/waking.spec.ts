import { expect, type Page, test } from '@playwright/test'
import { logIn } from './accounts.ts'
import { expertPages, memberPages, publicPages } from './every-page.ts'
import { wake } from './pages.ts'

test.use({ viewport: { width: 360, height: 740 }, permissions: ['notifications'] })

/** The tops of everything that can be pressed or filled in, by what it is called. */
const places = (page: Page): Promise<Record<string, number>> =>
	page.evaluate(() => {
		const tops: Record<string, number> = {}
		for (const one of document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, select, textarea)')) {
			const { top, height } = one.getBoundingClientRect()
			const name = `${one.tagName} ${one.id || one.getAttribute('name')} ${one.getAttribute('value')} ${one.textContent.slice(0, 40)}`
			if (height > 0) tops[name] ??= Math.round(top + scrollY)
		}
		return tops
	})

/**
 * A page wakes under the first touch. What its script adds or takes away must not move a field between the pressing of the finger and
 * its lifting: the touch would be lost, or hit another field.
 */
async function expectNothingMoves(page: Page, path: string): Promise<void> {
	// Never answered: the page stays as the server sent it.
	await page.route('**/assets/*.js', () => {})
	await page.goto(path, { waitUntil: 'commit' })
	await page.waitForFunction(
		() =>
			document.readyState !== 'loading' &&
			[...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
	)
	const asleep = await places(page)
	await page.unroute('**/assets/*.js')
	// Links alone are plain pages: nothing of theirs is taken over.
	if (!Object.keys(asleep).some((name) => !name.startsWith('A '))) return
	await page.goto(path)
	await wake(page)
	const awake = await places(page)
	const moved = Object.entries(asleep).find(([name, top]) => name in awake && Math.abs((awake[name] ?? 0) - top) > 1)
	expect.soft(moved && [...moved, awake[moved[0]]].join(' '), path).toBeUndefined()
}

test('waking a page moves nothing that a visitor can press', async ({ page }) => {
	for (const path of publicPages) await expectNothingMoves(page, path)
})

test('waking a page moves nothing that a member can press', async ({ page }) => {
	await logIn(page, 'member@example.com')
	for (const path of memberPages) await expectNothingMoves(page, path)
})

test('waking a page moves nothing that an expert can press', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	for (const path of expertPages) await expectNothingMoves(page, path)
})
