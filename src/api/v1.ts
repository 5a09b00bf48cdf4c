import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { countCall } from '../domain/developers/call-rates.ts'
import { scopeLabels } from '../domain/developers/scopes.ts'
import { findTokenHolder, type TokenHolder } from '../domain/developers/tokens.ts'
import type { Ctx } from '../domain/shared/context.ts'
import { developersPath } from '../domain/shared/links.ts'
import { apiFallback, installProblems, problem, problemResponse } from '../http/problem.ts'
import { type Counted, createRateLimiter, type RateLimit } from '../http/rate-limit.ts'
import { clientBlock } from '../http/request-origin.ts'
import { articlesV1 } from './articles/articles.ts'
import { casesV1 } from './cases/cases.ts'
import { ownAccountV1 } from './developers/own-account.ts'
import { leadsV1 } from './estimates/leads.ts'
import { expertsV1 } from './experts/experts.ts'
import { areasV1 } from './geography/areas.ts'
import { inquiriesV1 } from './inquiries/inquiries.ts'
import { searchV1 } from './listings/search.ts'
import { officesV1 } from './offices/offices.ts'
import { questionsV1 } from './questions/questions.ts'
import { bearer } from './shared/accounts-part.ts'
import { takeParsedBody } from './shared/parsed-body.ts'
import { createV1Part, TOKEN_SCHEME, type V1Env } from './shared/v1-part.ts'
import { taxonomyV1 } from './taxonomy/taxonomy.ts'

export const V1_PREFIX = '/api/v1/'
/** Things of the account that the token belongs to; everything else is public. */
const OWN_PREFIX = '/api/v1/me'

/** Requests in a minute: of everyone behind one address, and of one token. */
const ANONYMOUS: RateLimit = { burst: 60, perSecond: 1 }
const WITH_TOKEN: RateLimit = { burst: 600, perSecond: 10 }

export type V1Options = {
	config: Pick<Config, 'siteName' | 'publicUrl'>
	log: Logger
	/** A visitor's. */
	ctx: Ctx
	limits?: { anonymous: RateLimit; withToken: RateLimit }
}

const isOwn = (path: string) => path === OWN_PREFIX || path.startsWith(`${OWN_PREFIX}/`)

/**
 * The versioned API for programs of others. It reads no cookie, so that a browser never lends it somebody's session; its writes
 * therefore need no CSRF token.
 */
