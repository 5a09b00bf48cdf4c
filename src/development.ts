import { createServer } from 'node:http'
import type { App, AppDeps } from './app.ts'
import type { Handler } from './platform/http-server.ts'

export type DevelopmentApp = {
	handler: Handler
	app: () => App
	close: () => Promise<void>
}

/** The same app with Vite in front: modules are compiled on demand, and a changed one gives a new app at the next request. */
export async function createDevelopmentApp(deps: AppDeps): Promise<DevelopmentApp> {
	const { createServer: createVite } = await import('vite')
	// Vite's reload channel gets a server of its own, so that it can live and end apart from the site's.
	const channel = createServer()
	await new Promise<void>((resolve) => channel.listen(0, 'localhost', resolve))
	const address = channel.address()
	const port = typeof address === 'object' && address ? address.port : 0
	const vite = await createVite({
		appType: 'custom',
		server: { middlewareMode: true, hmr: { server: channel, clientPort: port } },
	})
	type AppModule = typeof import('./app.ts')
	let loaded: AppModule | undefined
	let app: App | undefined
	let loading: Promise<App> | undefined

	async function current(): Promise<App> {
		const module = (await vite.ssrLoadModule('/src/app.ts')) as AppModule
		if (app && module === loaded) return app
		const previous = app
		loaded = module
		app = await module.createApp(deps)
		await previous?.close()
		return app
	}

	const next = () => (loading ??= current().finally(() => (loading = undefined)))
	await next()
	return {
		handler(request, response) {
			vite.middlewares(request, response, () => {
				next().then(
					(ready) => ready.listener(request, response),
					(error: unknown) => {
						if (error instanceof Error) vite.ssrFixStacktrace(error)
						deps.log.error({ err: error }, 'the app cannot be loaded')
						if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
						response.end(error instanceof Error ? error.stack : String(error))
					},
				)
			})
		},
		app() {
			if (!app) throw new Error('The app is not loaded yet')
			return app
		},
		async close() {
			await vite.close()
			channel.closeAllConnections()
			await new Promise((resolve) => channel.close(resolve))
			await app?.close()
		},
	}
}
