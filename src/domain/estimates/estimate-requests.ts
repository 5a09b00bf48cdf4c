import { writeText } from '../accounts/mailing/mail-words.ts'
import { sql, type Transaction } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import { type Ctx, type Database, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { isoDay } from '../shared/japan-time.ts'
import { partsOfOffice } from '../memberships/lawful-tasks.ts'
import { listTaskParts } from '../taxonomy/task-part-reads.ts'
import { listsOfReserved } from '../listings/reserved-lists.ts'
import { refusalOf } from '../taxonomy/task-parts.ts'
import { openResultKey, notifyOfDelivery, notifyOffice } from './estimate-context.ts'
import { leadTexts } from './estimate-words.ts'
import { answerDeadline } from '../shared/business-hours.ts'
import { ESTIMATE_CONSENT_VERSION, type RequestState } from './estimate-input.ts'
import { type Place, type ProposedOffice, proposeOffices, receivableOffices } from './estimate-offices.ts'
import { type Contact, type Delivery, type EstimateFacts, readDeliveries, readOpponent, readRequest } from './estimate-reading.ts'

/** The requester's own request: a member's by its id, a visitor's by the key of the private link. */
export type RequestKey = { id: number } | { key: string }

const PAGE = 20

export type EstimateListItem = {
	id: number
	state: RequestState
	taskName: string
	areaName: string
	sentAt: number
	expiresAt: number
	officeCount: number
	quoteCount: number
}

/**
 * Assigns to the member the requests they made as a visitor: those whose address was proved by its mail and is the account's,
 * which is proved as well.
 */
export async function adoptEstimates(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await sql`
		update estimate_requests r set user_id = u.id
		from users u join identities i on i.uid = u.uid and i.email_verified_at is not null
		where u.id = ${userId}::bigint and r.user_id is null and r.email = i.email and r.email_verified_at is not null and r.purged_at is null
	`.execute(ctx.db)
}

const selectOwn = checkedSql({
	id: int4,
	state: text.as<RequestState>(),
	taskName: text,
	areaName: text,
	sent_at: timestamptz,
	expires_at: timestamptz,
	officeCount: int4,
	quoteCount: int4,
})

/** The member's requests, newest first. */
export async function listMyEstimates(ctx: Ctx, given: string | null): Promise<{ items: EstimateListItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	await adoptEstimates(ctx)
	const page = keysetPage<{ id: number }>(given, { by: [sql`r.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectOwn`
		select r.id, r.state, t.name as "taskName", coalesce(p.name, '') || coalesce(m.name, '') as "areaName", r.sent_at, r.expires_at,
			(select count(*)::integer from estimate_deliveries d where d.request_id = r.id) as "officeCount",
			(select count(*)::integer from estimate_deliveries d where d.request_id = r.id and d.state = 'quoted') as "quoteCount"
		from estimate_requests r
		join tasks t on t.id = r.task_id
		left join prefectures p on p.id = r.prefecture_id
		left join municipalities m on m.id = r.municipality_id
		where r.user_id = ${userId}::bigint and r.state not in ('draft', 'email_verified')
			and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(({ sent_at, expires_at, ...row }) => ({ ...row, sentAt: sent_at.getTime(), expiresAt: expires_at.getTime() })),
	}
}

export type MyEstimate = {
	facts: EstimateFacts
	contact: Contact
	place: Place
	/** Names of opponents as they were typed; '' for none. */
	opponent: string
	deliveries: Delivery[]
	/** Whether the viewer has written a review of the office that was chosen. */
	isReviewed: boolean
}

/** Returns the requester's own request. Throws `not-found` for another's, and for a visitor's link whose request has become a member's. */
export async function getMyEstimate(ctx: Ctx, key: RequestKey): Promise<MyEstimate> {
	const { facts, contact, place } = await readOwn(ctx, key)
	const deliveries = await readDeliveries(ctx, { requestId: facts.id })
	const chosen = deliveries.find(({ isAccepted }) => isAccepted)
	const isReviewed = chosen !== undefined && (await hasReviewed(ctx, chosen.office.id))
	return { facts, contact, place, opponent: await readOpponent(ctx, facts.id), deliveries, isReviewed }
}

async function hasReviewed({ db, viewer }: Ctx, officeId: number): Promise<boolean> {
	if (viewer.kind !== 'member') return false
	const review = await db
		.selectFrom('reviews')
		.select('id')
		.where('user_id', '=', viewer.userId)
		.where('office_id', '=', officeId)
		.executeTakeFirst()
	return review !== undefined
}

async function readOwn(ctx: Ctx, key: RequestKey) {
	if ('id' in key) await adoptEstimates(ctx)
	const request = await readRequest(ctx, 'id' in key ? key.id : openResultKey(ctx, key.key))
	if (!request || !isOwn(ctx, key, request.userId)) throw notFound('estimate')
	return request
}

const isOwn = ({ viewer }: Ctx, key: RequestKey, userId: string | null): boolean =>
	'id' in key ? viewer.kind === 'member' && viewer.userId === userId : userId === null

/** Returns the id of the request that a private link led to, once it belongs to a member's account. */
export async function findAdopted(ctx: Ctx, key: string): Promise<number | null> {
	const id = openResultKey(ctx, key)
	if (ctx.viewer.kind === 'member') await adoptEstimates(ctx)
	const row = await ctx.db.selectFrom('estimate_requests').select('user_id').where('id', '=', id).executeTakeFirst()
	return row && row.user_id !== null ? id : null
}

export type Locked = {
	id: number
	user_id: string | null
	email: string | null
	state: RequestState
	task_id: number
	expires_at: Date | null
	phone: string | null
	accepted_delivery_id: number | null
}
type Trx = Ctx & { db: Transaction<Database> }

/** Runs `handler` with the requester's own request locked. Every writer of a request or its deliveries locks it first. */
async function change<T>(ctx: Ctx, key: RequestKey, handler: (trx: Trx, request: Locked) => Promise<T>): Promise<T> {
	const { facts } = await readOwn(ctx, key)
	return inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, facts.id)
		if (!request || !isOwn(ctx, key, request.user_id)) throw notFound('estimate')
		return handler(trx, request)
	})
}

