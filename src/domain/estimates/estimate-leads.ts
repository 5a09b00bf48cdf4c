import { sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { partsOfOffice } from '../memberships/lawful-tasks.ts'
import { forVerifiedExperts, notFound } from '../shared/errors.ts'
import { dateText } from '../shared/japan-time.ts'
import { yen } from '../shared/yen.ts'
import { notifyRequester } from './estimate-context.ts'
import { estimateTexts } from './estimate-words.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { DeliveryState, RequestState } from './estimate-input.ts'
import type { QuoteInput } from './estimate-schemas.ts'
import { MAX_VERSIONS, quoteTotals } from './estimate-quote.ts'
import { type Contact, type Delivery, type EstimateFacts, readDeliveries, readOpponent, readRequest } from './estimate-reading.ts'
import { conflict, isOpen, type Locked, lockRequest, reservedTask, writeDone } from './estimate-requests.ts'

const PAGE = 20

export type LeadListItem = {
	id: number
	state: DeliveryState
	requestState: RequestState
	isAccepted: boolean
	/** The requester wants the quote to be changed. */
	isChangeAsked: boolean
	officeName: string
	taskName: string
	areaName: string
	deliveredAt: number
	dueAt: number
}

/** Offices of the viewer: owners and editors answer alike. */
export const ownOffices = (userId: string) => sql`
	select m.office_id from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where e.user_id = ${userId}::bigint
`

const selectLeads = checkedSql({
	id: int4,
	state: text.as<DeliveryState>(),
	requestState: text.as<RequestState>(),
	isAccepted: bool,
	isChangeAsked: bool,
	officeName: text,
	taskName: text,
	areaName: text,
	delivered_at: timestamptz,
	due_at: timestamptz,
})

/** Requests delivered to the viewer's offices, newest first, without the requester. */
export async function listLeads(ctx: Ctx, given: string | null): Promise<{ items: LeadListItem[]; page: Page }> {
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const page = keysetPage<{ id: number }>(given, { by: [sql`d.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectLeads`
		select d.id, d.state, r.state as "requestState", r.accepted_delivery_id is not distinct from d.id as "isAccepted",
			d.change_requested_at is not null as "isChangeAsked", o.name as "officeName",
			t.name as "taskName", coalesce(p.name, '') || coalesce(m.name, '') as "areaName", d.delivered_at, d.due_at
		from estimate_deliveries d
		join estimate_requests r on r.id = d.request_id
		join offices o on o.id = d.office_id
		join tasks t on t.id = r.task_id
		left join prefectures p on p.id = r.prefecture_id
		left join municipalities m on m.id = r.municipality_id
		where d.office_id in (${ownOffices(userId)})
			and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(({ delivered_at, due_at, ...row }) => ({ ...row, deliveredAt: delivered_at.getTime(), dueAt: due_at.getTime() })),
	}
}

export type Lead = {
	facts: EstimateFacts
	/** The address only for the office that was chosen, the phone number only where its owner opened it. */
	contact: Contact
	/** Names of opponents, while they are disclosed to this office; '' otherwise. */
	opponent: string
	hasPhone: boolean
	delivery: Delivery
	isOpen: boolean
}

/** A request as one of its offices sees it; the first view is recorded. `not-found` for members of other offices. */
export async function getLead(ctx: Ctx, deliveryId: number): Promise<Lead> {
	const found = await findOwnLead(ctx, deliveryId)
	await ctx.db
		.updateTable('estimate_deliveries')
		.set({ state: 'viewed', viewed_at: ctx.now() })
		.where('id', '=', deliveryId)
		.where('state', '=', 'delivered')
		.where('due_at', '>', ctx.now())
		.execute()
	const request = await readRequest(ctx, found.request_id)
	const [delivery] = await readDeliveries(ctx, { deliveryId })
	if (!request || !delivery) throw notFound('lead')
	const { name, email, phone } = request.contact
	const isStillOpen = isOpen({ state: request.facts.state, expires_at: new Date(request.facts.expiresAt) }, ctx.now())
	return {
		facts: request.facts,
		contact: {
			name,
			email: delivery.isAccepted ? email : null,
			phone: delivery.phoneOpenedAt === null ? null : phone,
		},
		opponent: knowsOpponent(delivery, isStillOpen) ? await readOpponent(ctx, found.request_id) : '',
		hasPhone: phone !== null,
		delivery,
		isOpen: isStillOpen,
	}
}

/** Whether the office may read the names of opponents: they were disclosed to it, and it may still take the case on or has. */
const knowsOpponent = ({ check, isAccepted }: Delivery, isStillOpen: boolean): boolean =>
	(check === 'clear' && (isStillOpen || isAccepted)) || (check === 'disclosed' && isStillOpen)

/** A delivery to one of the viewer's offices. `not-found` for everybody else. */
export async function findOwnLead(ctx: Ctx, deliveryId: number): Promise<{ request_id: number }> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db
		.selectFrom('estimate_deliveries')
		.select('request_id')
		.where('id', '=', deliveryId)
		.where('office_id', 'in', sql<number>`(${ownOffices(userId)})`)
		.executeTakeFirst()
	if (!row) throw notFound('lead')
	return row
}

/** Runs `handler` with the request locked and the delivery still to be answered (or, with `again`, quoted before). */
async function answer<T>(
	ctx: Ctx,
	deliveryId: number,
	again: boolean,
	handler: (trx: Ctx, request: Locked, office: { id: number; name: string }) => Promise<T>,
): Promise<T> {
	const { request_id: requestId } = await findOwnLead(ctx, deliveryId)
	return inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, requestId)
		if (!request || !isOpen(request, trx.now())) throw conflict('この依頼は、すでに終わっています。')
		const delivery = await trx.db
			.selectFrom('estimate_deliveries as d')
			.innerJoin('offices as o', 'o.id', 'd.office_id')
			.select(['d.state', 'd.due_at', 'o.id', 'o.name'])
			.where('d.id', '=', deliveryId)
			.executeTakeFirstOrThrow()
		if (delivery.state === 'declined') throw conflict('この依頼は、すでに辞退しています。')
		if (delivery.state === 'quoted' && !again) throw conflict('この依頼には、すでに見積もりを送っています。')
		if (delivery.state === 'timed_out' || (delivery.state !== 'quoted' && delivery.due_at <= trx.now()))
			throw conflict('回答の期限を過ぎました。')
		return handler(trx, request, delivery)
	})
}

