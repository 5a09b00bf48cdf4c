import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
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
	const http = createHttpServer()
	await http.listen(handler, { port: 0, host: '127.0.0.1', setting: 'PORT' })
	servers.push(http)
	return { http, port: (http.server.address() as { port: number }).port }
}

test('a port in use ends in one sentence, early and late', async () => {
	const { port } = await serve((_, response) => response.end())
	const sentence = `Port ${port} is already in use: stop the other program, or set METRICS_PORT to another port.`
	const address = { port, host: '127.0.0.1', setting: 'METRICS_PORT' }
	await expect(checkPort(address)).rejects.toThrow(sentence)
	await expect(createHttpServer().listen(() => undefined, address)).rejects.toThrow(sentence)
})

test('an address of another machine ends in one sentence', async () => {
	await expect(checkPort({ port: 0, host: '192.0.2.1', setting: 'PORT' })).rejects.toThrow(
		'This machine has no address 192.0.2.1: correct the setting HOST.',
	)
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
