import { expect, test } from '@playwright/test'
import { freshAddress, linkFromMail } from './accounts.ts'
import {
	chosenFacets,
	expectTotal,
	findTaxAccountant,
	goToPlace,
	numberIn,
	officeIds,
	offices,
	orders,
	sizes,
	totalOf,
	wake,
} from './pages.ts'

for (const { name, use } of sizes)
	test.describe(name, () => {
		test.use(use)

		test('somebody finds a tax accountant near 三鷹駅, compares and can call', async ({ page }) => {
			await findTaxAccountant(page, { scripts: true })
		})

		test('a list is narrowed from Japan to a station; the count of each link is right', async ({ page }) => {
			await page.goto('/category/list/5')
			await wake(page)
			const heading = page.getByRole('heading', { level: 1 })
			for (const [section, place, title] of [
				['都道府県', /^神奈川県/, '神奈川県で税務・会計を相談できる事務所'],
				['市区町村', /^横浜市/, '横浜市で税務・会計を相談できる事務所'],
				['区', /^西区/, '横浜市西区で税務・会計を相談できる事務所'],
				['駅', /^横浜駅/, '横浜駅の近くで税務・会計を相談できる事務所'],
			] as const) {
				const promised = await goToPlace(page, section, place)
				await expect(heading).toHaveText(title)
				expect(promised).toBeGreaterThan(0)
				await expectTotal(page, promised)
			}
			const crumbs = page.getByRole('navigation', { name: 'パンくずリスト' })
			await expect(crumbs.getByRole('listitem')).toContainText([
				'トップ',
				'業務カテゴリー',
				'税務・会計',
				'事務所一覧',
				'神奈川県',
				'横浜市',
				'横浜市西区',
				'横浜駅',
			])
			await crumbs.getByRole('link', { name: '横浜市', exact: true }).click()
			await expect(page).toHaveURL(`/category/list/5/kanagawa/city/${encodeURIComponent('横浜市')}`)
		})

		test('a name that two stations of a prefecture share asks which one is meant', async ({ page }) => {
			await page.goto('/category/task/list/501/hyogo/station/西宮')
			await expect(page.getByRole('heading', { level: 1, name: '兵庫県には「西宮駅」が2つあります' })).toBeVisible()
			const stations = page.getByRole('main').getByRole('link', { name: /西宮駅/ })
			await expect(stations).toHaveCount(2)
			await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
			await stations.filter({ hasText: '阪神本線' }).click()
			await expect(page.getByRole('heading', { level: 1, name: '西宮駅の近くで税務顧問を頼める事務所' })).toBeVisible()
			await expect(page.getByText(/阪神本線（西宮市）/)).toBeVisible()
		})

		test('paging in both directions shows every office once and keeps conditions and order', async ({ page }) => {
			await page.goto('/category/task/list/501/tokyo?online=1&order=newest')
			await wake(page)
			const pager = page.getByRole('navigation', { name: '事務所一覧のページ' })
			const total = await totalOf(page)
			expect(total).toBeGreaterThan(20)
			const walked: { url: string; ids: number[] }[] = []
			for (let number = 1; ; number++) {
				walked.push({ url: page.url(), ids: await officeIds(page) })
				if (walked.flatMap(({ ids }) => ids).length >= total) break
				await expect(pager.getByText(`${number}ページ目`)).toBeVisible()
				await pager.getByRole('link', { name: /次のページ/ }).click()
				await expect(pager.getByText(`${number + 1}ページ目`)).toBeVisible()
				await expect(page).toHaveURL(/\?online=1&order=newest&page=/)
				await expect(chosenFacets(page).getByRole('link')).toHaveText([/^オンライン対応/])
				await expect(orders(page).getByRole('link', { name: '新着順' })).toHaveAttribute('aria-current', 'true')
				await expectTotal(page, total)
			}
			const ids = walked.flatMap((one) => one.ids)
			expect(new Set(ids).size).toBe(total)
			expect(ids).toHaveLength(total)
			await expect(pager.getByRole('link', { name: /次のページ/ })).toHaveCount(0)
			for (const [index, { ids: shown }] of walked.slice(0, -1).toReversed().entries()) {
				await pager.getByRole('link', { name: /前のページ/ }).click()
				await expect(pager.getByText(`${walked.length - 1 - index}ページ目`)).toBeVisible()
				expect(await officeIds(page)).toEqual(shown)
			}
			// An address that was noted down shows the same page.
			const second = walked[1]
			await page.goto(second?.url ?? '')
			expect(await officeIds(page)).toEqual(second?.ids)
		})
	})

