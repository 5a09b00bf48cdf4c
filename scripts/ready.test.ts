import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readinessUrl } from './ready.ts'

test.each([
	[{}, 'http://127.0.0.1:3000/readyz'],
	[{ HOST: '', PORT: '' }, 'http://127.0.0.1:3000/readyz'],
	[{ HOST: '10.0.0.1', PORT: '8080' }, 'http://10.0.0.1:8080/readyz'],
	[{ HOST: '::1' }, 'http://[::1]:3000/readyz'],
])('with %j it asks %s', (env, url) => {
	expect(readinessUrl(env)).toBe(url)
})

test('its exit code says whether the site can serve', async () => {
	let status = 200
	const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
	onTestFinished(() => void server.close())
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const ask = async (): Promise<number> => {
		const env = { PATH: process.env['PATH'], HOST: 'localhost', PORT: String(port) }
		const child = spawn(process.execPath, [path.join(import.meta.dirname, 'ready.ts')], { env, stdio: 'ignore' })
		return (await once(child, 'exit'))[0]
	}
	expect(await ask()).toBe(0)
	status = 503
	expect(await ask()).toBe(1)
	server.close()
	await once(server, 'close')
	expect(await ask()).toBe(1)
})
