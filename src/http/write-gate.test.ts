import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BodyLimits } from './body-budget.ts'
import { type BodyRule, SMALL_BODY_BYTES } from './body-rules.ts'
import { createFront, type FrontEnv } from './front.ts'
import { createRouteLabeler } from './route-label.ts'
import { serve } from './serve-for-test.ts'
import { createTemporaryFolders } from './temporary-folders.ts'
import type { WriteGateOptions } from './write-gate.ts'

const ORIGIN = 'https://shirube.example'
const MB = 1_048_576
const own = { origin: ORIGIN, cookie: 'csrfToken=abcdefgh', 'x-csrf-token': 'abcdefgh' }
const member = { ...own, cookie: `${own.cookie}; session=open` }

const rules: BodyRule[] = [
	{ pattern: '/photos', accepts: 'multipart', bytes: 2 * MB, isForMembers: true },
	{ pattern: '/api/avatar', accepts: 'image', bytes: 2 * MB, isForMembers: true },
	{ pattern: '/article', accepts: 'form', bytes: 256 * 1_024, isForMembers: true },
	{ pattern: '/unsubscribe', accepts: 'multipart', bytes: 4_096, isForMembers: false },
]

type Seen = { origin: string | null; kind: string; fields: [string, string][]; value: unknown; bytes: number }

/** A site that reports what its application received. */
async function site(options: Partial<WriteGateOptions> & { limits?: BodyLimits } = {}) {
	const directory = mkdtempSync(path.join(tmpdir(), 'shirube-gate-'))
	onTestFinished(() => rmSync(directory, { recursive: true }))
	const root = path.join(directory, 'requests')
	const app = new Hono<{ Bindings: FrontEnv }>()
	const seen: Seen[] = []
	let hold: Promise<void> = Promise.resolve()
	app.all('*', async (c) => {
		const { body = { kind: 'none' } } = c.env
		await hold
		const fields: [string, string][] = []
		if (body.kind === 'form')
			for (const [name, value] of body.form)
				fields.push([name, typeof value === 'string' ? value : `${value.name} ${value.type} ${await value.text()}`])
		seen.push({
			origin: c.req.header('origin') ?? null,
			kind: body.kind,
			fields,
			value: body.kind === 'json' ? body.value : null,
			bytes: body.kind === 'file' ? (await body.file.arrayBuffer()).byteLength : 0,
		})
		return c.json(seen.at(-1))
	})
	const logged: string[] = []
	const front = createFront({
		config: { publicUrl: ORIGIN, siteName: 'テスト', trustProxy: 0, pageCacheBytes: 0, analytics: { kind: 'none' } },
		log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
		fetch: app.fetch,
		pages: [],
		routeOf: createRouteLabeler([]),
		writes: {
			rules,
			isExempt: (target) => target === '/unsubscribe',
			isMember: async ({ headers }) => headers.cookie?.includes('session=open') ?? false,
			folders: createTemporaryFolders(root),
			...options,
		},
	})
	onTestFinished(front.close)
	const served = await serve(front.listener)
	return {
		...served,
		seen,
		logged,
		/** Names of uploads that are still in the temporary folder. */
		files: () => (existsSync(root) ? readdirSync(root, { recursive: true }) : []),
		holdRequests: () => {
			const { promise, resolve } = Promise.withResolvers<void>()
			hold = promise
			return resolve
		},
	}
}

