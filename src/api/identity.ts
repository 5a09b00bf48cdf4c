import { createRoute, z } from '@hono/zod-openapi'
import { requestVerification } from '../domain/accounts/account-mails.ts'
import { emailSchema, givenPasswordSchema, newPasswordSchema } from '../domain/accounts/input.ts'
import { publicKeys } from '../domain/accounts/signing-keys.ts'
import { refreshIdToken, signIn } from '../domain/accounts/sign-in.ts'
import { signUp } from '../domain/accounts/sign-up.ts'
import { idTokenSchema } from './account-schemas.ts'
import { authorizationHeader, bearer, createAccountsPart, csrfTokenField, jsonBody, refusals } from './accounts-part.ts'
import { json, problems } from './define.ts'

const tags = ['ログイン']

/** The embedded identity service: addresses, passwords and ID tokens. */
export const identityApi = createAccountsPart(['/api/identity/*'])

const sent = z.object({ sent: z.literal(true) })

identityApi.openapi(
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
		const { ctx, cookies } = c.var.accounts
		const answer = await signUp(ctx, c.req.valid('json'))
		cookies.keepDevice()
		return c.json(answer ?? { idToken: null }, 200)
	},
)

identityApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/identity/signIn',
		tags,
		summary: 'メールアドレスとパスワードの確認',
		request: { body: jsonBody(z.object({ email: emailSchema, password: givenPasswordSchema, ...csrfTokenField })) },
		responses: { 200: json(idTokenSchema, 'IDトークン。'), ...problems.badRequest, ...problems.throttled, ...refusals.invalid },
	}),
	async (c) => {
		const { ctx, cookies } = c.var.accounts
		const answer = await signIn(ctx, c.req.valid('json'))
		cookies.keepDevice()
		return c.json(answer, 200)
	},
)

identityApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/identity/refresh',
		tags,
		summary: '新しいIDトークン',
		responses: { 200: json(idTokenSchema, '同じログイン時刻のIDトークン。'), ...problems.throttled, ...refusals.unauthenticated },
	}),
	async (c) => {
		const { ctx, cookies } = c.var.accounts
		const answer = await refreshIdToken(ctx)
		cookies.keepDevice()
		return c.json(answer, 200)
	},
)

identityApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/identity/sendVerification',
		tags,
		summary: '確認メールを送る',
		request: { headers: authorizationHeader('登録した直後はIDトークン。ログイン中は不要です。') },
		responses: { 200: json(sent, '送信を受け付けました。'), ...problems.throttled, ...refusals.unauthenticated },
	}),
	async (c) => {
		await requestVerification(c.var.accounts.ctx, bearer(c.req.header('authorization')))
		return c.json({ sent: true as const }, 200)
	},
)

identityApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/identity/jwks.json',
		tags,
		summary: 'IDトークンを確かめる公開鍵',
		responses: { 200: json(z.object({ keys: z.array(z.record(z.string(), z.unknown())) }), 'JSON Web Key Set。') },
	}),
	async (c) => c.json(await publicKeys(c.var.accounts.ctx), 200),
)
