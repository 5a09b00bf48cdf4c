import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { copySources } from '../scripts/site/sources.ts'
import { makeDataDir, type RunningSite, startSite } from '../scripts/site/start-site.ts'
import { findFreePort } from '../src/platform/free-port.ts'

/** What `npm run dev` runs, on a copy of the sources, since the test changes a page and Vite writes beside them. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

/** A slow machine compiles a hundred modules before it answers. */
const answer = { timeout: 120_000 }
let sources = ''
let site: RunningSite | undefined
let url = ''

test.beforeAll(async () => {
	// A first start can take long on a slow machine.
	test.setTimeout(300_000)
	sources = await copySources()
	await change('vite.config.ts', 'plugins:', `cacheDir: '.cache/vite',\n\tplugins:`)
	const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { dev: string } }
	const [program, ...args] = scripts.dev.split(' ')
	expect(program).toBe('node')
	site = await startSite({ cwd: sources, file: args.at(-1) ?? '', nodeArguments: args.slice(0, -1), env: { SEED_DEMO: 'no' } })
	url = site.url
})

test.afterAll(async () => {
	await site?.stop()
	await rm(sources, { recursive: true, force: true })
})

async function change(file: string, from: string, to: string): Promise<void> {
	const place = path.join(sources, file)
	const before = await readFile(place, 'utf8')
	expect(before).toContain(from)
	await writeFile(place, before.replace(from, to))
}

/** The page's own modules and those that they import, as a browser would ask for them. */
async function loadScripts(request: APIRequestContext, html: string): Promise<string[]> {
	const asked = new Set<string>()
	const waiting = scriptsIn(html)
	for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
		if (asked.has(script)) continue
		asked.add(script)
		const response = await request.get(url + script, answer)
		expect(response.status(), script).toBe(200)
		expect(response.headers()['content-type'], script).toMatch(/^text\/javascript\b/)
		waiting.push(...scriptsIn(await response.text()))
	}
	return [...asked]
}

const scriptsIn = (text: string): string[] =>
	[...text.matchAll(/"(\/(?:src|@id|@vite|\.cache)\/[^"\s]+)"/gu)].flatMap(([, script]) => script ?? [])

test('pages are served with all of their scripts as plain JavaScript', async ({ request }) => {
	for (const { page, heading } of [
		{ page: '/', heading: /<h1\b/ },
		{ page: '/login', heading: /<h1\b[^>]*>ログイン</ },
	]) {
		const response = await request.get(url + page, answer)
		expect(response.status(), page).toBe(200)
		expect(await response.text(), page).toMatch(heading)
	}
	const scripts = await loadScripts(request, await (await request.get(`${url}/login`, answer)).text())
	for (const part of ['/src/web/entry.client.', '/src/web/root.tsx', '/src/web/accounts/login.page.tsx', '/.cache/vite/deps/'])
		expect(
			scripts.some((script) => script.includes(part)),
			part,
		).toBe(true)
})

test('serves a page again after its source changed', async ({ request }) => {
	await change('src/web/accounts/login.page.tsx', 'heading="ログイン"', 'heading="いま直したログイン"')
	await expect
		.poll(async () => (await request.get(`${url}/login`, answer)).text(), { timeout: 120_000 })
		.toContain('<h1>いま直したログイン</h1>')
})

test('an open page shows an edit without interaction', async ({ page }) => {
	await page.goto(`${url}/login`)
	await page.waitForFunction(() => '__reactRouterDataRouter' in window)
	await change('src/web/accounts/login.page.tsx', 'いま直したログイン', 'もう一度直したログイン')
	await expect(page.getByRole('heading', { name: 'もう一度直したログイン' })).toBeVisible(answer)
})

test('an open public page shows an edit of what only the server has', async ({ page }) => {
	await page.goto(`${url}/contact`)
	await page.waitForFunction(() => '__reactRouterDataRouter' in window)
	await change('src/web/layout/root-data.server.ts', 'name: config.siteName,', 'name: `${config.siteName}いま直した`,')
	await expect(page.getByRole('contentinfo')).toContainText('しるべいま直した', answer)
})

test('an open page that is plain in production shows edits of its component, its loader and its rules', async ({ page }) => {
	await page.goto(url)
	await page.waitForFunction(() => '__reactRouterDataRouter' in window)
	await change('src/web/top/hero.tsx', '登録番号を掲載', '登録番号をいま直した')
	await expect(page.getByText('登録番号をいま直した')).toBeVisible(answer)
	await change('src/web/top/top.page.tsx', 'taskTotal: tasks.length,', 'taskTotal: 98765,')
	await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /98765の業務/, answer)
	await change('src/domain/taxonomy/categories.ts', 'name: row.name,', 'name: `${row.name}いま直した`,')
	await expect(page.getByRole('main')).toContainText('税務・会計いま直した', answer)
})

test('Ctrl-C ends it without an error', async () => {
	expect(await site?.stop()).toBe(0)
	site = undefined
	await expect(fetch(url)).rejects.toThrow()
})

test('stops with its database when npm gets a signal, which npm passes to the shell only', async () => {
	const dataDir = await makeDataDir()
	const postgres = path.join(dataDir, 'postgres', 'postmaster.pid')
	const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/dev.ts; exit $?`], {
		cwd: sources,
		env: { ...process.env, PORT: String(await findFreePort()), DATA_DIR: dataDir, SEED_DEMO: 'no' },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	try {
		let shown = ''
		for await (const chunk of shell.stdout) {
			shown += String(chunk)
			if (shown.includes('is ready')) break
		}
		expect(existsSync(postgres)).toBe(true)
		shell.kill('SIGTERM')
		await expect.poll(() => existsSync(postgres), { timeout: 60_000 }).toBe(false)
	} finally {
		shell.kill('SIGKILL')
		await rm(dataDir, { recursive: true, force: true })
	}
})
