import { Hono } from 'hono'

/** Description of a build that the client reads. */
export type BuildMeta = {
	id: string
	/** ISO 8601. */
	createdAt: string
	routes: readonly { id: string; path: string }[]
}

/** The part of React Router's manifest (`build.assets`) that is needed here. */
export type RouteManifest = {
	version: string
	routes: Readonly<
		Record<string, { id: string; parentId?: string | undefined; path?: string | undefined; hasAction?: boolean } | undefined>
	>
}

/** Reads a build's id and page addresses from its manifest. */
export function describeBuild(manifest: RouteManifest, createdAt: Date): BuildMeta {
	const routes = Object.values(manifest.routes)
		.filter((route) => route !== undefined)
		.map(({ id }) => ({ id, path: fullPath(manifest, id) }))
	return { id: manifest.version, createdAt: createdAt.toISOString(), routes }
}

/** Patterns of the pages that accept forms. */
export function formPaths(manifest: RouteManifest): string[] {
	return Object.values(manifest.routes).flatMap((route) => (route?.hasAction ? [fullPath(manifest, route.id)] : []))
}

function fullPath(manifest: RouteManifest, id: string): string {
	const parts: string[] = []
	for (
		let route = manifest.routes[id];
		route !== undefined;
		route = route.parentId === undefined ? undefined : manifest.routes[route.parentId]
	) {
		if (route.path) parts.unshift(route.path.replace(/^\/|\/$/g, ''))
	}
	return `/${parts.filter((part) => part !== '').join('/')}`
}

/** `/builds/latest.json`, which open pages poll, and `/builds/meta/{id}.json`. The last of `builds` is the newest. */
export function buildRoutes(builds: readonly [...BuildMeta[], BuildMeta]): Hono {
	const routes = new Hono()
	routes.get('/builds/latest.json', (c) => c.json({ id: builds.at(-1)?.id }, 200, { 'cache-control': 'no-store' }))
	routes.get('/builds/meta/:file{.+\\.json}', (c) => {
		const id = c.req.param('file').slice(0, -'.json'.length)
		const found = builds.find((build) => build.id === id)
		if (found === undefined) return c.json({ message: `Page not found: ${c.req.path}` }, 404, { 'cache-control': 'no-store' })
		return c.json(found, 200, { 'cache-control': 'public, max-age=31536000, immutable' })
	})
	return routes
}
