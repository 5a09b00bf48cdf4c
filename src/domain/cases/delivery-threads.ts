import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, text } from '../../platform/checked-sql.ts'
import { ownOffices } from '../estimates/estimate-leads.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { factsOf, isTimeProposed, missingDocuments, nextMeeting } from './case-rows.ts'
import { type CaseStage, type EstimateFactsOfCase, type InquiryFactsOfCase, stageOf } from './case-stage.ts'

const selectDelivery = checkedSql({
	office_id: int4,
	request_id: int4,
	user_id: int8.nullable,
	contact_name: text.nullable,
	task_id: int4,
	task_name: text,
	state: text,
	delivery_state: text,
	assignee_id: int4.nullable,
	is_chosen: bool,
	thread_id: int4.nullable,
})

const closed = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/**
 * The conversation of a client with an office that got their request for quotes; made when one of the two opens it first. The
 * office reads in it what the request has told it: the name, neither address nor telephone number. Throws not-found for everybody
 * else, conflict where there is nobody to talk to: the request came without an account, or the office is out of it.
 */
export async function openDeliveryThread(ctx: Ctx, deliveryId: number): Promise<{ inquiryId: number }> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { rows } = await selectDelivery`
			select d.office_id, d.request_id, r.user_id, r.contact_name, r.task_id, t.name as task_name, r.state, d.state as delivery_state, d.assignee_id,
				r.accepted_delivery_id is not distinct from d.id as is_chosen,
				(select i.id from inquiries i where i.delivery_id = d.id) as thread_id
			from estimate_deliveries d
			join estimate_requests r on r.id = d.request_id and r.state not in ('draft', 'email_verified')
			join tasks t on t.id = r.task_id
			where d.id = ${deliveryId}::integer and (r.user_id = ${userId}::bigint or d.office_id in (${ownOffices(userId)}))
			for update of d
		`.execute(trx.db)
		const [row] = rows
		if (!row) throw notFound('delivery')
		if (row.thread_id !== null) return { inquiryId: row.thread_id }
		if (row.user_id === null || row.contact_name === null)
			throw closed('会員登録のない方からの依頼のため、サイトでのやり取りはできません。見積もりのメッセージでお伝えください。')
		const isOut = row.delivery_state === 'declined' || row.delivery_state === 'timed_out'
		const isOver = !row.is_chosen && !['sent', 'quoted'].includes(row.state)
		if (isOut || isOver) throw closed('この事務所への依頼は終わっているため、やり取りを始められません。')
		const { id } = await trx.db
			.insertInto('inquiries')
			.values({
				office_id: row.office_id,
				user_id: row.user_id,
				task_id: row.task_id,
				subject: `${row.task_name}の見積もり依頼（受付番号${row.request_id}）`.slice(0, 60),
				contact_name: row.contact_name,
				client_key: `delivery-${deliveryId}-thread`,
				delivery_id: deliveryId,
				assignee_id: row.assignee_id,
				created_at: trx.now(),
				last_message_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		return { inquiryId: id }
	})
}

export type DeliveryThread = {
	/** Null while nobody has opened it. */
	inquiryId: number | null
	/** Whether there is a person to write to: the request came with an account. */
	hasAccount: boolean
	isUnread: boolean
	isTimeProposed: boolean
	/** Documents that this side was asked for have not come. */
	missing: Readonly<Record<Side, boolean>>
}

const selectThreads = checkedSql({
	delivery_id: int4,
	id: int4.nullable,
	has_account: bool,
	unread: bool,
	proposed: bool,
	user_missing: bool,
	office_missing: bool,
})

/**
 * The conversations of deliveries, by delivery: whether `side` has something to read, and whether the office's times for
 * a meeting wait for an answer. Who may know was decided before.
 */
export async function findDeliveryThreads(
	ctx: Pick<Ctx, 'db' | 'now'>,
	deliveryIds: readonly number[],
	side: Side,
): Promise<Map<number, DeliveryThread>> {
	if (deliveryIds.length === 0) return new Map()
	const unread = side === 'user' ? sql`i.last_office_message_id > i.user_seen_id` : sql`i.last_user_message_id > i.office_seen_id`
	const { rows } = await selectThreads`
		select d.id as delivery_id, i.id, r.user_id is not null and r.contact_name is not null as has_account,
			coalesce(${unread}, false) as unread, ${isTimeProposed(ctx.now())} as proposed,
			${missingDocuments.user} as user_missing, ${missingDocuments.office} as office_missing
		from estimate_deliveries d
		join estimate_requests r on r.id = d.request_id
		left join inquiries i on i.delivery_id = d.id
		where d.id = any (${deliveryIds}::integer[])
	`.execute(ctx.db)
	return new Map(
		rows.map((row) => [
			row.delivery_id,
			{
				inquiryId: row.id,
				hasAccount: row.has_account,
				isUnread: row.unread,
				isTimeProposed: row.proposed,
				missing: { user: row.user_missing, office: row.office_missing },
			},
		]),
	)
}

const selectFacts = checkedSql({
	state: text.as<EstimateFactsOfCase['state']>(),
	change_asked: bool,
	contacted: bool,
	done: bool,
	reviewed: bool,
	proposed: bool,
	client_missing: bool,
	office_missing: bool,
})

/**
 * How far the request is that a thread belongs to, as it concerns the office of the thread: nothing once the client has chosen another.
 * The caller has opened the thread.
 */
export async function readThreadStage(ctx: Pick<Ctx, 'db' | 'now'>, inquiryId: number): Promise<CaseStage | null> {
	const { rows } = await selectFacts`
		select case when r.state = 'quoted' and d.state <> 'quoted' then 'sent' else r.state end as state,
			d.change_requested_at is not null as change_asked, d.contacted_at is not null as contacted,
			r.done_at is not null as done, ${isTimeProposed(ctx.now())} as proposed,
			exists (select from reviews v where v.office_id = i.office_id and v.user_id = i.user_id) as reviewed,
			${missingDocuments.user} as client_missing, ${missingDocuments.office} as office_missing
		from inquiries i
		join estimate_deliveries d on d.id = i.delivery_id and d.state not in ('declined', 'timed_out')
		join estimate_requests r on r.id = d.request_id
		where i.id = ${inquiryId}::integer and coalesce(r.accepted_delivery_id = d.id, true)
	`.execute(ctx.db)
	const none = { closed: false, answered: false, reply_due: false, client_engaged: false, office_engaged: false, meeting: null }
	return rows[0] ? stageOf(factsOf({ kind: 'estimate', ...none, ...rows[0] })) : null
}

/** What the stage of an inquiry needs besides the thread itself: what is agreed, proposed or asked. The caller has opened the thread. */
export async function readTalkFacts(
	ctx: Pick<Ctx, 'db' | 'now'>,
	inquiryId: number,
): Promise<Pick<InquiryFactsOfCase, 'isReplyDue' | 'isMeetingAgreed'> & { isTimeProposed: boolean }> {
	const { rows } = await checkedSql({ proposed: bool, due: bool, agreed: bool })`
		select ${isTimeProposed(ctx.now())} as proposed, i.reply_due_at is not null as due, ${nextMeeting(ctx.now())} is not null as agreed
		from inquiries i where i.id = ${inquiryId}::integer
	`.execute(ctx.db)
	const [row] = rows
	return { isTimeProposed: row?.proposed ?? false, isReplyDue: row?.due ?? false, isMeetingAgreed: row?.agreed ?? false }
}
