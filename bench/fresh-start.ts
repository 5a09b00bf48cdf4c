import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { isSiteReady } from '../scripts/site/start-site.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { type Figure, seconds } from './figures.ts'
import { browserHeaders, get } from './load.ts'
import { folderFor, listPage } from './settings.ts'
import { median, timed } from './statistics.ts'

const START_WITHIN_MS = 600_000
const AGAIN = 3

/** Measures the first start after cloning: each command of the README, with its output. */
export async function measureStart(): Promise<Figure[]> {
	const folder = await mkdtemp(path.join(await folderFor('clones'), 'clone-'))
	// As git makes one: the database's own user may pass.
	await chmod(folder, 0o755)
	try {
		const clone = step(['git', 'clone', '--quiet', '--no-hardlinks', process.cwd(), folder], process.cwd())
		const install = step(['npm', 'ci', '--no-audit', '--no-fund'], folder)
		const first = await start(folder, (line) => console.log(`    ${line}`))
		const again: number[] = []
		for (let time = 0; time < AGAIN; time++) again.push((await start(folder, () => undefined)).page)
		return [
			{ name: 'git clone', value: seconds(clone) },
			{ name: 'npm ci', value: seconds(install) },
			{ name: 'npm start until it is ready', value: seconds(first.ready) },
			{ name: 'the first list page after that', value: seconds(first.page - first.ready) },
			{ name: 'from nothing to the first page', value: seconds(clone + install + first.page) },
			{ name: 'a second npm start until its first list page', value: seconds(median(again)) },
		]
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

function step([command = '', ...args]: string[], cwd: string): number {
	const begun = performance.now()
	const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
	if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr.trim().slice(0, 2_000)}`)
	return (performance.now() - begun) / 1_000
}

async function start(cwd: string, onLine: (line: string) => void): Promise<{ ready: number; page: number }> {
	const port = await findFreePort()
	const instance = randomUUID()
	const begun = performance.now()
	const since = () => (performance.now() - begun) / 1_000
	const child = spawn('npm', ['start'], {
		cwd,
		env: { ...process.env, PORT: String(port), DATA_DIR: path.join(cwd, 'data'), LOG_LEVEL: 'error', INSTANCE_ID: instance },
		stdio: ['ignore', 'pipe', 'inherit'],
		// Ctrl-C reaches the process group.
		detached: true,
	})
	child.stdout.setEncoding('utf8').on('data', (text: string) => text.split('\n').filter(Boolean).forEach(onLine))
	const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
	const url = `http://localhost:${port}`
	try {
		while (!(await isSiteReady(port, instance))) {
			if (child.exitCode !== null) throw new Error('npm start ended before it was ready')
			if (performance.now() - begun > START_WITHIN_MS) throw new Error('npm start was not ready in time')
			await new Promise((resolve) => setTimeout(resolve, 50))
		}
		const ready = since()
		await timed(() => get(url + listPage, browserHeaders))
		return { ready, page: since() }
	} finally {
		if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGINT')
		await ended
	}
}
