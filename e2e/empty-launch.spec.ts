import { expect, test } from '@playwright/test'
import { pages } from './every-page.ts'
import { type RunningSite, startSite } from '../scripts/site/start-site.ts'

/** A site without demo content, as an operator launches it: geography and taxonomy, no office, no account, no question. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let site: RunningSite | undefined

test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	site = await startSite({ env: { SEED_DEMO: 'false' } })
})

test.afterAll(() => site?.stop())

/** Text that a visitor reads, without the choices of forms and what only the page's code reads. */
async function read(path: string): Promise<{ status: number; html: string; text: string }> {
	const response = await fetch(`${site?.url}${encodeURI(path)}`)
	const html = await response.text()
	const text = html
		.replaceAll(/<(script|style|select|textarea)\b.*?<\/\1>/gs, ' ')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ')
	return { status: response.status, html, text }
}

/** A demo's rooms do not exist here; the rest is what every visitor can open. */
const published = pages.filter((path) => !path.startsWith('/demo/'))

test('no page of an empty site shows zero counts, demo people or texts for the operator', async () => {
	for (const path of published) {
		const { status, text } = await read(path)
		expect(status, path).toBeLessThan(500)
		expect(text.match(/.{0,30}(?<![\d,.])0 ?(?:件|人|名|社|つの)(?!以).{0,20}/g) ?? [], path).toEqual([])
		expect(text, path).not.toMatch(/三鷹つむぎ|@example\.com|このサイトはデモ|デモの|komorebi/)
		expect(text, path).not.toMatch(/運営者の方へ|運営者が登録|ひな形です|書き換え、必要に応じて/)
	}
})

test('invented cases are labelled as such', async () => {
	for (const path of ['/', '/category/5', '/category/task/list/501']) expect((await read(path)).text, path).toMatch(/の例（架空）/)
})

test('an empty list says what can be done now, and search engines do not keep it', async () => {
	for (const path of [
		'/category/list/5',
		'/category/list/5/tokyo',
		'/category/task/list/501/tokyo',
		'/category/list/5/tokyo/station/三鷹',
		'/office/search/prefecture/tokyo',
	]) {
		const { html } = await read(path)
		expect(html, path).toContain('<meta name="robots" content="noindex,follow"/>')
		expect(html, path).toContain('href="/qa/write"')
		expect(html, path).toContain('href="/expert/register">専門家として登録する')
		expect(html, path).not.toContain('見積もりをまとめて頼む')
	}
	for (const path of ['/', '/category/5']) expect((await read(path)).html, path).toContain('専門家に無料で質問する')
})