test('lists of a station are ordered by distance, up to two kilometres', async ({ page }) => {
	await page.goto('/category/list/5/tokyo/station/新宿')
	const metres = (
		await offices(page)
			.getByText(/約[\d.]+k?m$/)
			.allTextContents()
	).map((text) => {
		const [, number, unit] = /約([\d.]+)(k?m)$/.exec(text) ?? []
		return Number(number) * (unit === 'km' ? 1000 : 1)
	})
	expect(metres.length).toBeGreaterThan(5)
	expect(metres).toEqual(metres.toSorted((a, b) => a - b))
	expect(Math.max(...metres)).toBeLessThanOrEqual(2000)
})

test('conditions count what they would leave, and several of them narrow further', async ({ page }) => {
	await page.goto('/category/task/list/501/tokyo')
	await wake(page)
	const facet = (name: string) =>
		page.getByRole('navigation', { name: '条件で絞り込む' }).getByRole('link', { name: new RegExp(`^${name}`) })
	let last = await totalOf(page)
	for (const name of ['オンライン対応', '夜間も対応', '初回相談無料']) {
		const promised = numberIn(await facet(name).textContent())
		expect(promised).toBeLessThan(last)
		await facet(name).click()
		await expectTotal(page, promised)
		last = promised
	}
	await expect(page).toHaveURL(/\?first-free=1&online=1&evening=1$/)
	await chosenFacets(page).getByRole('link', { name: 'すべて外す' }).click()
	await expect(page).toHaveURL('/category/task/list/501/tokyo')
})

test('the back button restores the list', async ({ page }) => {
	await page.goto('/category/task/list/501/tokyo?online=1')
	await wake(page)
	const ids = await officeIds(page)
	const last = offices(page).last()
	await last.scrollIntoViewIfNeeded()
	const scrolled = await page.evaluate(() => scrollY)
	await last.getByRole('heading').getByRole('link').click()
	await expect(page).toHaveURL(/\/office\/\d+$/)
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
	await page.goBack()
	await expect(page).toHaveURL('/category/task/list/501/tokyo?online=1')
	await expect(offices(page)).toHaveCount(ids.length)
	expect(await officeIds(page)).toEqual(ids)
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled / 2)
})

test('a thin list says so and shows nearby offices; an empty one also links to wider areas', async ({ page }) => {
	await page.goto('/category/task/list/501/tokyo/station/狛江')
	const around = page.getByRole('region', { name: '狛江駅から少し離れた事務所' })
	await expect(around.getByText(/上の件数には含みません/)).toBeVisible()
	expect(await around.getByRole('article').count()).toBeGreaterThan(0)

	await page.goto('/category/task/list/1101/tokyo/city/檜原村')
	await expect(page.getByText(/^檜原村に掲載中の事務所はまだありません。/)).toBeVisible()
	await expect(page.getByText('0件', { exact: true })).toHaveCount(0)
	await expect(page.getByRole('region', { name: '範囲を広げて見つかった事務所' }).getByRole('article').first()).toBeVisible()
	await page.getByRole('link', { name: '東京都に広げて探す' }).click()
	await expect(page).toHaveURL('/category/task/list/1101/tokyo')
})

