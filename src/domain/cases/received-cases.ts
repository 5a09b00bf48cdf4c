import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { ownOffices } from '../estimates/estimate-leads.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { forVerifiedExperts } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import {
	byNewest,
	type CaseFilter,
	type CaseKind,
	factColumns,
	factsOf,
	filterFor,
	inquiryFacts,
	isTimeProposed,
	missingDocuments,
	nextMeeting,
	withTurn,
} from './case-rows.ts'
import { type CaseStage, stageOf } from './case-stage.ts'

const PAGE = 20

export type ReceivedCase = {
	kind: CaseKind
	/** Of the delivery of a request, or of the inquiry. */
	id: number
	/** The conversation of a request, which is an inquiry by its number; null while nobody has opened one. */
	threadId: number | null
	officeId: number
	officeName: string
	/** The task of a request, the subject of an inquiry. */
	title: string
	stage: CaseStage
	/** Messages that the office has not read. */
	isUnread: boolean
	nextMeeting: Date | null
	updatedAt: Date
}

const selectCases = checkedSql({ ...factColumns, office_id: int4, office_name: text, thread_id: int4.nullable })

/** A request is as far as the office's own quote, and over for it once another was chosen. */
const stateOfDelivery = (now: Date) => sql`case
	when r.accepted_delivery_id = d.id then 'accepted'
	when d.state = 'declined' or r.state in ('accepted', 'cancelled') then 'cancelled'
	when d.state = 'timed_out' or r.state = 'expired' or r.expires_at <= ${now} then 'expired'
	when d.state = 'quoted' then 'quoted'
	when d.due_at <= ${now} then 'expired'
	else 'sent'
end`

const casesOf = (userId: string, now: Date) => sql`
	select 'estimate' as kind, d.id, d.id * 2 as key, t.name as title, ${stateOfDelivery(now)} as state,
		d.change_requested_at is not null as change_asked, d.contacted_at is not null as contacted,
		r.accepted_delivery_id is not distinct from d.id and r.done_at is not null as done,
		exists (select from reviews v where v.office_id = d.office_id and v.user_id = r.user_id) as reviewed,
		false as closed, false as answered, false as reply_due, false as client_engaged, false as office_engaged,
		d.state = 'delivered' or coalesce(i.last_user_message_id > i.office_seen_id, false) as unread,
		${isTimeProposed(now)} as proposed, ${missingDocuments.user} as client_missing, ${missingDocuments.office} as office_missing,
		${nextMeeting(now)} as meeting,
		greatest(
			d.delivered_at, d.answered_at, d.change_requested_at, d.contacted_at, i.last_message_at,
			case when r.accepted_delivery_id = d.id then greatest(r.ended_at, r.done_at) end
		) as at,
		d.office_id, i.id as thread_id
	from estimate_deliveries d
	join estimate_requests r on r.id = d.request_id
	join tasks t on t.id = r.task_id
	left join inquiries i on i.delivery_id = d.id
	where d.office_id in (${ownOffices(userId)})
	union all
	select ${inquiryFacts(
		now,
		sql`exists (select from reviews v where v.office_id = i.office_id and v.user_id = i.user_id)`,
		sql`i.last_user_message_id > i.office_seen_id`,
	)}, i.office_id, null
	from inquiries i
	where i.office_id in (${ownOffices(userId)}) and i.delivery_id is null
`

/**
 * Requests for quotes and inquiries at the viewer's offices in one list, by the newest event, without the clients. One statement.
 * `todo` keeps those in which the office has to act. Throws forbidden for who is no verified expert.
 */
export async function listReceivedCases(
	ctx: Ctx,
	query: { filter: CaseFilter; cursor: string | null },
): Promise<{ items: ReceivedCase[]; page: Page }> {
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const page = keysetPage<{ at: Date; key: number }>(query.cursor, { ...byNewest, direction: 'desc', size: PAGE })
	const { rows } = await selectCases`
		select c.kind, c.id, c.key, c.title, c.state, c.change_asked, c.contacted, c.done, c.reviewed, c.closed, c.answered, c.reply_due,
			c.client_engaged, c.office_engaged, c.unread, c.proposed, c.client_missing, c.office_missing, c.meeting, date_trunc('milliseconds', c.at) as at,
			c.office_id, o.name as office_name, c.thread_id
		from (${withTurn(casesOf(userId, ctx.now()))}) c join offices o on o.id = c.office_id
		where ${filterFor(query.filter, 'office')} and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map((row) => ({
			kind: row.kind,
			id: row.id,
			threadId: row.thread_id,
			officeId: row.office_id,
			officeName: row.office_name,
			title: row.title,
			stage: stageOf(factsOf(row)),
			isUnread: row.unread,
			nextMeeting: row.meeting,
			updatedAt: row.at,
		})),
	}
}
