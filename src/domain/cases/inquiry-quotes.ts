import { estimateLengths, OPEN_DAYS } from '../estimates/estimate-input.ts'
import { sendQuote } from '../estimates/estimate-leads.ts'
import type { QuoteLine } from '../estimates/estimate-quote.ts'
import type { QuoteInput } from '../estimates/estimate-schemas.ts'
import { findFeeLine } from '../estimates/fee-lines.ts'
import { type Access, openInquiry, whyClosed } from '../inquiries/inquiry-access.ts'
import { recordFirstReply } from '../inquiries/inquiry-reply-time.ts'
import { lawfulTasksOfOffice } from '../memberships/lawful-tasks.ts'
import { answerDeadline } from '../shared/business-hours.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { switches } from '../shared/switch-names.ts'
import { assertSwitchedOn, isSwitchedOn } from '../shared/switches.ts'

export const TASK_MISSING = '見積もりを出す業務を選んでください。'

export type InquiryQuoteForm = {
	id: number
	subject: string
	contactName: string
	/** The client's first message. */
	asked: string
	officeId: number
	officeName: string
	/** Those that the office offers and may lawfully do. */
	tasks: { id: number; name: string }[]
	/** Of the inquiry, while the office offers it. */
	taskId: number | null
	/** What the quote begins with: the office's own fee for the task. */
	feeLine: QuoteLine | null
	/** Why no quote can be sent, in a sentence; null when it can. */
	closed: string | null
	/** The request that a quote was sent for and that is still open, or was decided: further versions belong to it. */
	deliveryId: number | null
}

/**
 * What the form for a quote in an inquiry needs. Throws not-found for everybody but the office's members.
 */
export async function getInquiryQuoteForm(ctx: Ctx, inquiryId: number): Promise<InquiryQuoteForm> {
	const access = await openAsOffice(ctx, inquiryId)
	const tasks = await listOfferedTasks(ctx, access.officeId)
	const inquiry = await ctx.db.selectFrom('inquiries').select('task_id').where('id', '=', inquiryId).executeTakeFirstOrThrow()
	const deliveryId = access.delivery && (await isStanding(ctx, access.delivery.requestId)) ? access.delivery.id : null
	const chosen = tasks.find(({ id }) => id === inquiry.task_id) ?? null
	return {
		id: inquiryId,
		subject: access.subject,
		contactName: access.contactName,
		asked: await readAsked(ctx, inquiryId),
		officeId: access.officeId,
		officeName: access.officeName,
		tasks,
		taskId: chosen?.id ?? null,
		feeLine: chosen && (await findFeeLine(ctx, access.officeId, chosen)),
		closed: whyNoQuote(access) ?? (await whySwitchedOff(ctx, deliveryId)),
		deliveryId,
	}
}

/**
 * Sends a quote in an inquiry: the inquiry becomes the conversation of a request of this one office, which the client decides, pays
 * and reviews like any other. A quote for an inquiry that has one already is its next version. The same form sent twice makes
 * one. Throws conflict with the reason where none can be sent, invalid for a task that the office does not offer.
 */
export async function quoteInquiry(
	ctx: Ctx,
	inquiryId: number,
	{ taskId, quote }: { taskId: number; quote: QuoteInput },
): Promise<{ deliveryId: number }> {
	return inTransaction(ctx, async (trx) => {
		const access = await openAsOffice(trx, inquiryId, { lock: true })
		if (access.delivery && (await isStanding(trx, access.delivery.requestId))) {
			await sendQuote(trx, access.delivery.id, quote)
			return { deliveryId: access.delivery.id }
		}
		const closed = whyNoQuote(access)
		if (closed !== null) throw new DomainError('conflict', 'refused', { fields: { form: closed } })
		if (!(await listOfferedTasks(trx, access.officeId)).some(({ id }) => id === taskId))
			throw new DomainError('invalid', 'not offered', { fields: { taskId: TASK_MISSING } })
		await assertSwitchedOn(trx, 'estimates')
		const deliveryId = await makeRequest(trx, access, taskId, quote.clientKey)
		await sendQuote(trx, deliveryId, quote)
		await markReplied(trx, access)
		return { deliveryId }
	})
}

async function openAsOffice(ctx: Ctx, inquiryId: number, options: { lock?: boolean } = {}): Promise<Access> {
	requireMember(ctx)
	const access = await openInquiry(ctx, inquiryId, options)
	if (access.side !== 'office') throw notFound('inquiry')
	return access
}

