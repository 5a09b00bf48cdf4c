import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { createRoute, z } from '@hono/zod-openapi'
import { addPasskey, removePasskey, signInByPasskey, startPasskey, startPasskeySignIn } from '../../domain/accounts/sign-in/passkeys.ts'
import { longIdSchema } from '../../domain/accounts/schemas.ts'
import { idTokenSchema } from './account-schemas.ts'
import { bearer, createAccountsPart, csrfTokenField, freshToken, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['パスキー']

/** The browser's WebAuthn response; verification checks its parts. */
const responseSchema = z.object({
	id: z.string().max(2_000),
	rawId: z.string().max(2_000),
	type: z.literal('public-key'),
	response: z.record(z.string(), z.unknown()),
	clientExtensionResults: z.record(z.string(), z.unknown()),
	authenticatorAttachment: z.string().max(40).optional(),
})
const options = json(z.record(z.string(), z.unknown()), 'WebAuthn の設定（JSON 形式）。')
const responseBody = jsonBody(z.object({ response: responseSchema, ...csrfTokenField }))

/** Signing in with a passkey, and the caller's passkeys. */
export const identityPasskeysApi = createAccountsPart([])
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/passkey/start',
			tags,
			summary: 'パスキーの登録を始める',
			request: { headers: freshToken },
			responses: { 200: options, ...refusals.unauthenticated, ...refusals.forbidden, ...refusals.conflict },
		}),
		async (c) => c.json({ ...(await startPasskey(c.var.ctx, bearer(c.req.header('authorization')))) }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/passkey',
			tags,
			summary: 'パスキーを登録する',
			request: { headers: freshToken, body: responseBody },
			responses: {
				200: json(z.object({ added: z.literal(true) }), '登録しました。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const response = c.req.valid('json').response as unknown as RegistrationResponseJSON
			await addPasskey(c.var.ctx, { response, idToken: bearer(c.req.header('authorization')) })
			return c.json({ added: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/passkey/remove',
			tags,
			summary: 'パスキーを消す',
			request: { headers: freshToken, body: jsonBody(z.object({ id: longIdSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.object({ removed: z.literal(true) }), '消しました。'),
				...problems.badRequest,
				...problems.notFound,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
			},
		}),
		async (c) => {
			await removePasskey(c.var.ctx, { id: c.req.valid('json').id, idToken: bearer(c.req.header('authorization')) })
			return c.json({ removed: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/passkey/signIn/start',
			tags,
			summary: 'パスキーでのログインを始める',
			responses: { 200: options, ...problems.throttled },
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			// The challenge is good in this browser alone.
			cookies.keepDevice()
			return c.json({ ...(await startPasskeySignIn(ctx)) }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/passkey/signIn',
			tags,
			summary: 'パスキーでログイン',
			request: { body: responseBody },
			responses: { 200: json(idTokenSchema, 'IDトークン。'), ...problems.badRequest, ...refusals.invalid },
		}),
		async (c) => {
			const response = c.req.valid('json').response as unknown as AuthenticationResponseJSON
			return c.json(await signInByPasskey(c.var.ctx, response), 200)
		},
	)
