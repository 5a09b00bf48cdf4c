import { expect, type Locator, type Page } from '@playwright/test'

/** The windows that journeys are walked in. */
export const sizes = [
	{ name: 'on a phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
	{ name: 'at a desk', use: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false } },
] as const

/**
 * Touches the page as a person does and waits until its code has taken over: React, or on a plain page the scripts, which
 * look last who is signed in.
 */
export async function wake(page: Page): Promise<void> {
	// A touch before the document listens for one wakes nothing.
	await page.waitForLoadState('domcontentloaded')
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	await page.waitForFunction(() => {
		if (!('__reactRouterContext' in window))
			return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/sessionCheck'))
		const { __reactRouterDataRouter: router } = window
		return router !== undefined && Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))
	})
}

/** Waits until the document's own call of this path is answered. */
export async function waitForCall(page: Page, path: string): Promise<void> {
	await page.waitForFunction((end) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)), path)
}

export const searchBox = (page: Page) => page.getByRole('main').getByLabel('業務・地域・駅・名前で探す')
export const facets = (page: Page) => page.getByRole('navigation', { name: '条件で絞り込む' })
export const orders = (page: Page) => page.getByRole('navigation', { name: '並び順' })
export const chosenFacets = (page: Page) => page.getByRole('list', { name: '選択中の条件' })
/** The offices of the list itself, without those of the neighbourhood. */
export const offices = (page: Page) => page.locator('form[action="/compare"] > ol').getByRole('article')

/** Ids of the offices that the list shows, in its order. */
export const officeIds = (page: Page) =>
	offices(page)
		.getByRole('checkbox')
		.evaluateAll((boxes) => boxes.map((box) => Number((box as HTMLInputElement).value)))

/** A number as a page writes it. */
export const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

const totalLine = (page: Page) => page.locator('main p', { hasText: /^[\d,]+件/ })
export const totalOf = async (page: Page) => numberIn(await totalLine(page).textContent())
export const expectTotal = (page: Page, total: number) =>
	expect(totalLine(page)).toHaveText(new RegExp(`^${total.toLocaleString('ja-JP')}件`))

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 800

/** Opens the folded conditions; a wide window shows them always. */
export async function unfoldFacets(page: Page): Promise<void> {
	if (isNarrow(page)) await facets(page).locator('summary').click()
	await expect(facets(page).getByRole('listitem').first()).toBeVisible()
}

/** Places below the current list; those that are not among the first lie in a fold. */
export async function goToPlace(page: Page, section: string, place: RegExp): Promise<number> {
	const part = page
		.getByRole('navigation', { name: /地域で絞り込む/ })
		.locator('section', { has: page.getByRole('heading', { name: section, exact: true }) })
	const links: Locator = part.getByRole('link', { name: place })
	const all = part.getByText(/から選ぶ$/)
	if (isNarrow(page)) await page.getByText('場所で絞り込む').click()
	if (!(await links.first().isVisible())) await all.click()
	const link = links.filter({ visible: true }).first()
	const count = numberIn((await link.textContent())?.replace(/^\D+/, '') ?? null)
	await link.click()
	return count
}

/**
 * A person looks for a tax accountant near 三鷹駅: from the words in the search box through the list, its conditions
 * and its orders to a comparison and to the way of calling one. `scripts` says whether the page's code is awake.
 */
export async function findTaxAccountant(page: Page, { scripts }: { scripts: boolean }): Promise<void> {
	const settled = async () => {
		if (scripts) await wake(page)
	}
	await page.goto('/')
	await settled()
	await searchBox(page).fill('三鷹 税理士')
	await page.getByRole('main').getByRole('button', { name: '検索' }).click()
	await expect(page.getByRole('heading', { level: 1, name: '「三鷹 税理士」の検索結果' })).toBeVisible()

	await page.getByRole('link', { name: /^三鷹駅 × 税務・会計（税理士）/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('三鷹駅の近くで税務・会計を相談できる事務所')
	await expect(page).toHaveURL(`/category/list/5/tokyo/station/${encodeURIComponent('三鷹')}?profession=zeirishi`)
	await expect(chosenFacets(page).getByRole('link')).toHaveText([/^税理士/])
	const before = await officeIds(page)
	expect(before).toHaveLength(await totalOf(page))
	for (const office of await offices(page).all()) {
		await expect(office).toContainText('税理士')
		await expect(office).toContainText(/三鷹駅 徒歩\d+分|三鷹駅から約/)
	}

	await unfoldFacets(page)
	const weekend = facets(page).getByRole('link', { name: /^土日祝も対応/ })
	const promised = numberIn(await weekend.textContent())
	await weekend.click()
	await expect(page).toHaveURL(/\?profession=zeirishi&weekend=1$/)
	await expectTotal(page, promised)
	await expect(offices(page)).toHaveCount(promised)
	for (const office of await offices(page).all()) await expect(office.getByRole('list', { name: '対応' })).toContainText('土日祝')
	await chosenFacets(page)
		.getByRole('link', { name: /^土日祝も対応/ })
		.click()
	await expectTotal(page, before.length)

	await orders(page).getByRole('link', { name: '評価が高い順' }).click()
	await expect(orders(page).getByRole('link', { name: '評価が高い順' })).toHaveAttribute('aria-current', 'true')
	await expect(page).toHaveURL(/\?profession=zeirishi&order=rating$/)
	if (isNarrow(page)) await page.getByText('「評価が高い順」の決め方').click()
	await expect(page.getByText(/口コミの平均点が高い順です/)).toBeVisible()
	expect(new Set(await officeIds(page))).toEqual(new Set(before))

	const cards = page.locator('form[action="/compare"]').getByRole('article')
	const other = cards.filter({ hasNotText: '三鷹つむぎ' }).first()
	const names = ['三鷹つむぎ税理士事務所', ((await other.getByRole('heading').textContent()) ?? '').trim()]
	await other.getByRole('checkbox').check()
	await cards.filter({ hasText: '三鷹つむぎ' }).getByRole('checkbox').check()
	await page.getByRole('button', { name: '並べて比較する' }).click()
	await expect(page).toHaveURL(/\/compare\?office=\d+&office=\d+$/)
	const table = page.getByRole('region', { name: '比較表' })
	for (const name of names) await expect(table.getByRole('columnheader', { name })).toBeVisible()
	await expect(table.getByRole('rowheader', { name: '初回相談', exact: true })).toBeVisible()

	await table.getByRole('link', { name: '三鷹つむぎ税理士事務所', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1, name: '三鷹つむぎ税理士事務所' })).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: /^電話する/ })).toHaveAttribute('href', /^tel:\d{10}$/)
	if (isNarrow(page)) await page.getByText('駅からの略図').click()
	await expect(page.getByRole('img', { name: /周辺図。三鷹駅 徒歩\d+分/ })).toBeVisible()
	await expect(page.getByRole('link', { name: /Googleマップで開く/ })).toHaveAttribute('href', /query=35\.\d+,139\.\d+$/)
}
