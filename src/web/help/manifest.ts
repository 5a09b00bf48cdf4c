import type { Route } from './+types/manifest'
import { configContext } from '../context.ts'

/** The web app manifest; a route because it carries the site's name, which is a setting. */
export function loader({ context }: Route.LoaderArgs) {
	const { siteName } = context.get(configContext)
	const manifest = {
		name: siteName,
		short_name: siteName,
		lang: 'ja',
		start_url: '/',
		display: 'browser',
		background_color: '#fbf7ef',
		theme_color: '#fbf7ef',
		icons: [
			{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
			{ src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
			{ src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
		],
	}
	return new Response(JSON.stringify(manifest), {
		headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=86400' },
	})
}
