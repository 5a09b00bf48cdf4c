import { Writable } from 'node:stream'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import pino from 'pino'
import { expect, test } from 'vitest'
import { authError } from '../domain/accounts/auth-error.ts'
import { DomainError, forVerifiedExperts, notFound } from '../domain/shared/errors.ts'
import { strayErrorToResponse } from './error-pages.ts'
import { apiFallback, errorToResponse, installProblems, refuseUnknownCalls, type RouteErrorData, toRouteError } from './problem.ts'

function api() {
	const lines: string[] = []
	const log = pino(new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }))
	const part = new Hono()
		.get('/task/:id{[0-9]+}', (c) => c.json({ id: c.req.param('id') }))
		.put('/task/:id{[0-9]+}', (c) => c.json({}))
		.get('/fail/:kind', (c) => {
			const kind = c.req.param('kind')
			if (kind === 'task') throw notFound('task')
			if (kind === 'invalid') throw new DomainError('invalid', 'Invalid input', { fields: { title: '10文字以上で入力してください。' } })
			if (kind === 'throttled') throw new DomainError('throttled', 'Too many', { retryAfterSeconds: 30 })
			if (kind === 'http') throw new HTTPException(413, { message: 'Payload too large' })
			throw new Error('secret of taro@example.jp')
		})
	const app = new Hono()
	app.use('*', async (_c, next) => next())
	app.route('/api', part)
	app.all('/api/*', apiFallback(app))
	installProblems(app, log)
	return {
		lines,
		ask: (path: string, init?: RequestInit) =>
			app.fetch(new Request(`https://a.example${path}`, { headers: { 'x-request-id': 'request-1' }, ...init })),
	}
}

test('an error of the domain is a problem with its kind, fields and message', async () => {
	const { ask } = api()
	const response = await ask('/api/fail/invalid')
	expect(response.status).toBe(422)
	expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
	expect(await response.json()).toEqual({
		type: 'about:blank',
		title: '入力内容を確認してください。',
		status: 422,
		detail: 'Invalid input',
		code: 'invalid',
		fields: { title: '10文字以上で入力してください。' },
		message: 'Invalid input',
		requestId: 'request-1',
	})
	expect((await ask('/api/fail/task')).status).toBe(404)
	expect((await ask('/api/fail/http')).status).toBe(413)
	expect((await ask('/api/fail/throttled')).headers.get('retry-after')).toBe('30')
})

test('a write whose account is deleted at the same moment answers 409, and is logged as a warning', async () => {
	const gone = Object.assign(new Error('violates foreign key constraint "login_tickets_uid_fkey"'), { code: '23503' })
	const lines: string[] = []
	const log = pino(new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }))
	expect(errorToResponse(gone, { log }).status).toBe(409)
	expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40])
	expect(toRouteError(gone)).toMatchObject({ init: { status: 409 } })
})

test('text that the database cannot store is the sender’s fault: 422', () => {
	const error = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })
	expect(toRouteError(error)).toMatchObject({ init: { status: 422 } })
})

test('a full disk answers 503 with a sentence about it', async () => {
	const full = Object.assign(new Error('could not extend file'), { code: '53100' })
	const written = new Error('upload failed', { cause: Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) })
	for (const error of [full, written]) {
		expect(toRouteError(error)).toMatchObject({
			data: { code: 'storage-full', message: expect.stringContaining('保存する場所がいっぱい') },
			init: { status: 503, headers: { 'retry-after': '60' } },
		})
		const answer = errorToResponse(error, { log: pino({ level: 'silent' }) })
		expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'storage-full' })])
	}
})

test('files that cannot be reached answer 503 with a sentence about them, and the cause is logged', async () => {
	const lines: string[] = []
	const log = pino(new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }))
	const away = Object.assign(new Error('the object store does not answer'), { code: 'EOBJECTSTORE' })
	expect(toRouteError(away)).toMatchObject({
		data: { code: 'files-away', message: expect.stringContaining('ファイルの保管場所') },
		init: { status: 503, headers: { 'retry-after': '10' } },
	})
	const answer = errorToResponse(away, { log })
	expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'files-away' })])
	expect(lines.map((line) => JSON.parse(line) as { level: number; msg: string })).toMatchObject([{ level: 40, msg: 'object store away' }])
})