/** The chosen office reports that it has contacted the client. Idempotent. */
export async function reportContact(ctx: Ctx, deliveryId: number): Promise<void> {
	const { request_id: requestId } = await findOwnLead(ctx, deliveryId)
	await inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, requestId)
		if (request?.accepted_delivery_id !== deliveryId) throw conflict('依頼先に決まった依頼だけを、連絡したと記録できます。')
		await trx.db
			.updateTable('estimate_deliveries')
			.set({ contacted_at: trx.now() })
			.where('id', '=', deliveryId)
			.where('contacted_at', 'is', null)
			.execute()
	})
}

/** The chosen office reports that the work is done: from then on the client may write a review. Idempotent. */
export async function reportLeadDone(ctx: Ctx, deliveryId: number): Promise<void> {
	const { request_id: requestId } = await findOwnLead(ctx, deliveryId)
	await inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, requestId)
		if (request?.accepted_delivery_id !== deliveryId) throw conflict('依頼先に決まった依頼だけを、終わったと報告できます。')
		if (!(await writeDone(trx, requestId, 'office'))) return
		await notifyRequester(trx, request, 'done', writeText(trx.site, estimateTexts.done, {}), { deliveryId })
	})
}

/** Sends a quote, or its next version; all versions are kept. The same form sent twice makes one. */
export async function sendQuote(ctx: Ctx, deliveryId: number, input: QuoteInput): Promise<void> {
	const { userId } = requireMember(ctx)
	await answer(ctx, deliveryId, true, async (trx, request, office) => {
		const before = await trx.db
			.selectFrom('estimate_quotes')
			.select(['version', 'client_key'])
			.where('delivery_id', '=', deliveryId)
			.orderBy('version', 'desc')
			.execute()
		if (before.some((quote) => quote.client_key === input.clientKey)) return
		const version = (before[0]?.version ?? 0) + 1
		if (version > MAX_VERSIONS) throw conflict(`見積もりは${MAX_VERSIONS}版までです。`)
		// The member who may do the task has left or was suspended after the request was delivered.
		if ((await partsOfOffice(trx, office.id, request.task_id)).length === 0) throw await reservedTask(trx, request.task_id)
		const { total } = quoteTotals(input.lines, input.expenses)
		if (total < 0) throw conflict('合計が0円を下回っています。値引きの行を確認してください。')
		const now = trx.now()
		await trx.db
			.insertInto('estimate_quotes')
			.values({
				delivery_id: deliveryId,
				version,
				lines: JSON.stringify(input.lines),
				expenses: input.expenses,
				total: `${total}`,
				valid_until: input.validUntil,
				message: input.message,
				author_id: userId,
				client_key: input.clientKey,
				created_at: now,
			})
			.execute()
		await trx.db
			.updateTable('estimate_deliveries')
			.set((eb) => ({
				state: 'quoted',
				viewed_at: eb.fn.coalesce('viewed_at', eb.val(now)),
				answered_at: eb.fn.coalesce('answered_at', eb.val(now)),
				change_request: null,
				change_requested_at: null,
			}))
			.where('id', '=', deliveryId)
			.where('state', 'in', ['delivered', 'viewed', 'quoted'])
			.execute()
		await trx.db
			.updateTable('estimate_requests')
			.set({ state: 'quoted', updated_at: now })
			.where('id', '=', request.id)
			.where('state', '=', 'sent')
			.execute()
		const words = { 事務所名: office.name, 版: `${version}` }
		const text = version === 1 ? writeText(trx.site, estimateTexts.quoted, words) : writeText(trx.site, estimateTexts.requoted, words)
		await notifyRequester(trx, request, `quoted-${deliveryId}-${version}`, text, {
			deliveryId,
			facts: factsOfQuote(office.name, total, input),
		})
	})
}

const factsOfQuote = (office: string, total: number, { validUntil }: QuoteInput) => [
	{ label: '事務所', value: office },
	{ label: '見積もりの合計', value: `${yen(total)}（税込）` },
	{ label: '有効期限', value: dateText(validUntil) },
]

/** Declines a request, with a reason for the requester. */
export async function declineLead(ctx: Ctx, deliveryId: number, reason: string): Promise<void> {
	await answer(ctx, deliveryId, false, async (trx, request, office) => {
		await trx.db
			.updateTable('estimate_deliveries')
			.set({ state: 'declined', decline_reason: reason, answered_at: trx.now() })
			.where('id', '=', deliveryId)
			.where('state', 'in', ['delivered', 'viewed'])
			.execute()
		await notifyRequester(trx, request, `declined-${deliveryId}`, writeText(trx.site, estimateTexts.declined, { 事務所名: office.name }))
	})
}