export function createV1({ config, log, ctx, limits }: V1Options): OpenAPIHono<V1Env> {
	const v1 = createV1Part()
	const forEveryone = cors({ origin: '*', allowMethods: ['GET'], allowHeaders: ['If-None-Match'], exposeHeaders: exposed, maxAge: 86_400 })
	v1.use(`${V1_PREFIX}*`, (c, next) => (isOwn(c.req.path) || !isRead(c.req.method) ? next() : forEveryone(c, next)))
	v1.use(`${V1_PREFIX}*`, async (c, next) => {
		c.set('ctx', ctx)
		c.set('holder', null)
		await next()
	})
	v1.use(`${V1_PREFIX}*`, meterCalls(limits ?? { anonymous: ANONYMOUS, withToken: WITH_TOKEN }))
	v1.use(
		`${V1_PREFIX}*`,
		etag({
			weak: true,
			retainedHeaders: [
				'etag',
				'cache-control',
				'date',
				'vary',
				'ratelimit',
				'ratelimit-policy',
				'access-control-allow-origin',
				'access-control-expose-headers',
			],
		}),
	)
	v1.use(`${V1_PREFIX}*`, takeParsedBody)
	for (const part of [
		officesV1,
		expertsV1,
		searchV1,
		areasV1,
		taxonomyV1,
		questionsV1,
		articlesV1,
		ownAccountV1,
		leadsV1,
		inquiriesV1,
		casesV1,
	])
		v1.route('/', part)
	v1.openAPIRegistry.registerComponent('securitySchemes', TOKEN_SCHEME, {
		type: 'http',
		scheme: 'bearer',
		bearerFormat: 'shirube_…',
		description: `マイページの「API・Webhook」で作るトークン。権限: ${Object.entries(scopeLabels)
			.map(([scope, label]) => `${scope}（${label}）`)
			.join('、')}`,
	})
	v1.get('/api/v1/openapi.json', (c) => c.json(documentOf(v1, config)))
	installProblems(v1, log)
	v1.all(`${V1_PREFIX}*`, apiFallback(v1))
	return v1
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
const exposed = ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After']

/** The OpenAPI 3.1 document, also for the reference page. */
export const documentOf = (v1: OpenAPIHono<V1Env>, { siteName, publicUrl }: V1Options['config']) =>
	v1.getOpenAPI31Document({
		openapi: '3.1.0',
		info: {
			title: `${siteName} API`,
			version: '1.0.0',
			description: [
				'公開の情報は、トークンなしで、どのサイトのページからも読めます。ご自身の事務所と依頼は、APIトークンを Authorization: Bearer で送ると扱えます。',
				'エラーはすべて application/problem+json（RFC 9457）です。知らないクエリーの項目には400を返します。',
				'一覧は20件ずつです。続きは nextCursor を page に指定します。最後のページでは nextCursor が null です。',
				'応答の RateLimit と RateLimit-Policy で、残りの回数が分かります。上限に達すると429を返すので、Retry-After の秒数を待ってください。',
				'応答の ETag を If-None-Match で送ると、変わっていないときに304を返します。',
			].join('\n\n'),
			contact: { name: `${siteName}のAPIについて`, url: `${publicUrl}${developersPath()}` },
			termsOfService: `${publicUrl}/terms`,
		},
		servers: [{ url: publicUrl }],
		tags: [
			{ name: '事務所・専門家', description: '掲載中の事務所と、資格を確認した専門家。' },
			{ name: '地域', description: '都道府県、市区町村、駅、郵便番号。' },
			{ name: '業務', description: '業務カテゴリーと業務。' },
			{ name: '質問・回答', description: '公開中の質問と専門家の回答。' },
			{ name: '記事', description: '公開中の記事。' },
			{ name: 'ご自身の事務所', description: 'トークンのアカウントと、その事務所。' },
			{ name: '届いた依頼', description: '事務所に届いた見積もり依頼と問い合わせ。' },
		],
	})

const refuse = (status: 401 | 429, headers: Record<string, string>, requestId: string | undefined): Response => {
	const said =
		status === 429
			? { code: 'throttled', title: '回数の上限に達しました。しばらくしてからお試しください。', detail: 'Too many requests' }
			: {
					code: 'api/invalid-token',
					title: 'APIトークンが正しくないか、有効ではありません。',
					detail: 'The token is unknown, expired or revoked',
				}
	return problemResponse(problem({ status, ...said, requestId }), { ...headers, 'cache-control': 'no-store' })
}

/**
 * Finds the token's account, counts the call by its token or the caller's address, and says in the headers of
 * draft-ietf-httpapi-ratelimit-headers what is left.
 */
function meterCalls(limits: NonNullable<V1Options['limits']>): MiddlewareHandler<V1Env> {
	const here = { token: createRateLimiter(limits.withToken), address: createRateLimiter(limits.anonymous) }
	/** First in the memory of this process, so that a flood costs the database no more than the limit allows. */
	const countEverywhere = async (ctx: Ctx, policy: 'token' | 'address', subject: string): Promise<Counted> => {
		const local = here[policy].count(subject)
		return local.wait === null ? countCall(ctx, `${policy}:${subject}`, policy === 'token' ? limits.withToken : limits.anonymous) : local
	}
	const meter = async (ctx: Ctx, holder: TokenHolder | null, { path, address }: { path: string; address: string }) => {
		const isRaised = holder !== null && !holder.isAsleep && (isOwn(path) || holder.token.scopes.includes('read:public'))
		const { burst, perSecond } = isRaised ? limits.withToken : limits.anonymous
		const policy = isRaised ? 'token' : 'address'
		const { wait, left, fullIn } = await countEverywhere(ctx, policy, isRaised ? String(holder.token.id) : clientBlock(address))
		return {
			wait,
			headers: {
				'ratelimit-policy': `"${policy}";q=${burst};w=${Math.round(burst / perSecond)}`,
				ratelimit: `"${policy}";r=${left};t=${fullIn}`,
			},
		}
	}
	return async (c, next) => {
		const { path } = c.req
		const token = bearer(c.req.header('authorization'))
		const holder = token === null ? null : await findTokenHolder(c.var.ctx, token)
		const { wait, headers } = await meter(c.var.ctx, holder, { path, address: c.env?.address ?? '' })
		const requestId = c.req.header('x-request-id')
		if (wait !== null) return refuse(429, { ...headers, 'retry-after': String(wait) }, requestId)
		if (token !== null && holder === null) return refuse(401, { ...headers, 'www-authenticate': 'Bearer error="invalid_token"' }, requestId)
		c.set('holder', holder)
		await next()
		const answer = c.res.headers
		for (const [name, value] of Object.entries(headers)) answer.set(name, value)
		if (c.res.status < 400) answer.set('cache-control', isOwn(path) || token !== null ? 'private, no-cache' : 'public, max-age=60')
		if (c.res.status === 401) answer.set('www-authenticate', 'Bearer')
		if (c.res.status === 403 && token !== null) answer.set('www-authenticate', 'Bearer error="insufficient_scope"')
	}
}
