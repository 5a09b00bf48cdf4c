import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus; every stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
	for (let presses = 0; presses < 150; presses++) {
		await page.keyboard.press(key)
		const seen = await page.evaluate(() => {
			const focused = document.activeElement
			if (!focused || focused === document.body) return null
			const outline = (element: Element) => {
				const style = getComputedStyle(element)
				return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
			}
			const { top, bottom, width, height } = focused.getBoundingClientRect()
			const around = [focused, focused.parentElement, focused.closest('label')].filter((element) => element !== null)
			return {
				name: focused.outerHTML.slice(0, 120),
				visible: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
				// The parts of a date field, which the browser makes, show their focus themselves.
				marked: around.some(outline) || focused.matches('input[type=date]'),
			}
		})
		if (seen) expect(seen).toMatchObject({ name: seen.name, visible: true, marked: true })
		if (await target.evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`Tab never came to ${target.toString()}`)
}

/** How somebody uses a page: what a journey does is the same for a finger and for keys. */
export type Hands = {
	press: (target: Locator) => Promise<void>
	write: (target: Locator, text: string) => Promise<void>
	/** Ticks a box or a radio. */
	choose: (target: Locator) => Promise<void>
	/** Takes the second option of a list, the first that is one. */
	takeFirst: (target: Locator) => Promise<void>
	attach: (target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>
}

export const fingers: Hands = {
	press: (target) => target.click(),
	write: (target, text) => target.fill(text),
	choose: (target) => target.check(),
	async takeFirst(target) {
		await target.selectOption({ index: 1 })
	},
	attach: (target, file) => target.setInputFiles(file),
}

/** Tabs to the target once its page is there, as a person who waits for it does. */
async function reach(target: Locator): Promise<Page> {
	const page = target.page()
	await expect(target).toBeAttached()
	await page.waitForLoadState()
	await tabTo(page, target)
	return page
}

/** Keys alone: each target is reached by Tab from where the page has left the focus. */
export const keysAlone: Hands = {
	async press(target) {
		const page = await reach(target)
		const isLink = await target.evaluate((one) => one instanceof HTMLAnchorElement)
		const from = page.url()
		await page.keyboard.press('Enter')
		if (isLink) await page.waitForURL((url) => url.href !== from)
	},
	async write(target, text) {
		const { keyboard } = await reach(target)
		await keyboard.press('ControlOrMeta+A')
		await keyboard.insertText(text)
	},
	async choose(target) {
		await expect(target).toBeAttached()
		const name = await target.evaluate((one) => (one instanceof HTMLInputElement && one.type === 'radio' ? one.name : null))
		// Tab comes to a group of radios once, arrows go on in it.
		const group = target.page().locator(`input[type="radio"][name="${name}"]:not(:disabled)`)
		const { keyboard } = await reach(name === null ? target : group.first())
		await keyboard.press('Space')
		if (name !== null) while (!(await target.isChecked())) await keyboard.press('ArrowDown')
		await expect(target).toBeChecked()
	},
	async takeFirst(target) {
		await (await reach(target)).keyboard.press('ArrowDown')
	},
	async attach(target, file) {
		const page = await reach(target)
		const chooser = page.waitForEvent('filechooser')
		// The browser's answer shows that it now intercepts the file dialog; an earlier key would open its own.
		await page.evaluate(() => undefined)
		await page.keyboard.press('Enter')
		await (await chooser).setFiles(file)
	},
}
