import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a site that scripts/site/start-site.ts starts: asks the site to stop once the starting process is gone.
 * That process holds the other end of standard input, which the system closes however the process ended.
 *
 * The site's own child processes inherit the environment but not this parent, so they are left alone.
 */
if (isMainThread && process.env['SITE_STARTED_BY'] === String(process.ppid)) {
	const stop = () => process.kill(process.pid, 'SIGTERM')
	process.stdin.on('end', stop).on('error', stop).resume()
	process.stdin.unref()
}
