import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds no violation in the page's current state and that nothing is wider than the screen. */
export async function expectNoViolation(page: Page): Promise<void> {
	// Evaluated by the debugger, so that the page's policy is left as it is.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
	const violations = await page.evaluate(async () => {
		const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
		// What passes is left out: on a long list it takes most of the time.
		const results = await axe.run({ resultTypes: ['violations'] })
		return results.violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')) }))
	})
	expect(violations).toEqual([])
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Asserts the same on a phone and then on a desktop. */
export async function expectNoViolationAtWidths(page: Page): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		await expectNoViolation(page)
	}
}
