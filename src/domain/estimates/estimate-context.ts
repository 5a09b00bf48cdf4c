import { mail } from '../accounts/mails.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import type { Ctx } from '../shared/context.ts'
import { parseId } from '../shared/ids.ts'
import { publishEvent } from '../shared/outbox.ts'
import { estimatePath, estimateResultPath, leadPath } from '../shared/links.ts'

const DRAFT = 'estimate-draft'
const RESULT = 'estimate-result'

export const draftKey = (ctx: Ctx, requestId: number): string => ctx.encryptor.encrypt(DRAFT, `${requestId}`)
export const resultKey = (ctx: Ctx, requestId: number): string => ctx.encryptor.encrypt(RESULT, `${requestId}`)

export const openDraftKey = (ctx: Ctx, key: string): number => parseId(ctx.encryptor.decrypt(DRAFT, key.slice(0, 200)))
export const openResultKey = (ctx: Ctx, key: string): number => parseId(ctx.encryptor.decrypt(RESULT, key.slice(0, 200)))

export type Requester = { id: number; user_id: string | null; email: string | null }

/** Notifies the requester: members by a notification, visitors by a mail with their private link. Once for each `occasion`. */
export async function notifyRequester(ctx: Ctx, requester: Requester, occasion: string, text: string): Promise<void> {
	if (requester.user_id !== null) {
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'estimate',
			userId: requester.user_id,
			subject: `estimate:${requester.id}:${occasion}`,
			text,
			path: estimatePath(requester.id),
		})
		return
	}
	if (requester.email === null) return
	await ctx.enqueueMail(ctx.db, {
		to: requester.email,
		...mail(ctx.site, {
			subject: '見積もり依頼のお知らせ',
			heading: '見積もり依頼のお知らせ',
			body: [text],
			button: { label: '見積もり依頼のページを開く', url: `${ctx.site.publicUrl}${estimateResultPath(resultKey(ctx, requester.id))}` },
			after: [
				'このリンクを知っている人は、依頼の内容を見られます。ほかの人に渡さないでください。',
				'同じメールアドレスで会員登録してログインすると、マイページで確認できます。',
			],
		}),
	})
}

/** Notifies an office and the webhooks of its members of a new request. */
export async function notifyOfDelivery(ctx: Ctx, delivery: { id: number; office_id: number }): Promise<void> {
	await notifyOffice(ctx, delivery, 'delivered', '新しい見積もりの依頼が届きました。期限までに回答してください。')
	await recordWebhookEvent(ctx, {
		kind: 'lead.created',
		subject: `estimate:${delivery.id}`,
		data: { kind: 'estimate', leadId: delivery.id, officeId: delivery.office_id },
		to: { officeId: delivery.office_id },
	})
}

/** Notifies all members who answer for the office of a delivery. */
export async function notifyOffice(ctx: Ctx, delivery: { id: number; office_id: number }, occasion: string, text: string): Promise<void> {
	const rows = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('e.user_id')
		.where('m.office_id', '=', delivery.office_id)
		.where('e.state', '=', 'verified')
		.orderBy('m.position')
		.execute()
	for (const { user_id: userId } of rows)
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'lead',
			userId,
			subject: `lead:${delivery.id}:${occasion}`,
			text,
			path: leadPath(delivery.id),
		})
}
