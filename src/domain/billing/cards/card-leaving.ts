import { CardsUnavailable } from '../../../platform/stripe-cards.ts'
import { checkedSql, int8 } from '../../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { MOST_ATTEMPTS, nextAttempt, requireCards } from './card-context.ts'
import { mailOperator } from './card-mails.ts'

/** Customers whose owners have left and of whom nothing is open: no charge, refund or dispute still needs them at Stripe. */
export async function listLeftCustomers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string[]> {
	const { rows } = await checkedSql({ id: int8 })`
		select c.user_id as id from card_customers c
		join users u on u.id = c.user_id and u.deleted_at is not null
		left join card_removals r on r.user_id = c.user_id
		where r.removed_at is null and (r.try_after is null or r.try_after <= ${now()}::timestamptz)
			and not exists (
				select from card_charges h
				left join card_refunds f on f.charge_id = h.id and f.state = 'waiting'
				left join card_disputes d on d.charge_id = h.id and d.status not in ('won', 'lost', 'warning_closed', 'prevented')
				where h.user_id = c.user_id and (h.state = 'waiting' or f.refund_id is not null or d.id is not null)
			)
		order by c.user_id
		limit 50
	`.execute(db)
	return rows.map(({ id }) => id)
}

/**
 * Deletes the customer of somebody who has left at Stripe, with the saved cards; the records of payments stay there. Safe to repeat.
 * Tries again after a fault; after `MOST_ATTEMPTS` the operator is asked to do it, and trying goes on.
 */
export async function removeCustomer(ctx: Ctx, userId: string): Promise<void> {
	const row = await ctx.db.selectFrom('card_customers').select('customer_id').where('user_id', '=', userId).executeTakeFirst()
	if (!row) return
	try {
		await requireCards(ctx).deleteCustomer(row.customer_id)
	} catch (error) {
		await postpone(ctx, userId, row.customer_id)
		if (!(error instanceof CardsUnavailable)) throw error
		return
	}
	const removed = { try_after: ctx.now(), removed_at: ctx.now() }
	await ctx.db
		.insertInto('card_removals')
		.values({ user_id: userId, ...removed })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(removed))
		.execute()
}

async function postpone(ctx: Ctx, userId: string, customerId: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const earlier = await trx.db.selectFrom('card_removals').select('attempt_count').where('user_id', '=', userId).executeTakeFirst()
		const count = (earlier?.attempt_count ?? 0) + 1
		const next = { attempt_count: count, try_after: nextAttempt(trx.now(), count) }
		await trx.db
			.insertInto('card_removals')
			.values({ user_id: userId, ...next })
			.onConflict((conflict) => conflict.column('user_id').doUpdateSet(next))
			.execute()
		if (count === MOST_ATTEMPTS)
			await mailOperator(trx, '退会した方の登録を、決済会社から消せませんでした', [
				`退会した方の顧客「${customerId}」を、Stripeから消せません。Stripeの管理画面で、この顧客を削除してください。`,
			])
	})
}
