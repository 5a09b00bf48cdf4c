import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../src/platform/postgres-cluster.ts'
import { startSite } from './start-site.ts'

const file = path.join(import.meta.dirname, 'small-site-for-test.ts')
const starter = path.join(import.meta.dirname, 'start-site.ts')

/** A program of someone else, which answers every request as a site that is ready would. */
async function foreignServer(host?: string): Promise<{ port: number; asked: string[]; server: Server }> {
	const asked: string[] = []
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`)
		response.end('{"status":"ok"}')
	})
	server.listen({ port: 0, host })
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	return { port: (server.address() as AddressInfo).port, asked, server }
}

test('refuses a port where another program answers', async () => {
	const { port, asked } = await foreignServer()
	await expect(startSite({ port, file })).rejects.toThrow(`Port ${port}`)
	expect(asked.filter((line) => line !== 'GET /healthz')).toEqual([])
})

test('refuses a port whose other loopback address belongs to another program', async () => {
	const { port } = await foreignServer('127.0.0.1')
	const onlyIpv6 =
		'data:text/javascript,import net from "node:net"; const listen = net.Server.prototype.listen; net.Server.prototype.listen = function (port, ...rest) { return listen.call(this, { port, host: "::1" }, ...rest) }'
	await expect(startSite({ port, file, nodeArguments: ['--import', onlyIpv6] })).rejects.toThrow(`Port ${port}`)
})

test('starts on a free port, and two sites at once on two', async () => {
	const [one, two] = await Promise.all([startSite({ file }), startSite({ file })])
	expect(one.url).not.toBe(two.url)
	for (const site of [one, two]) expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
	expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
	await expect(fetch(one.url)).rejects.toThrow('fetch failed')
})

test('does not hand the settings of the surrounding shell to the site', async () => {
	process.env['DATABASE_URL'] = 'postgresql://production.example/shirube'
	onTestFinished(() => void delete process.env['DATABASE_URL'])
	const site = await startSite({ file })
	expect(await (await fetch(`${site.url}/healthz`)).json()).toMatchObject({ database: null })
	await site.stop()
})

test('a site that ends before it is ready is reported with its output', async () => {
	const program = 'data:text/javascript,console.error("no such setting"); process.exit(1)'
	await expect(startSite({ file, nodeArguments: ['--import', program] })).rejects.toThrow('no such setting')
})

test('a site that is not ready in time is stopped', async () => {
	const program = 'data:text/javascript,console.log(process.pid); setInterval(() => {}, 1000); await new Promise(() => {})'
	const message = await startSite({ file, nodeArguments: ['--import', program], startWithinMs: 500 }).then(
		() => 'started',
		(error: Error) => error.message,
	)
	const pid = Number(/^\d+$/m.exec(message)?.[0])
	expect(pid).toBeGreaterThan(1)
	expect(isAlive(pid)).toBe(false)
})

test('a site ends when the process that started it is killed', async () => {
	const program = `import { startSite } from ${JSON.stringify(starter)}
const site = await startSite({ file: ${JSON.stringify(file)} })
console.log(JSON.stringify({ pid: site.pid, url: site.url }))`
	const run = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
	const [said] = (await once(run.stdout.setEncoding('utf8'), 'data')) as [string]
	const site = JSON.parse(said) as { pid: number; url: string }
	expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
	run.kill('SIGKILL')
	await expect.poll(() => isAlive(site.pid), { timeout: 10_000 }).toBe(false)
})
