import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { RequestState } from './estimate-input.ts'
import { type Contact, type Delivery, type EstimateFacts, readDeliveries, readRequest } from './estimate-reading.ts'

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

/** All requests that were sent, the last sent first, without anything of who asked. */
export async function listLeadsForStaff(
	ctx: StaffCtx,
	query: { state: RequestState | null; cursor: string | null },
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
			and r.sent_at is not null and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: sent_at.getTime() })) }
}

/** One request with its contact data. Every reading is recorded. */
export async function readLeadAsStaff(
	ctx: RecentStaffCtx,
	id: number,
): Promise<{ facts: EstimateFacts; contact: Contact; deliveries: Delivery[] }> {
	return inTransaction(ctx, async (trx) => {
		const request = await readRequest(trx, id)
		if (!request) throw notFound('estimate')
		await recordAuditEvent(trx, { act: 'lead.read', subject: `estimate:${id}` })
		return { facts: request.facts, contact: request.contact, deliveries: await readDeliveries(trx, { requestId: id }) }
	})
}
