import pLimit from 'p-limit'
import { matchRoutes, type RouteObject } from 'react-router'

/** Spec section 9: at most five preloads at a time. */
export const PRELOADS_AT_A_TIME = 5

type Manifest = { routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined> }

const limit = pLimit(PRELOADS_AT_A_TIME)
const asked = new Set<string>()

/**
 * Fetches the code of a page while somebody points at a link to it, touches it or moves the focus there. Links that are only in sight
 * fetch nothing: of a room's thirty pages a person opens two. Fetches nothing when the person saves data.
 */
export function preloadRoutes(routes: RouteObject[], manifest: Manifest): void {
	const connection = (navigator as { connection?: { saveData?: boolean } }).connection
	if (connection?.saveData) return
	const preload = (link: HTMLAnchorElement) => {
		if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
		for (const match of matchRoutes(routes, link.pathname) ?? []) {
			const entry = match.route.id ? manifest.routes[match.route.id] : undefined
			for (const path of entry ? [entry.module, ...(entry.imports ?? [])] : []) {
				if (asked.has(path)) continue
				asked.add(path)
				void limit(() => fetchModule(path))
			}
		}
	}
	const intent = (event: Event) => {
		const link = event.target instanceof Element ? event.target.closest('a') : null
		if (link) preload(link)
	}
	document.addEventListener('pointerover', intent, { passive: true })
	document.addEventListener('focusin', intent)
}

/** Settles when the browser has the module or gave up: a preload that fails costs nothing, the click loads again. */
function fetchModule(path: string): Promise<void> {
	return new Promise((resolve) => {
		const link = document.createElement('link')
		link.rel = 'modulepreload'
		link.href = path
		link.addEventListener('load', () => resolve())
		link.addEventListener('error', () => {
			asked.delete(path)
			resolve()
		})
		document.head.append(link)
	})
}