const BOUNDARY = 'xYzZY'
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const part = (head: string, content: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => part(`name="${name}"`, value)
const file = (name: string, fileName: string, content: string) =>
	part(`name="${name}"; filename="${fileName}"\r\nContent-Type: image/png`, content)
const ended = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`

/** Sends the headers, and the body only on request: an answer before that was decided by the headers alone. */
async function sendHead(
	port: number,
	target: string,
	headers: Record<string, string>,
): Promise<{ socket: Socket; answer: Promise<string> }> {
	const socket = connect(port, '127.0.0.1')
	onTestFinished(() => void socket.destroy())
	const answer = new Promise<string>((resolve) => {
		let text = ''
		socket.on('data', (chunk: Buffer) => {
			text += chunk.toString()
			if (/\r\n\r\n[\s\S]/.test(text)) resolve(text)
		})
		socket.on('error', () => resolve(text))
		socket.on('close', () => resolve(text))
	})
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	socket.write(`POST ${target} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`)
	return { socket, answer }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

test.each([
	['a foreign origin', 403, '/echo', { ...own, origin: 'https://evil.example' }, 10],
	['no origin', 403, '/echo', { cookie: own.cookie }, 10],
	['a wrong token', 403, '/echo', { ...own, 'x-csrf-token': 'zzzzzzzz' }, 10],
	['no token of this browser', 403, '/echo', { origin: ORIGIN }, 10],
	['a form of more than 64 KB', 413, '/echo', { ...own, 'content-type': 'application/x-www-form-urlencoded' }, SMALL_BODY_BYTES + 1],
	['JSON of more than 64 KB', 413, '/echo', { ...own, 'content-type': 'application/json' }, 12 * MB],
	['multipart on a route without uploads', 415, '/echo', { ...own, ...multipart }, 10],
	['files without a session', 401, '/photos', { ...own, ...multipart }, SMALL_BODY_BYTES + 1],
	['files with a session that is over', 401, '/photos', { ...own, cookie: `${own.cookie}; session=old`, ...multipart }, MB],
	['more than the route takes', 413, '/photos', { ...member, ...multipart }, 3 * MB],
	['a picture where none is taken', 413, '/echo', { ...member, 'content-type': 'image/png' }, MB],
	['a compressed body', 415, '/echo', { ...own, 'content-encoding': 'gzip' }, 10],
	['more than 128 MB', 413, '/photos', { ...member, ...multipart }, 200 * MB],
])('answers %s with %i before the body comes', async (_name, status, target, headers, length) => {
	const { port, seen } = await site()
	const { answer } = await sendHead(port, target, { ...headers, 'content-length': String(length) })
	expect(statusOf(await answer)).toBe(status)
	expect(seen).toEqual([])
})

test('sends a fresh token with a refused write, so that a retry can succeed', async () => {
	const { ask } = await site()
	const refused = await ask('/echo', { method: 'POST', headers: { ...own, 'x-csrf-token': 'zzzzzzzz' }, body: 'a' })
	expect(refused.status).toBe(403)
	expect(refused.headers['set-cookie']?.[0]).toMatch(/csrfToken=[\w-]{8};/)
	expect(refused.text).toContain('再読み込み')
	const field = await ask('/echo', { method: 'POST', headers: { ...own, 'x-csrf-token': '' }, body: 'a' })
	expect([field.status, field.headers['set-cookie']?.length]).toEqual([403, 2])
})

test('hands a form to the application parsed, with its token taken from the body', async () => {
	const { ask, seen } = await site()
	const headers = { origin: ORIGIN, cookie: own.cookie, 'content-type': 'application/x-www-form-urlencoded' }
	const body = `csrfToken=abcdefgh&name=${encodeURIComponent('税 理士')}&box=1&box=2&bad=%zz`
	expect((await ask('/echo', { method: 'POST', headers, body })).status).toBe(200)
	expect(seen[0]?.fields).toEqual([
		['csrfToken', 'abcdefgh'],
		['name', '税 理士'],
		['box', '1'],
		['box', '2'],
		['bad', '%zz'],
	])
	const wrong = await ask('/echo', { method: 'POST', headers, body: 'csrfToken=zzzzzzzz' })
	expect([wrong.status, seen.length]).toEqual([403, 1])
})

test('hands JSON over parsed, and rejects invalid JSON', async () => {
	const { ask, seen } = await site()
	const headers = { ...own, 'content-type': 'application/json; charset=utf-8' }
	const send = async (body: string) => (await ask('/api/echo', { method: 'PUT', headers, body })).status
	expect(await send('{"a":["税","\\"[[[["]}')).toBe(200)
	expect(seen[0]?.value).toEqual({ a: ['税', '"[[[['] })
	expect(await send('{')).toBe(400)
	expect(await send(`${'['.repeat(33)}${']'.repeat(33)}`)).toBe(400)
	expect(await send(`${'['.repeat(32)}${']'.repeat(32)}`)).toBe(200)
	expect(await send(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toBe(400)
})

test('refuses a form with too many fields before it is parsed', async () => {
	const { ask, seen } = await site()
	const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' }
	const refused = await ask('/echo', { method: 'POST', headers, body: 'a&'.repeat(20_000) })
	expect([refused.status, seen.length]).toEqual([413, 0])
	expect(refused.text).toContain('項目が多すぎます')
})

test('takes a long text where its route says so, from members only', async () => {
	const { ask } = await site()
	const body = `body=${'%E7%A8%8E'.repeat(20_000)}`
	const send = (headers: Record<string, string>) =>
		ask('/article', { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body })
	expect((await send(member)).status).toBe(200)
	expect((await send(own)).status).toBe(401)
})

test('streams files to disk and removes them after the request', async () => {
	const { ask, seen, files, holdRequests } = await site()
	const release = holdRequests()
	const body = ended(
		field('csrfToken', 'abcdefgh'),
		file('photo', '写真 "1".png', 'p'.repeat(70_000)),
		file('photo', '', ''),
		field('alt', '入口'),
	)
	const sent = ask('/photos', {
		method: 'POST',
		headers: { origin: ORIGIN, cookie: member.cookie, ...multipart },
		body: body.replace('"1"', '%221%22'),
	})
	await vi.waitFor(() => expect(files()).toHaveLength(3))
	release()
	expect((await sent).status).toBe(200)
	expect(seen[0]?.fields).toEqual([
		['csrfToken', 'abcdefgh'],
		['photo', `写真 "1".png image/png ${'p'.repeat(70_000)}`],
		['photo', ' image/png '],
		['alt', '入口'],
	])
	await vi.waitFor(() => expect(files()).toEqual([]))
})

test('keeps a body that is one picture out of memory, too', async () => {
	const { ask, seen, files } = await site()
	const send = (headers: Record<string, string>) =>
		ask('/api/avatar', { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body: 'p'.repeat(MB) })
	expect((await send(member)).status).toBe(200)
	expect(seen[0]).toMatchObject({ kind: 'file', bytes: MB })
	expect((await send(own)).status).toBe(401)
	await vi.waitFor(() => expect(files()).toEqual([]))
})

test.each([
	['too many parts', 413, ended(...Array.from({ length: 121 }, (_, i) => field(`a${i}`, '')))],
	['many thousand parts', 413, ended(...Array.from({ length: 20_000 }, () => field('a', '')))],
	['too many files', 413, ended(...Array.from({ length: 13 }, (_, i) => file('photo', `${i}.png`, 'p')))],
	['a field that is too long', 413, ended(field('a', 'b'.repeat(SMALL_BODY_BYTES + 1)))],
	['a name that is too long', 400, ended(field('n'.repeat(101), ''))],
	['a file name that is too long', 400, ended(file('photo', 'n'.repeat(256), ''))],
	['no end', 400, field('a', 'b')],
	['no part', 400, 'nothing of the kind'],
	['headers without end', 400, `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n${'X: y\r\n'.repeat(50_000)}`],
])('refuses a multipart form with %s', async (_name, status, body) => {
	const { ask, seen, files, logged } = await site()
	const refused = await ask('/photos', { method: 'POST', headers: { ...member, ...multipart }, body })
	expect([refused.status, seen.length, logged]).toEqual([status, 0, []])
	await vi.waitFor(() => expect(files()).toEqual([]))
})

test.each(['multipart/form-data', `multipart/form-data; boundary=${'b'.repeat(71)}`, 'multipart/form-data; boundary=""'])(
	'refuses a multipart form of the type %s',
	async (type) => {
		const { ask } = await site()
		expect((await ask('/photos', { method: 'POST', headers: { ...member, 'content-type': type }, body: ended() })).status).toBe(400)
	},
)

test('keeps the typing of a short form whose session is over', async () => {
	const { ask, seen } = await site()
	const headers = { origin: ORIGIN, cookie: own.cookie, ...multipart }
	const answer = await ask('/photos', { method: 'POST', headers, body: ended(field('csrfToken', 'abcdefgh'), field('title', '相談')) })
	expect([answer.status, seen[0]?.fields[1]]).toEqual([200, ['title', '相談']])
})

test('hides the origin of an exempt write from the page, whose own check knows no exemptions', async () => {
	const { ask, seen } = await site()
	const answer = await ask('/unsubscribe?token=x', {
		method: 'POST',
		headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
	})
	expect([answer.status, seen.at(-1)?.origin]).toEqual([200, null])
	await ask('/article', { method: 'POST', headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' })
	expect(seen.at(-1)?.origin).toBe(ORIGIN)
})

test('takes a one-click unsubscribe without origin, token and session, in both forms', async () => {
	const { ask, seen } = await site()
	const send = (type: string, body: string) => ask('/unsubscribe?token=x', { method: 'POST', headers: { 'content-type': type }, body })
	expect((await send('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).status).toBe(200)
	expect((await send(multipart['content-type'], ended(field('List-Unsubscribe', 'One-Click')))).status).toBe(200)
	expect(seen.map(({ fields }) => fields)).toEqual([[['List-Unsubscribe', 'One-Click']], [['List-Unsubscribe', 'One-Click']]])
	expect((await send(multipart['content-type'], ended(field('a', 'b'.repeat(5_000))))).status).toBe(413)
})

test('counts a body that announces no length while it comes', async () => {
	const { port, seen } = await site()
	const { socket, answer } = await sendHead(port, '/echo', { ...own, 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
	const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
	socket.write(chunk.repeat(17))
	expect(statusOf(await answer)).toBe(413)
	expect(seen).toEqual([])
})

test('lets a browser finish sending a form that is too large before it reads the response', async () => {
	const { ask } = await site()
	const page = await ask('/photos?saved=1', { method: 'POST', headers: { ...member, ...multipart }, body: 'a'.repeat(13 * MB) })
	expect(page.status).toBe(413)
	expect(page.headers['connection']).toBe('close')
	expect(page.text).toContain('11MBまで')
	expect(page.text).toContain('<a href="/photos">前のページを開き直す</a>')
	const call = await ask('/api/avatar', { method: 'PUT', headers: { ...member, 'content-type': 'image/png' }, body: 'a'.repeat(3 * MB) })
	expect([call.status, call.headers['content-type']]).toEqual([413, 'application/problem+json; charset=utf-8'])
	const text = await ask('/echo', { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body: 'a'.repeat(MB) })
	expect(text.text).toContain('送信された文章が長すぎます。')
})

test('disconnects a client that keeps sending a rejected body', async () => {
	const { port } = await site()
	const { socket, answer } = await sendHead(port, '/echo', { origin: 'https://evil.example', 'transfer-encoding': 'chunked' })
	expect(statusOf(await answer)).toBe(403)
	const chunk = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`)
	const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
	const send = () => void (socket.destroyed || socket.write(chunk, () => setImmediate(send)))
	send()
	await closed
})

