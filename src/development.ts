import type { Server, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'
import type * as AppModule from './app.ts'
import type { App, AppDeps } from './app.ts'
import type { Handler } from './platform/http-server.ts'

export type DevelopmentApp = {
	handler: Handler
	app: () => App
	close: () => Promise<void>
}

/** The same app with Vite in front: modules are compiled on demand, and a changed one produces a new app at the next request. */
export async function createDevelopmentApp(deps: AppDeps, server: Server): Promise<DevelopmentApp> {
	const { createServer } = await import('vite')
	const vite = await withoutOwnShutdown(() => createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } }))
	let loaded: typeof AppModule | undefined
	let app: App | undefined
	let loading: Promise<App> | undefined

	async function current(): Promise<App> {
		const module = (await vite.ssrLoadModule('/src/app.ts')) as typeof AppModule
		if (app && module === loaded) return app
		const previous = app
		loaded = module
		app = await module.createApp(deps)
		await previous?.close()
		return app
	}

	const next = () => (loading ??= current().finally(() => (loading = undefined)))
	await next()
	const stopWatching = refreshPages(vite)
	return {
		handler(request, response) {
			allowInline(response)
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
			stopWatching()
			await vite.close()
			await app?.close()
		},
	}
}

/** An editor may write a file in several steps. */
const SETTLED_MS = 50

/**
 * Loads open pages again after a change to what only the server has: rules, loaders, texts. Of what a browser has loaded, Vite
 * replaces the module in place.
 */
function refreshPages({ watcher, environments, ws }: ViteDevServer): () => void {
	let waiting: NodeJS.Timeout | undefined
	const changed = (file: string) => {
		if (!/[/\\](?:src|content)[/\\]/.test(file) || /\.test\.tsx?$/.test(file)) return
		if (environments.client.moduleGraph.getModulesByFile(file)?.size) return
		clearTimeout(waiting)
		waiting = setTimeout(() => ws.send({ type: 'full-reload' }), SETTLED_MS)
	}
	for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, changed)
	return () => clearTimeout(waiting)
}

/**
 * Vite servers, such as the one that React Router keeps for its routes, end the process at SIGTERM by themselves, before
 * the database is stopped. Ours does that, and closes them.
 */
async function withoutOwnShutdown<T>(start: () => Promise<T>): Promise<T> {
	const before = new Set(process.listeners('SIGTERM'))
	const started = await start()
	for (const listener of process.listeners('SIGTERM')) if (!before.has(listener)) process.off('SIGTERM', listener)
	return started
}

/** Vite puts styles and its reload client into the page, which production's content security policy would refuse. */
function allowInline(response: ServerResponse): void {
	const isPolicy = (name: unknown) => String(name).toLowerCase() === 'content-security-policy'
	const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
	response.writeHead = (status: number, ...rest: unknown[]) => {
		response.removeHeader('content-security-policy')
		const headers = rest.at(-1)
		if (Array.isArray(headers))
			rest.splice(
				-1,
				1,
				headers.filter((_, index) => !isPolicy(headers[index - (index % 2)])),
			)
		else if (typeof headers === 'object' && headers !== null)
			rest.splice(-1, 1, Object.fromEntries(Object.entries(headers).filter(([name]) => !isPolicy(name))))
		return writeHead(status, ...rest)
	}
}
