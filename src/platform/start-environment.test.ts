import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const report = `
	const { readFileSync } = require('node:fs')
	const isSet = (text) => /MALLOC_MMAP_THRESHOLD_=65536/.test(text)
	console.log(JSON.stringify({
		own: process.platform === 'linux' && isSet(readFileSync('/proc/self/environ', 'latin1')),
		handedOn: Object.keys(process.env).filter((name) => /^(MALLOC_|NODE_COMPILE_|ENVIRONMENT_)/.test(name)),
		cache: require('node:module').getCompileCacheDir()?.includes('/node_modules/.cache/compiled/') ?? false,
		arguments: [process.title, process.argv[1], ...process.execArgv],
	}))
`
const imported = ['--import', './src/platform/start-environment.ts']
const isLinux = process.platform === 'linux'

async function run(env: Record<string, string>): Promise<unknown> {
	const started = ['--title=kept', ...imported, '-e', report, 'given']
	const { stdout, stderr } = await promisify(execFile)(process.execPath, started, { env: { PATH: process.env['PATH'], ...env } })
	expect(stderr).toBe('')
	return JSON.parse(stdout)
}

test('the process begins with the settings and its arguments, and hands neither on to what it starts', async () => {
	expect(await run({})).toEqual({ own: isLinux, handedOn: [], cache: isLinux, arguments: ['kept', 'given'] })
})

test('what the operator set stays as it is', async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-compiled-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const given = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: folder }
	expect(await run(given)).toEqual({ own: false, handedOn: Object.keys(given), cache: false, arguments: ['kept', 'given'] })
})

test('a process with a channel to its parent keeps it', async () => {
	const child = spawn(process.execPath, [...imported, '-e', 'process.send("here")'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
	expect((await once(child, 'message'))[0]).toBe('here')
})

test.each(['server', 'migrations'])('the sources of the %s are compiled before a first start, and nothing of them runs', async (part) => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-compiled-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: folder }
	const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/platform/fill-compile-cache.ts', part], { env })
	expect(stdout + stderr).toBe('')
	expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(100)
})
