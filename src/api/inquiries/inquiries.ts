import { createRoute, z } from '@hono/zod-openapi'
import { sendMessage } from '../../domain/inquiries/inquiries.ts'
import { openInquiry } from '../../domain/inquiries/inquiry-access.ts'
import { listInquiries, readInquiry } from '../../domain/inquiries/inquiry-reading.ts'
import { messageSchema } from '../../domain/inquiries/inquiry-schemas.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { jsonBody, refusals } from '../shared/accounts-part.ts'
import { idParam, json, moment, problems } from '../shared/define.ts'
import { createV1Part, cursorQuery, noQuery, refusedRead, withScope } from '../shared/v1-part.ts'

const tags = ['届いた依頼']
const params = idParam('問い合わせの番号')
const refused = { ...refusals.unauthenticated, ...refusals.forbidden, ...problems.notFound, ...refusedRead }

/** Threads with the offices of the token's account; threads that its person began as a client are not here. */
export const inquiriesV1 = createV1Part()

const itemSchema = z
	.object({
		id: z.int(),
		subject: z.string(),
		contactName: z.string().describe('差出人の名前。退会すると空です。'),
		state: z
			.enum(['waiting', 'answered', 'accepted', 'closed'])
			.describe('waiting 返信待ち、answered 返信済み、accepted 依頼が決まった、closed 終了。'),
		isUnread: z.boolean(),
		lastMessageAt: moment,
	})
	.openapi('InquiryItem')

const inquirySchema = z
	.object({
		id: z.int(),
		officeId: z.int(),
		subject: z.string(),
		contactName: z.string(),
		taskName: z.string().nullable(),
		closed: z.string().nullable().describe('送れない理由。送れるときは null。'),
		createdAt: moment,
		acceptedAt: moment.nullable(),
		doneAt: moment.nullable(),
		messages: z.array(
			z.object({
				id: z.int(),
				side: z.enum(['user', 'office']),
				author: z.string(),
				body: z.string(),
				at: moment,
				files: z.array(z.object({ id: z.int(), name: z.string(), bytes: z.int() })).describe('内容は、問い合わせのページで開けます。'),
			}),
		),
	})
	.openapi('Inquiry')

async function inquiryOf(ctx: Ctx, id: number): Promise<z.input<typeof inquirySchema>> {
	await assertOffice(ctx, id)
	const { officeId, subject, contactName, taskName, closed, createdAt, acceptedAt, doneAt, messages } = await readInquiry(ctx, id)
	return {
		id,
		officeId,
		subject,
		contactName,
		taskName,
		closed,
		createdAt: createdAt.toISOString(),
		acceptedAt: acceptedAt?.toISOString() ?? null,
		doneAt: doneAt?.toISOString() ?? null,
		messages: messages.map((message) => ({ ...message, at: message.at.toISOString() })),
	}
}

/** A token speaks for an office, never for the person as a client of another. */
async function assertOffice(ctx: Ctx, id: number): Promise<void> {
	if ((await openInquiry(ctx, id)).side !== 'office') throw notFound('inquiry')
}

inquiriesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/offices/{id}/inquiries',
		...withScope('listInquiries', 'read:leads'),
		tags,
		summary: '事務所に届いた問い合わせの一覧',
		description: '最後のメッセージの新しい順に20件ずつ返します。',
		request: { params: idParam('ご自身の事務所の番号'), query: z.strictObject(cursorQuery) },
		responses: {
			200: json(z.object({ items: z.array(itemSchema), nextCursor: z.string().nullable() }), '問い合わせの一覧。'),
			...refused,
		},
	}),
	async (c) => {
		const officeId = c.req.valid('param').id
		const { items, page } = await listInquiries(c.var.ctx, { officeId, cursor: c.req.valid('query').page ?? null })
		return c.json(
			{
				items: items.map(({ id, subject, with: contactName, state, isUnread, lastMessageAt }) => ({
					id,
					subject,
					contactName,
					state,
					isUnread,
					lastMessageAt: lastMessageAt.toISOString(),
				})),
				nextCursor: page.next?.cursor ?? null,
			},
			200,
		)
	},
)

inquiriesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/inquiries/{id}',
		...withScope('getInquiry', 'read:leads'),
		tags,
		summary: '事務所に届いた問い合わせ',
		description: '新しい500件までのメッセージを、古い順に返します。読むと、差出人には「既読」と表示されます。',
		request: { params, query: noQuery },
		responses: { 200: json(inquirySchema, '問い合わせとメッセージ。'), ...refused },
	}),
	async (c) => c.json(await inquiryOf(c.var.ctx, c.req.valid('param').id), 200),
)

inquiriesV1.openapi(
	createRoute({
		method: 'post',
		path: '/api/v1/me/inquiries/{id}/messages',
		...withScope('sendMessage', 'write:leads'),
		tags,
		summary: '問い合わせに返信する',
		description: '同じ clientKey で送り直しても、一つだけ届きます。',
		request: {
			params,
			query: noQuery,
			body: jsonBody(
				z
					.strictObject({
						body: z.string(),
						clientKey: z.string().describe('同じ返信を二度送らないための、16〜64文字の英数字。送り直すときは同じ値にします。'),
					})
					.openapi('NewMessage'),
			),
		},
		responses: { 200: json(inquirySchema, '送ったあとの問い合わせ。'), ...refused, ...refusals.conflict, ...refusals.invalid },
	}),
	async (c) => {
		const { ctx } = c.var
		const { id } = c.req.valid('param')
		await assertOffice(ctx, id)
		await sendMessage(ctx, id, parseInput(messageSchema, c.req.valid('json')), [])
		return c.json(await inquiryOf(ctx, id), 200)
	},
)
