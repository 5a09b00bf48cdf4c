import { createRoute, z } from '@hono/zod-openapi'
import { requestVerification } from '../../domain/accounts/account-mails.ts'
import { emailSchema, givenPasswordSchema, newPasswordSchema } from '../../domain/accounts/schemas.ts'
import { publicKeys } from '../../domain/accounts/sign-in/signing-keys.ts'
import { renewRecoveryCodes } from '../../domain/accounts/sign-in/recovery-codes.ts'
import { confirmSecondFactor, finishSignIn, removeSecondFactor, startSecondFactor } from '../../domain/accounts/sign-in/second-factor.ts'
import { refreshIdToken, signIn } from '../../domain/accounts/sign-in/sign-in.ts'
import { signUp } from '../../domain/accounts/sign-in/sign-up.ts'
import { idTokenSchema } from './account-schemas.ts'
import { authorizationHeader, bearer, createAccountsPart, csrfTokenField, freshToken, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['ログイン']

const sent = z.object({ sent: z.literal(true) })

const codeBody = jsonBody(z.object({ code: z.string().max(40), ...csrfTokenField }))

/** The embedded identity service: addresses, passwords and ID tokens. */
export const identityApi = createAccountsPart(['/api/identity/*'])
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/signUp',
			tags,
			summary: 'メールアドレスで登録',
			description: '登録だけをし、ログインはしません。登録の有無を隠す設定では idToken は null です。',
			request: { body: jsonBody(z.object({ email: emailSchema, password: newPasswordSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.union([idTokenSchema, z.object({ idToken: z.null() })]), '登録しました。'),
				...problems.badRequest,
				...problems.throttled,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const answer = await signUp(ctx, c.req.valid('json'))
			cookies.keepDevice()
			return c.json(answer ?? { idToken: null }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/signIn',
			tags,
			summary: 'メールアドレスとパスワードの確認',
			description: '二段階認証を設定した人には 401 auth/multi-factor-auth-required を返します。続けて secondFactor を呼んでください。',
			request: { body: jsonBody(z.object({ email: emailSchema, password: givenPasswordSchema, ...csrfTokenField })) },
			responses: { 200: json(idTokenSchema, 'IDトークン。'), ...problems.badRequest, ...problems.throttled, ...refusals.invalid },
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			// Also for a refusal: a second factor is asked for in this browser only.
			cookies.keepDevice()
			const answer = await signIn(ctx, c.req.valid('json'))
			return c.json(answer, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/refresh',
			tags,
			summary: '新しいIDトークン',
			responses: { 200: json(idTokenSchema, '同じログイン時刻のIDトークン。'), ...problems.throttled, ...refusals.unauthenticated },
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const answer = await refreshIdToken(ctx)
			cookies.keepDevice()
			return c.json(answer, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/sendVerification',
			tags,
			summary: '確認メールを送る',
			request: { headers: authorizationHeader('登録した直後はIDトークン。ログイン中は不要です。') },
			responses: { 200: json(sent, '送信を受け付けました。'), ...problems.throttled, ...refusals.unauthenticated },
		}),
		async (c) => {
			await requestVerification(c.var.ctx, bearer(c.req.header('authorization')))
			return c.json({ sent: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/identity/jwks.json',
			tags,
			summary: 'IDトークンを確かめる公開鍵',
			responses: { 200: json(z.object({ keys: z.array(z.record(z.string(), z.unknown())) }), 'JSON Web Key Set。') },
		}),
		async (c) => c.json(await publicKeys(c.var.ctx), 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/secondFactor',
			tags,
			summary: '二段階認証のコードの確認',
			description: 'signIn か popup/redeem のあと5分以内に、同じブラウザから送ります。回復用コードも使えます。',
			request: { body: codeBody },
			responses: { 200: json(idTokenSchema, 'IDトークン。'), ...problems.badRequest, ...problems.throttled, ...refusals.invalid },
		}),
		async (c) => c.json(await finishSignIn(c.var.ctx, c.req.valid('json').code), 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/secondFactor/start',
			tags,
			summary: '認証アプリの登録を始める',
			request: { headers: freshToken },
			responses: {
				200: json(z.object({ secret: z.string(), uri: z.string().describe('otpauth://') }), '認証アプリに入れる鍵。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
			},
		}),
		async (c) => c.json(await startSecondFactor(c.var.ctx, bearer(c.req.header('authorization'))), 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/secondFactor/confirm',
			tags,
			summary: '二段階認証を有効にする',
			request: { headers: freshToken, body: codeBody },
			responses: {
				200: json(z.object({ recoveryCodes: z.array(z.string()) }), '回復用コード。一度だけ表示してください。'),
				...problems.badRequest,
				...problems.throttled,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const idToken = bearer(c.req.header('authorization'))
			return c.json({ recoveryCodes: await confirmSecondFactor(c.var.ctx, { code: c.req.valid('json').code, idToken }) }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/secondFactor/recoveryCodes',
			tags,
			summary: '回復用コードを作り直す',
			description: '前のコードは使えなくなります。',
			request: { headers: freshToken },
			responses: {
				200: json(z.object({ recoveryCodes: z.array(z.string()) }), '回復用コード。一度だけ表示してください。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
			},
		}),
		async (c) => c.json({ recoveryCodes: await renewRecoveryCodes(c.var.ctx, bearer(c.req.header('authorization'))) }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/secondFactor/remove',
			tags,
			summary: '二段階認証を解除する',
			request: { headers: freshToken },
			responses: {
				200: json(z.object({ removed: z.literal(true) }), '解除しました。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => {
			await removeSecondFactor(c.var.ctx, bearer(c.req.header('authorization')))
			return c.json({ removed: true as const }, 200)
		},
	)
