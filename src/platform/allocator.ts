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
// A process begun by this one inherits the flag: it may have a channel to its parent, which would be lost.
if (process.platform === 'linux' && isMainThread && process.send === undefined && process.execve !== undefined) {
	const names = env[SET_HERE]
	if (names === undefined) {
		const missing = Object.keys(settings).filter((name) => env[name] === undefined)
		const added = Object.fromEntries(missing.map((name) => [name, settings[name]]))
		process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
			...env,
			...added,
			[SET_HERE]: missing.join(' '),
		})
	} else {
		// Not for what this process starts: PostgreSQL has its own way with memory.
		for (const name of [SET_HERE, ...names.split(' ')]) delete env[name]
	}
}