test('times out a body that trickles', async () => {
	const { port, seen } = await site({ slowest: { graceMs: 50, bytesPerSecond: 1_000_000 } })
	const { socket, answer } = await sendHead(port, '/echo', { ...own, 'content-length': '1000' })
	socket.write('a')
	expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
	await new Promise<void>((resolve) => socket.on('close', () => resolve()))
	expect(seen).toEqual([])
})

test('bounds the bytes in flight of one client block and in all', async () => {
	const limits = { blockBytes: 100_000, totalBytes: 1_000_000 }
	const { port, ask } = await site({ limits })
	const head = { ...own, 'content-length': '60000' }
	const first = await sendHead(port, '/echo', head)
	const second = await (await sendHead(port, '/echo', head)).answer
	expect([statusOf(second), /retry-after: 5/i.test(second)]).toEqual([429, true])
	first.socket.destroy()
	await vi.waitFor(async () => expect((await ask('/echo', { method: 'POST', headers: own, body: 'a'.repeat(60_000) })).status).toBe(200))

	const crowded = await site({ limits: { ...limits, blockBytes: 1_000_000, totalBytes: 100_000 } })
	await sendHead(crowded.port, '/echo', head)
	const refused = await (await sendHead(crowded.port, '/echo', head)).answer
	expect([statusOf(refused), /retry-after: 5/i.test(refused)]).toEqual([503, true])
})