/** Why an office cannot send a quote in an inquiry. Pure. */
const whyNoQuote = (access: Access): string | null =>
	whyClosed(access) ??
	(access.acceptedAt !== null || access.doneAt !== null
		? 'この問い合わせは、依頼が決まったと双方が登録しています。見積もりは、新しい問い合わせに送れます。'
		: null)

/** A first quote begins a request, which staff can stop; further versions go on. */
const whySwitchedOff = async (ctx: Ctx, deliveryId: number | null): Promise<string | null> =>
	deliveryId === null && !(await isSwitchedOn(ctx, 'estimates')) ? switches.estimates.sentence : null

/** Whether the request of an inquiry still runs or was decided, so that quotes belong to it. */
async function isStanding(ctx: Pick<Ctx, 'db' | 'now'>, requestId: number): Promise<boolean> {
	const { state, expires_at } = await ctx.db
		.selectFrom('estimate_requests')
		.select(['state', 'expires_at'])
		.where('id', '=', requestId)
		.executeTakeFirstOrThrow()
	return state === 'accepted' || ((state === 'sent' || state === 'quoted') && expires_at !== null && expires_at > ctx.now())
}

/** What a client chooses between is lawful, published and on the office's page. */
async function listOfferedTasks(ctx: Ctx, officeId: number): Promise<{ id: number; name: string }[]> {
	const lawful = await lawfulTasksOfOffice(ctx, officeId)
	const rows = await ctx.db
		.selectFrom('office_tasks as o')
		.innerJoin('tasks as t', 't.id', 'o.task_id')
		.select(['t.id', 't.name'])
		.where('o.office_id', '=', officeId)
		.orderBy('t.id')
		.execute()
	return rows.filter(({ id }) => lawful.has(id))
}

async function readAsked(ctx: Pick<Ctx, 'db'>, inquiryId: number): Promise<string> {
	const row = await ctx.db
		.selectFrom('inquiry_messages')
		.select('body')
		.where('inquiry_id', '=', inquiryId)
		.where('side', '=', 'user')
		.orderBy('id')
		.executeTakeFirst()
	return row?.body ?? ''
}

/** A request with one delivery, as if the client had asked this office alone; the office has read it. */
async function makeRequest(trx: Ctx, access: Access, taskId: number, clientKey: string): Promise<number> {
	const now = trx.now()
	const client = await trx.db
		.selectFrom('users as u')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['i.email', 'i.email_verified_at'])
		.where('u.id', '=', access.userId)
		.executeTakeFirst()
	const request = await trx.db
		.insertInto('estimate_requests')
		.values({
			user_id: access.userId,
			state: 'sent',
			origin: 'inquiry',
			task_id: taskId,
			facts: `${access.subject}\n${await readAsked(trx, access.id)}`.slice(0, estimateLengths.facts.max),
			office_ids: [access.officeId],
			contact_name: access.contactName,
			// What is disclosed at the choice is an address that its owner has proved; there may be none.
			email: client?.email_verified_at ? client.email : null,
			email_verified_at: client?.email_verified_at ?? null,
			client_key: `inquiry-${access.id}-${clientKey}`,
			sent_at: now,
			expires_at: new Date(now.getTime() + days(OPEN_DAYS)),
			created_at: now,
			updated_at: now,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	const delivery = await trx.db
		.insertInto('estimate_deliveries')
		.values({
			request_id: request.id,
			office_id: access.officeId,
			state: 'viewed',
			delivered_at: now,
			viewed_at: now,
			due_at: answerDeadline(now),
			assignee_id: (eb) => eb.selectFrom('inquiries').select('assignee_id').where('id', '=', access.id),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	// Choice and completion are the request's from here on: what only one side had registered is decided by the quote.
	await trx.db
		.updateTable('inquiries')
		.set({ delivery_id: delivery.id, task_id: taskId, user_engaged_at: null, office_engaged_at: null })
		.where('id', '=', access.id)
		.execute()
	return delivery.id
}

/** A quote answers what the client wrote. */
async function markReplied(trx: Ctx, access: Access): Promise<void> {
	await trx.db
		.updateTable('inquiries')
		.set({ reply_due_at: null, office_seen_id: access.lastUserMessageId })
		.where('id', '=', access.id)
		.execute()
	await recordFirstReply(trx, access)
}
