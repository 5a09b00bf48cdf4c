import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../test/database.ts'
import { makeOwner, tokenInput } from '../domain/developers/developers-for-test.ts'
import { type Scope, scopes } from '../domain/developers/scopes.ts'
import { createToken } from '../domain/developers/tokens.ts'
import { aSentRequest } from './v1-for-test.ts'
import { createV1 } from './v1.ts'

const config = { siteName: 'しるべ', publicUrl: 'https://shirube.example' }
const log = pino({ level: 'silent' })
const v1Of = (ctx: TestCtx, burst = 1_000) => {
	const limit = { burst, perSecond: 1 }
	return createV1({ config, log, ctx, limits: { anonymous: limit, withToken: { burst: 2 * burst, perSecond: 2 } } })
}
const env = { address: '203.0.113.7' }
const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

type Document = {
	paths: Record<string, Record<string, { operationId?: string; security?: Record<string, string[]>[]; parameters?: Parameter[] }>>
}
type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: { example?: unknown } }
const documentOf = async (ctx: TestCtx) => (await (await v1Of(ctx).request('/api/v1/openapi.json', {}, env)).json()) as Document

test('the document is clean under the recommended rules of Redocly', () =>
	withCtx(async (ctx) => {
		const source = JSON.stringify(await documentOf(ctx))
		const problems = await lintFromString({
			source,
			absoluteRef: 'https://shirube.example/api/v1/openapi.json',
			config: await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } }),
		})
		expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)).toEqual([])
	}))

test('the document is clean under the recommended rules of Spectral', () =>
	withCtx(async (ctx) => {
		const spectral = new Spectral()
		// Since 3.1 a requirement of any scheme may list what the caller must be allowed; the rule knows only the scopes of OAuth.
		spectral.setRuleset({ extends: [oas as RulesetDefinition], rules: { 'oas3-operation-security-defined': 'off' } })
		const problems = await spectral.run(JSON.stringify(await documentOf(ctx)))
		expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([])
	}))

