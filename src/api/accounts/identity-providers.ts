import { createRoute, z } from '@hono/zod-openapi'
import { catalogueSentence, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { linkProvider, redeemTicket, unlinkProvider } from '../../domain/accounts/sign-in/provider-accounts.ts'
import { finishPopup, isProvider, makeLinkIntent, type PopupResult, startPopup } from '../../domain/accounts/sign-in/provider-popup.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { scriptMarkAttribute } from '../../http/own-scripts.ts'
import { POPUP_CHANNEL } from '../../domain/accounts/sign-in/popup-channel.ts'
import { idTokenSchema, providerSchema } from './account-schemas.ts'
import { bearer, createAccountsPart, csrfTokenField, freshToken, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['外部アカウント']

const popupPage = { description: '結果を元の画面に伝えて閉じるページ。', content: { 'text/html': { schema: z.string() } } }
const ticketBody = jsonBody(z.object({ ticket: z.string().max(200), ...csrfTokenField }))

/**
 * Notifies the page that opened the popup through a same-origin channel, since the way back to the opener may be cut.
 * The script carries our mark, so the policy allows it by its hash.
 */
function resultPage(result: PopupResult): string {
	const message = JSON.stringify(result).replaceAll('<', '\\u003c')
	const sentence = 'error' in result ? catalogueSentence(result.error, 'provider') : 'ログインの手続きを続けています。'
	return `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>ログイン</title></head><body><main><p>${sentence}</p><p>この画面は閉じてかまいません。</p></main><script${scriptMarkAttribute}>const message = ${message}; if (message.attempt) { new BroadcastChannel(${JSON.stringify(POPUP_CHANNEL)}).postMessage(message); setTimeout(() => window.close(), ${'error' in result ? 1_500 : 50}) }</script></body></html>`
}

/** Signing in with Google, Facebook and LINE, by a popup; linking and unlinking them. */
export const identityProvidersApi = createAccountsPart([])
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/identity/popup',
			tags,
			summary: '外部アカウントの画面を開く',
			description: '500×600 の小さな画面で開きます。結果は BroadcastChannel で届きます。',
			request: {
				query: z.object({
					provider: z.string().max(40).optional().openapi({ description: 'google、facebook または line。' }),
					attempt: z.string().max(64).optional().describe('8〜64文字。結果を見分けるために開く側が決めます。'),
					intent: z.string().max(200).optional().describe('連携するときだけ。'),
					origin: z.string().max(300).optional().describe('開いた画面のオリジン。登録したアドレスと違うときは、その画面に知らせます。'),
				}),
			},
			responses: { 302: { description: '外部の画面へ。' }, 200: popupPage },
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const { provider = '', attempt = '', intent = null, origin = null } = c.req.valid('query')
			const site = c.req.header('sec-fetch-site')
			const known = isProvider(provider) ? provider : null
			if (!/^[A-Za-z0-9_-]{8,64}$/.test(attempt) || (site !== undefined && site !== 'same-origin'))
				return c.html(resultPage({ attempt: null, provider: known, error: 'auth/invalid-auth-event' }), 200)
			try {
				const address = await startPopup(ctx, { provider, attempt, intent, origin, binding: cookies.bindPopup() })
				cookies.keepDevice()
				return c.redirect(address.href, 302)
			} catch (error) {
				if (!isDomainError(error) || !isAuthErrorCode(error.code)) throw error
				return c.html(resultPage({ attempt, provider: known, error: error.code }), 200)
			}
		},
	)
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/identity/callback/{provider}',
			tags,
			summary: '外部アカウントからの戻り先',
			request: {
				params: z.object({ provider: z.string().max(40).openapi({ example: 'google', description: 'google、facebook または line。' }) }),
			},
			responses: { 200: popupPage },
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const { provider } = c.req.valid('param')
			const result = await finishPopup(ctx, { provider, search: new URL(c.req.url).search, binding: cookies.readPopup() })
			return c.html(resultPage(result), 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/popup/redeem',
			tags,
			summary: '外部アカウントでのログイン',
			request: { body: ticketBody },
			responses: {
				200: json(idTokenSchema.extend({ provider: providerSchema }), 'IDトークン。'),
				...problems.badRequest,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			cookies.keepDevice()
			const answer = await redeemTicket(ctx, { ticket: c.req.valid('json').ticket, binding: cookies.readPopup() })
			return c.json(answer, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/linkIntent',
			tags,
			summary: '連携を始める',
			request: { headers: freshToken },
			responses: {
				200: json(z.object({ intent: z.string().describe('60秒間、1回だけ使えます。') }), '連携の合図。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => c.json({ intent: await makeLinkIntent(c.var.ctx, bearer(c.req.header('authorization'))) }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/link',
			tags,
			summary: '外部アカウントと連携',
			request: { body: ticketBody },
			responses: {
				200: json(z.object({ provider: providerSchema }), '連携しました。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			return c.json({ provider: await linkProvider(ctx, { ticket: c.req.valid('json').ticket, binding: cookies.readPopup() }) }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/unlink',
			tags,
			summary: '外部アカウントの連携を解除',
			request: { headers: freshToken, body: jsonBody(z.object({ provider: z.string().max(40), ...csrfTokenField })) },
			responses: {
				200: json(z.object({ provider: providerSchema }), '解除しました。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const idToken = bearer(c.req.header('authorization'))
			return c.json({ provider: await unlinkProvider(c.var.ctx, { provider: c.req.valid('json').provider, idToken }) }, 200)
		},
	)
