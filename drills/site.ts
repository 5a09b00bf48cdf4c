import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../src/platform/free-port.ts'

const READY_WITHIN_MS = 300_000
const STOP_WITHIN_MS = 20_000
/** Of each site that a drill starts. */
export const SECRET_KEY = 'a secret for drills, long enough for all'

export type SiteOptions = { output?: number | 'ignore'; nodeArguments?: readonly string[] }

/** A site that a drill has started. */
export type DrillSite = { url: string; process: ChildProcess }

/**
 * Starts the built site on a free port of this machine and waits until it is ready. `env` has its settings besides SECRET_KEY; its log
 * goes to the open file `output`, if any. Throws when it is not ready within five minutes.
 */
export async function startSite(
	env: Readonly<Record<string, string>>,
	{ output = 'ignore', nodeArguments = [] }: SiteOptions = {},
): Promise<DrillSite> {
	const port = await findFreePort('127.0.0.1')
	const child = spawn(process.execPath, [...nodeArguments, '--import', './src/platform/start-environment.ts', 'src/server.ts'], {
		env: {
			PATH: process.env['PATH'] ?? '',
			PORT: String(port),
			HOST: '127.0.0.1',
			SECRET_KEY,
			LOG_LEVEL: 'fatal',
			...env,
		},
		stdio: ['ignore', output, 'inherit'],
	})
	const url = `http://127.0.0.1:${port}`
	for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && child.exitCode === null; await delay(200)) {
		const isReady = await fetch(`${url}/readyz`).then(
			({ ok }) => ok,
			() => false,
		)
		if (isReady) return { url, process: child }
	}
	child.kill('SIGKILL')
	throw new Error('the site did not start')
}

/** The value below which `share` of `values` are; NaN without any. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Runs `work` on a started site with the demo. Its folder is that of DRILL_DATA, which later drills then find filled, or a new one that
 * is removed at the end.
 */
export async function withDemoSite<T>(
	env: Readonly<Record<string, string>>,
	work: (site: DrillSite & { folder: string }) => Promise<T>,
): Promise<T> {
	const kept = process.env['DRILL_DATA']
	const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'shirube-drill-')))
	await mkdir(folder, { recursive: true })
	await chmod(folder, 0o711)
	let site: DrillSite | undefined
	try {
		site = await startSite({ DATA_DIR: path.join(folder, 'site'), ...env })
		return await work({ ...site, folder })
	} finally {
		if (site !== undefined) await stopSite(site)
		if (kept === undefined) await rm(folder, { recursive: true, force: true })
	}
}

/** Ends a site and its embedded database, within twenty seconds. */
export async function stopSite({ process: child }: DrillSite): Promise<void> {
	if (child.exitCode !== null) return
	const ended = once(child, 'exit')
	child.kill('SIGTERM')
	const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
	await ended
	clearTimeout(late)
}
