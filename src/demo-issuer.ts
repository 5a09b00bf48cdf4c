import type { Config } from './config.ts'
import { createSecurityHeaders, withHeaders } from './http/security-headers.ts'
import type { Handler } from './platform/http-server.ts'

const people = [
	{ id: 'demo-hanako', name: '試用 花子', email: 'hanako.shiyou@example.com' },
	{ id: 'demo-ichiro', name: '試用 一郎', email: 'ichiro.shiyou@example.com' },
	{ id: 'demo-no-address', name: 'メールアドレスのない人' },
]

/**
 * Puts the demo's own account picker before the site where config names it as the Google button's issuer. Made at its
 * first use: most demos never open it, and the start need not wait for its key.
 */
export function withDemoIssuer(config: Config, site: Handler): Handler {
	const { google } = config
	if (!google || !config.openDemo || !google.issuer.startsWith(`${config.publicUrl}/`)) return site
	const prefix = `${new URL(google.issuer).pathname}/`
	const make = async (): Promise<Handler> => {
		const { createGoogleLikeIssuer } = await import('./platform/google-like-issuer.ts')
		return createGoogleLikeIssuer({
			...google,
			redirectUri: `${config.publicUrl}/api/identity/callback/google`,
			people,
			title: 'デモ用のログイン画面',
			explanation: 'Googleの画面ではありません。このデモの中だけで使えるアカウントを選んでください。',
		})
	}
	let issuer: Promise<Handler> | undefined
	const pick = withHeaders([...createSecurityHeaders(config).forData, ['cache-control', 'no-store']], (request, response) => {
		issuer ??= make()
		issuer.then(
			(handle) => handle(request, response),
			() => response.writeHead(500).end(),
		)
	})
	return (request, response) => (request.url?.startsWith(prefix) ? pick : site)(request, response)
}
