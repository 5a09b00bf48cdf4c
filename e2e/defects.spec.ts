import { expect, type Page, test } from '@playwright/test'

/** What a review of the pages found once and no other journey looks at (docs/decisions/0037). */

const left = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? -1

test('a list without offices and conditions begins where its heading does', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto('/category/task/list/1101/tokyo/city/檜原村')
	expect(Math.abs((await left(page, 'form[action="/compare"]')) - (await left(page, 'main h1')))).toBeLessThanOrEqual(1)
})

for (const width of [320, 340, 360])
	test(`the site’s name is read in header and footer at ${width} px`, async ({ page }) => {
		await page.setViewportSize({ width, height: 740 })
		await page.goto('/category')
		for (const frame of ['banner', 'contentinfo'] as const) {
			const name = await page.getByRole(frame).getByText('しるべ', { exact: true }).first().boundingBox()
			expect(name?.width ?? 0).toBeGreaterThan(40)
			expect((name?.x ?? width) + (name?.width ?? 0)).toBeLessThanOrEqual(width)
		}
	})

for (const path of [
	'/bulk_estimate',
	'/qa/write',
	'/contact',
	'/office/1/inquiry',
	'/category',
	'/qa',
	'/articles',
	'/office/1',
	'/about',
	'/rules',
])
	test(`the way to ${path} begins where its heading does on a wide screen`, async ({ page }) => {
		for (const width of [1280, 1920]) {
			await page.setViewportSize({ width, height: 800 })
			await page.goto(path)
			const trail = await left(page, 'nav[aria-label="パンくずリスト"] ol')
			const main = await left(page, 'main .content:not(nav), main [class*="page"]:not(nav)')
			expect(Math.abs(trail - main)).toBeLessThanOrEqual(1)
		}
	})

test('the tiles of the map are wide and high enough for a finger', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto('/')
	await page.getByText('47都道府県の地図を開く').click()
	const tiles = await page.locator('[data-prefecture] a').evaluateAll((all) =>
		all.map((one) => {
			const { width, height, right } = one.getBoundingClientRect()
			return { width, height, right }
		}),
	)
	expect(tiles).toHaveLength(47)
	for (const { width, height, right } of tiles) {
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
		expect(right).toBeLessThanOrEqual(360)
	}
})

test('on a phone the names and the items of a comparison stay while it is pushed', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto('/compare?office=1&office=2&office=3')
	const table = page.getByRole('region', { name: '比較表' })
	const name = table.getByRole('columnheader').last()
	const item = table.getByRole('rowheader').last()
	await table.evaluate((element) => {
		element.scrollIntoView()
		element.scrollTo(element.scrollWidth, element.scrollHeight)
	})
	await expect(name).toBeInViewport({ ratio: 0.9 })
	await expect(item).toBeInViewport({ ratio: 0.9 })
	const [column, row] = await Promise.all([name.boundingBox(), item.boundingBox()])
	expect(row?.x ?? 360).toBeLessThan(60)
	// The last column is whole: what stays lies above the cells.
	const frame = await table.boundingBox()
	expect(column?.x ?? 0).toBeGreaterThanOrEqual(frame?.x ?? 360)
	expect((column?.x ?? 360) + (column?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
})

test('the contents beside a long text stay in sight', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto('/about')
	const contents = page.getByRole('navigation', { name: 'このページの内容' })
	await page.getByRole('heading', { name: 'お問い合わせ' }).scrollIntoViewIfNeeded()
	await expect(contents).toBeInViewport()
})

test('an office names each line of a station once', async ({ page }) => {
	for (const id of [1, 2, 3]) {
		await page.goto(`/office/${id}`)
		for (const text of await page.locator('#access ~ * [class*="lines"]').allTextContents()) {
			const lines = text.split('、').map((line) => line.replace('本線', '線'))
			expect(new Set(lines).size, text).toBe(lines.length)
		}
	}
})