test('a briefly unavailable database answers 503 with Retry-After', async () => {
	const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
	const stopping = Object.assign(new Error('terminating connection'), { code: '57P01' })
	const locked = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
	const log = pino({ level: 'silent' })
	const waited = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
	const broken = ['EPIPE', 'ECONNRESET'].map((code) => Object.assign(new Error(`write ${code}`), { code, syscall: 'write' }))
	const unusable = new Error('Client has encountered a connection error and is not queryable')
	for (const error of [lost, stopping, locked, waited, ...broken, unusable, new Error('Connection terminated unexpectedly')]) {
		expect(toRouteError(error)).toMatchObject({ data: { code: 'unavailable' }, init: { status: 503 } })
		for (const [path, type] of [
			['/api/task', 'application/problem+json; charset=utf-8'],
			['/about', 'text/html; charset=utf-8'],
		] as const) {
			const answer = strayErrorToResponse(error, new Request(`https://a.example${path}`), { log, siteName: 'テスト' })
			expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([503, '5', type])
		}
	}
	const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
	expect(toRouteError(missing)).toBe(missing)
	const page = strayErrorToResponse(missing, new Request('https://a.example/about'), { log, siteName: 'テスト' })
	expect([page.status, await page.text()]).toEqual([500, expect.not.stringContaining('no such file')])
})

test('an unexpected error reveals only its request id, and is logged with it', async () => {
	const { ask, lines } = api()
	const response = await ask('/api/fail/other')
	const text = await response.text()
	expect(response.status).toBe(500)
	expect(text).not.toContain('secret')
	expect(text).toContain('request-1')
	expect(lines).toHaveLength(1)
	expect(JSON.parse(lines[0]!)).toMatchObject({ requestId: 'request-1', msg: 'unexpected error' })
})

test('an unknown path is 404 and a wrong method 405 with the right ones', async () => {
	const { ask } = api()
	const unknown = await ask('/api/nothing')
	expect([unknown.status, (await unknown.json()).message]).toEqual([404, 'Page not found: /api/nothing'])
	expect((await ask('/api/task/x')).status).toBe(404)
	const wrong = await ask('/api/task/1', { method: 'DELETE' })
	expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT'])
	expect((await wrong.json()).code).toBe('method-not-allowed')
})

test('answers 404 or 405 to a write without a handler before it checks the origin', async () => {
	const calls = new Hono().get('/api/task', (c) => c.json([])).post('/api/task/:id', (c) => c.json({}))
	calls.all('/api/*', apiFallback(calls))
	const app = new Hono()
	app.use('/api/*', refuseUnknownCalls(calls))
	app.use(async (c, next) => (c.req.method === 'GET' ? next() : c.text('no token', 403)))
	app.route('/', calls)
	const ask = async (method: string, path: string) => (await app.fetch(new Request(`https://a.example${path}`, { method }))).status
	expect(await ask('POST', '/api/none')).toBe(404)
	expect(await ask('DELETE', '/api/task')).toBe(405)
	expect(await ask('OPTIONS', '/api/task/1')).toBe(405)
	expect(await ask('POST', '/api/task/1')).toBe(403)
	expect(await ask('GET', '/api/task')).toBe(200)
})

test('a loader throws an error of the domain as data with its status, and others as they are', () => {
	expect(toRouteError(notFound('office'))).toMatchObject({
		data: { code: 'not-found', title: '見つかりませんでした。' },
		init: { status: 404 },
	})
	const other = new Error('x')
	expect(toRouteError(other)).toBe(other)
	const response = new Response()
	expect(toRouteError(response)).toBe(response)
})

test('a page shows messages of the catalogue and Japanese sentences, never a detail for programs', () => {
	const messageOf = (error: unknown) => (toRouteError(error) as { data: RouteErrorData }).data.message
	const kinds = ['not-found', 'forbidden', 'unauthenticated', 'conflict', 'invalid', 'throttled', 'unavailable'] as const
	for (const kind of kinds) expect(messageOf(new DomainError(kind, 'not allowed'))).not.toMatch(/[a-z]/i)
	expect(messageOf(new DomainError('conflict', 'overtaken'))).toBe('ほかの操作と重なったため、完了できませんでした。')
	const own = { fields: { form: '自分のものは報告できません。' } }
	expect(messageOf(new DomainError('forbidden', 'one’s own', own))).toBe('自分のものは報告できません。')
	expect(messageOf(forVerifiedExperts())).toBe('資格の確認が済んだ専門家の方だけが使えるページです。')
	expect(messageOf(new DomainError('not-found', 'Page not found: /abc'))).toBe('Page not found: /abc')
	expect(messageOf(authError('auth/invalid-credential', 'signIn'))).toBe('Email or password is incorrect.')
	expect(messageOf(authError('auth/invalid-id-token', 'session'))).toBe('Session token NG (auth/invalid-id-token)')
})

test('an error made by another copy of the module is known by its name', () => {
	const foreign = Object.assign(new Error('office not found'), {
		name: 'DomainError',
		kind: 'not-found',
		detail: 'office not found',
		fields: {},
		retryAfterSeconds: null,
	})
	expect(toRouteError(foreign)).toMatchObject({ init: { status: 404 } })
})
