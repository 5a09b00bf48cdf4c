import { expect, type Page, test } from '@playwright/test'
import { demoPassword, fillLogin, logInAsStaff, menuButton } from './accounts.ts'
import { expertPages, memberPages, pages, staffPages } from './every-page.ts'
import { wake } from './pages.ts'

/** What the browser refuses by the page's policy, with the page on which it does. */
async function watchViolations(page: Page): Promise<string[]> {
	const violations: string[] = []
	await page.exposeFunction('reportViolation', (violation: string) => violations.push(`${page.url()}: ${violation}`))
	await page.addInitScript(() => {
		addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) => {
			const report = (window as unknown as { reportViolation: (violation: string) => void }).reportViolation
			report(`${violatedDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`)
		})
	})
	page.on('pageerror', (error) => violations.push(`${page.url()}: ${error.message}`))
	return violations
}

async function visit(page: Page, paths: readonly string[]) {
	for (const path of paths) {
		const response = await page.goto(path)
		expect(response?.headers()['content-security-policy'], path).toContain("require-trusted-types-for 'script'")
		// From elsewhere than the last page left it: two moves that a busy browser puts together must not end where they began.
		await page.mouse.move(200, 200)
		await wake(page)
		await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
	}
}

test('visitors’ pages run under their policy without a violation', async ({ page }) => {
	test.setTimeout(300_000)
	const violations = await watchViolations(page)
	await visit(page, pages)
	expect(violations).toEqual([])
})

for (const { name, email, paths } of [
	{ name: 'a member', email: 'member@example.com', paths: memberPages },
	{ name: 'an expert', email: 'expert@example.com', paths: expertPages },
])
	test(`the pages of ${name} run under their policy without a violation`, async ({ page }) => {
		test.setTimeout(300_000)
		const violations = await watchViolations(page)
		await page.goto('/login')
		await fillLogin(page, email, demoPassword)
		await expect(menuButton(page)).toBeVisible()
		await visit(page, paths)
		await visit(page, pages)
		expect(violations).toEqual([])
	})

test('the rooms of staff run under their policy without a violation', async ({ page }) => {
	test.setTimeout(300_000)
	const violations = await watchViolations(page)
	await logInAsStaff(page)
	await visit(page, staffPages)
	expect(violations).toEqual([])
})

test('pages that React puts together in the browser, with structured data, cause no violation', async ({ page }) => {
	const violations = await watchViolations(page)
	await page.goto('/login')
	await fillLogin(page, 'member@example.com', demoPassword)
	await expect(menuButton(page)).toBeVisible()
	await page.goto('/qa/post')
	await wake(page)
	for (const [link, heading] of [
		['業務の一覧', '業務の一覧'],
		['みんなの質問', 'みんなの質問'],
		['記事を読む', '記事'],
		['税務・会計', '税務・会計'],
	] as const) {
		await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
	}
	// The document is still the one of the form.
	expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/qa\/post$/)
	await expect(page.locator('script[type="application/ld+json"]').first()).toBeAttached()
	expect(violations).toEqual([])
})

test('HTML that is not the site’s own is refused where a script would write it', async ({ page }) => {
	await page.goto('/login')
	await wake(page)
	const written = await page.evaluate(() => {
		const box = document.createElement('div')
		const tries = [
			() => (box.innerHTML = '<img src=x onerror="alert(1)">'),
			() => (document.createElement('script').src = '/assets/x.js'),

			() => (document.createElement('iframe').srcdoc = '<b>'),
			() =>
				(window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => string } }).trustedTypes.createPolicy(
					'own',
					{},
				),
		]
		return tries.map((attempt) => {
			try {
				attempt()
				return 'written'
			} catch {
				return 'refused'
			}
		})
	})
	expect(written).toEqual(['refused', 'refused', 'refused', 'refused'])
})
