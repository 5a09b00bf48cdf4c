import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { keepStartFlags } from './start-flags.ts'

/**
 * Loaded before the server (`--import` in the script `start`). Some of what decides about memory is set by environment
 * variables that are read when a program begins, so the process once replaces itself by the same with them set. It keeps
 * its number and its terminal.
 *
 * Of glibc: fewer arenas for the threads that compress pages, and blocks as large as a page given back as soon as they
 * are free. Of Node: where it finds sources without their types, or it would keep a compiler for TypeScript in memory.
 */
/** Not in a release, which needs no compiler and keeps what it has loaded as it ends. */
const isTypeScript = import.meta.filename.endsWith('.ts')
const compiled = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled')
const settings: Record<string, string> = {
	MALLOC_ARENA_MAX: '2',
	MALLOC_MMAP_THRESHOLD_: '65536',
	MALLOC_TRIM_THRESHOLD_: '131072',
	NODE_COMPILE_CACHE: compiled,
}
const SET_HERE = 'ENVIRONMENT_SET'

const { env } = process
const names = env[SET_HERE]
keepStartFlags(
	Object.fromEntries([SET_HERE, ...(names ?? '').split(' ')].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
)
// A process with a channel to its parent would lose it.
if (process.platform === 'linux' && isMainThread && names === undefined && process.execve !== undefined && process.send === undefined) {
	const missing = Object.keys(settings).filter((name) => env[name] === undefined)
	const added = Object.fromEntries(missing.map((name) => [name, settings[name]]))
	if (isTypeScript && missing.includes('NODE_COMPILE_CACHE') && !existsSync(compiled))
		await Promise.all(['server', 'migrations'].map(fillCache))
	process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
		...env,
		...added,
		[SET_HERE]: missing.join(' '),
	})
}
// Child processes must not inherit the flags for serving pages: a seed needs far more memory, and so may PostgreSQL.
for (const name of [SET_HERE, ...(names ?? '').split(' ')]) delete env[name]
process.execArgv = []

/** On the first start; this file is in the cache too then, as the other process loads it in the same way. */
async function fillCache(part: string): Promise<void> {
	const child = fork(path.join(import.meta.dirname, 'fill-compile-cache.ts'), [part], {
		env: { ...env, NODE_COMPILE_CACHE: compiled },
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	})
	await new Promise((resolve) => child.on('error', resolve).on('exit', resolve))
}
