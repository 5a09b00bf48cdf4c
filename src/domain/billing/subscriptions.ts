import { forVerifiedExperts, notFound } from '../shared/errors.ts'
import { applyPlanCapacity } from '../memberships/office-capacity.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { isoDay, startOfDay } from '../shared/japan-time.ts'
import { billingClosed, isBillingOpen, lockProfile, refusedPlan } from './billing-context.ts'
import { mailStep } from './billing-mails.ts'
import type { StartInput } from './billing-schemas.ts'
import { issueDocument, issuedLines, openInvoices } from './invoices.ts'
import { readPrices, redeemCoupon } from './prices.ts'
import { findSubscription, fromRow, type StoredSubscription, toColumns } from './subscription-store.ts'
import {
	acceptPrice,
	cancel,
	change,
	type Choice,
	convertNow,
	isLive,
	keep,
	nextStep,
	pause,
	planHeld,
	type PriceOn,
	resume,
	start,
	type Step,
} from './subscription.ts'

/** Whether the viewer may buy: plans are tools for those who are listed. */
async function requireSubscriber(ctx: Ctx): Promise<string> {
	const { userId } = requireMember(ctx)
	const expert = await ctx.db
		.selectFrom('experts')
		.select('id')
		.where('user_id', '=', userId)
		.where('state', '=', 'verified')
		.executeTakeFirst()
	if (!expert) throw forVerifiedExperts()
	return userId
}

/**
 * Begins a subscription: the first with a trial of 30 days, a later one with a paid period. Sending the same form again
 * changes nothing. Throws forbidden for all but verified experts, conflict while one is running or an invoice is overdue.
 * Records the agreement to the rules in force.
 */
export async function startSubscription(ctx: Ctx, input: StartInput): Promise<void> {
	const userId = await requireSubscriber(ctx)
	if (!isBillingOpen(ctx.site)) throw billingClosed()
	await inTransaction(ctx, async (trx) => {
		const profile = { addressee: input.addressee, payer_kana: input.payerKana, updated_at: trx.now() }
		await trx.db
			.insertInto('billing_profiles')
			.values({ user_id: userId, ...profile })
			.onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
			.execute()
		await lockProfile(trx, userId)
		await recordAgreements(trx, userId, ['premium'])
		const found = await findSubscription(trx, userId, true)
		if (found && (await hasKey(trx, found.id, input.clientKey))) return
		const priceOn = await readPrices(trx)
		const before = found && (await catchUp(trx, found, priceOn))
		if (before && before.state !== 'ended') throw refusedPlan('すでに契約があります。プランの変更は「契約の管理」からできます。')
		const today = isoDay(trx.now())
		if ((await openInvoices(trx, userId)).some(({ dueOn }) => dueOn < today))
			throw refusedPlan('お支払期限を過ぎた請求書があります。お支払いを確認できると、もう一度契約できます。')
		const coupon = input.coupon === '' ? { percent: 0, left: 0 } : await redeemCoupon(trx, input.coupon)
		const step = start(before, input, today, priceOn, coupon)
		const stored = await insertOrRestart(trx, { userId, step, before, input })
		await afterStep(trx, stored, step)
	})
}

async function hasKey({ db }: Ctx, id: number, clientKey: string): Promise<boolean> {
	const row = await db.selectFrom('subscriptions').select('id').where('id', '=', id).where('client_key', '=', clientKey).executeTakeFirst()
	return row !== undefined
}

type Beginning = { userId: string; step: Step; before: StoredSubscription | null; input: StartInput }

async function insertOrRestart(ctx: Ctx, { userId, step, before, input }: Beginning): Promise<StoredSubscription> {
	const values = {
		...toColumns(step.subscription, ctx.now(), before),
		cancel_asked_at: null,
		cancel_reason: '',
		pause_asked_at: null,
		reminded_on: null,
		coupon_code: input.coupon === '' ? null : input.coupon,
		client_key: input.clientKey,
	}
	const row = await ctx.db
		.insertInto('subscriptions')
		.values({ ...values, user_id: userId, created_at: ctx.now() })
		.onConflict((conflict) => conflict.constraint('subscriptions_user').doUpdateSet(values))
		.returningAll()
		.executeTakeFirstOrThrow()
	return fromRow(row)
}

/** Carries out the consequences of a step in its transaction: its record, its document, the plan of the account, and a mail. */
async function afterStep(ctx: Ctx, stored: StoredSubscription, step: Step): Promise<void> {
	const { id, userId, plan, interval, state } = { ...stored, ...step.subscription }
	const event = await ctx.db
		.insertInto('subscription_events')
		.values({ subscription_id: id, at: ctx.now(), kind: step.event, plan, payment_interval: interval, state })
		.returning('id')
		.executeTakeFirstOrThrow()
	const { addressee } = await lockProfile(ctx, userId)
	const document = await issueDocument(ctx, {
		userId,
		subscriptionId: id,
		addressee,
		eventKey: `subscription-event:${event.id}`,
		lines: issuedLines(step.lines),
	})
	const held = planHeld(step.subscription)
	await setAccountPlan(ctx, userId, held && { plan: held.plan, until: held.until === null ? null : startOfDay(held.until) })
	await applyPlanCapacity(ctx, userId)
	await mailStep(ctx, userId, step, document)
}

