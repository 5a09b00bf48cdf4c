import { sql } from 'kysely'
import { checkedSql, int4, type RowOf, text } from '../../platform/checked-sql.ts'
import { adoptEstimates } from '../estimates/estimate-requests.ts'
import { ownOffices } from '../estimates/estimate-leads.ts'
import { openInquiry } from '../inquiries/inquiry-access.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { parseId } from '../shared/ids.ts'
import { keysetPage } from '../shared/keyset.ts'
import { estimatePath, inquiryPath, leadPath } from '../shared/links.ts'
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

export type CaseItem = {
	kind: CaseKind
	id: number
	/** The task of a request, the subject of an inquiry. */
	title: string
	/** With whom: the office, or how many. */
	with: string
	path: string
	at: Date
	stage: CaseStage
	/** Messages that the client has not read. */
	isUnread: boolean
	/** The next meeting. */
	nextMeeting: Date | null
}

const selectCases = checkedSql({ ...factColumns, office: text.nullable, offices: int4, quotes: int4 })

/** Whether the client has written a review of the office `office`. */
const reviewedBy = (userId: string, office: string) =>
	sql`exists (select from reviews v where v.office_id = ${sql.ref(office)} and v.user_id = ${userId}::bigint)`

/** The viewer's requests and inquiries as rows of one shape. */
const casesOf = (userId: string, now: Date) => sql`
	select 'estimate' as kind, r.id, r.id * 2 as key, t.name as title, r.state,
		exists (select from estimate_deliveries d where d.request_id = r.id and d.change_requested_at is not null) as change_asked,
		coalesce(cd.contacted_at is not null, false) as contacted, r.done_at is not null as done,
		coalesce(${reviewedBy(userId, 'chosen.id')}, false) as reviewed,
		false as closed, false as answered, false as reply_due, false as client_engaged, false as office_engaged,
		coalesce(thread.unread, false) as unread, coalesce(thread.proposed, false) as proposed,
		coalesce(thread.client_missing, false) as client_missing, coalesce(thread.office_missing, false) as office_missing, thread.meeting,
		greatest(r.sent_at, r.updated_at, r.ended_at, r.done_at, thread.last_message_at) as at,
		chosen.name as office,
		(select count(*)::integer from estimate_deliveries d where d.request_id = r.id) as offices,
		(select count(*)::integer from estimate_deliveries d where d.request_id = r.id and d.state = 'quoted') as quotes
	from estimate_requests r
	join tasks t on t.id = r.task_id
	left join estimate_deliveries cd on cd.id = r.accepted_delivery_id
	left join offices chosen on chosen.id = cd.office_id
	left join lateral (
		select bool_or(i.last_office_message_id > i.user_seen_id) as unread, max(i.last_message_at) as last_message_at,
			bool_or(${isTimeProposed(now)}) as proposed,
			bool_or(d.id = r.accepted_delivery_id and ${missingDocuments.user}) as client_missing,
			bool_or(d.id = r.accepted_delivery_id and ${missingDocuments.office}) as office_missing, min(${nextMeeting(now)}) as meeting
		from inquiries i join estimate_deliveries d on d.id = i.delivery_id where d.request_id = r.id
	) thread on true
	where r.user_id = ${userId}::bigint and r.state not in ('draft', 'email_verified')
	union all
	select ${inquiryFacts(now, reviewedBy(userId, 'o.id'), sql`i.last_office_message_id > i.user_seen_id`)}, o.name, 1, 0
	from inquiries i join offices o on o.id = i.office_id
	where i.user_id = ${userId}::bigint and i.delivery_id is null
`

/**
 * How many of a person's own cases wait for them, as many as the filter `todo` lists, and in how many of them only the review is left:
 * one row as a part of another statement.
 */
export const ownCaseCounts = (userId: string, now: Date) => sql`
	select (count(*) filter (where ${filterFor('todo', 'client')}))::integer as "ownCases",
		(count(*) filter (where c.done and not c.reviewed))::integer as "toReview"
	from (${withTurn(casesOf(userId, now))}) c
`

const ownCases = (userId: string, now: Date) => sql`
	select c.kind, c.id, c.key, c.title, c.office, c.offices, c.quotes, c.state, c.change_asked, c.contacted, c.done, c.reviewed, c.closed, c.answered, c.reply_due,
		c.client_engaged, c.office_engaged, c.unread, c.proposed, c.client_missing, c.office_missing, c.meeting, date_trunc('milliseconds', c.at) as at
	from (${withTurn(casesOf(userId, now))}) c
`

const toItem = (row: RowOf<typeof selectCases>): CaseItem => ({
	kind: row.kind,
	id: row.id,
	title: row.title,
	with: row.office ?? `${row.offices}か所（見積もり${row.quotes}件）`,
	path: row.kind === 'estimate' ? estimatePath(row.id) : inquiryPath(row.id),
	at: row.at,
	stage: stageOf(factsOf(row)),
	isUnread: row.unread,
	nextMeeting: row.meeting,
})

/** The viewer's requests for quotes and inquiries in one list, by the newest event. */
export async function listCases(
	ctx: Ctx,
	query: { filter: CaseFilter; cursor: string | null },
): Promise<{ items: CaseItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	await adoptEstimates(ctx)
	const page = keysetPage<{ at: Date; key: number }>(query.cursor, { ...byNewest, direction: 'desc', size: PAGE })
	const { rows } = await selectCases`
		${ownCases(userId, ctx.now())}
		where ${filterFor(query.filter, 'client')} and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(toItem) }
}

/** The viewer's cases to show first: those in which it is their turn, then the others that go on, each by the newest event. */
export async function listFirstCases(ctx: Ctx, limit: number): Promise<CaseItem[]> {
	const { userId } = requireMember(ctx)
	await adoptEstimates(ctx)
	const { rows } = await selectCases`
		${ownCases(userId, ctx.now())}
		where ${filterFor('todo', 'client')} or ${filterFor('open', 'client')}
		order by (${filterFor('todo', 'client')}) desc, c.at desc, c.key desc
		limit ${limit}::integer
	`.execute(ctx.db)
	return rows.map(toItem)
}

/** Where the viewer's side works on the case `estimate-12` or `inquiry-34`. Throws not-found for everybody else. */
export async function findCasePath(ctx: Ctx, name: string): Promise<string> {
	const { userId } = requireMember(ctx)
	const [, kind, number] = /^(estimate|inquiry)-(\d{1,10})$/.exec(name) ?? []
	const id = parseId(number)
	if (id === 0) throw notFound('case')
	if (kind === 'inquiry') {
		const { id: inquiryId } = await openInquiry(ctx, id)
		return inquiryPath(inquiryId)
	}
	await adoptEstimates(ctx)
	const own = await ctx.db
		.selectFrom('estimate_requests')
		.select('id')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.where('state', 'not in', ['draft', 'email_verified'])
		.executeTakeFirst()
	if (own) return estimatePath(own.id)
	const { rows } = await checkedSql({ id: int4 })`
		select d.id from estimate_deliveries d where d.request_id = ${id}::integer and d.office_id in (${ownOffices(userId)}) order by d.id limit 1
	`.execute(ctx.db)
	const [delivery] = rows
	if (!delivery) throw notFound('case')
	return leadPath(delivery.id)
}
