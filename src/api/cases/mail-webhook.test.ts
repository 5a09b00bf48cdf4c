import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { FrontEnv } from '../../http/front.ts'
import { MAIL_WEBHOOK } from './mail-path.ts'
import { createMailWebhook, isMailServer } from './mail-webhook.ts'

const secret = 'a-secret-of-the-mail-server-for-tests'
const bearer = `Bearer ${secret}`

async function post(ctx: Ctx, body: string, headers: Record<string, string>, own: string | undefined = secret) {
	const logged: unknown[] = []
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.route('/', createMailWebhook({ ctxFor: () => ctx, secret: own, log: { info: (line: unknown) => void logged.push(line) } }))
	const answer = await app.request(MAIL_WEBHOOK, { method: 'POST', headers }, { body: { kind: 'other', bytes: Buffer.from(body) } })
	return { status: answer.status, text: await answer.text(), logged }
}

test('takes mails from the holder of the secret alone, and does not exist while replies by mail are off', () =>
	withCtx(async (ctx) => {
		const mail = 'From: a@example.com\r\nTo: reply+1-00@reply.example\r\nSubject: 秘密の件名\r\n\r\n秘密の本文'
		for (const authorization of ['', 'Bearer ', secret, `${bearer}x`, bearer.slice(0, -1), `Basic ${secret}`])
			expect((await post(ctx, mail, { authorization })).status).toBe(401)
		expect((await post(ctx, mail, {})).status).toBe(401)
		const off = new Hono<{ Bindings: FrontEnv }>()
		off.route('/', createMailWebhook({ ctxFor: () => ctx, secret: undefined, log: { info: () => undefined } }))
		expect((await off.request(MAIL_WEBHOOK, { method: 'POST', headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
		expect(isMailServer(bearer, undefined)).toBe(false)
		const { status, text, logged } = await post(ctx, mail, { authorization: bearer })
		expect([status, JSON.parse(text)]).toEqual([200, { outcome: 'unaddressed' }])
		expect(logged).toEqual([{ outcome: 'unaddressed', bytes: Buffer.byteLength(mail) }])
	}))

/** The command as a mail server runs it. */
const handIn = (env: Record<string, string>, mail: string) =>
	new Promise<number>((resolve) => {
		const child = execFile(process.execPath, ['scripts/receive-mail.ts'], { env: { PATH: process.env['PATH'] ?? '', ...env } }, (error) =>
			resolve(error === null ? 0 : Number(error.code)),
		)
		child.stdin?.on('error', () => undefined)
		child.stdin?.end(mail)
	})

test('the command hands over the mail as it is, and its exit code says whether to try again', async () => {
	const seen: { request: IncomingMessage; body: string }[] = []
	let status = 200
	const server = createServer((request, response) => {
		const answer = async () => {
			seen.push({ request, body: (await buffer(request)).toString() })
			response.writeHead(status, status === 302 ? { location: 'http://elsewhere.example/' } : {}).end()
		}
		void answer()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
	const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const env = { RECEIVE_MAIL_AT: at, INBOUND_MAIL_SECRET: secret }
	expect(await handIn(env, 'From: a@example.com\n\n本文')).toBe(0)
	expect(seen[0]?.body).toBe('From: a@example.com\n\n本文')
	expect([seen[0]?.request.url, seen[0]?.request.headers.authorization]).toEqual([MAIL_WEBHOOK, bearer])
	const codes: number[] = []
	for (status of [503, 429, 401, 404, 302, 413]) codes.push(await handIn(env, 'x'))
	expect(codes).toEqual([75, 75, 75, 75, 75, 65])
	expect(await handIn({ ...env, RECEIVE_MAIL_AT: 'http://127.0.0.1:1' }, 'x')).toBe(75)
	expect([await handIn({ RECEIVE_MAIL_AT: at }, 'x'), await handIn({ INBOUND_MAIL_SECRET: secret }, 'x')]).toEqual([78, 78])
})
