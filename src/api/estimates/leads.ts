import { createRoute, z } from '@hono/zod-openapi'
import { declineLead, getLead, listLeads, reportContact, reportLeadDone, sendQuote } from '../../domain/estimates/estimate-leads.ts'
import { declineSchema, quoteSchema } from '../../domain/estimates/estimate-schemas.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { jsonBody, refusals } from '../shared/accounts-part.ts'
import { idParam, json, problems } from '../shared/define.ts'
import { createV1Part, cursorQuery, noQuery, refusedRead, withScope } from '../shared/v1-part.ts'
import { leadItemSchema, leadSchema, newQuoteSchema, presentLead, presentLeadItem, toQuoteForm } from './lead-schemas.ts'

const tags = ['届いた依頼']
const params = idParam('届いた見積もり依頼の番号')
const refused = { ...refusals.unauthenticated, ...refusals.forbidden, ...problems.notFound, ...refusedRead }
const refusedWrite = { ...refused, ...refusals.conflict, ...refusals.invalid }

/** Requests for estimates as the offices of the token's account see them. */
export const leadsV1 = createV1Part()

/** After a write: the request as it is now. */
const leadOf = async (ctx: Ctx, id: number) => presentLead(await getLead(ctx, id))

leadsV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/leads',
		...withScope('listLeads', 'read:leads'),
		tags,
		summary: '届いた見積もり依頼の一覧',
		description: '新しい順に20件ずつ、依頼者が分からない形で返します。',
		request: { query: z.strictObject(cursorQuery) },
		responses: {
			200: json(z.object({ items: z.array(leadItemSchema), nextCursor: z.string().nullable() }), '見積もり依頼の一覧。'),
			...refusals.unauthenticated,
			...refusals.forbidden,
			...refusedRead,
		},
	}),
	async (c) => {
		const { items, page } = await listLeads(c.var.ctx, c.req.valid('query').page ?? null)
		return c.json({ items: items.map(presentLeadItem), nextCursor: page.next?.cursor ?? null }, 200)
	},
)

leadsV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/leads/{id}',
		...withScope('getLead', 'read:leads'),
		tags,
		summary: '届いた見積もり依頼',
		description: 'はじめて読むと、依頼者には「既読」と表示されます。',
		request: { params, query: noQuery },
		responses: { 200: json(leadSchema, '見積もり依頼。'), ...refused },
	}),
	async (c) => c.json(await leadOf(c.var.ctx, c.req.valid('param').id), 200),
)

leadsV1.openapi(
	createRoute({
		method: 'post',
		path: '/api/v1/me/leads/{id}/quotes',
		...withScope('sendQuote', 'write:leads'),
		tags,
		summary: '見積もりを送る',
		description: '二度目からは新しい版になります。同じ clientKey で送り直しても、一つだけ届きます。',
		request: { params, query: noQuery, body: jsonBody(newQuoteSchema) },
		responses: { 200: json(leadSchema, '送ったあとの見積もり依頼。'), ...refusedWrite },
	}),
	async (c) => {
		const { ctx } = c.var
		const { id } = c.req.valid('param')
		await sendQuote(ctx, id, parseInput(quoteSchema(ctx.now()), toQuoteForm(c.req.valid('json'))))
		return c.json(await leadOf(ctx, id), 200)
	},
)

leadsV1.openapi(
	createRoute({
		method: 'post',
		path: '/api/v1/me/leads/{id}/decline',
		...withScope('declineLead', 'write:leads'),
		tags,
		summary: '辞退する',
		description: '理由を依頼者に伝えて、依頼を断ります。見積もりを送ったあとと、期限を過ぎたあとは断れません。',
		request: {
			params,
			query: noQuery,
			body: jsonBody(z.strictObject({ reason: z.string().describe('依頼者が読む理由。') }).openapi('Decline')),
		},
		responses: { 200: json(leadSchema, '辞退したあとの見積もり依頼。'), ...refusedWrite },
	}),
	async (c) => {
		const { ctx } = c.var
		const { id } = c.req.valid('param')
		await declineLead(ctx, id, parseInput(declineSchema, c.req.valid('json')).reason)
		return c.json(await leadOf(ctx, id), 200)
	},
)

leadsV1.openapi(
	createRoute({
		method: 'post',
		path: '/api/v1/me/leads/{id}/contact',
		...withScope('reportContact', 'write:leads'),
		tags,
		summary: '依頼者に連絡したと記録する',
		description: '選ばれた事務所だけが記録できます。もう一度送っても変わりません。',
		request: { params, query: noQuery },
		responses: { 200: json(leadSchema, '記録したあとの見積もり依頼。'), ...refusedWrite },
	}),
	async (c) => {
		const { ctx } = c.var
		const { id } = c.req.valid('param')
		await reportContact(ctx, id)
		return c.json(await leadOf(ctx, id), 200)
	},
)

leadsV1.openapi(
	createRoute({
		method: 'post',
		path: '/api/v1/me/leads/{id}/done',
		...withScope('reportLeadDone', 'write:leads'),
		tags,
		summary: '仕事が終わったと報告する',
		description: '選ばれた事務所だけが報告できます。もう一度送っても変わりません。',
		request: { params, query: noQuery },
		responses: { 200: json(leadSchema, '報告したあとの見積もり依頼。'), ...refusedWrite },
	}),
	async (c) => {
		const { ctx } = c.var
		const { id } = c.req.valid('param')
		await reportLeadDone(ctx, id)
		return c.json(await leadOf(ctx, id), 200)
	},
)
