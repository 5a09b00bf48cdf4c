import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { BusinessSize, ConflictCheck, DeliveryState, Entity, RequestState } from './estimate-input.ts'
import type { TaskAnswer } from './task-questions.ts'
import { type QuoteLine, type QuoteTotals, quoteTotals } from './estimate-quote.ts'

/** The request without the requester. */
export type EstimateFacts = {
	id: number
	state: RequestState
	/** Asked for by the form, or made by the office's quote in an inquiry. */
	origin: 'form' | 'inquiry'
	task: { id: number; name: string }
	/** A part of the task is a representation: there may be an opponent. */
	mayHaveOpponents: boolean
	areaName: string
	entity: Entity | null
	industry: string
	size: BusinessSize | null
	facts: string
	answers: TaskAnswer[]
	budgetMax: number | null
	desiredOn: string | null
	wishes: string
	sentAt: number
	expiresAt: number
	endedAt: number | null
	/** When either side reported the work done. */
	doneAt: number | null
}

export type Contact = { name: string | null; email: string | null; phone: string | null }

export type Quote = {
	id: number
	version: number
	lines: QuoteLine[]
	totals: QuoteTotals
	validUntil: string
	message: string
	createdAt: number
}

export type Delivery = {
	id: number
	office: { id: number; name: string }
	state: DeliveryState
	deliveredAt: number
	dueAt: number
	viewedAt: number | null
	answeredAt: number | null
	declineReason: string | null
	phoneOpenedAt: number | null
	changeRequest: string | null
	changeRequestedAt: number | null
	isReplaced: boolean
	isAccepted: boolean
	/** When the chosen office said that it has contacted the client. */
	contactedAt: number | null
	/** State of this office's conflict check; null when none was requested. */
	check: ConflictCheck | null
	/** Newest first. */
	quotes: Quote[]
}

export type RequestRow = {
	facts: EstimateFacts
	contact: Contact
	userId: string | null
	email: string | null
	place: { prefectureId: number | null; municipalityId: number | null }
}

/** Whether a part of the task is a representation, so that there may be an opponent. */
export const hasRepresentation = (taskId: RawBuilder<unknown>) =>
	sql<boolean>`exists (select from task_parts p where p.task_id = ${taskId} and p.kind = 'representation')`

/** Names of opponents of a request, '' for none. The caller has checked the permission. */
export async function readOpponent(ctx: Pick<Ctx, 'db'>, requestId: number): Promise<string> {
	const row = await ctx.db.selectFrom('estimate_opponents').select('names').where('request_id', '=', requestId).executeTakeFirst()
	return row?.names ?? ''
}

/** Keeps the names, apart from the request; '' removes them. */
export async function writeOpponent(ctx: Pick<Ctx, 'db'>, requestId: number, names: string): Promise<void> {
	if (names === '') await ctx.db.deleteFrom('estimate_opponents').where('request_id', '=', requestId).execute()
	else
		await ctx.db
			.insertInto('estimate_opponents')
			.values({ request_id: requestId, names })
			.onConflict((conflicting) => conflicting.column('request_id').doUpdateSet({ names }))
			.execute()
}

const time = (moment: Date | null): number | null => moment?.getTime() ?? null

