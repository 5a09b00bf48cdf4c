import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { createWebhookSender, isPublicAddress, type WebhookSenderSettings } from './webhook-sender.ts'
import { signWebhook, webhookSecret } from './webhook-signature.ts'

const servers: Server[] = []
afterEach(() => {
	for (const server of servers.splice(0)) server.closeAllConnections()
})

async function receiver(handle: RequestListener): Promise<string> {
	const server = createServer(handle)
	servers.push(server)
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	return `http://localhost:${(server.address() as AddressInfo).port}/hook`
}

/** Resolves every name to these addresses and counts how often it is asked. */
function resolving(...addresses: string[]) {
	const asked: string[] = []
	const lookup = ((name: string, _options: object, callback: (error: null, found: { address: string; family: number }[]) => void) => {
		asked.push(name)
		callback(
			null,
			addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
		)
	}) as unknown as NonNullable<WebhookSenderSettings['lookup']>
	return { asked, lookup }
}

const message = { headers: { 'content-type': 'application/json' }, body: '{"type":"test"}' }
const local = { internalHosts: ['localhost'] }

describe('addresses', () => {
	test.each([
		['93.184.215.14', true],
		['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
		['127.0.0.1', false],
		['10.1.2.3', false],
		['172.16.0.1', false],
		['192.168.1.1', false],
		['169.254.169.254', false],
		['100.64.0.1', false],
		['0.0.0.0', false],
		['224.0.0.1', false],
		['255.255.255.255', false],
		['::1', false],
		['::', false],
		['fe80::1', false],
		['fc00::1', false],
		['::ffff:127.0.0.1', false],
		['::ffff:10.0.0.1', false],
		['64:ff9b::7f00:1', false],
		['2002:7f00:1::', false],
		['no address', false],
	])('%s is public: %s', (address, isPublic) => {
		expect(isPublicAddress(address)).toBe(isPublic)
	})

	test.each([
		['https://hooks.example.jp/a?b=c', true],
		['https://hooks.example.jp:8443/', true],
		['http://hooks.example.jp/', false],
		['https://user:secret@hooks.example.jp/', false],
		['https://hooks.example.jp/#part', false],
		['https://localhost/', false],
		['https://printer/', false],
		['https://db.internal/', false],
		['https://printer.local./', false],
		['https://127.0.0.1/', false],
		['https://2130706433/', false],
		['https://0x7f.1/', false],
		['https://[::1]/', false],
		['https://[::ffff:169.254.169.254]/', false],
		['https://93.184.215.14/', true],
		['ftp://hooks.example.jp/', false],
		['javascript:alert(1)', false],
		['', false],
	])('%s is accepted: %s', (url, isAccepted) => {
		expect(createWebhookSender().accepts(url)).toBe(isAccepted)
	})
})

test('refuses a name that leads to a private address, also beside a public one, and connects to nothing', async () => {
	for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::1']]) {
		const { lookup, asked } = resolving(...addresses)
		const sender = createWebhookSender({ lookup })
		expect(await sender.send('https://hooks.example.jp/', message)).toEqual({ failure: 'forbidden-address' })
		expect(asked).toEqual(['hooks.example.jp'])
	}
	expect(await createWebhookSender().send('https://127.0.0.1/', message)).toEqual({ failure: 'forbidden-address' })
})

test('posts once to the address that it resolved, and reports the status', async () => {
	const received: { method: string | undefined; type: string | undefined; body: string }[] = []
	const url = await receiver((request, answer) => {
		let body = ''
		request.on('data', (chunk: Buffer) => (body += chunk.toString()))
		request.on('end', () => {
			received.push({ method: request.method, type: request.headers['content-type'], body })
			answer.writeHead(202).end('ok')
		})
	})
	const { lookup, asked } = resolving('127.0.0.1')
	expect(await createWebhookSender({ ...local, lookup }).send(url, message)).toEqual({ status: 202 })
	expect(received).toEqual([{ method: 'POST', type: 'application/json', body: message.body }])
	expect(asked).toEqual(['localhost'])
})

test('follows no redirect', async () => {
	let count = 0
	const url = await receiver((_request, answer) => {
		count += 1
		answer.writeHead(302, { location: '/elsewhere' }).end()
	})
	expect(await createWebhookSender(local).send(url, message)).toEqual({ status: 302 })
	expect(count).toBe(1)
})

test('cuts off a receiver that never answers, one that never ends and one that hangs up', async () => {
	const sender = createWebhookSender({ ...local, timeoutMs: 200 })
	expect(await sender.send(await receiver(() => undefined), message)).toEqual({ failure: 'timeout' })
	const endless = await receiver((_request, answer) => {
		answer.writeHead(200)
		const more = () => {
			while (answer.write('x'.repeat(16_384)));
			answer.once('drain', more)
		}
		more()
	})
	expect(await sender.send(endless, message)).toEqual({ status: 200 })
	expect(await sender.send(await receiver((request) => request.socket.destroy()), message)).toEqual({ failure: 'connection' })
})

test('signs as the package of Standard Webhooks verifies, with each of several secrets', () => {
	const [present, previous, other] = [1, 2, 3].map((byte) => webhookSecret(Buffer.alloc(32, byte)))
	if (!present || !previous || !other) throw new Error('no secrets')
	const body = JSON.stringify({ type: 'lead.created', data: { 名: '三鷹' } })
	const headers = signWebhook({ id: 'msg_1', body, at: new Date() }, [present, previous])
	for (const secret of [present, previous]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
	expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature found')
	expect(() => new Webhook(present).verify(`${body} `, headers)).toThrow('No matching signature found')
})

describe('reading', () => {
	test('returns text and tag of an answer, and null for one that is too long', async () => {
		const url = await receiver((request, response) => {
			response.setHeader('etag', '"7"').end(`${request.method} ${request.headers['if-none-match']}`)
		})
		const sender = createWebhookSender(local)
		expect(await sender.read(url, { headers: { 'if-none-match': '"6"' }, maxBytes: 100 })).toEqual({
			status: 200,
			etag: '"7"',
			body: 'GET "6"',
		})
		expect(await sender.read(url, { headers: {}, maxBytes: 5 })).toMatchObject({ status: 200, body: null })
	})

	test('follows no redirect and reads no private address', async () => {
		const url = await receiver((_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
		expect(await createWebhookSender(local).read(url, { headers: {}, maxBytes: 100 })).toMatchObject({ status: 302 })
		const { lookup } = resolving('10.0.0.1')
		const sender = createWebhookSender({ lookup })
		const request = { headers: {}, maxBytes: 100 }
		expect(await sender.read('https://calendar.example.jp/a.ics', request)).toEqual({ failure: 'forbidden-address' })
		expect(await sender.read('https://127.0.0.1/a.ics', request)).toEqual({ failure: 'forbidden-address' })
	})
})
