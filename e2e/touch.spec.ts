import { expect, type Page, test } from '@playwright/test'
import { nameParts } from '../src/web/format/name-parts.ts'
import { publicPages } from './every-page.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** What a finger needs, CSS pixels. */
const TARGET = 44

/**
 * What can be pressed and is lower than a finger needs, folds opened. Links within a sentence are left out, whose height is
 * that of its lines (WCAG 2.2, 2.5.8, exception "inline").
 */
const lowTargets = (page: Page) =>
	page.evaluate((least) => {
		for (const fold of document.querySelectorAll('main details, footer details')) fold.setAttribute('open', '')
		const isWithinText = (element: Element) => {
			const block = element.closest('p, li, dd, dt, td, th, small, h1, h2, h3, label, legend, figcaption, div')
			const isInline = getComputedStyle(element).display === 'inline'
			return isInline && (block?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
		}
		/** The card around it, where the link's own box is laid over all of that. */
		const stretchedOver = (element: Element) => {
			const isStretched = ['::before', '::after'].some((part) => {
				const { content, position, inset } = getComputedStyle(element, part)
				return content !== 'none' && position === 'absolute' && inset.startsWith('0px')
			})
			let card = isStretched ? element : null
			while (card && getComputedStyle(card).position === 'static') card = card.parentElement
			return card
		}
		return [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden]), textarea')]
			.filter(
				(element) =>
					element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
					!element.closest('.visually-hidden, .skip-link, [aria-hidden="true"]'),
			)
			.map((element) => ({
				element,
				area: (element.matches('input') ? element.closest('label') : stretchedOver(element)) ?? element,
			}))
			.filter(({ element, area }) => {
				const { height, width, right } = area.getBoundingClientRect()
				return height > 1 && width > 1 && right > 0 && height < least - 0.5 && !isWithinText(element)
			})
			.map(
				({ element, area }) =>
					`${Math.round(area.getBoundingClientRect().height)} px: ${element.tagName.toLowerCase()} ${(element.textContent ?? '').trim().slice(0, 40)} in ${element.parentElement?.className ?? ''}`,
			)
	}, TARGET)

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

for (const path of publicPages)
	test(`${path.replace(/\?.*by=.*/, '?…')}: a finger can press everything, and letters twice as large keep within the screen`, async ({
		page,
	}) => {
		await page.goto(path)
		expect.soft(await lowTargets(page)).toEqual([])
		await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
		expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0)
	})

/** The name of every office that lists show, read from their pages. */
async function officeNames(read: (path: string) => Promise<string>): Promise<string[]> {
	const names = new Set<string>()
	for (const prefecture of ['tokyo', 'osaka', 'hokkaido', 'aichi', 'fukuoka', 'kyoto', 'okinawa', 'miyagi', 'hiroshima', 'kanagawa']) {
		let next: string | undefined = `/office/search/prefecture/${prefecture}`
		for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
			const html: string = await read(next)
			for (const [, , heading = ''] of html.matchAll(/id="office-(\d+)"[^>]*>(.*?)<\/h2>/g))
				names.add(heading.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&'))
			next = /<link rel="next" href="([^"]+)"/
				.exec(html)?.[1]
				?.replaceAll('&amp;', '&')
				.replace(/^https?:\/\/[^/]+/, '')
		}
	}
	return [...names]
}

test('no name of an office breaks within a word on a card, from 320 px on', async ({ page, request }) => {
	const names = await officeNames(async (path) => (await request.get(path)).text())
	expect(names.length).toBeGreaterThan(100)
	const parted = names.map((name) => nameParts(name))
	for (const width of [320, 340, 360]) {
		await page.setViewportSize({ width, height: 740 })
		await page.goto('/category/task/list/501/tokyo')
		const broken = await page.evaluate((all) => {
			const name = document.querySelector('article h2 .name')
			if (!name) return ['no card']
			return all.filter((parts) => {
				name.replaceChildren(...parts.flatMap((part, index) => (index === 0 ? [part] : [document.createElement('wbr'), part])))
				return [...name.childNodes].some((node) => {
					if (node.nodeType !== Node.TEXT_NODE) return false
					const range = document.createRange()
					range.selectNodeContents(node)
					return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
				})
			})
		}, parted)
		expect(broken).toEqual([])
	}
})
