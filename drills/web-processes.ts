import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSite, stopSite } from './site.ts'

/**
 * `node drills/web-processes.ts [KILLS]`: an empty site with WEB_PROCESSES=2 on its embedded database. While clients read pages and post
 * forms, partly on connections that they keep, one of the processes is killed, 20 times or as often as asked, and once in five all are
 * replaced by SIGUSR2. Ends with exit code 1 when a request failed that was not in the hands of a killed process, or when a process did not
 * come back. A request on a kept connection that was cut before its answer began is sent once more, as browsers and proxies do.
 * Needs a build.
 */
const kills = Number(process.argv[2] ?? 20)
const PROCESSES = 2
const CLIENTS = 12
const BACK_WITHIN_MS = 300_000
const PATHS = ['/', '/qa', '/tasks', '/articles', '/login', '/contact', '/category']

type Outcome = { sentAt: number; endedAt: number; failure: string | null }

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const site = await startSite({ DATA_DIR: path.join(folder, 'site'), SEED_DEMO: 'false', WEB_PROCESSES: String(PROCESSES) })
try {
	const outcomes: Outcome[] = []
	const killedAt: number[] = []
	let isOver = false
	const clients = Array.from({ length: CLIENTS }, (_, index) => read(index, outcomes, () => isOver))
	const backAfter: number[] = []
	let rolls = 0
	for (let turn = 1; turn <= kills; turn += 1) {
		await delay(500 + Math.random() * 500)
		const before = await webProcesses()
		const victim = before[turn % before.length] ?? 0
		killedAt.push(performance.now())
		process.kill(victim, 'SIGKILL')
		backAfter.push(await untilReady((pids) => !pids.includes(victim)))
		if (turn % 5 > 0) continue
		const old = await webProcesses()
		process.kill(site.process.pid ?? 0, 'SIGUSR2')
		await untilReady((pids) => pids.every((pid) => !old.includes(pid)))
		rolls += 1
	}
	isOver = true
	await Promise.all(clients)
	const failed = outcomes.filter(({ failure }) => failure !== null)
	const inHands = failed.filter(({ sentAt, endedAt }) => killedAt.some((at) => sentAt <= at && endedAt >= at && endedAt < at + 1_000))
	const unexpected = failed.filter((outcome) => !inHands.includes(outcome))
	const slowest = Math.max(...outcomes.map(({ sentAt, endedAt }) => endedAt - sentAt))
	console.log(
		`${kills} kills, ${rolls} replacements of all, ${outcomes.length} requests: ${inHands.length} cut in the hands of a killed process, ${unexpected.length} others failed; ready again after ${seconds(backAfter.toSorted((a, b) => a - b)[Math.floor(backAfter.length / 2)] ?? 0)} s (median), ${seconds(Math.max(...backAfter))} s at most; slowest answer ${seconds(slowest)} s`,
	)
	for (const { failure } of unexpected.slice(0, 20)) console.error(failure)
	process.exitCode = unexpected.length === 0 ? 0 : 1
} finally {
	await stopSite(site)
	await rm(folder, { recursive: true, force: true })
}

function seconds(ms: number): string {
	return (ms / 1_000).toFixed(1)
}

/** The numbers of the web processes, by the list of children that Linux keeps. */
async function webProcesses(): Promise<number[]> {
	const pid = site.process.pid ?? 0
	const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)
	const found = await Promise.all(
		children.map(async (child) =>
			(await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).includes('web-process.ts') ? child : 0,
		),
	)
	return found.filter((child) => child > 0)
}

/** Waits until the right processes are there and new connections are answered by all of them. Returns the milliseconds. */
async function untilReady(isRight: (pids: readonly number[]) => boolean): Promise<number> {
	const begun = performance.now()
	while (performance.now() - begun < BACK_WITHIN_MS) {
		const pids = await webProcesses()
		if (pids.length === PROCESSES && isRight(pids) && (await answering()).size === PROCESSES) return performance.now() - begun
		await delay(50)
	}
	throw new Error('the processes did not come back')
}

/** The numbers of the processes that answer new connections, in turn. */
async function answering(): Promise<Set<number>> {
	const asked = Array.from({ length: 2 * PROCESSES }, () => fetch(`${site.url}/healthz`, { headers: { connection: 'close' } }))
	const answers = (await Promise.all(asked)).map((response) => response.json() as Promise<{ process: number }>)
	return new Set((await Promise.all(answers)).map(({ process: place }) => place))
}

/** One client; every third begins a new connection for each request, and every fourth posts. */
async function read(index: number, outcomes: Outcome[], isOver: () => boolean): Promise<void> {
	const agent = new Agent({ keepAlive: index % 3 > 0, maxSockets: 1 })
	for (let turn = index; !isOver(); turn += 1) {
		const isWrite = index % 4 === 0
		const at = isWrite ? '/unsubscribe?token=none' : (PATHS[turn % PATHS.length] ?? '/')
		const sentAt = performance.now()
		const failure = await ask(at, isWrite, agent)
		outcomes.push({ sentAt, endedAt: performance.now(), failure })
		await delay(20 + Math.random() * 40)
	}
	agent.destroy()
}

/** Returns what failed, or null. */
function ask(at: string, isWrite: boolean, agent: Agent, mayRepeat = true): Promise<string | null> {
	return new Promise((resolve) => {
		const headers = isWrite ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '26' } : {}
		const sent = request(`${site.url}${at}`, { method: isWrite ? 'POST' : 'GET', agent, headers, timeout: 30_000 }, (response) => {
			response.on('error', (error) => resolve(`${at}: ${error.message}`))
			response.on('end', () => resolve((response.statusCode ?? 0) >= 500 ? `${at}: ${response.statusCode}` : null))
			response.resume()
		})
		sent.on('timeout', () => sent.destroy(new Error('no answer')))
		sent.on('error', (error: NodeJS.ErrnoException) => {
			const isCut = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
			resolve(isCut && mayRepeat ? ask(at, isWrite, agent, false) : `${at}: ${error.code ?? error.message}`)
		})
		sent.end(isWrite ? 'List-Unsubscribe=One-Click' : undefined)
	})
}
