import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { settingNames } from '../../src/settings.ts'
import { findFreePort } from '../../src/platform/free-port.ts'
import { isAlive } from '../../src/platform/postgres-cluster.ts'

export type RunningSite = {
	url: string
	port: number
	pid: number
	/** The end of what it has written so far. */
	output: () => string
	/** Ends it as Ctrl-C does. Returns its exit code. */
	stop: () => Promise<number | null>
}

export type StartOptions = {
	/** A free one when unset. */
	port?: number
	/** A new folder, removed at the stop, when unset. */
	dataDir?: string
	cwd?: string
	/** Settings. None are taken from the surrounding environment, which may name a real database. */
	env?: Record<string, string>
	/** Before the server's file. */
	nodeArguments?: readonly string[]
	file?: string
	startWithinMs?: number
	/** Called with each piece of what the site writes. */
	onOutput?: (text: string) => void
}

const FOLDER_PREFIX = 'shirube-e2e-'
// Against hangs, not against slowness: other processes may keep the machine busy.
const START_WITHIN_MS = 900_000
const ATTEMPTS = 5
const LOOK_MS = 200
const ANSWER_WITHIN_MS = 10_000
const STOP_WITHIN_MS = 60_000
const KEPT_OUTPUT = 1_000_000

class PortTakenError extends Error {}

/** Creates a data folder that the unprivileged user of the embedded database may enter. */
export async function makeDataDir(): Promise<string> {
	await removeAbandonedFolders()
	const folder = await mkdtemp(path.join(os.tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
	await chmod(folder, 0o711)
	return folder
}

/**
 * Starts `src/server.ts` as `npm start` does and waits until it is ready. The returned site is certainly the started
 * process: it alone knows the instance id that `/healthz` reports, and no other program answers on a loopback address of
 * its port. It ends with this process, however this process ends.
 *
 * Throws with the site's output when it does not become ready.
 */
export async function startSite(options: StartOptions = {}): Promise<RunningSite> {
	const dataDir = options.dataDir ?? (await makeDataDir())
	const removeData = async () => {
		if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
	}
	try {
		const site = await startOnPort({ ...options, dataDir })
		return {
			...site,
			async stop() {
				const code = await site.stop()
				await removeData()
				return code
			},
		}
	} catch (error) {
		await removeData()
		throw error
	}
}

/** Another program may take a free port before the site does: tried again with another one. */
async function startOnPort(options: StartOptions & { dataDir: string }): Promise<RunningSite> {
	if (options.port !== undefined) return startOnce(options, options.port)
	for (let attempt = 1; ; attempt++)
		try {
			return await startOnce(options, await findFreePort())
		} catch (error) {
			if (!(error instanceof PortTakenError) || attempt === ATTEMPTS) throw error
		}
}

async function startOnce(options: StartOptions & { dataDir: string }, port: number): Promise<RunningSite> {
	const instance = randomUUID()
	const site = spawnSite(options, port, instance)
	const deadline = Date.now() + (options.startWithinMs ?? START_WITHIN_MS)
	try {
		while (!(await isSiteReady(port, instance))) {
			if (hasEnded(site.process)) throw endedEarly(port, site.output())
			if (Date.now() > deadline) throw new Error(`The site was not ready in time:\n${site.output()}`)
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
		}
	} catch (error) {
		await site.stop()
		throw error
	}
	return { url: `http://localhost:${port}`, port, pid: site.process.pid ?? 0, output: site.output, stop: site.stop }
}

function spawnSite(options: StartOptions & { dataDir: string }, port: number, instance: string) {
	const endWithParent = ['--import', path.join(import.meta.dirname, 'end-with-parent.ts')]
	const server = spawn(process.execPath, [...endWithParent, ...(options.nodeArguments ?? []), options.file ?? 'src/server.ts'], {
		cwd: options.cwd ?? process.cwd(),
		env: {
			...environmentWithoutSettings(),
			PORT: String(port),
			DATA_DIR: options.dataDir,
			LOG_LEVEL: 'error',
			...options.env,
			INSTANCE_ID: instance,
			SITE_STARTED_BY: String(process.pid),
		},
		stdio: ['pipe', 'pipe', 'pipe'],
	})
	let said = ''
	const hear = (text: string) => {
		said = (said + text).slice(-KEPT_OUTPUT)
		options.onOutput?.(text)
	}
	for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', hear)
	// Nothing is written to it: only its closing matters.
	server.stdin.on('error', () => undefined)
	const ended = new Promise<number | null>((resolve, reject) => server.on('close', resolve).on('error', reject))
	ended.catch(() => undefined)
	return {
		process: server,
		output: () => said,
		stop: () => {
			if (!hasEnded(server)) server.kill('SIGINT')
			setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS).unref()
			return ended
		},
	}
}

/** Returns whether the site with this `INSTANCE_ID` serves on the port. Throws when a program other than it answers there. */
export async function isSiteReady(port: number, instance: string): Promise<boolean> {
	const found = await Promise.all(['127.0.0.1', '[::1]'].map((host) => instanceAt(`http://${host}:${port}`)))
	if (found.some((other) => other !== null && other !== instance)) throw new PortTakenError(`Port ${port} is used by another program.`)
	if (!found.includes(instance)) return false
	const ready = await ask(`http://localhost:${port}/readyz`).catch(() => null)
	return ready?.ok ?? false
}

const ask = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })

/** The instance id that the program at an address reports; null when none listens there or it has not answered yet. */
async function instanceAt(origin: string): Promise<unknown> {
	const response = await ask(`${origin}/healthz`).catch(() => null)
	if (response === null) return null
	const body = (await response.json().catch(() => ({}))) as { instance?: unknown } | null
	return body?.instance ?? 'unknown'
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

function endedEarly(port: number, output: string): Error {
	if (output.includes(`Port ${port} is already in use`)) return new PortTakenError(`Port ${port} is already in use.`)
	return new Error(`The site did not start:\n${output}`)
}

function environmentWithoutSettings(): NodeJS.ProcessEnv {
	const settings = new Set<string>(settingNames)
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)))
}

/** Folders of killed runs. */
async function removeAbandonedFolders(): Promise<void> {
	for (const name of await readdir(os.tmpdir())) {
		const owner = name.startsWith(FOLDER_PREFIX) ? Number(/^(\d+)-/.exec(name.slice(FOLDER_PREFIX.length))?.[1]) : Number.NaN
		if (Number.isNaN(owner) || isAlive(owner)) continue
		await rm(path.join(os.tmpdir(), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
	}
}
