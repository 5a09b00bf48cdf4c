import { serve } from '../src/server.ts'

process.env['NODE_ENV'] = 'development'
stopWithParent()
await serve('development')

/**
 * npm hands SIGTERM to the shell between, which dies of it and leaves this process behind with its database. Being
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
