import { expect, type Page, test } from '@playwright/test'

/** Pages whose headings are the site's own words. */
const own = [
	'/',
	'/about',
	'/articles',
	'/bulk_estimate',
	'/calculators',
	'/calendar',
	'/category',
	'/category/5',
	'/category/task/list',
	'/category/task/list/501/tokyo',
	'/compare',
	'/contact',
	'/expert/register',
	'/fees',
	'/glossary',
	'/login',
	'/lp/factoring',
	'/lp/introduction',
	'/no/such/page',
	'/office/1',
	'/expert/1',
	'/professions',
	'/qa',
	'/qa/write',
	'/search?q=三鷹 税理士',
]

/** The text of each heading and where its lines begin; not of the titles that people wrote and of names. */
const brokenHeadings = (page: Page) =>
	page.locator('main :is(h1, h2, h3):visible').evaluateAll((all) => {
		const headings = all.filter((heading) => !heading.querySelector('a:is([href^="/qa/"], [href^="/office/"], [href^="/expert/"])'))
		return headings.map((heading) => {
			const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
			const starts: number[] = []
			let [text, last] = ['', null as number | null]
			for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
				if (node.parentElement?.closest('.visually-hidden')) continue
				const characters = node.textContent ?? ''
				for (let at = 0; at < characters.length; at += 1) {
					const range = document.createRange()
					range.setStart(node, at)
					range.setEnd(node, at + 1)
					const box = range.getClientRects()[0]
					if (box !== undefined && box.width > 0) {
						if (last !== null && box.bottom - last > box.height / 2) starts.push(text.length)
						last = box.bottom
					}
					text += characters[at]
				}
			}
			return { text, starts }
		})
	})

const words = new Intl.Segmenter('ja', { granularity: 'word' })
/** No line of Japanese begins with one of these. */
const bound = /^(?:[をにがはのとでもへやねよ、。ーっゃゅょん」』）%]|から|まで|より|など|ない|ます|です|した|して|する)$/u

/** The headings of which a line begins within a word or with what belongs to the word before. */
const badBreaks = (headings: { text: string; starts: number[] }[]) =>
	headings.flatMap(({ text, starts }) => {
		const segments = [...words.segment(text)]
		return starts
			.filter((start) => {
				const segment = segments.find(({ index }) => index === start)
				return segment === undefined || bound.test(segment.segment)
			})
			.map((start) => `${text.slice(0, start)}／${text.slice(start)}`)
	})

for (const width of [320, 360])
	test(`no heading of the site’s own breaks within a word at ${width} px`, async ({ page }) => {
		await page.setViewportSize({ width, height: 740 })
		for (const path of own) {
			await page.goto(path)
			expect.soft(badBreaks(await brokenHeadings(page)), path).toEqual([])
		}
	})
