import type { Locator, Page } from '@playwright/test'

/** What a task costs the person who does it, and the site. */
export type Effort = {
	/** Presses of links, buttons and choices; a list that unfolds costs two. */
	clicks: number
	/** Fields that were pressed to type into them. */
	fields: number
	/** Characters typed and keys pressed. A Japanese character counts as one. */
	keys: number
	/** Pixels that had to be scrolled, up or down, until what came next was in view and not covered. */
	scrolled: number
	pages: number
	requests: number
}

const nothing = (): Effort => ({ clicks: 0, fields: 0, keys: 0, scrolled: 0, pages: 0, requests: 0 })

/** Against hangs: the machine may be busy. */
const WITHIN_MS = 60_000

/** Somebody at a browser whose every act is counted. Nobody is faster: reading and searching with the eyes cost nothing. */
export class Person {
	readonly page: Page
	private effort = nothing()
	private address = ''

	constructor(page: Page) {
		this.page = page
		page.setDefaultTimeout(WITHIN_MS)
		page.on('request', () => this.effort.requests++)
		page.on('framenavigated', (frame) => {
			const address = frame.url().split('#')[0] ?? ''
			if (frame !== page.mainFrame() || address === this.address) return
			this.address = address
			this.effort.pages++
		})
	}

	/** Opens the page where a task begins and forgets what was counted before. */
	async begin(path: string): Promise<void> {
		await this.page.goto(path)
		await this.page.waitForLoadState('load')
		this.effort = nothing()
	}

	/** What was counted since the task began. */
	get spent(): Effort {
		return { ...this.effort }
	}

	/** Presses what is offered; of several the one that is in view, else the first. */
	async press(offered: Locator): Promise<void> {
		const target = await this.find(offered)
		this.effort.clicks++
		await target.click()
	}

	async type(field: Locator, text: string): Promise<void> {
		const target = await this.find(field)
		this.effort.fields++
		this.effort.keys += Array.from(text).length
		await target.fill(text)
	}

	/** Goes on to the next field by Tab and types there. */
	async typeNext(field: Locator, text: string): Promise<void> {
		await this.find(field)
		this.effort.keys += Array.from(text).length + 1
		await field.fill(text)
	}

	/** Chooses from a list that unfolds; free where the choice is made already. */
	async choose(list: Locator, label: string): Promise<void> {
		const target = await this.find(list)
		const chosen = await target.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label ?? '')
		if (chosen === label) return
		this.effort.clicks += 2
		await target.selectOption({ label })
	}

	async key(key: string): Promise<void> {
		this.effort.keys++
		await this.page.keyboard.press(key)
	}

	/** Types where the cursor already is. */
	async write(text: string): Promise<void> {
		this.effort.keys += Array.from(text).length
		await this.page.keyboard.insertText(text)
	}

	/** Scrolls until something can be seen. */
	async look(target: Locator): Promise<void> {
		await this.find(target)
	}

	/** Whether the page offers something in view or below. The page must have settled. */
	async has(target: Locator): Promise<boolean> {
		return (await target.filter({ visible: true }).count()) > 0
	}

	private async find(offered: Locator): Promise<Locator> {
		const visible = offered.filter({ visible: true })
		await visible.first().waitFor()
		const all = await visible.all()
		const costs = await Promise.all(all.map((one) => one.evaluate(bringIntoView, { mayScroll: false })))
		const target = all[Math.max(0, costs.indexOf(0))] ?? visible.first()
		this.effort.scrolled += (await target.evaluate(bringIntoView, { mayScroll: true })) ?? 0
		return target
	}
}

/**
 * Scrolls as little as brings the element into view, uncovered and with some of its surroundings. Returns the pixels, null
 * when it is not in view and may not be scrolled to. Runs in the page.
 */
function bringIntoView(element: Element, { mayScroll }: { mayScroll: boolean }): number | null {
	const SURROUNDINGS = '80px'
	const isClear = () => {
		const box = element.getClientRects()[0]
		if (!box || box.top < 0 || Math.min(box.bottom, box.top + innerHeight / 2) > innerHeight) return false
		const hit = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2)
		return hit !== null && (element.contains(hit) || (element.closest('label')?.contains(hit) ?? false))
	}
	if (isClear()) return 0
	if (!mayScroll) return null
	const scrollers: Element[] = []
	for (let one: Element | null = element.parentElement; one; one = one.parentElement) scrollers.push(one)
	const before = scrollers.map(({ scrollTop }) => scrollTop)
	const own = (element as HTMLElement).style
	own.scrollMarginBlock = SURROUNDINGS
	element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
	if (!isClear()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
	own.scrollMarginBlock = ''
	return scrollers.reduce((sum, { scrollTop }, index) => sum + Math.abs(scrollTop - (before[index] ?? 0)), 0)
}

/** As a row of the report. */
export const effortText = ({ clicks, fields, keys, scrolled, pages, requests }: Effort): string =>
	[
		`${clicks} clicks`,
		`${fields} fields`,
		`${keys} keys`,
		`${Math.round(scrolled).toLocaleString('en')} px`,
		`${pages} pages`,
		`${requests} requests`,
	].join(', ')
