import { sql } from 'kysely'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { writeMail } from '../accounts/mails.ts'
import { estimateWords, leadTexts } from './estimate-words.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import { recipientsOf } from '../memberships/case-recipients.ts'
import type { Ctx } from '../shared/context.ts'
import { parseId } from '../shared/ids.ts'
import { momentText } from '../shared/japan-time.ts'
import { type NoticeFact, publishEvent } from '../shared/outbox.ts'
import { yen } from '../shared/yen.ts'
import { estimatePath, estimateResultPath, leadPath } from '../shared/links.ts'

const DRAFT = 'estimate-draft'
const RESULT = 'estimate-result'

export const draftKey = (ctx: Ctx, requestId: number): string => ctx.encryptor.encrypt(DRAFT, `${requestId}`)
export const resultKey = (ctx: Ctx, requestId: number): string => ctx.encryptor.encrypt(RESULT, `${requestId}`)

export const openDraftKey = (ctx: Ctx, key: string): number => parseId(ctx.encryptor.decrypt(DRAFT, key.slice(0, 200)))
export const openResultKey = (ctx: Ctx, key: string): number => parseId(ctx.encryptor.decrypt(RESULT, key.slice(0, 200)))

export type Requester = { id: number; user_id: string | null; email: string | null }

/**
 * Notifies the requester: members by a notification, visitors by a mail with their private link. Once for each `occasion`. Members
 * can answer by mail what is about one office, named by `deliveryId`.
 */
export async function notifyRequester(
	ctx: Ctx,
	requester: Requester,
	occasion: string,
	text: string,
	{ facts = [], deliveryId }: { facts?: readonly NoticeFact[]; deliveryId?: number } = {},
): Promise<void> {
	if (requester.user_id === null && requester.email === null) return
	const about = await taskFactOf(ctx, requester.id)
	if (requester.user_id !== null) {
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'estimate',
			userId: requester.user_id,
			subject: `estimate:${requester.id}:${occasion}`,
			text,
			facts: [...about, ...facts],
			path: estimatePath(requester.id),
			...(deliveryId === undefined ? {} : { answers: { deliveryId } }),
		})
		return
	}
	if (requester.email === null) return
	await ctx.enqueueMail(ctx.db, {
		to: requester.email,
		...writeMail(
			ctx.site,
			estimateWords.progress,
			{ お知らせの文: text },
			{ url: `${ctx.site.publicUrl}${estimateResultPath(resultKey(ctx, requester.id))}`, facts: [...about, ...facts] },
		),
	})
}

/** Notifies an office and the webhooks of its members of a new request. */
export async function notifyOfDelivery(ctx: Ctx, delivery: { id: number; office_id: number }): Promise<void> {
	await notifyOffice(ctx, delivery, 'delivered', writeText(ctx.site, leadTexts.delivered, {}))
	await recordWebhookEvent(ctx, {
		kind: 'lead.created',
		subject: `estimate:${delivery.id}`,
		data: { kind: 'estimate', leadId: delivery.id, officeId: delivery.office_id },
		to: { officeId: delivery.office_id },
	})
}

/** Which of their requests a notice is about. */
async function taskFactOf(ctx: Ctx, requestId: number): Promise<NoticeFact[]> {
	const task = await ctx.db
		.selectFrom('estimate_requests as r')
		.innerJoin('tasks as t', 't.id', 'r.task_id')
		.select('t.name')
		.where('r.id', '=', requestId)
		.executeTakeFirst()
	return task ? [{ label: '業務', value: task.name }] : []
}

/**
 * Which request a notice to an office is about, and what it decides by: the budget and its time while an answer is due, the sum of its
 * quote once it is chosen.
 */
async function factsOf(ctx: Ctx, deliveryId: number): Promise<NoticeFact[]> {
	const row = await ctx.db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.innerJoin('tasks as t', 't.id', 'r.task_id')
		.select(['t.name', 'r.prefecture_id', 'r.budget_max', 'r.state as request', 'r.accepted_delivery_id', 'd.id', 'd.state', 'd.due_at'])
		.select((eb) =>
			eb
				.selectFrom('estimate_quotes as q')
				.select('q.total')
				.whereRef('q.delivery_id', '=', 'd.id')
				.orderBy('q.version', 'desc')
				.limit(1)
				.as('total'),
		)
		.where('d.id', '=', deliveryId)
		.executeTakeFirstOrThrow()
	const isDue = (row.request === 'sent' || row.request === 'quoted') && (row.state === 'delivered' || row.state === 'viewed')
	return [
		{ label: '業務', value: row.name },
		{ label: '地域', value: row.prefecture_id === null ? '全国' : getPrefecture(row.prefecture_id).name },
		...(isDue && row.budget_max !== null ? [{ label: '予算', value: `${yen(row.budget_max)}まで` }] : []),
		...(isDue ? [{ label: '回答の期限', value: momentText(row.due_at) }] : []),
		...(row.accepted_delivery_id === row.id && row.total !== null
			? [{ label: '見積もりの合計', value: `${yen(Number(row.total))}（税込）` }]
			: []),
	]
}

/** Notifies the members who answer for the office of a delivery and want to know of it, once its rows say what has happened. */
export async function notifyOffice(ctx: Ctx, delivery: { id: number; office_id: number }, occasion: string, text: string): Promise<void> {
	const facts = await factsOf(ctx, delivery.id)
	const assignee = sql`(select d.assignee_id from estimate_deliveries d where d.id = ${delivery.id}::integer)`
	for (const userId of await recipientsOf(ctx, delivery.office_id, assignee))
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'lead',
			userId,
			subject: `lead:${delivery.id}:${occasion}`,
			text,
			facts,
			path: leadPath(delivery.id),
			answers: { deliveryId: delivery.id },
		})
}