/** The same for changes that only an open request allows. */
export const changeOpen = <T>(ctx: Ctx, key: RequestKey, handler: (trx: Trx, request: Locked) => Promise<T>): Promise<T> =>
	change(ctx, key, (trx, request) => {
		if (!isOpen(request, trx.now())) throw conflict('この依頼は、すでに終わっています。')
		return handler(trx, request)
	})

export const lockRequest = (ctx: Ctx, id: number): Promise<Locked | undefined> =>
	ctx.db
		.selectFrom('estimate_requests')
		.select(['id', 'user_id', 'email', 'state', 'task_id', 'expires_at', 'phone', 'accepted_delivery_id'])
		.where('id', '=', id)
		.forNoKeyUpdate()
		.executeTakeFirst()

export const isOpen = ({ state, expires_at }: Pick<Locked, 'state' | 'expires_at'>, now: Date): boolean =>
	(state === 'sent' || state === 'quoted') && expires_at !== null && expires_at > now

/** The office may do nothing of the task any more: the law, who may, and where they are. */
export async function reservedTask(ctx: Ctx, taskId: number, before = ''): Promise<DomainError> {
	const parts = await listTaskParts(ctx, [taskId])
	const fields = { form: `${before}${refusalOf(parts)}` }
	return new DomainError('conflict', 'the task is reserved', { fields, ways: listsOfReserved(parts) })
}

export const conflict = (sentence: string) => new DomainError('conflict', 'not possible any more', { fields: { form: sentence } })

export async function deliveryOf(trx: Trx, request: Locked, deliveryId: number) {
	const row = await trx.db
		.selectFrom('estimate_deliveries')
		.select(['id', 'office_id', 'state', 'phone_opened_at'])
		.where('id', '=', deliveryId)
		.where('request_id', '=', request.id)
		.executeTakeFirst()
	if (!row) throw notFound('delivery')
	return row
}

const othersOf = (trx: Trx, requestId: number, exceptId: number | null) =>
	trx.db
		.selectFrom('estimate_deliveries')
		.select(['id', 'office_id'])
		.where('request_id', '=', requestId)
		.where('state', 'in', ['delivered', 'viewed', 'quoted'])
		.where('id', '!=', exceptId ?? 0)
		.orderBy('id')
		.execute()