test('every template has a file, every calculation its form', async ({ page, request }) => {
	const lists = [
		'/category/task/list/tool/501',
		'/category/task/list/tool/503',
		'/category/task/list/tool/601',
		'/category/task/list/tool/703',
	]
	const tools = new Set<string>()
	for (const list of lists)
		for (const [, path = ''] of (await (await request.get(list)).text()).matchAll(/href="(\/tool\/\d+)"/g)) tools.add(path)
	expect(tools.size).toBeGreaterThan(3)
	for (const path of tools) {
		await page.goto(path)
		const main = page.getByRole('main')
		if (await main.getByText(/^(?:ひな形・書式|計算ツール)$/).count())
			await expect(main.locator('article a.button').first(), path).toBeVisible()
	}
})

test('a search of the questions that finds nothing offers one way to ask', async ({ page }) => {
	await page.goto('/qa?q=ぬるぽぽぽ')
	const main = page.getByRole('main')
	await expect(main.getByText('この条件に合う質問は見つかりませんでした。')).toBeVisible()
	await expect(main.locator('a, button').filter({ hasText: /質問(?:する|を書く)/ })).toHaveCount(1)
})

test('a closed office has no ring beside its state', async ({ page }) => {
	await page.goto('/office/1')
	const badge = page.locator('[data-open]').first()
	const marks = await badge.evaluate((element) =>
		['false', 'true'].map((open) => {
			element.setAttribute('data-open', open)
			return getComputedStyle(element, '::before').content
		}),
	)
	expect(marks).toEqual(['none', '"●"'])
})

test('the way to a forgotten password stands between the password and the button', async ({ page }) => {
	await page.goto('/login')
	const top = async (role: 'link' | 'button', name: string) => (await page.getByRole(role, { name, exact: true }).boundingBox())?.y ?? 0
	const field = await page.getByLabel('パスワード', { exact: true }).boundingBox()
	const way = await top('link', 'パスワードを忘れた方')
	expect(way).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
	expect(await top('button', 'ログイン')).toBeGreaterThan(way)
})

for (const path of ['/lp/factoring', '/lp/introduction'])
	test(`${path} leads to the search`, async ({ page }) => {
		await page.goto(path)
		await page.getByRole('link', { name: '専門家・事務所を検索' }).click()
		await expect(page).toHaveURL('/search')
	})

test('a mail’s page that is opened without its code says what it is for and leads on', async ({ page }) => {
	await page.goto('/action')
	await expect(page.getByRole('heading', { level: 1, name: 'メールのリンクを開くページ' })).toBeVisible()
	await expect(page.getByText(/^登録の確認や、メールアドレスの変更のお知らせにあるリンクから開くページです。/)).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'ログインへ進む' }).click()
	await expect(page).toHaveURL('/login')
})

test('pages are light where the system is dark, and say so to the browser', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'dark' })
	await page.goto('/')
	const [scheme, ground] = await page.evaluate(() => {
		const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement)
		return [colorScheme, backgroundColor]
	})
	expect(scheme).toBe('light')
	expect(ground).toBe('rgb(255, 255, 255)')
	await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#ffffff')
})

for (const [path, way] of [
	['/qa?q=ぬるぽぽぽ', '条件をすべて外す'],
	['/articles?q=ぬるぽぽぽ', 'すべての記事を見る'],
	['/compare', '業務から事務所を探し'],
	['/search?q=ぬぬぬぬぬぬ', '専門家に質問する'],
	['/category/task/list/1101/tokyo/city/檜原村', '東京都に広げて探す'],
	['/no/such/page', '業務から探す'],
] as const)
	test(`${path} has a scene and a way on where there is nothing`, async ({ page }) => {
		await page.goto(path)
		const main = page.getByRole('main')
		const scene = main.locator('img[src^="/scenes/"]')
		await expect(scene).toHaveCount(1)
		await scene.scrollIntoViewIfNeeded()
		await expect.poll(() => scene.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
		await expect(main.getByRole('link', { name: way }).first()).toBeVisible()
	})
