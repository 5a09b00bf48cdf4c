import type { CardDispute } from '../../../platform/stripe-cards.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { isoDay } from '../../shared/japan-time.ts'
import { yen } from '../../shared/yen.ts'
import { lockProfile } from '../billing-context.ts'
import { type Entry, postEntry } from '../ledger.ts'
import { mailOperator } from './card-mails.ts'

type Step = 'withdrawn' | 'returned' | 'lost'

/** The postings that match the current place of the money. */
const stepsOf: Readonly<Record<CardDispute['funds'], readonly Step[]>> = {
	kept: [],
	withdrawn: ['withdrawn'],
	returned: ['withdrawn', 'returned'],
	lost: ['withdrawn', 'lost'],
}

const entries: Readonly<Record<Step, { kind: Entry['kind']; postings: (amount: number) => Entry['postings'] }>> = {
	withdrawn: { kind: 'dispute', postings: (amount) => ({ disputed: amount, card: -amount }) },
	returned: { kind: 'dispute-won', postings: (amount) => ({ card: amount, disputed: -amount }) },
	lost: { kind: 'dispute-lost', postings: (amount) => ({ bad_debt: amount, disputed: -amount }) },
}

/**
 * Applies the state of a dispute at Stripe and posts its money. A new one stops charging the card and is
 * mailed to the operator. Safe to repeat, in any order.
 */
export async function settleDispute(ctx: Ctx, dispute: CardDispute): Promise<void> {
	const { id, intentId, amount, reason, status, funds } = dispute
	if (intentId === null) return
	await inTransaction(ctx, async (trx) => {
		const charge = await trx.db
			.selectFrom('card_charges')
			.select(['id', 'user_id', 'invoice_id'])
			.where('intent_id', '=', intentId)
			.executeTakeFirst()
		if (!charge) return
		await lockProfile(trx, charge.user_id)
		const before = await trx.db.selectFrom('card_disputes').select('funds').where('id', '=', id).forUpdate().executeTakeFirst()
		const now = trx.now()
		const values = { amount, reason, status, answer_by: dispute.answerBy, funds, updated_at: now }
		await trx.db
			.insertInto('card_disputes')
			.values({ id, charge_id: charge.id, opened_at: dispute.openedAt, ...values })
			.onConflict((conflict) => conflict.column('id').doUpdateSet(values))
			.execute()
		const posted = stepsOf[before?.funds ?? 'kept']
		for (const step of stepsOf[funds].filter((one) => !posted.includes(one)))
			await postEntry(trx, {
				kind: entries[step].kind,
				eventKey: `dispute:${id}:${step}`,
				userId: charge.user_id,
				day: isoDay(now),
				invoiceId: charge.invoice_id,
				postings: entries[step].postings(amount),
			})
		if (before) return
		await trx.db
			.updateTable('card_customers')
			.set({ stopped_at: now })
			.where('user_id', '=', charge.user_id)
			.where('stopped_at', 'is', null)
			.execute()
		await mailOperator(trx, 'カードの支払いに異議が申し立てられました', [
			`${yen(amount)}の支払いについて、カード会社から照会がありました。期限までに、Stripeの管理画面で答えてください。`,
			'このお客さまのカードへの自動の請求は、止めてあります。',
		])
	})
}
