import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readReleaseFile } from './release-file.ts'
import { hashSources } from './source-hash.ts'
import { StartError } from './start-error.ts'

/** What the build is made from. */
const SOURCES = ['src', 'content/rules', 'public', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package-lock.json']

const HEARTBEAT_MS = 1_000
const ABANDONED_MS = 8_000

export type SiteBuild = {
	/** Hash of the sources, the same on every machine. */
	id: string
	/** False when the last build was still good. */
	built: boolean
}

export type BuildOptions = {
	/** Folder of package.json. */
	root: string
	/** Builds even when nothing changed. */
	force?: boolean
	/** Shows what the build says instead of keeping it for the case that it fails. */
	verbose?: boolean
	signal?: AbortSignal
	onBuild?: () => void
}

/** Builds server and browser bundles into `build/` unless those there are of the same sources. A release brings its build along. */
export async function buildSite(options: BuildOptions): Promise<SiteBuild> {
	const released = await readReleaseFile(options.root)
	if (released !== null) return { id: released.build, built: false }
	const id = await hashSources(options.root, SOURCES)
	const stamp = path.join(options.root, 'build', '.stamp')
	const current = async () => (await readFile(stamp, 'utf8').catch(() => '')) === id
	if (!options.force && (await current())) return { id, built: false }
	const release = await takeBuildLock(options.root, options.signal)
	try {
		// The previous holder of the lock may have built these sources.
		if (!options.force && (await current())) return { id, built: false }
		options.onBuild?.()
		await rm(stamp, { force: true })
		await runBuild(options)
		await writeFile(stamp, id)
		return { id, built: true }
	} finally {
		await release()
	}
}

async function runBuild({ root, verbose = false, signal }: BuildOptions): Promise<void> {
	const child = spawn(process.execPath, [path.join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
		cwd: root,
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: verbose ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
		signal,
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
	const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
	if (status === 0) return
	if (verbose) throw new StartError('The build failed.')
	const plain = stripVTControlCharacters(output)
	// The bundler's own findings come as `[MISSING_EXPORT] …`, everything else as `Error: …`.
	const found = /^\[[A-Z_]+\].*$/m.exec(plain) ?? /^.*(?:Error: |ENOSPC|EACCES).*$/m.exec(plain)
	const reason = found?.[0].trim().replace(/\.$/, '') ?? `it ended with ${status}`
	throw new StartError(`The build failed (${reason}): npm run build shows all of it.`, new Error(plain))
}

/**
 * Two starts from one checkout must not write into `build/` at once; the lock of a killed build is taken over. It cannot
 * lie in `build/`, which the bundler empties.
 */
async function takeBuildLock(root: string, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
	const lock = path.join(root, 'node_modules', '.cache', 'build.lock')
	await mkdir(path.dirname(lock), { recursive: true }).catch((error: unknown) => refuseUnwritable(error, root))
	for (;;) {
		signal?.throwIfAborted()
		try {
			const file = await open(lock, 'wx')
			await file.close()
			// Its age shows whether the holder is alive: after a container's restart the same process ids belong to others.
			const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS)
			return async () => {
				clearInterval(beat)
				await rm(lock, { force: true })
			}
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuseUnwritable(error, root)
		}
		const age = Date.now() - ((await stat(lock).catch(() => null))?.mtimeMs ?? Date.now())
		if (age > ABANDONED_MS) await rm(lock, { force: true })
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
}

function refuseUnwritable(error: unknown, root: string): never {
	const { code = '' } = error as NodeJS.ErrnoException
	if (!['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(code)) throw error
	throw new StartError(
		`The site has to be built from its sources, and ${root} cannot be written: run npm run build there as a user who may.`,
		error,
	)
}
