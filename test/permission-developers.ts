import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { createToken, listTokens } from '../src/domain/developers/tokens.ts'
import { addEndpoint, listDeliveries, sendTestEvent } from '../src/domain/developers/webhooks.ts'
import { setAccountPlan } from '../src/domain/plans/account-plan.ts'
import { ABSENT, absent, byId, type CallRow, everybody, members, open, page, type PageRow, row } from './permission-rows.ts'
import { absentAt, clientKey, form, type FormRows, members as senders } from './permission-forms-rows.ts'

/** The expert's token and webhook; their plan has both. */
export async function makeDevelopers(expert: AccountsCtx) {
	if (expert.viewer.kind === 'member') await setAccountPlan(expert, expert.viewer.userId, { plan: 'pro', until: null })
	const token = await createToken(
		expert,
		{ name: '顧客管理との連携', scopes: ['read:public', 'read:offices', 'read:leads', 'write:leads'], days: 90, clientKey: clientKey() },
		null,
	)
	const { id: endpointId } = await addEndpoint(
		expert,
		{ url: 'https://hooks.example.jp/shirube', kinds: ['lead.created'], clientKey: clientKey() },
		null,
	)
	await sendTestEvent(expert, endpointId, clientKey())
	const deliveryId = (await listDeliveries(expert, endpointId, null)).items[0]?.id ?? 0
	return { token, tokenId: (await listTokens(expert)).tokens[0]?.id ?? 0, endpointId, deliveryId }
}

const WEBHOOK = '/mypage/developers/webhook'
/** Operators have the API without a plan. */
const withApi = members(403, { expert: 200, staff: 200 })

export const developerPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/developers': [page('', '/developers', everybody(200))],
	'/mypage/developers': [page('own', '/mypage/developers', members(200))],
	'/mypage/developers/token': [page('', '/mypage/developers/token', withApi)],
	'/mypage/developers/webhook': [page('', WEBHOOK, withApi)],
	'/mypage/developers/webhook/:id': [
		page('the expert’s', (world) => `${WEBHOOK}/${world.developers.endpointId}`, members(404, { expert: 200 })),
		page('absent', `${WEBHOOK}/${ABSENT}`, members(404)),
	],
	'/mypage/developers/webhook/:id/secret': [
		page('the expert’s', (world) => `${WEBHOOK}/${world.developers.endpointId}/secret`, members(404, { expert: 200 })),
		page('absent', `${WEBHOOK}/${ABSENT}/secret`, members(404)),
	],
}

const token = () => ({ name: '会計との連携', scopes: ['read:leads'], days: '90', clientKey: clientKey() })
const webhook = () => ({ url: 'https://hooks.example.jp/other', kinds: ['review.created'], clientKey: clientKey() })
const withPlan = (answer: 'done' | number) => senders(403, { expert: answer, admin: answer })
/** Those of others are not there. */
const ownWebhook = (answer: 'done' | number) => senders(404, { expert: answer })

export const developerFormRows: FormRows = {
	'/mypage/developers': [
		form(
			'revoke the expert’s token',
			'/mypage/developers',
			(world) => ({ intent: 'revoke', targetId: world.developers.tokenId }),
			senders(404, { expert: 'done' }),
		),
		form('revoke none', '/mypage/developers', { intent: 'revoke', targetId: ABSENT }, senders(404)),
	],
	'/mypage/developers/token': [
		form('make', '/mypage/developers/token', token, withPlan(200)),
		form('make without a scope', '/mypage/developers/token', () => ({ ...token(), scopes: [] }), senders(422)),
	],
	'/mypage/developers/webhook': [
		form('add', WEBHOOK, webhook, withPlan(200)),
		form('add a private address', WEBHOOK, () => ({ ...webhook(), url: 'https://10.0.0.1/' }), withPlan(422)),
		form('add without an event', WEBHOOK, () => ({ ...webhook(), kinds: [] }), senders(422)),
	],
	'/mypage/developers/webhook/:id': [
		...(
			[
				['enable', {}],
				['kinds', { kinds: ['review.created', 'lead.created'] }],
				['remove', {}],
			] as const
		).map(([intent, fields]) =>
			form(
				intent,
				(world) => `${WEBHOOK}/${world.developers.endpointId}`,
				{ intent, ...fields },
				intent === 'remove' ? senders('done') : intent === 'enable' ? senders(403, { expert: 'done', admin: 404 }) : ownWebhook('done'),
			),
		),
		form(
			'a test event',
			(world) => `${WEBHOOK}/${world.developers.endpointId}`,
			() => ({ intent: 'test', clientKey: clientKey() }),
			senders(403, { expert: 'done', admin: 404 }),
		),
		form(
			'a replay',
			(world) => `${WEBHOOK}/${world.developers.endpointId}`,
			(world) => ({ intent: 'replay', targetId: world.developers.deliveryId }),
			senders(403, { expert: 'done', admin: 404 }),
		),
		form(
			'a replay of nothing',
			(world) => `${WEBHOOK}/${world.developers.endpointId}`,
			{ intent: 'replay', targetId: ABSENT },
			senders(403, { expert: 404, admin: 404 }),
		),
		absentAt((id) => `${WEBHOOK}/${id}`, { intent: 'kinds', kinds: ['review.created', 'lead.created'] }, senders(404)),
	],
	'/mypage/developers/webhook/:id/secret': [
		form('renew', (world) => `${WEBHOOK}/${world.developers.endpointId}/secret`, {}, ownWebhook(200)),
		absentAt((id) => `${WEBHOOK}/${id}/secret`, {}, senders(404)),
	],
}