/** Writes a step of a subscription whose row is locked, and everything that follows from it. */
export async function takeStep(ctx: Ctx, stored: StoredSubscription, step: Step): Promise<StoredSubscription> {
	await ctx.db
		.updateTable('subscriptions')
		.set(toColumns(step.subscription, ctx.now(), stored))
		.where('id', '=', stored.id)
		.execute()
	const after = { ...stored, ...step.subscription }
	await afterStep(ctx, after, step)
	return after
}

/** Applies all changes of a subscription that are due by now. Its account's profile and its row are locked. */
export async function catchUp(ctx: Ctx, stored: StoredSubscription, priceOn: PriceOn): Promise<StoredSubscription> {
	const today = isoDay(ctx.now())
	let current = stored
	// Each step gets closer to today; two years of daily steps would be a bug.
	for (let count = 0; count < 800; count++) {
		const [earliest] = await openInvoices(ctx, current.userId)
		const overdue = earliest && earliest.dueOn < today ? earliest.dueOn : null
		const step = nextStep(current, today, overdue, priceOn)
		if (!step) return current
		current = await takeStep(ctx, current, step)
	}
	throw new Error(`subscription ${stored.id} does not come to rest`)
}

/** Brings a subscription up to date and applies the step of `make`; null when there is nothing to do. */
async function moveOwn(
	ctx: Ctx,
	make: (one: StoredSubscription, today: string, priceOn: PriceOn) => Step | null,
	{ agrees }: { agrees: boolean } = { agrees: false },
): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		await lockProfile(trx, userId)
		const stored = await findSubscription(trx, userId, true)
		if (!stored) throw notFound('subscription')
		if (agrees) await recordAgreements(trx, userId, ['premium'])
		const priceOn = await readPrices(trx)
		const current = await catchUp(trx, stored, priceOn)
		const step = make(current, isoDay(trx.now()), priceOn)
		if (step) await takeStep(trx, current, step)
	})
}

const requireLive = (one: StoredSubscription) => {
	if (!isLive(one)) throw refusedPlan('いまは有料プランの契約がありません。')
}

/** Changes plan or interval: up at once with proration, down from the next period on. Agrees to the rules in force. */
export async function changeSubscription(ctx: Ctx, to: Choice): Promise<void> {
	if (!isBillingOpen(ctx.site)) throw billingClosed()
	const move = (one: StoredSubscription, today: string, priceOn: PriceOn) => {
		requireLive(one)
		if (one.plan === to.plan && one.interval === to.interval) return one.next === null && !one.isCancelled ? null : keep(one, today)
		if (one.next?.plan === to.plan && one.next.interval === to.interval) return null
		if (one.state === 'past_due') throw refusedPlan('お支払期限を過ぎた請求書があります。お支払いを確認できると、プランを変更できます。')
		return change(one, to, today, priceOn)
	}
	await moveOwn(ctx, move, { agrees: true })
}

/** Ends the trial and begins the first paid period today. */
export async function convertTrial(ctx: Ctx): Promise<void> {
	if (!isBillingOpen(ctx.site)) throw billingClosed()
	await moveOwn(ctx, (one, today, priceOn) => (one.state === 'trial' ? convertNow(one, today, priceOn) : null))
}

/** Ends the subscription with its period. Idempotent. */
export async function cancelSubscription(ctx: Ctx, reason: string): Promise<void> {
	const { userId } = requireMember(ctx)
	await moveOwn(ctx, (one, today) => (one.state === 'ended' || one.isCancelled ? null : cancel(one, today)))
	if (reason !== '') await ctx.db.updateTable('subscriptions').set({ cancel_reason: reason }).where('user_id', '=', userId).execute()
}

/** Takes back what waits for the end of the period: a cancellation, a pause, a change. */
export async function keepSubscription(ctx: Ctx): Promise<void> {
	await moveOwn(ctx, (one, today) => {
		requireLive(one)
		return one.isCancelled || one.isPausing || one.next !== null ? keep(one, today) : null
	})
}

/** Pauses from the end of the period on. */
export async function pauseSubscription(ctx: Ctx): Promise<void> {
	await moveOwn(ctx, (one, today) => {
		if (one.state === 'paused' || one.isPausing) return null
		if (one.state !== 'active') throw refusedPlan('休止できるのは、契約中でお支払いの済んでいるプランです。')
		return pause(one, today)
	})
}

/** Ends a pause: a new period begins today. */
export async function resumeSubscription(ctx: Ctx): Promise<void> {
	if (!isBillingOpen(ctx.site)) throw billingClosed()
	await moveOwn(ctx, (one, today, priceOn) => (one.state === 'paused' ? resume(one, today, priceOn) : null))
}

/** Agrees to a price that was announced. `amount` is what the page showed. */
export async function acceptNewPrice(ctx: Ctx, amount: number): Promise<void> {
	await moveOwn(ctx, (one, today, priceOn) => {
		requireLive(one)
		const upcoming = priceOn(one, one.periodTo ?? one.trialEndsOn ?? today)
		if (upcoming !== amount) throw refusedPlan('料金が変わりました。もう一度ご確認ください。')
		return amount > one.agreedAmount ? acceptPrice(one, amount, today) : null
	})
}

/** Changes whom invoices name from the next one on, and how the transfers' sender is written. */
export async function saveProfile(ctx: Ctx, input: { addressee: string; payerKana: string }): Promise<void> {
	const { userId } = requireMember(ctx)
	const { numUpdatedRows } = await ctx.db
		.updateTable('billing_profiles')
		.set({ addressee: input.addressee, payer_kana: input.payerKana, updated_at: ctx.now() })
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw notFound('billing profile')
}
