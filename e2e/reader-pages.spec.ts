import { expect, type Page, test } from '@playwright/test'
import { logIn, newMember } from './accounts.ts'
import { wake } from './pages.ts'

/** One of each kind that signed-in readers get from memory. */
const kept = [
	'/',
	'/category/list/5/tokyo',
	'/category/task/list/501',
	'/category/task/list/501/tokyo?online=1&order=rating',
	'/office/2',
	'/expert/2',
	'/qa',
	'/qa/1',
	'/qa/2?page=',
	'/articles',
	'/articles/notices-after-incorporation',
	'/fees/501/tokyo',
	'/glossary/teikan',
	'/professions',
	'/category/5',
]

/**
 * What differs each time: tokens of forms, how often a page was read, and free hours, which a job looks for in the first minutes. React parts neighbouring texts by empty comments, and asks
 * once for a picture that is twice on the page.
 */
const lasting = (html: string): string =>
	html
		.replaceAll(/(name="(?:csrfToken|clientKey)" value=")[^"]*/g, '$1')
		.replaceAll(/(閲覧)[\d,]+回/g, '$1')
		.replaceAll(/(今週相談できる<\/span><span class="[\w-]+">)[\d,]+件/g, '$1')
		.replaceAll(/<link rel="preload" as="image" [^>]*>/g, '')
		.replaceAll('<!-- -->', '')

/** Where the first differs from the second, with a little of both; a whole page would fill the report. */
function differenceOf(one: string, other: string): string | null {
	if (one === other) return null
	let at = 0
	while (one[at] === other[at]) at += 1
	return `${one.slice(Math.max(0, at - 80), at + 120)} — ${other.slice(Math.max(0, at - 80), at + 120)}`
}

async function read(page: Page, path: string) {
	const answer = await page.request.get(path)
	const headers = answer.headers()
	return { html: await answer.text(), status: answer.status(), isKept: headers['content-encoding'] === 'gzip', headers }
}

/** The same page rendered for the reader: its address says more than the page knows. */
const rendered = (page: Page, path: string) => read(page, `${path}${path.includes('?') ? '&' : '?'}rendered=1`)

async function expectSame(page: Page): Promise<string[]> {
	const found: string[] = []
	for (const path of kept) {
		const [own, whole] = [await read(page, path), await rendered(page, path)]
		expect.soft(differenceOf(lasting(own.html), lasting(whole.html)), path).toBeNull()
		expect.soft(/<html[^>]* data-viewer="[\w-]{6,}"/.test(own.html), path).toBe(true)
		for (const name of ['cache-control', 'content-security-policy', 'vary', 'referrer-policy', 'content-type'])
			expect.soft(own.headers[name], `${name} of ${path}`).toBe(whole.headers[name])
		if (own.isKept) found.push(path)
		expect(whole.isKept).toBe(false)
	}
	return found
}

test('a member gets each public page from memory as it would be rendered for them', async ({ page }) => {
	await newMember(page)
	// A write is the registration itself: what follows it at once is rendered.
	await expect(async () => expect((await read(page, '/')).isKept).toBe(true)).toPass()
	expect(await expectSame(page)).toEqual(kept)
})

test('an expert does too, but for questions, where it depends on what they may answer', async ({ page }) => {
	await logIn(page, 'expert@example.com')
	await expect(async () => expect((await read(page, '/')).isKept).toBe(true)).toPass()
	const found = await expectSame(page)
	expect(found).toEqual(expect.arrayContaining(['/', '/category/task/list/501', '/articles']))
	expect(found).not.toContain('/qa/1')
})

test('two members and a visitor never see anything of each other', async ({ browser }) => {
	const [first, second] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
	for (const page of [first, second]) await newMember(page)
	for (const path of kept) {
		const uids = new Set<string>()
		const tokens = new Set<string>()
		for (const page of [first, second, first]) {
			await expect(async () => expect((await read(page, path)).isKept).toBe(true)).toPass()
			const { html } = await read(page, path)
			const token = /name="csrfToken" value="([^"]{8})"/.exec(html)?.[1] ?? ''
			expect(await page.context().cookies()).toContainEqual(
				expect.objectContaining({ name: expect.stringMatching(/csrfToken$|csrfRecent$/) }),
			)
			uids.add(/data-viewer="([^"]+)"/.exec(html)?.[1] ?? '')
			tokens.add(token)
		}
		expect(uids.size, path).toBe(2)
		const visitor = await (await browser.newContext()).newPage()
		const { html } = await read(visitor, path)
		for (const own of [...uids, ...tokens, 'data-viewer']) expect(html.includes(own), `${own} in ${path}`).toBe(false)
		await visitor.context().close()
	}
})

test('the buttons of a kept page are forms that work without a script', async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false })
	const page = await context.newPage()
	await newMember(page)
	for (const [path, add, done] of [
		['/office/2', 'お気に入りに追加', 'お気に入りに追加済み'],
		['/expert/2', 'フォローする', 'フォロー中'],
		['/articles/notices-after-incorporation', 'お気に入りに追加', 'お気に入りに追加済み'],
	] as const) {
		await expect(async () => expect((await read(page, path)).isKept).toBe(true)).toPass()
		await page.goto(path)
		await page.getByRole('button', { name: add, exact: false }).first().click()
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('button', { name: done })).toHaveAttribute('aria-pressed', 'true')
		await expect(async () => expect((await read(page, path)).isKept).toBe(true)).toPass()
		await page.goto(path)
		await page.getByRole('button', { name: done }).click()
		await expect(page.getByRole('button', { name: add, exact: false }).first()).toHaveAttribute('aria-pressed', 'false')
	}
	await context.close()
})

test('a public page takes a member at most 30 KB of scripts and 12 requests', async ({ page }) => {
	await newMember(page)
	for (const path of ['/', '/category/task/list/501', '/office/2', '/qa/1', '/articles/notices-after-incorporation']) {
		const requests: string[] = []
		const sizes: Promise<number>[] = []
		const onResponse = async (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
			const type = response.request().resourceType()
			if (type === 'image') return
			requests.push(response.url())
			if (type === 'script')
				sizes.push(
					response
						.request()
						.sizes()
						.then(({ responseBodySize }) => responseBodySize),
				)
		}
		page.on('response', onResponse)
		await page.goto(path)
		await wake(page)
		await page.waitForLoadState('networkidle')
		page.off('response', onResponse)
		expect.soft(requests.length, `${path}: ${requests.join(' ')}`).toBeLessThanOrEqual(12)
		const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
		expect.soft(bytes, path).toBeLessThanOrEqual(30_000)
	}
})
