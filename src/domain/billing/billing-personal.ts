import type { Ctx } from '../shared/context.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { lockProfile } from './billing-context.ts'
import { intervalLabels } from './billing-days.ts'
import { planLabels } from '../plans/entitlements.ts'
import { invoiceNumber } from './invoice-number.ts'
import { findSubscription, toColumns } from './subscription-store.ts'
import { endNow } from './subscription.ts'
import { isoDay } from '../shared/japan-time.ts'

/** Returns a person's plan and documents, for the export of personal data. */
export async function exportFromBilling(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const subscription = await findSubscription(ctx, user.id)
	const profile = await ctx.db
		.selectFrom('billing_profiles')
		.select(['addressee', 'payer_kana as payerKana'])
		.where('user_id', '=', user.id)
		.executeTakeFirst()
	const rows = await ctx.db.selectFrom('invoices').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
	return {
		plan: subscription && {
			plan: planLabels[subscription.plan],
			interval: intervalLabels[subscription.interval],
			state: subscription.state,
			periodFrom: subscription.periodFrom,
			periodTo: subscription.periodTo,
		},
		billingProfile: profile ?? null,
		invoices: rows.map((row) => ({
			number: invoiceNumber(row),
			issuedOn: row.issued_on,
			dueOn: row.due_on,
			addressee: row.addressee,
			lines: row.lines,
			total: row.total,
			tax: row.tax,
			paid: row.paid_amount,
		})),
	}
}

/**
 * Ends the subscription and the use of a saved card, in the transaction that deletes the account. Open invoices stay, but nothing is
 * charged any more without the customer, whom Stripe then deletes (`removeCustomer`). Documents and the ledger are kept as the law asks
 * (法人税法施行規則59条, 消費税法施行令71条の2): they name the addressee and no longer the account.
 */
export async function withdrawFromBilling(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db
		.updateTable('card_customers')
		.set({ payment_method_id: null, brand: '', last4: '', exp_month: 0, exp_year: 0, stopped_at: ctx.now(), updated_at: ctx.now() })
		.where('user_id', '=', user.id)
		.execute()
	const stored = await findSubscription(ctx, user.id)
	if (!stored) return
	await lockProfile(ctx, user.id)
	const current = await findSubscription(ctx, user.id, true)
	await setAccountPlan(ctx, user.id, null)
	if (!current || current.state === 'ended') return
	const { subscription } = endNow(current, isoDay(ctx.now()))
	await ctx.db
		.updateTable('subscriptions')
		.set({ ...toColumns(subscription, ctx.now(), current), cancel_reason: '' })
		.where('id', '=', current.id)
		.execute()
	const { plan, interval } = subscription
	await ctx.db
		.insertInto('subscription_events')
		.values({ subscription_id: current.id, at: ctx.now(), kind: 'end', plan, payment_interval: interval, state: 'ended' })
		.execute()
}
