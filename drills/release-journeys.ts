import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The first member. */
export const DRILL_EMAIL = 'drill@example.com'
const PASSWORD = 'correct-horse-battery'
const MAIL_WITHIN_MS = 60_000

type Release = {
	url: string
	dataDir: string
	/** Runs `./shirube` with these words and returns what it prints. */
	execute: (...args: string[]) => Promise<string>
}

/** Prints whether a promise holds; one that does not makes the drill end with exit code 1. */
export function expectThat(isTrue: boolean, promise: string): void {
	console.log(`${isTrue ? 'yes' : 'NO '}  ${promise}`)
	if (!isTrue) process.exitCode = 1
}

/** What the first people of a new site do: sign up by mail, sign in, ask, become staff by a command, and look at offices. */
export async function tryJourneys({ url, dataDir, execute }: Release): Promise<void> {
	const browser = newBrowser(url)
	await browser.get('/register')
	const registered = await browser.post('/register', { email: DRILL_EMAIL, password: PASSWORD })
	expectThat(registered.status < 400, `signing up answers ${registered.status}`)
	const link = await findLink(path.join(dataDir, 'mail'))
	const code = link?.searchParams.get('oobCode') ?? ''
	expectThat(code !== '', 'a mail with a link is in DATA_DIR/mail')
	await browser.get(`/action?mode=verifyEmail&oobCode=${code}`)
	const confirmed = await browser.post(`/action?mode=verifyEmail&oobCode=${code}`, { oobCode: code })
	expectThat(confirmed.status < 400, `the link of the mail answers ${confirmed.status}`)
	await browser.get('/login')
	const signedIn = await browser.post('/login', { email: DRILL_EMAIL, password: PASSWORD })
	expectThat(signedIn.status < 400 && browser.hasSession(), `signing in answers ${signedIn.status} with a session`)
	expectThat((await browser.get('/mypage')).status < 400, 'My Page opens')

	const title = '開業届の提出期限と青色申告の届出について'
	await browser.get('/qa/post')
	const asked = await browser.post('/qa/post', {
		intent: 'post',
		title,
		body: 'フリーランスとして独立しました。開業届と青色申告承認申請書は同時に出すものでしょうか。期限を過ぎた場合の影響も知りたいです。',
		category: '5',
		stage: 'sole',
		anonymous: '1',
		clientKey: randomUUID(),
	})
	const question = asked.headers.get('location')?.replace(/[?#].*$/, '') ?? ''
	const shown = question === '' ? '' : await (await browser.get(question)).text()
	expectThat(asked.status === 303 && shown.includes(title), `a question is posted (${asked.status}) and shown at ${question}`)

	const granted = await execute('staff', 'grant', DRILL_EMAIL, 'admin')
	expectThat((await execute('staff', 'list')).includes(DRILL_EMAIL), `./shirube staff grant says: ${granted.split('\n').at(-1)}`)
	expectThat((await execute('audit:verify')).length > 0, './shirube audit:verify finds the events whole')
	expectThat(
		(await execute('import:offices', '--template')).includes('メールアドレス'),
		'./shirube import:offices --template prints the columns',
	)
	expectThat((await execute('upgrade:check')).length > 0, './shirube upgrade:check')

	await execute('seed', '--offices', '20')
	const list = await (await browser.get('/sitemap.xml')).text()
	const office = /\/office\/\d+/.exec(list)?.[0] ?? '/office/1'
	const page = await browser.get(office)
	expectThat(page.status === 200 && (await page.text()).includes('事務所'), `${office} answers ${page.status} after ./shirube seed`)
}

function newBrowser(url: string) {
	// A page gives the token to navigations only, and this client cannot say that it navigates.
	const cookies = new Map([['csrfToken', 'AbCdEf12']])
	const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
		const headers = new Headers(init.headers)
		headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
		const response = await fetch(url + address, { ...init, headers, redirect: 'manual' })
		for (const line of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			cookies.set(name, value)
		}
		return response
	}
	return {
		// With https its name has a prefix.
		hasSession: () => [...cookies.keys()].some((name) => /(?:^|-)session$/.test(name)),
		get: (address: string) => ask(address),
		post(address: string, fields: Readonly<Record<string, string>>) {
			const body = new URLSearchParams({ csrfToken: cookies.get('csrfToken') ?? '', ...fields })
			return ask(address, { method: 'POST', body, headers: { origin: url, 'sec-fetch-site': 'same-origin' } })
		},
	}
}

/** The first link with a code in the mails that a site without a mail server keeps. */
async function findLink(folder: string): Promise<URL | null> {
	for (const until = Date.now() + MAIL_WITHIN_MS; Date.now() < until; await delay(500))
		for (const name of await readdir(folder).catch(() => [])) {
			if (!name.endsWith('.json')) continue
			const { text } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { text: string }
			const found = /https?:\/\/\S+oobCode=\S+/.exec(text)?.[0]
			if (found !== undefined) return new URL(found)
		}
	return null
}
