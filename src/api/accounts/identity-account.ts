import { createRoute, z } from '@hono/zod-openapi'
import { deleteAccount } from '../../domain/accounts/account-removal.ts'
import { applyActionCode, changeEmail, withdrawEmailChange } from '../../domain/accounts/email-change.ts'
import { emailSchema, givenPasswordSchema, longIdSchema, newPasswordSchema, oobCodeSchema } from '../../domain/accounts/schemas.ts'
import { exportAccount } from '../../domain/accounts/my-identity.ts'
import { changePassword } from '../../domain/accounts/sign-in/password-change.ts'
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from '../../domain/accounts/sign-in/password-reset.ts'
import { revokeSessions } from '../../domain/accounts/sessions.ts'
import { exportParts, leavingParts } from '../../domain/moderation/personal-data.ts'
import { bearer, createAccountsPart, csrfTokenField, freshToken, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['アカウントの管理']

const codeBody = jsonBody(z.object({ oobCode: oobCodeSchema, ...csrfTokenField }))
const modeSchema = z.enum(['verifyEmail', 'resetPassword', 'recoverEmail'])

/** What a person does with their own account: address, password, sessions, codes from mails, leaving. */
export const identityAccountApi = createAccountsPart(['/api/deleteMe'])
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/resetPassword/request',
			tags,
			summary: 'パスワード再設定のメールを送る',
			request: { body: jsonBody(z.object({ email: emailSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.object({ sent: z.literal(true) }), '送信を受け付けました。'),
				...problems.badRequest,
				...problems.notFound,
				...problems.throttled,
			},
		}),
		async (c) => {
			await requestPasswordReset(c.var.ctx, c.req.valid('json').email)
			return c.json({ sent: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/resetPassword/verify',
			tags,
			summary: '再設定のリンクを確かめる',
			request: { body: codeBody },
			responses: {
				200: json(z.object({ email: z.string() }), '対象のメールアドレス。'),
				...problems.badRequest,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => c.json({ email: await verifyResetCode(c.var.ctx, c.req.valid('json').oobCode) }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/resetPassword/confirm',
			tags,
			summary: '新しいパスワードを設定する',
			description: 'すべての端末からログアウトします。',
			request: { body: jsonBody(z.object({ oobCode: oobCodeSchema, password: newPasswordSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.object({ email: z.string() }), '設定しました。'),
				...problems.badRequest,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const { oobCode: code, password } = c.req.valid('json')
			const email = await confirmPasswordReset(ctx, { code, password })
			cookies.keepDevice()
			return c.json({ email }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/actionCode/apply',
			tags,
			summary: 'メールアドレスを確認する、または元に戻す',
			request: { body: codeBody },
			responses: {
				200: json(z.object({ mode: modeSchema, email: z.string() }), '終わりました。'),
				...problems.badRequest,
				...refusals.conflict,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const { kind, email } = await applyActionCode(ctx, c.req.valid('json').oobCode)
			cookies.keepDevice()
			return c.json({ mode: kind, email }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/changeEmail',
			tags,
			summary: 'メールアドレスを変える',
			description: '新しいメールアドレスの確認が終わるまでは、確認済みのメールアドレスが有効です。',
			request: { headers: freshToken, body: jsonBody(z.object({ email: emailSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.object({ email: z.string() }), '変更しました。'),
				...problems.badRequest,
				...problems.throttled,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
			},
		}),
		async (c) => {
			const { email } = c.req.valid('json')
			await changeEmail(c.var.ctx, { email, idToken: bearer(c.req.header('authorization')) })
			return c.json({ email }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/withdrawEmailChange',
			tags,
			summary: 'メールアドレスの変更を取りやめる',
			responses: {
				200: json(z.object({ withdrawn: z.literal(true) }), '取りやめました。確認を待つものがないときも同じです。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => {
			await withdrawEmailChange(c.var.ctx)
			return c.json({ withdrawn: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/changePassword',
			tags,
			summary: 'パスワードを変える',
			description: 'ほかの端末からログアウトします。',
			request: {
				headers: freshToken,
				body: jsonBody(z.object({ currentPassword: givenPasswordSchema.optional(), password: newPasswordSchema, ...csrfTokenField })),
			},
			responses: {
				200: json(z.object({ changed: z.literal(true) }), '変更しました。'),
				...problems.badRequest,
				...problems.throttled,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const { currentPassword, password } = c.req.valid('json')
			cookies.signedIn(await changePassword(ctx, { currentPassword, password, idToken: bearer(c.req.header('authorization')) }))
			return c.json({ changed: true as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/identity/sessions/revoke',
			tags,
			summary: 'ほかの端末からログアウト',
			request: {
				headers: freshToken,
				body: jsonBody(z.union([z.object({ id: longIdSchema }), z.object({ others: z.literal(true) })])),
			},
			responses: {
				200: json(z.object({ revoked: z.int() }), 'ログアウトした端末の数。'),
				...problems.badRequest,
				...problems.notFound,
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => {
			const idToken = bearer(c.req.header('authorization'))
			return c.json({ revoked: await revokeSessions(c.var.ctx, { ...c.req.valid('json'), idToken }) }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/identity/export',
			tags,
			summary: '自分のデータを書き出す',
			responses: {
				200: json(
					z.record(z.string(), z.unknown()),
					'アカウント、パスキー、ログインの記録、質問・回答・コメント、記事、フォロー、お気に入り、お知らせとその設定、見積もり依頼、問い合わせ、資金の相談、口コミ、報告と異議。画像は user.imageUrl にあります。',
				),
				...refusals.unauthenticated,
			},
		}),
		async (c) => {
			c.header('content-disposition', 'attachment; filename="account.json"')
			return c.json(await exportAccount(c.var.ctx, exportParts), 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/deleteMe',
			tags,
			summary: '退会する',
			request: { headers: freshToken },
			responses: {
				200: json(z.object({ deleted: z.literal(true) }), '退会しました。'),
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.conflict,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			await deleteAccount(ctx, bearer(c.req.header('authorization')), leavingParts)
			cookies.forgetPerson()
			return c.json({ deleted: true as const }, 200)
		},
	)