test('delays a flood of rejected writes, and rejects those that would wait too long', async () => {
	const { ask, port } = await site({ writes: { perSecond: 0.01, burst: 2 } })
	const send = () => ask('/echo', { method: 'POST', headers: { origin: 'https://evil.example' }, body: 'a' })
	expect([(await send()).status, (await send()).status]).toEqual([403, 403])
	const third = await (await sendHead(port, '/echo', { ...own, 'content-length': '10' })).answer
	expect([statusOf(third), /retry-after: 100/i.test(third)]).toEqual([429, true])
	expect((await ask('/echo')).status).toBe(200)
})

test('reads no body of a GET', async () => {
	const { ask } = await site()
	const refused = await ask('/list', { headers: { 'content-length': '5' }, body: 'hello' })
	expect([refused.status, refused.headers['connection']]).toEqual([400, 'close'])
	expect((await ask('/list', { headers: { 'content-length': '0' } })).status).toBe(200)
})

test('a client that disconnects during an upload leaves no file and no error', async () => {
	const { port, files, logged, seen } = await site()
	const { socket } = await sendHead(port, '/photos', { ...member, ...multipart, 'content-length': '100000' })
	socket.write(file('photo', 'a.png', 'p'.repeat(50_000)))
	await vi.waitFor(() => expect(files()).toHaveLength(2))
	socket.destroy()
	await vi.waitFor(() => expect(files()).toEqual([]))
	expect([seen, logged]).toEqual([[], []])
})
