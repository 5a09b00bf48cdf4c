import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { type CardRefund, CardsUnavailable } from '../../../platform/stripe-cards.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { hours, isoDay } from '../../shared/japan-time.ts'
import { lockProfile } from '../billing-context.ts'
import { postEntry } from '../ledger.ts'
import { MOST_ATTEMPTS, nextAttempt, requireCards } from './card-context.ts'
import { addDifference } from './card-differences.ts'
import { mailOperator } from './card-mails.ts'

/** Plans card refunds for approved refunds of card payments. Returns their number. */
export async function planCardRefunds(ctx: Ctx): Promise<number> {
	const { rows } = await checkedSql({ refund_id: int4 })`
		insert into card_refunds (refund_id, charge_id, amount, try_after)
		select r.id, c.id, r.amount, ${ctx.now()}::timestamptz
		from refunds r
		cross join lateral (
			select c.id from card_charges c
			where c.invoice_id = r.invoice_id and c.state = 'succeeded'
				and c.amount - (select coalesce(sum(b.amount), 0) from card_refunds b where b.charge_id = c.id and b.state <> 'failed') >= r.amount
				and not exists (select from card_disputes d where d.charge_id = c.id and d.funds in ('withdrawn', 'lost'))
			order by c.id limit 1
		) c
		where r.state = 'approved' and not exists (select from card_refunds known where known.refund_id = r.id)
		on conflict do nothing
		returning refund_id
	`.execute(ctx.db)
	return rows.length
}

export async function listDueRefunds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number[]> {
	const rows = await db
		.selectFrom('card_refunds')
		.select('refund_id')
		.where('state', '=', 'waiting')
		.where('try_after', '<=', now())
		.where('attempt_count', '<', MOST_ATTEMPTS)
		.limit(50)
		.execute()
	return rows.map((row) => row.refund_id)
}

/** Refunds to the card, or applies the result of an earlier attempt. The key is always the same, so the money is refunded once. */
export async function runCardRefund(ctx: Ctx, refundId: number): Promise<void> {
	const cards = requireCards(ctx)
	const row = await ctx.db
		.selectFrom('card_refunds as b')
		.innerJoin('card_charges as c', 'c.id', 'b.charge_id')
		.select(['b.amount', 'b.stripe_id', 'b.attempt_count', 'c.intent_id'])
		.where('b.refund_id', '=', refundId)
		.where('b.state', '=', 'waiting')
		.executeTakeFirst()
	if (!row || row.intent_id === null) return
	try {
		const { amount, intent_id: intentId } = row
		await settleRefund(
			ctx,
			row.stripe_id === null
				? await cards.refund({ key: `refund-${refundId}`, intentId, amount, refundId })
				: await cards.findRefund(row.stripe_id),
		)
	} catch (error) {
		if (!(error instanceof CardsUnavailable)) return refuse(ctx, refundId)
	}
	await ctx.db
		.updateTable('card_refunds')
		.set((eb) => ({ attempt_count: eb('attempt_count', '+', 1), try_after: nextAttempt(ctx.now(), row.attempt_count) }))
		.where('refund_id', '=', refundId)
		.where('state', '=', 'waiting')
		.execute()
}

/** Applies the result of a refund. Safe to repeat, in any order. */
export async function settleRefund(ctx: Ctx, { id, state, refundId }: CardRefund): Promise<void> {
	if (refundId === null) return
	await inTransaction(ctx, async (trx) => {
		const refund = await trx.db.selectFrom('refunds').select(['user_id', 'amount']).where('id', '=', refundId).executeTakeFirst()
		if (!refund) return
		await lockProfile(trx, refund.user_id)
		const row = await trx.db.selectFrom('card_refunds').selectAll().where('refund_id', '=', refundId).forUpdate().executeTakeFirst()
		if (!row) return
		if (row.state === 'succeeded' && state === 'failed')
			await addDifference(trx, { kind: 'refund', subject: id, detail: `返金${refundId}は、済んだあとでカード会社から戻されました。` })
		if (row.state !== 'waiting') return
		if (state === 'waiting') {
			await trx.db
				.updateTable('card_refunds')
				.set({ stripe_id: id, try_after: new Date(trx.now().getTime() + hours(1)) })
				.where('refund_id', '=', refundId)
				.execute()
			return
		}
		await trx.db
			.updateTable('card_refunds')
			.set({ stripe_id: id, state, settled_at: trx.now() })
			.where('refund_id', '=', refundId)
			.execute()
		if (state === 'failed') return
		const today = isoDay(trx.now())
		const paid = await trx.db
			.updateTable('refunds')
			.set({ state: 'paid', paid_on: today })
			.where('id', '=', refundId)
			.where('state', '=', 'approved')
			.executeTakeFirst()
		if (paid.numUpdatedRows === 0n) return
		await postEntry(trx, {
			kind: 'refund-paid',
			eventKey: `refund-paid:${refundId}`,
			userId: refund.user_id,
			day: today,
			refundId,
			postings: { refunds_payable: refund.amount, card: -refund.amount },
		})
	})
}

/** Stripe rejected it for good: staff pay it by transfer. */
async function refuse(ctx: Ctx, refundId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('card_refunds')
			.set({ state: 'failed', settled_at: trx.now() })
			.where('refund_id', '=', refundId)
			.where('state', '=', 'waiting')
			.executeTakeFirst()
		if (numUpdatedRows === 1n)
			await mailOperator(trx, 'カードに返金できませんでした', [
				`返金${refundId}を、カードに返せませんでした。銀行振込で返し、「返金」のページで記録してください。`,
			])
	})
}
