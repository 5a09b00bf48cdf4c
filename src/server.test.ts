import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { findFreePort } from './platform/free-port.ts'

let dataDir: string

beforeEach(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), 'shirube-start-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the real start, or a script, until it ends by itself. */
async function start(env: Record<string, string>, program = 'src/server.ts'): Promise<{ code: number | null; said: string }> {
	const child = spawn(process.execPath, [program], {
		env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	let said = ''
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
	const [code] = (await once(child, 'close')) as [number | null]
	return { code, said: said.trim() }
}

test('a bad setting ends the start with one sentence', async () => {
	expect(await start({ PORT: 'http' })).toEqual({
		code: 1,
		said: 'The start failed. The setting PORT must be a whole number from 1 to 65535, not "http".',
	})
})

test('a demo that other machines could reach does not start without a separate password', async () => {
	expect(await start({ PORT: String(await findFreePort()), HOST: '0.0.0.0' })).toEqual({
		code: 1,
		said: 'The start failed. The setting DEMO_PASSWORD is needed with demo content on HOST=0.0.0.0, which other machines can reach: set it, or leave HOST unset, or set SEED_DEMO to false.',
	})
})

test('a port in use ends the start with one sentence', async () => {
	const other = createServer().listen(0)
	await once(other, 'listening')
	const { port } = other.address() as { port: number }
	expect(await start({ PORT: String(port) })).toEqual({
		code: 1,
		said: `The start failed. Port ${port} is already in use: stop the other program, or set PORT to another port.`,
	})
	other.close()
})

test('an outside database that does not exist ends the start with one sentence', async () => {
	const DATABASE_URL = inject('databases').maintenance.replace('/postgres?', '/nowhere?')
	expect(await start({ PORT: String(await findFreePort()), DATABASE_URL })).toEqual({
		code: 1,
		said: 'The start failed. The database named in DATABASE_URL does not exist.',
	})
})

test('a script without its database ends with one sentence', async () => {
	const DATABASE_URL = inject('databases').maintenance.replace('/postgres?', '/nowhere?')
	for (const script of ['migrate', 'seed'])
		expect(await start({ DATABASE_URL }, `scripts/${script}.ts`)).toEqual({
			code: 1,
			said: 'The database named in DATABASE_URL does not exist.',
		})
})

test('a port of figures that is in use ends the start before anything else is done', async () => {
	const other = createServer().listen(0)
	await once(other, 'listening')
	const { port } = other.address() as { port: number }
	expect(await start({ PORT: String(await findFreePort()), METRICS_PORT: String(port) })).toEqual({
		code: 1,
		said: `The start failed. Port ${port} is already in use: stop the other program, or set METRICS_PORT to another port.`,
	})
	other.close()
})
