import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the server (`--import` in the script `start`). What glibc keeps of freed memory is set by environment
 * variables that it reads when a program begins, so the process once replaces itself by the same with them set: fewer
 * arenas for the threads that compress pages, and blocks as large as a page given back as soon as they are free. It
 * keeps its number and its terminal. Elsewhere than on Linux, and with another C library, nothing is different.
 */
const settings: Record<string, string> = {
	MALLOC_ARENA_MAX: '2',
	MALLOC_MMAP_THRESHOLD_: '65536',
	MALLOC_TRIM_THRESHOLD_: '131072',
}
const SET_HERE = 'ALLOCATOR_SET'

const { env } = process
const names = env[SET_HERE]
// A process with a channel to its parent would lose it.
if (process.platform === 'linux' && isMainThread && names === undefined && process.execve !== undefined && process.send === undefined) {
	const missing = Object.keys(settings).filter((name) => env[name] === undefined)
	const added = Object.fromEntries(missing.map((name) => [name, settings[name]]))
	process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
		...env,
		...added,
		[SET_HERE]: missing.join(' '),
	})
}
// What is set for serving pages is not for what this process starts: a seed needs far more memory, and so may PostgreSQL.
for (const name of [SET_HERE, ...(names ?? '').split(' ')]) delete env[name]
process.execArgv = []