/** Records that the work of an accepted request is done. Returns false if it was recorded before. */
export async function writeDone(ctx: Ctx, requestId: number, by: 'user' | 'office'): Promise<boolean> {
	const done = await ctx.db
		.updateTable('estimate_requests as r')
		.from('estimate_deliveries as d')
		.set({ done_at: ctx.now(), done_by: by, updated_at: ctx.now() })
		.whereRef('d.id', '=', 'r.accepted_delivery_id')
		.where('r.id', '=', requestId)
		.where('r.state', '=', 'accepted')
		.where('r.done_at', 'is', null)
		.returning(['d.id', 'd.office_id'])
		.executeTakeFirst()
	if (!done) return false
	await recordWebhookEvent(ctx, {
		kind: 'case.completed',
		subject: `estimate:${done.id}`,
		data: { kind: 'estimate', leadId: done.id, officeId: done.office_id, reportedBy: by },
		to: { officeId: done.office_id },
	})
	return true
}

/** The client reports that the work is done, and may write a review from then on. Idempotent. */
export async function reportDone(ctx: Ctx, key: RequestKey): Promise<void> {
	await change(ctx, key, async (trx, request) => {
		if (request.accepted_delivery_id === null) throw conflict('依頼先を決めた依頼だけを、終わったと報告できます。')
		if (!(await writeDone(trx, request.id, 'user'))) return
		const delivery = await deliveryOf(trx, request, request.accepted_delivery_id)
		await notifyOffice(trx, delivery, 'done', writeText(trx.site, leadTexts.done, {}))
	})
}

/** Accepts one quote, in its newest version and before it expires, and notifies all offices of the request. */
export async function acceptQuote(ctx: Ctx, key: RequestKey, quoteId: number): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const quote = await trx.db
			.selectFrom('estimate_quotes as q')
			.innerJoin('estimate_deliveries as d', 'd.id', 'q.delivery_id')
			.select(['q.version', 'q.valid_until', 'd.id', 'd.office_id', 'd.state'])
			.select((eb) =>
				eb
					.selectFrom('estimate_quotes as n')
					.select((max) => max.fn.max('n.version').as('v'))
					.whereRef('n.delivery_id', '=', 'd.id')
					.as('newest'),
			)
			.where('q.id', '=', quoteId)
			.where('d.request_id', '=', request.id)
			.executeTakeFirst()
		if (!quote || quote.state !== 'quoted') throw notFound('quote')
		if (quote.version !== quote.newest) throw conflict('新しい版の見積もりが届いています。内容を確認してから、もう一度お選びください。')
		if (!(await isCleared(trx, request.id, quote.id)))
			throw conflict('相手方の名前をこの事務所に知らせ、利益相反がないと確かめられてから、依頼先に決められます。')
		const parts = await partsOfOffice(trx, quote.office_id, request.task_id)
		if (parts.length === 0) throw await reservedTask(trx, request.task_id, 'この事務所には、いまはこの業務を頼めません。')
		if (quote.valid_until < isoDay(trx.now())) throw conflict('この見積もりは有効期限を過ぎています。事務所に変更を頼んでください。')
		const changed = await trx.db
			.updateTable('estimate_requests')
			.set((eb) => ({
				state: 'accepted',
				accepted_delivery_id: quote.id,
				ended_at: trx.now(),
				updated_at: trx.now(),
				// For a quote in an inquiry the choice is the consent: its form says what is disclosed.
				consented_at: eb.fn.coalesce('consented_at', eb.val(trx.now())),
				consent_version: eb.fn.coalesce('consent_version', eb.val(ESTIMATE_CONSENT_VERSION)),
			}))
			.where('id', '=', request.id)
			.where('state', '=', 'quoted')
			.executeTakeFirst()
		if (changed.numUpdatedRows === 0n) throw conflict('この依頼は、すでに終わっています。')
		await notifyOffice(trx, quote, 'accepted', writeText(trx.site, leadTexts.accepted, {}))
		await recordWebhookEvent(trx, {
			kind: 'quote.accepted',
			subject: `estimate:${quote.id}`,
			data: { leadId: quote.id, officeId: quote.office_id, quoteId },
			to: { officeId: quote.office_id },
		})
		for (const other of await othersOf(trx, request.id, quote.id))
			await notifyOffice(trx, other, 'closed', writeText(trx.site, leadTexts.otherAccepted, {}))
	})
}

/** Whether an office may be chosen: where opponents are named, it has found no conflict of interest. */
async function isCleared(ctx: Ctx, requestId: number, deliveryId: number): Promise<boolean> {
	if ((await readOpponent(ctx, requestId)) === '') return true
	const check = await ctx.db.selectFrom('conflict_checks').select('state').where('delivery_id', '=', deliveryId).executeTakeFirst()
	return check?.state === 'clear'
}

