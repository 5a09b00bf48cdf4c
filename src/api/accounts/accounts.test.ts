import { Hono } from 'hono'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { PASSWORD, testSite } from '../../domain/accounts/accounts-for-test.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { readWhoIsLooking } from '../../http/accounts-request.ts'
import { admitWrites } from '../../http/write-gate-for-test.ts'
import type { AccountsEnv } from '../shared/accounts-part.ts'
import { createApi } from '../index.ts'

const origin = 'https://shirube.example'
const taro = 'taro@example.com'

type Sent = { body?: unknown; idToken?: string; headers?: Record<string, string>; csrf?: string | null }
type Answer = { status: number; json: Record<string, unknown>; headers: Headers; cookies: string[] }

/** The API as the site composes it, over a separate database, and browsers that call it. */
async function api() {
	const made = await freshDatabase()
	onTestFinished(() => made.close())
	const ctx: Ctx = { ...visitorCtx(made.db), now: () => new Date(), site: { name: 'しるべ', publicUrl: origin } }
	const site = testSite(ctx)
	const app = new Hono<AccountsEnv>()
	app.use(admitWrites({ rules: [] }))
	app.use(readWhoIsLooking({ ctx: { ...ctx, ...site.services }, accounts: site.accounts, secure: true }))
	app.route('/', createApi({ config: { siteName: 'しるべ', publicUrl: origin }, log: pino({ level: 'silent' }) }))

	function browser() {
		const jar = new Map([['csrfToken', 'abcdefgh']])
		const call = async (
			method: string,
			path: string,
			{ body, idToken, headers = {}, csrf = jar.get('csrfToken') ?? null }: Sent = {},
		): Promise<Answer> => {
			const response = await app.request(
				`${origin}${path}`,
				{
					method,
					headers: {
						...(method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' }),
						...(csrf === null ? {} : { 'x-csrf-token': csrf }),
						...(body === undefined ? {} : { 'content-type': 'application/json' }),
						...(idToken === undefined ? {} : { authorization: `Bearer ${idToken}` }),
						cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
						...headers,
					},
					...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
				},
				{ address: '203.0.113.7' },
			)
			const cookies = response.headers.getSetCookie()
			for (const cookie of cookies) {
				const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
				if (value === '') jar.delete(name)
				else jar.set(name, value)
			}
			const text = await response.text()
			return {
				status: response.status,
				json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
				headers: response.headers,
				cookies,
			}
		}
		return {
			jar,
			get: (path: string, sent?: Sent) => call('GET', path, sent),
			post: (path: string, sent?: Sent) => call('POST', path, sent),
			put: (path: string, sent?: Sent) => call('PUT', path, sent),
			async logIn(email = taro, password = PASSWORD) {
				const { json } = await call('POST', '/api/identity/signIn', { body: { email, password } })
				return call('POST', '/api/sessionLogin', { idToken: String(json['idToken']), body: { csrfToken: 'abcdefgh' } })
			},
		}
	}
	return { site, browser, db: made.db }
}

test('from signing up to signing out, by the calls of the spec', async () => {
	const { browser, site } = await api()
	const me = browser()
	const { json: signedUp } = await me.post('/api/identity/signUp', { body: { email: ' Taro@Example.COM ', password: PASSWORD } })
	const idToken = String(signedUp['idToken'])
	expect(
		(await me.put('/api/user', { idToken, body: { user: { isExpert: true, isS: true, email: 'x@example.com' }, csrfToken: 'abcdefgh' } }))
			.json,
	).toMatchObject({
		created: true,
		user: { email: taro, isExpert: false, isS: false, receiveEmail: true, hasLoggedIn: false, taskIds: [] },
	})
	expect((await me.post('/api/identity/sendVerification', { idToken })).status).toBe(200)
	expect((await me.get('/api/myInfo')).json).toEqual({ user: null, docId: null })
	expect((await me.get('/api/sessionCheck')).json).toEqual({ loggedIn: false, uid: null, expiresAt: null })

	const login = await me.logIn()
	expect(login.status).toBe(200)
	expect(login.cookies).toContainEqual(
		expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax; Secure$/),
	)
	expect(login.headers.get('cache-control')).toBe('no-store')
	expect((await me.get('/api/sessionCheck')).json).toMatchObject({ loggedIn: true, uid: signedUp['uid'] })
	expect((await me.post('/api/user/category', { body: { category: [1, 3] } })).json).toMatchObject({ user: { categoryIds: [1, 3] } })
	expect((await me.post('/api/user/category', { body: { category: [99] } })).status).toBe(422)
	expect((await me.post('/api/user/recordLoggedIn')).json).toMatchObject({ user: { hasLoggedIn: true } })
	const info = (await me.get('/api/myInfo')).json
	expect(info).toMatchObject({ user: { email: taro, hasLoggedIn: true, categoryIds: [1, 3] } })
	expect(
		(await me.post('/api/updateUser', { body: { id: info['docId'], user: { lastName: '渡辺', isExpert: true } } })).json,
	).toMatchObject({
		user: { lastName: '渡辺', isExpert: false },
	})
	expect((await me.post('/api/getUserWithParam', { body: { email: taro } })).json).toMatchObject({ docId: info['docId'] })

	expect((await me.post('/api/getUserWithParam', { body: { uid: 'a\u0000b' } })).status).toBe(404)

	const { json: applied } = await me.post('/api/identity/actionCode/apply', { body: { oobCode: site.lastCode(taro) } })
	expect(applied).toEqual({ mode: 'verifyEmail', email: taro })
	const out = await me.get('/api/sessionLogout', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' } })
	expect(out.json).toEqual({ loggedIn: false })
	expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"')
	expect(me.jar.get('__Host-device')).toBeDefined()
	expect(me.jar.has('__Host-session')).toBe(false)
	expect((await me.get('/api/myInfo')).json).toEqual({ user: null, docId: null })
})

test('a revoked session is refused and loses its cookie', async () => {
	const { browser, site, db } = await api()
	const { uid } = await site.account(taro)
	const me = browser()
	await me.logIn()
	await db.deleteFrom('sessions').where('uid', '=', uid).execute()
	for (const path of ['/api/user/recordLoggedIn', '/api/deleteMe', '/api/identity/refresh'])
		expect((await me.post(path)).json).toMatchObject({ status: 401, code: 'auth/session-required' })
	expect((await me.get('/api/sessionCheck')).json).toMatchObject({ loggedIn: false })
	expect(me.jar.has('__Host-session')).toBe(false)
})

test('a session planted in a browser before sign-in never becomes a person’s', async () => {
	const { browser, site } = await api()
	await site.account(taro)
	const me = browser()
	me.jar.set('__Host-session', 'f'.repeat(43))
	await me.logIn()
	expect(me.jar.get('__Host-session')).not.toBe('f'.repeat(43))
	const attacker = browser()
	attacker.jar.set('__Host-session', 'f'.repeat(43))
	expect((await attacker.get('/api/myInfo')).json).toEqual({ user: null, docId: null })
})

test('rejects every write from another site', async () => {
	const { browser, site, db } = await api()
	await site.account(taro)
	const me = browser()
	await me.logIn()
	const evil = 'https://evil.example'
	const writes: [method: 'post' | 'put', path: string, body: unknown][] = [
		['post', '/api/user/recordLoggedIn', undefined],
		['post', '/api/user/category', { category: [1] }],
		['post', '/api/sessionLogin', {}],
		['put', '/api/user', {}],
		['post', '/api/deleteMe', undefined],
		['post', '/api/getUserWithParam', { email: taro }],
		['post', '/api/updateUser', { id: '1', user: {} }],
		['post', '/api/identity/signUp', { email: 'x@example.com', password: PASSWORD }],
		['post', '/api/identity/signIn', { email: taro, password: PASSWORD }],
		['post', '/api/identity/changeEmail', { email: 'x@example.com' }],
		['post', '/api/identity/changePassword', { password: PASSWORD }],
		['post', '/api/identity/sessions/revoke', { others: true }],
		['post', '/api/identity/unlink', { provider: 'google' }],
		['post', '/api/identity/popup/redeem', { ticket: 'x' }],
	]
	for (const [method, path, body] of writes) {
		const forged: Sent[] = [
			{ headers: { origin: evil, 'sec-fetch-site': 'cross-site' } },
			{ headers: { origin: evil, 'sec-fetch-site': 'same-origin' } },
			{ headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
			{ headers: { 'sec-fetch-site': 'same-site' } },
			{ csrf: null },
			{ csrf: 'zzzzzzzz' },
		]
		for (const sent of forged) expect((await me[method](path, { ...sent, body })).status, `${path} ${JSON.stringify(sent)}`).toBe(403)
	}
	expect(await db.selectFrom('identities').select('uid').execute()).toHaveLength(1)
})

test('a login form that another site fills in does not sign anybody in', async () => {
	const { browser, site } = await api()
	await site.account('attacker@example.com')
	const attacker = browser()
	const { json } = await attacker.post('/api/identity/signIn', { body: { email: 'attacker@example.com', password: PASSWORD } })
	const victim = browser()
	const forced = await victim.post('/api/sessionLogin', { idToken: String(json['idToken']), body: {} })
	expect(forced.json).toMatchObject({ status: 401, message: 'Session token NG (auth/invalid-id-token)' })
	expect(victim.jar.has('__Host-session')).toBe(false)
})

test('signing out needs a fetch of our own page', async () => {
	const { browser, site } = await api()
	await site.account(taro)
	const me = browser()
	await me.logIn()
	const tries: Sent[] = [
		{ headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' } },
		{ headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' } },
		{ headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' } },
		{ headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' } },
		{ csrf: null },
		{ csrf: 'zzzzzzzz' },
	]
	for (const sent of tries) expect((await me.get('/api/sessionLogout', sent)).status).toBe(403)
	expect((await me.get('/api/sessionCheck')).json).toMatchObject({ loggedIn: true })
	expect((await me.get('/api/sessionLogout')).status).toBe(200)
})

test('writes are JSON, and an invalid request gets field errors', async () => {
	const { browser } = await api()
	const me = browser()
	const form = { 'content-type': 'application/x-www-form-urlencoded' }
	expect((await me.post('/api/identity/signIn', { body: 'email=a&password=b', headers: form })).status).toBe(415)
	expect((await me.post('/api/identity/signIn', { body: '{broken' })).status).toBe(400)
	expect((await me.post('/api/identity/signIn', { body: { email: 'nonsense', password: '' } })).json).toMatchObject({
		status: 400,
		fields: { email: 'メールアドレスの形をご確認ください。', password: 'パスワードを入力してください。' },
	})
	for (const body of [[], null, 'text', { email: { $ne: null }, password: ['x'] }, { email: taro, password: 'x'.repeat(10_000) }])
		expect((await me.post('/api/identity/signIn', { body: JSON.stringify(body) })).status).toBe(400)
	expect((await me.get('/api/identity/signIn')).status).toBe(405)
})

test('returns the exact messages of the catalogue', async () => {
	const { browser, site } = await api()
	await site.account(taro)
	const me = browser()
	const message = async (path: string, sent: Sent) => (await me.post(path, sent)).json['message']
	expect(await message('/api/identity/signUp', { body: { email: taro, password: PASSWORD } })).toBe(
		'This email address is already registered.',
	)
	expect(await message('/api/identity/signIn', { body: { email: taro, password: 'wrong' } })).toBe('Email or password is incorrect.')
	expect(await message('/api/identity/signIn', { body: { email: 'no@example.com', password: 'wrong' } })).toBe(
		'Email or password is incorrect.',
	)
	expect(await message('/api/sessionLogin', { body: {} })).toBe('Session token NG (auth/missing-id-token)')
	expect(await message('/api/sessionLogin', { body: {}, idToken: 'a.b.c' })).toBe('Session token NG (auth/invalid-id-token)')
	expect(await message('/api/identity/resetPassword/request', { body: { email: 'no@example.com' } })).toBe('Unknown error')
	expect((await me.put('/api/user', { body: {} })).json['message']).toBe('トークン取得できません。')
	await me.logIn()
	expect(await message('/api/identity/unlink', { body: { provider: 'twitter' } })).toBe('unknown provider')
	expect(await message('/api/identity/unlink', { body: { provider: 'google' } })).toBe('Unexpected error occurred. (auth/no-such-provider)')
})

test('a changed password gives this browser a new session value', async () => {
	const { browser, site } = await api()
	await site.account(taro)
	const me = browser()
	await me.logIn()
	const before = me.jar.get('__Host-session')
	const changed = await me.post('/api/identity/changePassword', { body: { currentPassword: PASSWORD, password: 'minato no akari 31' } })
	expect(changed.status).toBe(200)
	expect(me.jar.get('__Host-session')).not.toBe(before)
	expect((await me.get('/api/myInfo')).json).toMatchObject({ user: { email: taro } })
	expect((await me.get('/api/identity/export')).headers.get('content-disposition')).toBe('attachment; filename="account.json"')
})

test('deleting the account signs out, and the address is free again', async () => {
	const { browser, site } = await api()
	await site.account(taro)
	const me = browser()
	await me.logIn()
	expect((await me.post('/api/deleteMe')).json).toEqual({ deleted: true })
	expect(me.jar.has('__Host-session')).toBe(false)
	expect((await me.post('/api/identity/signUp', { body: { email: taro, password: PASSWORD } })).status).toBe(200)
})

test('the popup tells its page what went wrong, and never starts for another site', async () => {
	const { browser } = await api()
	const me = browser()
	const open = async (query: string, site = 'same-origin') =>
		String((await me.get(`/api/identity/popup?${query}`, { headers: { 'sec-fetch-site': site } })).json['text'])
	expect(await open('provider=twitter&attempt=attempt-1')).toContain(
		'{"attempt":"attempt-1","provider":null,"error":"auth/unknown-provider"}',
	)
	expect(await open('provider=google&attempt=attempt-1')).toContain('"error":"auth/operation-not-allowed"')
	expect(await open('provider=google&attempt=attempt-1', 'cross-site')).toContain('"attempt":null')
	expect(await open(`provider=google&attempt=${encodeURIComponent('</script><script>')}`)).not.toContain('</script><script>')
	const callback = String((await me.get('/api/identity/callback/google?code=x&state=y')).json['text'])
	expect(callback).toContain('"error":"auth/invalid-auth-event"')
})

test('every call is in the OpenAPI document', async () => {
	const { browser } = await api()
	const { paths } = (await browser().get('/api/openapi.json')).json as { paths: Record<string, object> }
	for (const path of [
		'/api/myInfo',
		'/api/user',
		'/api/user/recordLoggedIn',
		'/api/user/category',
		'/api/sessionCheck',
		'/api/sessionLogin',
		'/api/sessionLogout',
		'/api/deleteMe',
		'/api/getUserWithParam',
		'/api/updateUser',
		'/api/identity/signUp',
		'/api/identity/popup/redeem',
	])
		expect(Object.keys(paths)).toContain(path)
})