/** A session is nothing to a call of v1: whoever sends no token is a visitor. Tokens are in src/api/v1.test.ts. */
const needsToken = everybody(401)

export const v1CallRows: Readonly<Record<string, readonly CallRow[]>> = {
	'GET /api/v1/offices': open({ query: 'scope=503' }),
	'GET /api/v1/offices/{id}': [
		byId('published', (world) => world.officeId, everybody(200)),
		byId('the expert’s draft', (world) => world.draftOfficeId, everybody(404)),
		absent(everybody(404)),
	],
	'GET /api/v1/experts/{id}': [
		byId('verified', (world) => world.expertId, everybody(200)),
		byId('not verified', (world) => world.unverifiedExpertId, everybody(404)),
		absent(everybody(404)),
	],
	'GET /api/v1/search': open({ query: 'q=mitaka' }),
	'GET /api/v1/areas/prefectures': open(),
	'GET /api/v1/areas/prefectures/{prefecture}/municipalities': [
		...open({ params: { prefecture: 'tokyo' } }),
		row('absent', { params: { prefecture: 'nowhere' } }, everybody(404)),
	],
	'GET /api/v1/areas/prefectures/{prefecture}/stations': [
		...open({ params: { prefecture: 'tokyo' } }),
		row('absent', { params: { prefecture: 'nowhere' } }, everybody(404)),
	],
	'GET /api/v1/areas/postal-codes/{postalCode}': [
		...open({ params: { postalCode: '1810013' } }),
		row('absent', { params: { postalCode: '0000000' } }, everybody(404)),
	],
	'GET /api/v1/taxonomy/categories': open(),
	'GET /api/v1/taxonomy/categories/{id}': [byId('public', () => 5, everybody(200)), absent(everybody(404))],
	'GET /api/v1/taxonomy/tasks': open({ query: 'category=5' }),
	'GET /api/v1/taxonomy/tasks/{id}': [byId('public', () => 503, everybody(200)), absent(everybody(404))],
	'GET /api/v1/questions': open(),
	'GET /api/v1/questions/{id}': [
		byId('public', (world) => world.questions.open, everybody(200)),
		byId('taken off by staff', (world) => world.questions.hidden, everybody(404)),
		absent(everybody(404)),
	],
	'GET /api/v1/me': [row('', {}, needsToken)],
	'GET /api/v1/me/offices': [row('', {}, needsToken)],
	'GET /api/v1/me/offices/{id}/inquiries': [byId('the expert’s', (world) => world.officeId, needsToken)],
	'GET /api/v1/me/leads': [row('', {}, needsToken)],
	'GET /api/v1/me/cases': [row('', { query: 'filter=todo' }, needsToken)],
	'GET /api/v1/me/leads/{id}': [byId('', () => 1, needsToken)],
	'POST /api/v1/me/leads/{id}/quotes': [byId('', () => 1, needsToken, {})],
	'POST /api/v1/me/leads/{id}/decline': [byId('', () => 1, needsToken, { reason: '' })],
	'POST /api/v1/me/leads/{id}/contact': [byId('', () => 1, needsToken)],
	'POST /api/v1/me/leads/{id}/done': [byId('', () => 1, needsToken)],
	'GET /api/v1/me/inquiries/{id}': [byId('', () => 1, needsToken)],
	'POST /api/v1/me/inquiries/{id}/messages': [byId('', () => 1, needsToken, { body: '', clientKey: '' })],
}
