import { serve } from '../src/server.ts'

process.env['NODE_ENV'] = 'development'
stopWithParent()
await serve('development')

/**
 * npm sends SIGTERM to the intermediate shell, which exits and leaves this process running with its database. Being
 * adopted by another parent counts as the signal.
 */
function stopWithParent(): void {
	const parent = process.ppid
	const watch = setInterval(() => {
		if (process.ppid === parent) return
		clearInterval(watch)
		process.kill(process.pid, 'SIGTERM')
	}, 500)
	watch.unref()
}