/** Reads a sent request. Checks no permission: the caller has done so. */
export async function readRequest(ctx: Ctx, id: number): Promise<RequestRow | null> {
	const row = await ctx.db
		.selectFrom('estimate_requests as r')
		.innerJoin('tasks as t', 't.id', 'r.task_id')
		.leftJoin('prefectures as p', 'p.id', 'r.prefecture_id')
		.leftJoin('municipalities as m', 'm.id', 'r.municipality_id')
		.selectAll('r')
		.select(['t.name as task_name', 'p.name as prefecture_name', 'm.name as municipality_name'])
		.select(hasRepresentation(sql.ref('r.task_id')).as('may_have_opponents'))
		.where('r.id', '=', id)
		.where('r.state', 'not in', ['draft', 'email_verified'])
		.executeTakeFirst()
	if (!row) return null
	return {
		facts: {
			id: row.id,
			state: row.state,
			origin: row.origin,
			task: { id: row.task_id, name: row.task_name },
			mayHaveOpponents: row.may_have_opponents,
			areaName: `${row.prefecture_name ?? ''}${row.municipality_name ?? ''}`,
			entity: row.entity,
			industry: row.industry,
			size: row.size,
			facts: row.facts,
			answers: row.task_answers,
			budgetMax: row.budget_max,
			desiredOn: row.desired_on,
			wishes: row.wishes,
			sentAt: time(row.sent_at) ?? 0,
			expiresAt: time(row.expires_at) ?? 0,
			endedAt: time(row.ended_at),
			doneAt: time(row.done_at),
		},
		// Requests of older quotes in inquiries may hold an address that nobody has proved.
		contact: { name: row.contact_name, email: row.email_verified_at === null ? null : row.email, phone: row.phone },
		userId: row.user_id,
		email: row.email,
		place: { prefectureId: row.prefecture_id, municipalityId: row.municipality_id },
	}
}

const selectDeliveries = checkedSql({
	id: int4,
	office_id: int4,
	office_name: text,
	state: text.as<DeliveryState>(),
	delivered_at: timestamptz,
	due_at: timestamptz,
	viewed_at: timestamptz.nullable,
	answered_at: timestamptz.nullable,
	decline_reason: text.nullable,
	phone_opened_at: timestamptz.nullable,
	change_request: text.nullable,
	change_requested_at: timestamptz.nullable,
	is_replaced: bool,
	is_accepted: bool,
	contacted_at: timestamptz.nullable,
	check_state: text.as<ConflictCheck>().nullable,
})

/** The deliveries of a request in the order of their offices, or one of them, with their quotes. */
export async function readDeliveries(ctx: Ctx, where: { requestId: number } | { deliveryId: number }): Promise<Delivery[]> {
	const { rows } = await selectDeliveries`
		select d.id, d.office_id, o.name as office_name, d.state, d.delivered_at, d.due_at, d.viewed_at, d.answered_at, d.decline_reason,
			d.phone_opened_at, d.change_request, d.change_requested_at, d.contacted_at,
			exists (select from estimate_deliveries n where n.replaces_id = d.id) as is_replaced,
			r.accepted_delivery_id is not distinct from d.id as is_accepted, c.state as check_state
		from estimate_deliveries d
		join estimate_requests r on r.id = d.request_id
		join offices o on o.id = d.office_id
		left join conflict_checks c on c.delivery_id = d.id
		where ${'requestId' in where ? sql`d.request_id = ${where.requestId}::integer` : sql`d.id = ${where.deliveryId}::integer`}
		order by d.id
	`.execute(ctx.db)
	const ids = rows.map(({ id }) => id)
	const quotes =
		ids.length === 0
			? []
			: await ctx.db.selectFrom('estimate_quotes').selectAll().where('delivery_id', 'in', ids).orderBy('version', 'desc').execute()
	return rows.map((row) => ({
		id: row.id,
		office: { id: row.office_id, name: row.office_name },
		state: row.state,
		deliveredAt: row.delivered_at.getTime(),
		dueAt: row.due_at.getTime(),
		viewedAt: time(row.viewed_at),
		answeredAt: time(row.answered_at),
		declineReason: row.decline_reason,
		phoneOpenedAt: time(row.phone_opened_at),
		changeRequest: row.change_request,
		changeRequestedAt: time(row.change_requested_at),
		isReplaced: row.is_replaced,
		isAccepted: row.is_accepted,
		contactedAt: time(row.contacted_at),
		check: row.check_state,
		quotes: quotes
			.filter((quote) => quote.delivery_id === row.id)
			.map((quote) => ({
				id: quote.id,
				version: quote.version,
				lines: quote.lines,
				totals: quoteTotals(quote.lines, quote.expenses),
				validUntil: quote.valid_until,
				message: quote.message,
				createdAt: quote.created_at.getTime(),
			})),
	}))
}
