import { connectToParent } from './platform/web-processes/parent-process.ts'
import { runProcess } from './process-run.ts'
import { loadBundle, openSitePools, startSite } from './site-start.ts'
import type { WebProcessOrder } from './web-processes.ts'

/** One of WEB_PROCESSES: serves the connections that it gets from the process that started it. */
async function serveConnections(): Promise<void> {
	const { place, databaseUrl, secretKey, buildId, isWorker } = JSON.parse(process.env['WEB_PROCESS'] ?? '{}') as WebProcessOrder
	delete process.env['WEB_PROCESS']
	const parent = connectToParent()

	await runProcess({
		mode: 'production',
		// The process that started this one speaks for all.
		say: () => undefined,
		place,
		async start(config, log, { closers, end }) {
			parent.onEnd(() => void end(0))
			const loading = loadBundle()
			loading.catch(() => undefined)
			const pools = await openSitePools(config, { log, url: databaseUrl, closers })
			await loading
			const role = isWorker || config.role === 'worker' ? config.role : 'web'
			return startSite({
				mode: 'production',
				config: { ...config, role },
				log,
				closers,
				pools,
				secretKey,
				building: Promise.resolve(buildId),
				content: Promise.resolve(),
				isWorker,
				parent: { process: parent, place },
			})
		},
	})
}

// Whoever imports this file only compiles it (platform/fill-compile-cache.ts).
if (import.meta.main) await serveConnections()
