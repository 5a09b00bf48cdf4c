import { expect, type Page, test } from '@playwright/test'

const canonicalOf = (page: Page) => page.locator('link[rel=canonical]')
const robotsOf = (page: Page) => page.locator('meta[name=robots]')

test('an indexable page has one canonical URL, whatever its query', async ({ page, baseURL }) => {
	for (const [path, canonical] of [
		['/', '/'],
		['/?utm_source=mail', '/'],
		['/category/task/list/501/tokyo?fbclid=1', '/category/task/list/501/tokyo'],
		['/category/list/5/kanagawa/city/横浜市', `/category/list/5/kanagawa/city/${encodeURIComponent('横浜市')}`],
		['/category/task/list/501/tokyo?online=yes&order=cheapest&page=nonsense', '/category/task/list/501/tokyo'],
		['/office/1?from=top', '/office/1'],
		['/expert/1', '/expert/1'],
		['/articles?utm_source=mail', '/articles'],
		['/articles?category=9&task=none', '/articles?category=9'],
		['/articles/trademark-before-opening?from=top', '/articles/trademark-before-opening'],
		['/search', '/search'],
	] as const) {
		await page.goto(path)
		await expect(canonicalOf(page)).toHaveAttribute('href', `${baseURL}${canonical}`)
		await expect(robotsOf(page)).toHaveCount(0)
		await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^.{20,}/)
	}
})

test('variants of lists, thin lists and results stay out of search engines, their links do not', async ({ page }) => {
	for (const path of [
		'/category/task/list/501/tokyo?online=1',
		'/category/task/list/501/tokyo?order=newest',
		'/category/task/list/501/tokyo/station/狛江',
		'/category/task/list/1101/tokyo/city/檜原村',
		'/category/list/5/hyogo/station/西宮',
		'/search?q=三鷹',
		'/compare?office=1&office=2',
		'/qa?order=popular',
		'/qa?state=unanswered',
	]) {
		await page.goto(path)
		await expect(robotsOf(page)).toHaveAttribute('content', 'noindex,follow')
		await expect(canonicalOf(page)).toHaveCount(0)
	}
	for (const path of ['/category/task/list/501/tokyo', '/qa', '/articles']) {
		await page.goto(path)
		await expect(robotsOf(page)).toHaveCount(0)
		const next = await page.locator('link[rel=next]').getAttribute('href')
		await page.goto(next ?? '')
		await expect(robotsOf(page)).toHaveAttribute('content', 'noindex,follow')
	}
})

test('no two kinds of pages share a title', async ({ page }) => {
	const titles = new Set<string>()
	const paths = [
		'/',
		'/about',
		'/category',
		'/category/5',
		'/category/list/5',
		'/category/list/5/tokyo',
		'/category/task/list',
		'/category/task/list/501',
		'/category/task/list/501/tokyo',
		'/category/task/list/tool/501',
		'/office/1',
		'/expert/1',
		'/articles',
		'/articles?category=9',
		'/articles/trademark-before-opening',
		'/tool/1',
		'/office/search/prefecture/tokyo',
		'/rules',
		'/privacy',
		'/company',
		'/tokushoho',
		'/contact',
		'/contact/rights',
		'/search',
		'/compare',
		'/lp/factoring',
		'/lp/introduction',
		'/login',
	]
	for (const path of paths) {
		await page.goto(path)
		titles.add(await page.title())
	}
	expect(titles.size).toBe(paths.length)
})

