import { inboxPath, notificationsPath, ownCasesPath } from '../../domain/shared/links.ts'
import type { Route } from './+types/manifest'
import { configContext } from '../context.ts'

/** The web app manifest; a route because it carries the site's name, which is a setting. Installed, the site opens in the working rooms. */
export function loader({ context }: Route.LoaderArgs) {
	const { siteName } = context.get(configContext)
	const manifest = {
		id: '/mypage',
		name: siteName,
		short_name: siteName,
		description: '専門家への依頼と、届いた依頼の案件・お知らせを確かめられます。',
		lang: 'ja',
		dir: 'ltr',
		start_url: '/mypage',
		scope: '/',
		display: 'standalone',
		background_color: '#fbf7ef',
		theme_color: '#fbf7ef',
		categories: ['business'],
		icons: [
			{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
			{ src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
			{ src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
			{ src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
		],
		shortcuts: [
			{ name: '案件', url: ownCasesPath() },
			{ name: '受信箱', url: inboxPath() },
			{ name: 'お知らせ', url: notificationsPath() },
		],
	}
	return new Response(JSON.stringify(manifest), {
		headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=86400' },
	})
}