/** Cancels the request and notifies the offices that received it. */
export async function cancelEstimate(ctx: Ctx, key: RequestKey): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		await trx.db
			.updateTable('estimate_requests')
			.set({ state: 'cancelled', ended_at: trx.now(), updated_at: trx.now() })
			.where('id', '=', request.id)
			.where('state', 'in', ['sent', 'quoted'])
			.execute()
		for (const delivery of await othersOf(trx, request.id, null))
			await notifyOffice(trx, delivery, 'closed', writeText(trx.site, leadTexts.withdrawn, {}))
	})
}

/** Shows the phone number to one office, also after it was chosen. Idempotent. */
export async function openPhone(ctx: Ctx, key: RequestKey, deliveryId: number): Promise<void> {
	await change(ctx, key, async (trx, request) => {
		const delivery = await deliveryOf(trx, request, deliveryId)
		if (request.accepted_delivery_id !== delivery.id && !isOpen(request, trx.now())) throw conflict('この依頼は、すでに終わっています。')
		if (request.phone === null) throw conflict('電話番号は入力されていません。')
		if (delivery.state === 'declined' || delivery.state === 'timed_out') throw conflict('この事務所とのやり取りは終わっています。')
		if (delivery.phone_opened_at !== null) return
		await trx.db.updateTable('estimate_deliveries').set({ phone_opened_at: trx.now() }).where('id', '=', deliveryId).execute()
		await notifyOffice(trx, delivery, 'phone', writeText(trx.site, leadTexts.phone, {}))
	})
}

/** Asks an office that has quoted for another version. */
export async function askChange(ctx: Ctx, key: RequestKey, deliveryId: number, change: string): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const delivery = await deliveryOf(trx, request, deliveryId)
		if (delivery.state !== 'quoted') throw conflict('見積もりが届いてから、変更を頼めます。')
		await trx.db
			.updateTable('estimate_deliveries')
			.set({ change_request: change, change_requested_at: trx.now() })
			.where('id', '=', deliveryId)
			.execute()
		await notifyOffice(trx, delivery, `change-${trx.now().getTime()}`, writeText(trx.site, leadTexts.change, {}))
	})
}

/** Offices that could replace one that declined or did not answer; none is preselected. */
export async function proposeReplacements(ctx: Ctx, key: RequestKey): Promise<ProposedOffice[]> {
	const request = await readOwn(ctx, key)
	const asked = (await readDeliveries(ctx, { requestId: request.facts.id })).map(({ office }) => office.id)
	return proposeOffices(ctx, { ...request.place, taskId: request.facts.task.id, chosen: [], except: asked })
}

/** Asks another office instead of one that declined or did not answer, once for each. */
export async function replaceOffice(ctx: Ctx, key: RequestKey, deliveryId: number, officeId: number): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const delivery = await deliveryOf(trx, request, deliveryId)
		if (delivery.state !== 'declined' && delivery.state !== 'timed_out') throw conflict('この事務所は、まだ回答の期限内です。')
		if (!(await receivableOffices(trx, request.task_id, [officeId])).has(officeId))
			throw new DomainError('invalid', 'no such office', { fields: { officeId: '代わりに頼む事務所を選んでください。' } })
		if (!(await deliverTo(trx, request, officeId, delivery.id))) throw conflict('この事務所の代わりは、すでに頼んでいます。')
	})
}

/** Delivers an open request to one more office. Returns false if the office was asked before, or another one in that place. */
export async function deliverTo(trx: Trx, request: Locked, officeId: number, replacesId: number | null): Promise<boolean> {
	const now = trx.now()
	const due = answerDeadline(now)
	const made = await trx.db
		.insertInto('estimate_deliveries')
		.values({
			request_id: request.id,
			office_id: officeId,
			replaces_id: replacesId,
			delivered_at: now,
			// The request ends when it ends.
			due_at: request.expires_at !== null && request.expires_at < due ? request.expires_at : due,
		})
		.onConflict((onConflict) => onConflict.doNothing())
		.returning(['id', 'office_id'])
		.executeTakeFirst()
	if (!made) return false
	// However the client came to choose it, the office is no longer only proposed.
	await trx.db
		.updateTable('lead_proposals')
		.set({ state: 'accepted', decided_at: now })
		.where('request_id', '=', request.id)
		.where('office_id', '=', officeId)
		.where('state', '=', 'open')
		.execute()
	await notifyOfDelivery(trx, made)
	return true
}