test('every call has an id of its own, says whom it serves, and refuses a query that it does not know', () =>
	withCtx(async (ctx) => {
		const v1 = v1Of(ctx)
		const { owner } = await makeOwner(ctx)
		const token = await createToken(await owner(), tokenInput({ scopes: [...scopes] }), null)
		const calls = Object.entries((await documentOf(ctx)).paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
		)
		const ids = calls.map(({ operationId }) => operationId)
		expect(new Set(ids).size).toBe(ids.length)
		for (const { path, method, security, parameters = [] } of calls) {
			if (security === undefined) throw new Error(`${path} does not say whom it serves`)
			const isOwn = path.startsWith('/api/v1/me')
			expect(security.some((one) => Object.keys(one).length === 0)).toBe(!isOwn)
			if (method !== 'get') continue
			const known = parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${String(one.example)}`)
			const address = path.replaceAll(/\{\w+\}/g, '1')
			const answer = await v1.request(`${address}?${[...known, 'unknown=1'].join('&')}`, bearing(token), env)
			expect([path, answer.status]).toEqual([path, 400])
		}
	}))

describe('tokens', () => {
	test('open the calls of their scopes and no others', () =>
		withCtx(async (ctx) => {
			const v1 = v1Of(ctx)
			const { owner } = await makeOwner(ctx)
			const tokens = new Map<Scope, string>()
			for (const scope of scopes) tokens.set(scope, await createToken(await owner(), tokenInput({ scopes: [scope] }), null))
			for (const [path, methods] of Object.entries((await documentOf(ctx)).paths))
				for (const [method, { security }] of Object.entries(methods)) {
					const needed = security?.flatMap((one) => Object.values(one).flat())[0]
					if (needed === undefined) continue
					const address = path.replaceAll(/\{\w+\}/g, '1')
					for (const [scope, token] of tokens) {
						const { status } = await v1.request(address, { method: method.toUpperCase(), ...bearing(token) }, env)
						expect([address, scope, status === 403]).toEqual([address, scope, scope !== needed])
					}
				}
		}))

	test('that are unknown are refused also where none is needed, and sleeping ones say so', () =>
		withCtx(async (ctx) => {
			const v1 = v1Of(ctx)
			const refused = await v1.request('/api/v1/areas/prefectures', bearing('shirube_nothing'), env)
			expect(refused.status).toBe(401)
			expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
			const { owner, userId } = await makeOwner(ctx)
			const token = await createToken(await owner(), tokenInput({ scopes: ['read:offices'] }), null)
			expect((await v1.request('/api/v1/me/offices', bearing(token), env)).status).toBe(200)
			await ctx.db.deleteFrom('account_plans').where('user_id', '=', userId).execute()
			const asleep = await v1.request('/api/v1/me/offices', bearing(token), env)
			expect([asleep.status, await asleep.json()]).toMatchObject([403, { code: 'api/plan-required' }])
			expect((await v1.request('/api/v1/areas/prefectures', bearing(token), env)).status).toBe(200)
		}))

	test('read and answer the requests of their own offices alone', () =>
		withCtx(async (ctx) => {
			const v1 = v1Of(ctx)
			const { owner, officeId } = await makeOwner(ctx)
			const stranger = await makeOwner(ctx)
			const own = await createToken(await owner(), tokenInput({ scopes: ['read:leads', 'write:leads'] }), null)
			const others = await createToken(await stranger.owner(), tokenInput({ scopes: ['read:leads', 'write:leads'] }), null)
			const leadId = await aSentRequest(ctx, officeId)
			const list = await (await v1.request('/api/v1/me/leads', bearing(own), env)).json()
			expect(list).toMatchObject({ items: [{ id: leadId, state: 'delivered' }], nextCursor: null })
			expect(await (await v1.request('/api/v1/me/leads', bearing(others), env)).json()).toEqual({ items: [], nextCursor: null })
			const cases = async (token: string, filter: string) =>
				(await v1.request(`/api/v1/me/cases?filter=${filter}`, bearing(token), env)).json()
			expect(await cases(own, 'todo')).toMatchObject({
				items: [
					{
						kind: 'estimate',
						id: leadId,
						officeId,
						stage: 'quote',
						turn: 'office',
						isUnread: true,
						todo: expect.stringContaining('期限までに'),
					},
				],
				nextCursor: null,
			})
			for (const none of [await cases(own, 'ended'), await cases(others, 'all')]) expect(none).toEqual({ items: [], nextCursor: null })
			const read = await v1.request(`/api/v1/me/leads/${leadId}`, bearing(own), env)
			expect(await read.json()).toMatchObject({ state: 'viewed', contact: { email: null, phone: null } })
			const post = (token: string, path: string, body: object) =>
				v1.request(
					`/api/v1/me/leads/${leadId}${path}`,
					{
						method: 'POST',
						headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
						body: JSON.stringify(body),
					},
					env,
				)
			const quote = {
				lines: [{ name: '確定申告', quantity: 1, unit: '式', unitPrice: 80_000, taxRate: 10 }],
				expenses: 0,
				validUntil: '2026-07-15',
				message: 'ご依頼ありがとうございます。',
				clientKey: 'a-key-of-one-quote',
			}
			expect((await post(others, '/quotes', quote)).status).toBe(404)
			const refused = await post(own, '/quotes', { ...quote, validUntil: '2020-01-01' })
			expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { validUntil: expect.any(String) } }])
			for (let time = 0; time < 2; time++)
				expect(await (await post(own, '/quotes', quote)).json()).toMatchObject({ state: 'quoted', quotes: [{ version: 1, total: 88_000 }] })
		}))
})

test('public reads may be made from pages of other sites, own things may not', () =>
	withCtx(async (ctx) => {
		const v1 = v1Of(ctx)
		const from = { headers: { origin: 'https://partner.example' } }
		expect((await v1.request('/api/v1/areas/prefectures', from, env)).headers.get('access-control-allow-origin')).toBe('*')
		const preflight = await v1.request(
			'/api/v1/areas/prefectures',
			{ method: 'OPTIONS', headers: { ...from.headers, 'access-control-request-method': 'GET' } },
			env,
		)
		expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET'])
		for (const method of ['GET', 'OPTIONS'])
			expect((await v1.request('/api/v1/me', { ...from, method }, env)).headers.get('access-control-allow-origin')).toBeNull()
	}))

test('an unchanged answer is 304 by its ETag', () =>
	withCtx(async (ctx) => {
		const v1 = v1Of(ctx)
		const first = await v1.request('/api/v1/taxonomy/categories', {}, env)
		const tag = first.headers.get('etag') ?? ''
		expect(tag).toMatch(/^W\/"/)
		const again = await v1.request('/api/v1/taxonomy/categories', { headers: { 'if-none-match': tag } }, env)
		expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
		expect(again.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/)
	}))

test('calls are counted by address or token, and the headers say what is left', () =>
	withCtx(async (ctx) => {
		const v1 = v1Of(ctx, 2)
		const { owner } = await makeOwner(ctx)
		const token = await createToken(await owner(), tokenInput({ scopes: ['read:public'] }), null)
		const left = async (init: RequestInit = {}, address = env.address) => {
			const answer = await v1.request('/api/v1/areas/prefectures', init, { address })
			return [answer.status, answer.headers.get('ratelimit')?.split(';t=')[0], answer.headers.get('retry-after')]
		}
		expect(await left()).toEqual([200, '"address";r=1', null])
		expect(await left()).toEqual([200, '"address";r=0', null])
		expect(await left()).toEqual([429, '"address";r=0', '1'])
		expect(await left({}, '198.51.100.9')).toEqual([200, '"address";r=1', null])
		expect(await left(bearing(token))).toEqual([200, '"token";r=3', null])
		expect((await v1.request('/api/v1/areas/prefectures', {}, { address: '198.51.100.10' })).headers.get('ratelimit-policy')).toBe(
			'"address";q=2;w=2',
		)
	}))
