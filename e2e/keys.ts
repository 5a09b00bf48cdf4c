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
