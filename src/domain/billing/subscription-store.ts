import type { Updateable } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import type { TableRow, Tables } from '../shared/tables.ts'
import type { Subscription } from './subscription.ts'

export type StoredSubscription = Subscription & { id: number; userId: string; couponCode: string | null; remindedOn: string | null }

export const fromRow = (row: TableRow<'subscriptions'>): StoredSubscription => ({
	id: row.id,
	userId: row.user_id,
	plan: row.plan,
	interval: row.payment_interval,
	state: row.state,
	trialEndsOn: row.trial_ends_on,
	trialUsedOn: row.trial_used_on,
	periodFrom: row.period_from,
	periodTo: row.period_to,
	anchorDay: row.anchor_day,
	chargeFrom: row.charge_from,
	chargeAmount: row.charge_amount,
	agreedAmount: row.agreed_amount,
	next:
		row.next_plan === null || row.next_interval === null
			? null
			: { plan: row.next_plan, interval: row.next_interval, amount: row.next_amount ?? 0 },
	isCancelled: row.cancel_asked_at !== null,
	isPausing: row.pause_asked_at !== null,
	pausedOn: row.paused_on,
	pastDueOn: row.past_due_on,
	endedOn: row.ended_on,
	coupon: { percent: row.coupon_percent, left: row.coupon_left },
	couponCode: row.coupon_code,
	remindedOn: row.reminded_on,
})

/** The columns of a state; moments at which something was asked for stay while it is still asked for. */
export const toColumns = (one: Subscription, now: Date, before: Subscription | null) =>
	({
		plan: one.plan,
		payment_interval: one.interval,
		state: one.state,
		trial_ends_on: one.trialEndsOn,
		trial_used_on: one.trialUsedOn,
		period_from: one.periodFrom,
		period_to: one.periodTo,
		anchor_day: one.anchorDay,
		charge_from: one.chargeFrom,
		charge_amount: one.chargeAmount,
		agreed_amount: one.agreedAmount,
		next_plan: one.next?.plan ?? null,
		next_interval: one.next?.interval ?? null,
		next_amount: one.next?.amount ?? null,
		...(one.isCancelled === before?.isCancelled ? {} : { cancel_asked_at: one.isCancelled ? now : null }),
		...(one.isPausing === before?.isPausing ? {} : { pause_asked_at: one.isPausing ? now : null }),
		paused_on: one.pausedOn,
		past_due_on: one.pastDueOn,
		ended_on: one.endedOn,
		coupon_percent: one.coupon.percent,
		coupon_left: one.coupon.left,
		...(one.periodFrom === before?.periodFrom ? {} : { reminded_on: null }),
		updated_at: now,
	}) satisfies Updateable<Tables['subscriptions']>

/** The subscription of an account, or null. With `lock` its row is held until the transaction ends. */
export async function findSubscription({ db }: Pick<Ctx, 'db'>, userId: string, lock = false): Promise<StoredSubscription | null> {
	const reading = db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId)
	const row = await (lock ? reading.forUpdate() : reading).executeTakeFirst()
	return row ? fromRow(row) : null
}
