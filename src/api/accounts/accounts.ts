import { createRoute, z } from '@hono/zod-openapi'
import { authError } from '../../domain/accounts/auth-error.ts'
import { verifyIdToken } from '../../domain/accounts/sign-in/id-tokens.ts'
import { categoryChoiceSchema, emailSchema, longIdSchema, newUserSchema, userChangeSchema } from '../../domain/accounts/schemas.ts'
import { closeSession, openSession } from '../../domain/accounts/sessions.ts'
import { createUser, findMyUser, getUserWithParam, recordLoggedIn, updateUser } from '../../domain/accounts/users.ts'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { refreshNamedQuestions } from '../../domain/questions/handles.ts'
import { cleanLine } from '../../domain/shared/text-input.ts'
import { isOwnFetch } from '../../http/accounts-request.ts'
import { CSRF_HEADER, csrfTokenMatches } from '../../http/csrf.ts'
import { accountUserSchema, docIdSchema, foundUserSchema, publicUserSchema } from './account-schemas.ts'
import { authorizationHeader, bearer, createAccountsPart, csrfTokenField, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, orNull, problems } from '../shared/define.ts'

const tags = ['アカウント']

/** Written out, because the document has no word for a field that is dropped where it does not fit. */
const newUser = newUserSchema.openapi({
	type: 'object',
	properties: { firstName: { type: 'string', maxLength: 100 }, lastName: { type: 'string', maxLength: 100 } },
})

/** The calls of spec section 7: the caller's account. */
export const accountsApi = createAccountsPart([
	'/api/myInfo',
	'/api/user',
	'/api/user/recordLoggedIn',
	'/api/user/category',
	'/api/sessionCheck',
	'/api/sessionLogin',
	'/api/sessionLogout',
	'/api/getUserWithParam',
	'/api/updateUser',
])
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/myInfo',
			tags,
			summary: '自分の情報',
			responses: {
				200: json(z.object({ user: orNull(accountUserSchema), docId: docIdSchema.nullable() }), 'ログインしていなければ user は null。'),
			},
		}),
		async (c) => c.json((await findMyUser(c.var.ctx)) ?? { user: null, docId: null }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/user/recordLoggedIn',
			tags,
			summary: 'はじめての案内を終えたことを記録',
			responses: { 200: json(z.object({ user: accountUserSchema }), '記録しました。'), ...refusals.unauthenticated },
		}),
		async (c) => c.json({ user: (await recordLoggedIn(c.var.ctx)).user }, 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/user/category',
			tags,
			summary: '関心のある分野を選ぶ',
			request: { body: jsonBody(z.object({ category: categoryChoiceSchema, ...csrfTokenField })) },
			responses: {
				200: json(z.object({ user: accountUserSchema }), '選んだ分野を保存しました。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.invalid,
			},
		}),
		async (c) => {
			const { ctx } = c.var
			if (ctx.viewer.kind !== 'member') throw authError('auth/session-required', 'account')
			const { category } = c.req.valid('json')
			const known = new Set((await listTaskCategories(ctx)).map(({ id }) => id))
			if (!category.every((id) => known.has(id)))
				throw new DomainError('invalid', 'unknown category', { fields: { category: '分野を選び直してください。' } })
			return c.json({ user: (await updateUser(ctx, ctx.viewer.userId, { categoryIds: category })).user }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/sessionCheck',
			tags,
			summary: 'ログインの状態',
			description: '切れたログインのCookieは消します。',
			responses: {
				200: json(
					z.object({ loggedIn: z.boolean(), uid: z.string().nullable(), expiresAt: z.int().nullable().describe('ミリ秒。') }),
					'ログインしているかどうか。',
				),
			},
		}),
		(c) => {
			const { ctx, cookies } = c.var
			const { session } = ctx.caller
			if (!session) cookies.signedOut()
			return c.json({ loggedIn: session !== null, uid: session?.uid ?? null, expiresAt: session?.expiresAt.getTime() ?? null }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/sessionLogin',
			tags,
			summary: 'IDトークンでログインを始める',
			request: { headers: authorizationHeader('Bearer とIDトークン。'), body: jsonBody(z.object(csrfTokenField)) },
			responses: {
				200: json(z.object({ uid: z.string(), expiresAt: z.int().describe('ミリ秒。') }), 'ログインしました。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => {
			const { ctx, cookies } = c.var
			const session = await openSession(ctx, bearer(c.req.header('authorization')))
			cookies.signedIn(session)
			return c.json({ uid: session.uid, expiresAt: session.expiresAt.getTime() }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'get',
			path: '/api/sessionLogout',
			tags,
			summary: 'ログアウト',
			description: 'このサイトのページから fetch で呼んでください。',
			responses: { 200: json(z.object({ loggedIn: z.literal(false) }), 'ログアウトしました。'), ...refusals.forbidden },
		}),
		async (c) => {
			const { headers } = c.req.raw
			if (!isOwnFetch(headers, () => csrfTokenMatches(headers.get('cookie'), headers.get(CSRF_HEADER))))
				throw authError('auth/csrf-mismatch', 'account')
			const { ctx, cookies } = c.var
			await closeSession(ctx)
			cookies.forgetPerson()
			return c.json({ loggedIn: false as const }, 200)
		},
	)
	.openapi(
		createRoute({
			method: 'put',
			path: '/api/user',
			tags,
			summary: '利用者の記録を作る',
			description: 'すでにあれば、そのまま返します。user のうち使うのは姓名だけです。',
			request: {
				headers: authorizationHeader('Bearer とIDトークン。'),
				body: jsonBody(z.object({ user: newUser.optional(), ...csrfTokenField })),
			},
			responses: {
				200: json(foundUserSchema.extend({ created: z.boolean() }), '利用者の記録。'),
				...problems.badRequest,
				...refusals.unauthenticated,
				...refusals.conflict,
			},
		}),
		async (c) => {
			const { ctx } = c.var
			const proof = await verifyIdToken(ctx, bearer(c.req.header('authorization')), 'user')
			return c.json(await createUser(ctx, proof, c.req.valid('json').user ?? {}), 200)
		},
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/getUserWithParam',
			tags,
			summary: '利用者を探す',
			description: '自分と運営者にはすべて、ほかの人には uid で専門家の公開情報だけを返します。',
			request: { body: jsonBody(z.union([z.object({ uid: z.string().max(64).overwrite(cleanLine) }), z.object({ email: emailSchema })])) },
			responses: {
				200: json(z.object({ user: z.union([accountUserSchema, publicUserSchema]), docId: docIdSchema }), '見つかった利用者。'),
				...problems.badRequest,
				...problems.notFound,
				...problems.throttled,
			},
		}),
		async (c) => c.json(await getUserWithParam(c.var.ctx, c.req.valid('json')), 200),
	)
	.openapi(
		createRoute({
			method: 'post',
			path: '/api/updateUser',
			tags,
			summary: '利用者の情報を変える',
			description: '自分の情報だけを変えられます。決められた項目のほかは無視します。',
			request: { body: jsonBody(z.object({ id: longIdSchema, user: userChangeSchema, ...csrfTokenField })) },
			responses: {
				200: json(foundUserSchema, '変更後の情報。'),
				...problems.badRequest,
				...problems.notFound,
				...refusals.unauthenticated,
				...refusals.forbidden,
			},
		}),
		async (c) => {
			const { id, user } = c.req.valid('json')
			const found = await updateUser(c.var.ctx, id, user)
			await refreshNamedQuestions(c.var.ctx, id)
			return c.json(found, 200)
		},
	)
