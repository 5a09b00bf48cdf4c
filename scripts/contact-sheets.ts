import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { diagnosisQuery } from '../e2e/diagnosis.ts'
import { prepareBrowser } from './browser/prepare.ts'
import { startSite } from './site/start-site.ts'

/**
 * Photographs every type of public page of a demo at four widths, for a comparison of two revisions:
 *
 *     npm run design:sheets -- after                          # this checkout
 *     npm run design:sheets -- before --checkout ../before    # another one, with its packages installed
 *     npm run design:sheets -- after --url http://localhost:3000 --width 360
 *
 * Writes docs/design/NAME-WIDTH.jpg, each under 300 KB: the first view of each page, or more of it on a phone.
 */
const pageTypes: readonly { name: string; path: string }[] = [
	{ name: 'top', path: '/' },
	{ name: '/about', path: '/about' },
	{ name: '/category', path: '/category' },
	{ name: 'category', path: '/category/5' },
	{ name: 'task index', path: '/category/task/list' },
	{ name: 'list', path: '/category/task/list/501/tokyo' },
	{ name: 'empty list', path: '/category/task/list/904/tottori/city/境港市' },
	{ name: 'prefecture', path: '/office/search/prefecture/tokyo' },
	{ name: 'office', path: '/office/1' },
	{ name: 'expert', path: '/expert/1' },
	{ name: 'tool', path: '/tool/1' },
	{ name: 'compare', path: '/compare?office=1&office=2&office=3' },
	{ name: 'search', path: '/search?q=三鷹 税理士' },
	{ name: '/qa', path: '/qa' },
	{ name: 'question', path: '/qa/39' },
	{ name: 'articles', path: '/articles' },
	{ name: 'article', path: '/articles/notices-after-incorporation' },
	{ name: 'bulk_estimate', path: '/bulk_estimate?task=503&office=1' },
	{ name: 'lp/factoring', path: '/lp/factoring' },
	{ name: 'diagnosis', path: `/lp/factoring${diagnosisQuery()}` },
	{ name: 'lp/introduction', path: '/lp/introduction' },
	{ name: 'wizard, end', path: '/lp/introduction?who=sole&hurt=tax-inspection&task=505&area=13' },
	{ name: 'login', path: '/login' },
	{ name: 'rules', path: '/rules' },
	{ name: '404', path: '/no/such/page' },
	{ name: 'empty /qa', path: '/qa?q=ぬるぽぽぽ' },
	{ name: 'share card', path: '/ogp/office/1.png' },
]

/** Of each window: its height, and the width and number of a row's tiles. */
const windows = [
	{ width: 360, height: 740, tile: 176, columns: 9 },
	{ width: 768, height: 900, tile: 226, columns: 7 },
	{ width: 1280, height: 860, tile: 280, columns: 6 },
	{ width: 1920, height: 1080, tile: 280, columns: 6 },
] as const

const LABEL = 22
const GAP = 8
const MOST_BYTES = 300_000

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { checkout: { type: 'string' }, url: { type: 'string' }, width: { type: 'string', multiple: true } },
})
const [name] = positionals
if (!name || !/^[a-z-]+$/.test(name)) throw new Error('Name the sheets, for example: npm run design:sheets -- after')

const folder = path.resolve('docs/design')
await mkdir(folder, { recursive: true })
const site = values.url ? null : await startSite(values.checkout ? { cwd: path.resolve(values.checkout) } : {})
const prepared = await prepareBrowser()
const browser = await chromium.launch({
	...(prepared.executablePath ? { executablePath: prepared.executablePath } : {}),
	args: prepared.args,
	env: { ...(process.env as Record<string, string>), ...prepared.env },
})
try {
	for (const one of windows)
		if (!values.width || values.width.includes(`${one.width}`)) await makeSheet(browser, values.url ?? site?.url ?? '', one)
} finally {
	await browser.close()
	await site?.stop()
}

async function makeSheet(from: Browser, url: string, { width, height, tile, columns }: (typeof windows)[number]): Promise<void> {
	const page = await (await from.newContext({ viewport: { width, height }, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })).newPage()
	const tileHeight = Math.round((tile * height) / width)
	const tiles: { input: Buffer; left: number; top: number }[] = []
	for (const [place, { name: title, path: address }] of pageTypes.entries()) {
		const [left, top] = [(place % columns) * (tile + GAP), Math.floor(place / columns) * (tileHeight + LABEL + GAP)]
		const picture = await photograph(page, `${url}${address}`)
		tiles.push(
			{ input: await label(title, tile), left, top },
			{
				input: await sharp(picture).resize(tile, tileHeight, { fit: 'contain', position: 'top', background: '#ffffff' }).toBuffer(),
				left,
				top: top + LABEL,
			},
		)
	}
	const rows = Math.ceil(pageTypes.length / columns)
	const sheet = sharp({
		create: { width: columns * (tile + GAP) - GAP, height: rows * (tileHeight + LABEL + GAP) - GAP, channels: 3, background: '#8f9a9c' },
	}).composite(tiles)
	const raw = await sheet.png().toBuffer()
	for (const quality of [78, 70, 62, 54, 46, 38, 30]) {
		const file = await sharp(raw).jpeg({ quality, mozjpeg: true }).toBuffer()
		if (file.length > MOST_BYTES && quality > 30) continue
		const target = path.join(folder, `${name}-${width}.jpg`)
		await writeFile(target, file)
		console.log(`${path.relative('.', target)}: ${Math.round(file.length / 1_000)} KB, quality ${quality}`)
		break
	}
	await page.context().close()
}

type Page = Awaited<ReturnType<Browser['newPage']>>

/** The window as it first appears, with its pictures loaded. */
async function photograph(page: Page, address: string): Promise<Buffer> {
	await page.goto(address, { waitUntil: 'load' })
	await page.evaluate(() => document.fonts.ready.then(() => undefined))
	return page.screenshot()
}

function label(text: string, width: number): Promise<Buffer> {
	const written = `<span foreground="#ffffff">${text.replaceAll('&', '&amp;')}</span>`
	return sharp({ text: { text: written, font: 'sans-serif', width: width - 8, height: LABEL - 6, rgba: true } })
		.png()
		.toBuffer()
}
