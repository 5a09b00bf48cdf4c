import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { createLog } from '../src/platform/log.ts'

/**
 * `node drills/rolling-restart.ts [REQUESTS]`: two web processes and a worker on one database behind Caddy with the settings of
 * `deploy/`, restarted one after the other while visitors read pages and post forms, until 10,000 requests or as many as asked
 * were answered. Ends with exit code 1 when one failed: no answer, or one of 500 and above. Needs `caddy` and a build.
 */
const wanted = Number(process.argv[2] ?? 10_000)
const READERS = 16
const DRAIN_SECONDS = 3
const agent = new Agent({ keepAlive: true })

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), role: 'script', log: createLog('error') })
const [proxyPort, firstPort, secondPort, workerPort] = [
	await findFreePort(),
	await findFreePort(),
	await findFreePort(),
	await findFreePort(),
] as const
const running = new Map<number, ChildProcess>()
let caddy: ChildProcess | undefined
try {
	for (const port of [firstPort, secondPort, workerPort]) await start(port)
	caddy = await startCaddy()
	const begun = Date.now()
	let isOver = false
	const restarting = restartUntil(() => isOver)
	const { answered, failed } = await load()
	isOver = true
	const restarts = await restarting
	const seconds = (Date.now() - begun) / 1_000
	console.log(
		`${answered} requests in ${Math.round(seconds)} s (${Math.round(answered / seconds)} a second), ${restarts} restarts, ${failed.length} failed`,
	)
	for (const failure of failed.slice(0, 20)) console.error(failure)
	process.exitCode = failed.length === 0 && restarts > 2 ? 0 : 1
} finally {
	caddy?.kill('SIGKILL')
	for (const child of running.values()) child.kill('SIGKILL')
	await postgres.stop()
	await rm(folder, { recursive: true, force: true })
}

async function start(port: number): Promise<void> {
	const child = spawn(
		process.execPath,
		['--max-semi-space-size=16', '--heap-growing-percent=50', '--import', './src/platform/start-environment.ts', 'src/server.ts'],
		{
			env: {
				PATH: process.env['PATH'] ?? '',
				PORT: String(port),
				HOST: '127.0.0.1',
				PUBLIC_URL: `http://localhost:${proxyPort}`,
				TRUST_PROXY: '1',
				DATA_DIR: path.join(folder, String(port)),
				DATABASE_URL: postgres.url,
				SECRET_KEY: 'a secret for drills, long enough for all',
				DRAIN_SECONDS: String(DRAIN_SECONDS),
				PROCESS_ROLE: port === workerPort ? 'worker' : 'web',
				LOG_LEVEL: 'warn',
			},
			stdio: ['ignore', 'ignore', 'inherit'],
		},
	)
	running.set(port, child)
	for (const until = Date.now() + 180_000; Date.now() < until && child.exitCode === null; await delay(100)) {
		const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
			({ ok }) => ok,
			() => false,
		)
		if (isReady) return
	}
	throw new Error(`the process on port ${port} did not start`)
}

/** Caddy with the shipped file, without TLS and on the ports of this drill. */
async function startCaddy(): Promise<ChildProcess> {
	const file = path.join(folder, 'Caddyfile')
	await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${await readFile('deploy/Caddyfile', 'utf8')}`)
	const env = {
		...process.env,
		SITE_ADDRESS: `http://localhost:${proxyPort}`,
		UPSTREAMS: `127.0.0.1:${firstPort} 127.0.0.1:${secondPort}`,
	}
	const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
	for (const until = Date.now() + 20_000; Date.now() < until; await delay(100)) if ((await ask({ path: '/healthz' })) === 200) return child
	throw new Error('Caddy did not start')
}

async function restartUntil(isOver: () => boolean): Promise<number> {
	let restarts = 0
	while (!isOver())
		for (const port of [firstPort, secondPort, workerPort]) {
			const child = running.get(port)
			const ended = child && once(child, 'exit')
			child?.kill('SIGTERM')
			await ended
			await start(port)
			restarts += 1
			// Until the proxy has noticed.
			await delay(2_000)
			if (isOver()) break
		}
	return restarts
}

async function load(): Promise<{ answered: number; failed: string[] }> {
	const paths = [
		'/',
		'/qa',
		'/articles',
		'/tasks',
		'/search?q=%E7%A8%8E%E7%90%86%E5%A3%AB',
		'/login',
		'/contact',
		'/api/suggest?q=%E7%A8%8E',
	]
	const failed: string[] = []
	let answered = 0
	const read = async (index: number) => {
		for (let turn = index; answered < wanted; turn += 1) {
			const isWrite = index === 0
			const path = isWrite ? '/unsubscribe?token=none' : (paths[turn % paths.length] ?? '/')
			const status = await ask({ path, ...(isWrite && { method: 'POST' }) })
			answered += 1
			if (typeof status === 'string' || status >= 500) failed.push(`${isWrite ? 'POST' : 'GET'} ${path}: ${status}`)
			// As people do, and so that the limits of the costly addresses hold.
			await delay(isWrite ? 60 : 120 + Math.random() * 60)
		}
	}
	await Promise.all(Array.from({ length: READERS }, (_, index) => read(index)))
	return { answered, failed }
}

/** Returns the status, or why there was none. */
function ask({ path, method = 'GET' }: { path: string; method?: string }): Promise<number | string> {
	return new Promise((resolve) => {
		const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '26' } : {}
		const sent = request({
			host: '127.0.0.1',
			port: proxyPort,
			path,
			method,
			agent,
			headers: { host: `localhost:${proxyPort}`, ...headers },
		})
		sent.on('response', (response) => {
			response.on('error', (error) => resolve(error.message))
			response.resume().on('end', () => resolve(response.statusCode ?? 0))
		})
		sent.on('error', (error) => resolve(error.message))
		sent.end(method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined)
	})
}
