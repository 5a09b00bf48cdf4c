import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import type { StaffCtx } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { notifyOffice, notifyRequester } from './estimate-context.ts'
import type { DeliveryState, RequestState } from './estimate-input.ts'
import { type Contact, type Delivery, type EstimateFacts, readDeliveries, readRequest } from './estimate-reading.ts'
import { lockRequest } from './estimate-requests.ts'

const PAGE = 50

export type StaffLead = {
	id: number
	state: RequestState
	taskName: string
	areaName: string
	sentAt: number
	officeCount: number
	quoteCount: number
}

const selectLeads = checkedSql({
	id: int4,
	state: text.as<RequestState>(),
	taskName: text,
	areaName: text,
	sent_at: timestamptz,
	officeCount: int4,
	quoteCount: int4,
})

/** All requests that were sent, the last sent first, without data about the requester. */
export async function listLeadsForStaff(
	ctx: StaffCtx,
	query: { state: RequestState | null; prefectureId: number | null; cursor: string | null },
): Promise<{ items: StaffLead[]; page: Page }> {
	const page = keysetPage<{ id: number; sent_at: Date }>(query.cursor, {
		...byMoment({ moment: sql`r.sent_at`, id: sql`r.id` }, ({ id, sent_at: moment }) => ({ moment, id })),
		direction: 'desc',
		size: PAGE,
	})
	const { rows } = await selectLeads`
		select r.id, r.state, t.name as "taskName", coalesce(p.name, '') as "areaName", r.sent_at,
			(select count(*)::integer from estimate_deliveries d where d.request_id = r.id) as "officeCount",
			(select count(*)::integer from estimate_deliveries d where d.request_id = r.id and d.state = 'quoted') as "quoteCount"
		from estimate_requests r
		join tasks t on t.id = r.task_id
		left join prefectures p on p.id = r.prefecture_id
		where ${query.state === null ? sql`r.state not in ('draft', 'email_verified')` : sql`r.state = ${query.state}`}
			and r.sent_at is not null and ${query.prefectureId === null ? sql`true` : sql`r.prefecture_id = ${query.prefectureId}::integer`} and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: sent_at.getTime() })) }
}

export type StaffLeadDetail = Omit<StaffLead, 'officeCount' | 'quoteCount'> & {
	expiresAt: number
	endedAt: number | null
	offices: {
		id: number
		name: string
		state: DeliveryState
		isAccepted: boolean
		deliveredAt: number
		dueAt: number
		answeredAt: number | null
		quoteCount: number
	}[]
}

/** The progress of a request, without the requester or the messages, which are private communication. */
export async function readLeadAsStaff(ctx: StaffCtx, id: number): Promise<StaffLeadDetail> {
	const request = await readRequest(ctx, id)
	if (!request) throw notFound('estimate')
	const { state, task, areaName, sentAt, expiresAt, endedAt } = request.facts
	const deliveries = await readDeliveries(ctx, { requestId: id })
	return {
		id,
		state,
		taskName: task.name,
		areaName,
		sentAt,
		expiresAt,
		endedAt,
		offices: deliveries.map((delivery) => ({
			id: delivery.office.id,
			name: delivery.office.name,
			state: delivery.state,
			isAccepted: delivery.isAccepted,
			deliveredAt: delivery.deliveredAt,
			dueAt: delivery.dueAt,
			answeredAt: delivery.answeredAt,
			quoteCount: delivery.quotes.length,
		})),
	}
}

/** The whole request, for an access on a legal ground (moderation/message-access.ts), which records the reading. */
export async function readLeadContents(
	ctx: StaffCtx,
	id: number,
): Promise<{ facts: EstimateFacts; contact: Contact; deliveries: Delivery[] }> {
	const request = await readRequest(ctx, id)
	if (!request) throw notFound('estimate')
	return { facts: request.facts, contact: request.contact, deliveries: await readDeliveries(ctx, { requestId: id }) }
}

/** Notifies who asked and all offices that were asked. */
export async function notifySidesOfEstimate(ctx: Ctx, id: number, occasion: string, text: string): Promise<void> {
	const request = await lockRequest(ctx, id)
	if (!request) return
	await notifyRequester(ctx, request, occasion, text)
	const deliveries = await ctx.db.selectFrom('estimate_deliveries').select(['id', 'office_id']).where('request_id', '=', id).execute()
	for (const delivery of deliveries) await notifyOffice(ctx, delivery, occasion, text)
}
