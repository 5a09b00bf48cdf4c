import { createRoute, z } from '@hono/zod-openapi'
import { caseFilters } from '../../domain/cases/case-rows.ts'
import { listReceivedCases, type ReceivedCase } from '../../domain/cases/received-cases.ts'
import { refusals } from '../shared/accounts-part.ts'
import { json, moment } from '../shared/define.ts'
import { createV1Part, cursorQuery, refusedRead, withScope } from '../shared/v1-part.ts'

const stages = ['consultation', 'quote', 'contract', 'work', 'completed'] as const

/** Cases of the offices of the token's account; what the person asked as a client of another office is not here. */
export const casesV1 = createV1Part()

const caseSchema = z
	.object({
		kind: z
			.enum(['estimate', 'inquiry'])
			.describe('estimate 見積もり依頼（/api/v1/me/leads/{id} で読めます）、inquiry 問い合わせ（/api/v1/me/inquiries/{id} で読めます）。'),
		id: z.int().describe('届いた見積もり依頼か、問い合わせの番号。'),
		threadId: z
			.int()
			.nullable()
			.describe('見積もり依頼のやり取りの番号。/api/v1/me/inquiries/{id} で読めます。まだやり取りがないときと、問い合わせでは null。'),
		officeId: z.int(),
		officeName: z.string(),
		title: z.string().describe('見積もり依頼では業務の名前、問い合わせでは件名。'),
		stage: z.enum(stages).describe('consultation 相談、quote 見積もりか返信、contract 契約、work 作業、completed 完了。'),
		turn: z.enum(['office', 'client', 'none']).describe('次に動く側。office はこの事務所、client は相談した方。'),
		isEnded: z.boolean(),
		todo: z.string().nullable().describe('事務所がすること。相手の番か、終わった案件では null。'),
		isUnread: z.boolean(),
		nextMeetingAt: moment.nullable(),
		updatedAt: moment,
	})
	.openapi('Case')

const presentCase = (item: ReceivedCase): z.input<typeof caseSchema> => {
	const { kind, id, threadId, officeId, officeName, title, stage, isUnread, nextMeeting, updatedAt } = item
	return {
		kind,
		id,
		threadId,
		officeId,
		officeName,
		title,
		stage: stages[stage.stage],
		turn: stage.turn,
		isEnded: stage.isEnded,
		todo: stage.turn === 'office' ? stage.office : null,
		isUnread,
		nextMeetingAt: nextMeeting?.toISOString() ?? null,
		updatedAt: updatedAt.toISOString(),
	}
}

casesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/cases',
		...withScope('listCases', 'read:leads'),
		tags: ['届いた依頼'],
		summary: '案件の一覧',
		description:
			'事務所に届いた見積もり依頼と問い合わせを、進み具合とあわせて、動きのあった順に20件ずつ返します。依頼した方の名前と連絡先は含みません。',
		request: {
			query: z.strictObject({
				...cursorQuery,
				filter: z
					.enum(caseFilters)
					.optional()
					.openapi({ description: 'all すべて（省略したとき）、todo 事務所の番、open 進行中、ended 終了。', example: 'todo' }),
			}),
		},
		responses: {
			200: json(z.object({ items: z.array(caseSchema), nextCursor: z.string().nullable() }), '案件の一覧。'),
			...refusals.unauthenticated,
			...refusals.forbidden,
			...refusedRead,
		},
	}),
	async (c) => {
		const { page: cursor, filter } = c.req.valid('query')
		const { items, page } = await listReceivedCases(c.var.ctx, { filter: filter ?? 'all', cursor: cursor ?? null })
		return c.json({ items: items.map(presentCase), nextCursor: page.next?.cursor ?? null }, 200)
	},
)
