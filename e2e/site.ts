import { spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export type RunningSite = {
	url: string
	pid: number
	/** Ends it as Ctrl-C does. Gives its exit code. */
	stop: () => Promise<number | null>
}

/** A data folder that the unprivileged user of the embedded database may enter. */
export async function makeDataDir(): Promise<string> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-e2e-'))
	await chmod(folder, 0o711)
	return folder
}

/** A copy of all that the site is made of, for a test that changes some of it. */
export async function copySources(): Promise<string> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-build-'))
	for (const entry of [
		'src',
		'seed',
		'migrations',
		'public',
		'scripts',
		'package.json',
		'package-lock.json',
		'tsconfig.json',
		'vite.config.ts',
		'react-router.config.ts',
	])
		await cp(entry, path.join(folder, entry), { recursive: true })
	await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
	return folder
}

const START_WITHIN_MS = 300_000

/** Starts `src/server.ts` as `npm start` does and waits until it is ready. Without `dataDir` its data goes with it. */
export async function startSite(options: {
	port: number
	dataDir?: string
	cwd?: string
	env?: Record<string, string>
	/** Before the server's file. */
	nodeArguments?: readonly string[]
	file?: string
}): Promise<RunningSite> {
	const dataDir = options.dataDir ?? (await makeDataDir())
	const url = `http://localhost:${options.port}`
	const server = spawn(process.execPath, [...(options.nodeArguments ?? []), options.file ?? 'src/server.ts'], {
		cwd: options.cwd ?? process.cwd(),
		env: { ...process.env, PORT: String(options.port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...options.env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let said = ''
	server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
	server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
	const ended = new Promise<number | null>((resolve) => server.on('exit', (code) => resolve(code)))
	const stop = async () => {
		if (server.exitCode === null) server.kill('SIGINT')
		const code = await ended
		if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
		return code
	}
	const deadline = Date.now() + START_WITHIN_MS
	for (;;) {
		if (server.exitCode !== null) throw new Error(`The site did not start:\n${said}`)
		const ready = await fetch(`${url}/readyz`).catch(() => null)
		if (ready?.ok) return { url, pid: server.pid ?? 0, stop }
		if (Date.now() > deadline) {
			await stop()
			throw new Error(`The site was not ready in time:\n${said}`)
		}
		await new Promise((resolve) => setTimeout(resolve, 200))
	}
}