test('a visitor waits for offices in an empty list, by a confirmed address, and stops it by one click', async ({ page, baseURL }) => {
	const email = freshAddress()
	await page.goto('/category/task/list/1101/tokyo/city/檜原村')
	await page.getByRole('link', { name: '事務所が新しく掲載されたら、メールで知らせてもらう' }).click()
	await page.getByLabel('メールアドレス').fill('not an address')
	await page.getByRole('button', { name: '確認のメールを受け取る' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(page.getByLabel('メールアドレス')).toHaveValue('not an address')
	await page.getByLabel('メールアドレス').fill(email)
	await page.getByRole('button', { name: '確認のメールを受け取る' }).click()
	await expect(page.getByText('確認のメールをお送りしました。')).toBeVisible()

	const link = await linkFromMail(page, email, '登録を確定')
	await page.goto(link)
	await page.getByRole('button', { name: '登録を確定する' }).click()
	await expect(page.getByText('登録しました。')).toBeVisible()
	await page.goto(link)
	await expect(page.getByRole('heading', { name: 'このリンクは使えません' })).toBeVisible()

	await page.goto('/demo/mailbox')
	const mail = page.locator('details').filter({ has: page.locator('summary').filter({ hasText: email }) })
	const stop = await mail.locator('a[href^="/mails/stop"]').first().getAttribute('href')
	const stopped = await fetch(`${baseURL}${stop}`, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
		redirect: 'manual',
	})
	expect(stopped.status).toBe(200)
})

test('more than four offices are not compared, and one can be taken out', async ({ page }) => {
	await page.goto('/compare?office=1&office=2&office=3&office=4&office=5')
	await expect(page.getByText('一度に比べられるのは4件までです。')).toBeVisible()
	const table = page.getByRole('region', { name: '比較表' })
	const columns = table.getByRole('columnheader')
	await expect(columns).toHaveCount(4)
	// The names stay in sight while the rows are read.
	await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
	await expect(columns.first()).toBeInViewport()
	await table.getByRole('link', { name: /^外す/ }).first().click()
	await expect(page).toHaveURL('/compare?office=2&office=3&office=4')
	await expect(columns).toHaveCount(3)
})

test("a municipality's code redirects permanently to its name, with the query", async ({ request }) => {
	const response = await request.get('/category/task/list/501/tokyo/city/13204?online=1&utm=x', { maxRedirects: 0 })
	expect(response.status()).toBe(301)
	expect(response.headers()['location']).toBe(`/category/task/list/501/tokyo/city/${encodeURIComponent('三鷹市')}?online=1`)
})

for (const [from, to] of [
	['/category/list/5/Tokyo', '/category/list/5/tokyo'],
	['/category/list/5/tokyo/station/三鷹駅?online=1', '/category/list/5/tokyo/station/三鷹?online=1'],
	['/category/task/list/503/saga/station/肥前山口', '/category/task/list/503/saga/station/江北'],
	['/category/task/list/503/hyogo/city/篠山市', '/category/task/list/503/hyogo/city/丹波篠山市'],
	['/category/list/5/Shizuoka/city/浜松市中区', '/category/list/5/shizuoka/city/浜松市中央区'],
	['/category/list/5/ibaraki/city/龍ヶ崎市', '/category/list/5/ibaraki/city/龍ケ崎市'],
	['/office/search/prefecture/Osaka', '/office/search/prefecture/osaka'],
] as const)
	test(`${from} redirects permanently to ${to}`, async ({ request }) => {
		const response = await request.get(encodeURI(from), { maxRedirects: 0 })
		expect(response.status()).toBe(301)
		expect(response.headers()['location']).toBe(encodeURI(to))
	})

for (const path of [
	'/category/0',
	'/category/13',
	'/category/05',
	'/category/constructor',
	'/category/list/99',
	'/category/list/501',
	'/category/list/5/atlantis',
	'/category/list/5/tokyo/city/横浜市',
	'/category/list/5/tokyo/city/14100',
	'/category/list/5/tokyo/city',
	'/category/list/5/tokyo/station/高輪ゲートウエイ',
	'/category/list/5/kanagawa/station/三鷹',
	'/category/task/list/5',
	'/category/task/list/599',
	'/category/task/list/501/tokyo/city/13204/more',
	'/category/task/list/tool/599',
	'/tool/99999',
	'/expert/0',
	'/expert/99999999',
	'/office/-1',
	'/office/1.5',
	'/office/9999999999',
	'/office/search/prefecture',
	'/mitaka',
])
	test(`${path} is not there`, async ({ page }) => {
		const response = await page.goto(path)
		expect(response?.status()).toBe(404)
		await expect(page.getByRole('heading', { level: 1, name: 'ご指定のページが見つかりません。' })).toBeVisible()
		await expect(page.getByRole('main').getByRole('link', { name: 'トップに戻る' })).toBeVisible()
		await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
	})
