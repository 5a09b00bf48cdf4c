import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { checkPort, createHttpServer, type HttpServer } from './http-server.ts'

const servers: HttpServer[] = []

afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.cut()
		await server.close(0)
	}
})

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<{ http: HttpServer; port: number }> {
	const http = createHttpServer([['x-content-type-options', 'nosniff']])
	await http.listen(handler, { port: 0, hosts: ['127.0.0.1'], setting: 'PORT' })
	servers.push(http)
	return { http, port: (http.server.address() as { port: number }).port }
}

test('a port in use ends in one sentence, early and late', async () => {
	const { port } = await serve((_, response) => response.end())
	const sentence = `Port ${port} is already in use: stop the other program, or set METRICS_PORT to another port.`
	const address = { port, hosts: ['127.0.0.1'], setting: 'METRICS_PORT' }
	await expect(checkPort(address)).rejects.toThrow(sentence)
	await expect(createHttpServer([]).listen(() => undefined, address)).rejects.toThrow(sentence)
})

test('an address of another machine ends in one sentence', async () => {
	await expect(checkPort({ port: 0, hosts: ['192.0.2.1'], setting: 'PORT' })).rejects.toThrow(
		'This machine has no address 192.0.2.1: correct the setting HOST.',
	)
})

test('listens on both loopback addresses and on no other, and closes both', async () => {
	const http = createHttpServer([])
	servers.push(http)
	await http.listen((_, response) => void response.end('here'), { port: 0, hosts: ['127.0.0.1', '::1'], setting: 'PORT' })
	const { port } = http.server.address() as { port: number }
	const answers = (host: string) =>
		fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then(
			(response) => response.text(),
			() => 'refused',
		)
	expect(await Promise.all(['127.0.0.1', '[::1]'].map(answers))).toEqual(['here', 'here'])
	const others = Object.values(networkInterfaces())
		.flatMap((list) => list ?? [])
		.filter(({ internal, scopeid }) => !internal && !scopeid)
	for (const { address, family } of others) expect(await answers(family === 'IPv6' ? `[${address}]` : address)).toBe('refused')
	await http.close(0)
	expect(await Promise.all(['127.0.0.1', '[::1]'].map(answers))).toEqual(['refused', 'refused'])
})

test('an address that the machine lacks is left out beside one that it has', async () => {
	const http = createHttpServer([])
	servers.push(http)
	await http.listen((_, response) => void response.end('here'), { port: 0, hosts: ['192.0.2.1', '127.0.0.1'], setting: 'PORT' })
	const { port } = http.server.address() as { port: number }
	expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
})

test('a loopback address whose port another program has ends in one sentence', async () => {
	const other = createServer().listen(0, '::1')
	await once(other, 'listening')
	const { port } = other.address() as { port: number }
	const address = { port, hosts: ['127.0.0.1', '::1'], setting: 'PORT' }
	await expect(checkPort(address)).rejects.toThrow(`Port ${port} is already in use`)
	await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
	other.close()
})

test('closing lets a running request finish and closes its connection', async () => {
	let finish: (() => void) | undefined
	const { http, port } = await serve((_, response) => (finish = () => response.end('done')))
	const request = fetch(`http://127.0.0.1:${port}/`)
	await once(http.server, 'request')
	const closed = http.close(10_000)
	finish?.()
	expect(await (await request).text()).toBe('done')
	await closed
	await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('closing cuts off a request that does not finish in time', async () => {
	const { http, port } = await serve(() => undefined)
	const request = fetch(`http://127.0.0.1:${port}/`)
	request.catch(() => undefined)
	await once(http.server, 'request')
	await http.close(0)
	await expect(request).rejects.toThrow('fetch failed')
})

test('headers without end are refused', async () => {
	const { port } = await serve((_, response) => response.end('accepted'))
	const socket = connect(port, '127.0.0.1')
	socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)
	const [answer] = (await once(socket, 'data')) as [Buffer]
	expect(answer.toString()).toMatch(/^HTTP\/1\.1 431 /)
	socket.destroy()
})

test('a fault of the next bytes is not written into an answer under way', async () => {
	const { port } = await serve((_, response) => void response.writeHead(200, { 'content-length': '100' }).write('part'))
	const socket = connect(port, '127.0.0.1')
	let text = ''
	socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
	socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
	await once(socket, 'data')
	socket.write('no http\r\n\r\n')
	await once(socket, 'close')
	expect(text).toMatch(/^HTTP\/1\.1 200 /)
	expect(text).not.toContain('400')
})

test.runIf(process.platform === 'linux')('several connections are accepted in one turn of the event loop', async () => {
	const { http, port } = await serve((_, response) => response.end())
	const CROWD = 64
	let turns = 0
	let isOver = false
	const count = () => {
		turns += 1
		if (!isOver) setImmediate(count)
	}
	const arrived = new Promise<void>((resolve) => {
		let open = 0
		http.server.on('connection', () => (open += 1) === 1 && count())
		http.server.on('connection', () => open === CROWD && resolve())
	})
	const sockets = Array.from({ length: CROWD }, () => connect(port, '127.0.0.1'))
	await arrived
	isOver = true
	for (const socket of sockets) socket.destroy()
	// One a turn would take as many turns as connections.
	expect(turns).toBeLessThan(CROWD / 2)
})