test('structured data parses and matches the page', async ({ page, baseURL }) => {
	const structured = async (path: string) => {
		await page.goto(path)
		const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
		const entries = texts.map((text) => JSON.parse(text) as Record<string, unknown>)
		for (const entry of entries) expect(entry).toMatchObject({ '@context': 'https://schema.org', '@type': expect.anything() })
		return entries
	}
	const typed = (entries: Record<string, unknown>[], type: string) => entries.find((entry) => [entry['@type']].flat().includes(type))

	for (const path of [
		'/category/5',
		'/category/task/list/501',
		'/category/task/list/501/tokyo',
		'/office/1',
		'/expert/1',
		'/tool/1',
		'/articles?category=9',
		'/articles/trademark-before-opening',
	]) {
		const crumbs = typed(await structured(path), 'BreadcrumbList')?.['itemListElement'] as {
			position: number
			name: string
			item: string
		}[]
		expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, index) => index + 1))
		const shown = await page.getByRole('navigation', { name: 'パンくずリスト' }).getByRole('listitem').allTextContents()
		expect(shown.map((text) => text.replace('›', ''))).toEqual(crumbs.map(({ name }) => name))
		for (const { item } of crumbs) expect(item === undefined || item.startsWith(`${baseURL}/`)).toBe(true)
	}
	const faq = typed(await structured('/category/task/list/501'), 'FAQPage')?.['mainEntity'] as { name: string }[]
	for (const { name } of faq) await expect(page.getByText(name, { exact: true }).first()).toBeAttached()

	const office = (await structured('/office/1')).find((entry) => 'address' in entry)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(office?.['name']))
	expect(office).toMatchObject({
		url: `${baseURL}/office/1`,
		address: { '@type': 'PostalAddress', addressCountry: 'JP', addressRegion: '東京都', addressLocality: '三鷹市' },
		geo: { latitude: expect.any(Number), longitude: expect.any(Number) },
	})
	const article = typed(await structured('/articles/trademark-before-opening'), 'Article')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(article?.['headline']))
	expect(article).toMatchObject({
		mainEntityOfPage: `${baseURL}/articles/trademark-before-opening`,
		author: { '@type': 'Organization', name: expect.stringMatching(/編集部$/) },
		reviewedBy: { '@type': 'Person', url: expect.stringContaining('/expert/') },
		datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
	})
	expect((await structured('/expert/1')).some((entry) => JSON.stringify(entry).includes('森川'))).toBe(true)
})

test('robots.txt leads to sitemaps whose pages are there and call themselves by that address', async ({ page, request, baseURL }) => {
	const robots = await (await request.get('/robots.txt')).text()
	expect(robots).toMatch(/^User-agent: \*$/m)
	// A crawler must be able to read noindex, so only calls are disallowed.
	expect(robots.match(/^Disallow: .+$/gm)).toEqual(['Disallow: /api/'])
	const index = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
	expect(index).toBe(`${baseURL}/sitemap.xml`)

	await page.goto('/robots.txt')
	const locations = async (url: string, root: string) => {
		const response = await request.get(url)
		expect(response.status()).toBe(200)
		expect(response.headers()['content-type']).toContain('application/xml')
		const found = await page.evaluate(
			([text, name]) => {
				const document = new DOMParser().parseFromString(text, 'application/xml')
				if (document.querySelector('parsererror') || document.documentElement.localName !== name) return null
				return [...document.getElementsByTagName('loc')].map(({ textContent }) => textContent ?? '')
			},
			[await response.text(), root] as const,
		)
		expect(found).not.toBeNull()
		return found ?? []
	}
	const files = await locations(index, 'sitemapindex')
	expect(new Set(files.map((file) => file.replace(/.*\/|(?:-from-.*)?\.xml$/g, '')))).toEqual(
		new Set(['pages', 'category', 'task', 'tool', 'list', 'office', 'expert', 'question', 'article', 'fee', 'term']),
	)
	const all: string[] = []
	for (const file of files) {
		const urls = await locations(file, 'urlset')
		expect(urls.length).toBeGreaterThan(0)
		expect(urls.length).toBeLessThanOrEqual(50_000)
		all.push(...urls)
		for (const place of [0, 0.23, 0.5, 0.81, 1]) {
			const url = urls[Math.round(place * (urls.length - 1))] ?? ''
			const response = await request.get(url, { maxRedirects: 0 })
			expect(response.status(), url).toBe(200)
			const html = await response.text()
			expect(html, url).not.toContain('name="robots"')
			expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], url).toBe(url)
		}
	}
	expect(new Set(all).size).toBe(all.length)
	expect(all.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
})

test('shared pages each have a share card: a PNG of 1200 × 630', async ({ page, request, baseURL }) => {
	const pictures = new Set<string>()
	for (const path of ['/', '/office/1', '/office/2', '/expert/1', '/articles/trademark-before-opening']) {
		await page.goto(path)
		const address = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
		expect(address.startsWith(`${baseURL}/ogp/`)).toBe(true)
		await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /.+/)
		await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${baseURL}${path}`)
		const response = await request.get(address)
		expect(response.status()).toBe(200)
		expect(response.headers()['content-type']).toBe('image/png')
		const png = await response.body()
		expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1A\n')
		expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
		pictures.add(png.toString('base64'))
	}
	expect(pictures.size).toBe(5)
})
