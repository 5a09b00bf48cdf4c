import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { type PaidPlan, paidPlans } from '../plans/entitlements.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { isBillingOpen } from './billing-context.ts'
import { type Interval, intervals } from './billing-days.ts'
import { invoiceNumber } from './invoice-number.ts'
import { readCustomerCredit } from './ledger.ts'
import { readPrices } from './prices.ts'
import { findSubscription, type StoredSubscription } from './subscription-store.ts'
import { change, type ChargeLine, type Choice, isLive, isUpgrade, start } from './subscription.ts'

export type Prices = Record<PaidPlan, Record<Interval, number>>

/** What the viewer's offices use now, the highest of each kind. */
export type Usage = { photos: number; seats: number; offices: number }

export type PlanOverview = {
	/** Whether plans are sold here. */
	isOpen: boolean
	isVerifiedExpert: boolean
	subscription: StoredSubscription | null
	prices: Prices
	usage: Usage
}

/** The prices of periods that begin today, in yen with tax. */
export async function readCurrentPrices(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Prices> {
	const priceOn = await readPrices(ctx)
	const today = isoDay(ctx.now())
	const pricesOf = (plan: PaidPlan) =>
		Object.fromEntries(intervals.map((interval) => [interval, priceOn({ plan, interval }, today)])) as Record<Interval, number>
	return Object.fromEntries(paidPlans.map((plan) => [plan, pricesOf(plan)])) as Prices
}

const selectUsage = checkedSql({ experts: int4, photos: int4, seats: int4, offices: int4 })

/** What the comparison of plans shows to its viewer. */
export async function readPlanOverview(ctx: Ctx): Promise<PlanOverview> {
	const { userId } = requireMember(ctx)
	const { rows } = await selectUsage`
		with own as (
			select m.office_id from office_members m join experts e on e.id = m.expert_id join offices o on o.id = m.office_id
			where e.user_id = ${userId}::bigint and e.state = 'verified' and m.role = 'owner' and o.state <> 'deleted'
		)
		select
			(select count(*)::integer from experts where user_id = ${userId}::bigint and state = 'verified') as experts,
			coalesce((select max(held) from (select count(*)::integer as held from office_photos p join own on own.office_id = p.office_id where p.removed_at is null group by p.office_id) photos), 0) as photos,
			coalesce((select max(held) from (select count(*)::integer as held from office_members m join own on own.office_id = m.office_id group by m.office_id) seats), 0) as seats,
			(select count(*)::integer from own) as offices
	`.execute(ctx.db)
	const subscription = await findSubscription(ctx, userId)
	const row = rows[0]
	return {
		isOpen: isBillingOpen(ctx.site),
		isVerifiedExpert: (row?.experts ?? 0) > 0,
		subscription,
		prices: await readCurrentPrices(ctx),
		usage: { photos: row?.photos ?? 0, seats: row?.seats ?? 0, offices: row?.offices ?? 0 },
	}
}

export type Preview = {
	/** How it begins: with a trial, paid, as a change of a trial, at once, or from the next period on. */
	way: 'trial' | 'paid' | 'in-trial' | 'now' | 'later' | 'same'
	/** Yen with tax of one period. */
	price: number
	/** What is charged today. */
	today: number
	lines: readonly ChargeLine[]
	/** When the price is charged first, and again after that. */
	firstChargeOn: string
	periodTo: string
}

/** What a choice would cost the viewer and when, for the last page before they make it. */
export async function previewChoice(ctx: Ctx, choice: Choice): Promise<Preview> {
	const { userId } = requireMember(ctx)
	const [priceOn, found] = [await readPrices(ctx), await findSubscription(ctx, userId)]
	const today = isoDay(ctx.now())
	const price = priceOn(choice, today)
	const sum = (lines: readonly ChargeLine[]) => lines.reduce((total, { amount }) => total + amount, 0)
	if (!found || !isLive(found)) {
		const { lines, subscription } = start(found, choice, today, priceOn)
		const way = found === null ? 'trial' : 'paid'
		return { way, price, today: sum(lines), lines, firstChargeOn: subscription.trialEndsOn ?? today, periodTo: subscription.periodTo ?? '' }
	}
	if (found.plan === choice.plan && found.interval === choice.interval)
		return { way: 'same', price, today: 0, lines: [], firstChargeOn: today, periodTo: found.periodTo ?? '' }
	const { lines, subscription } = change(found, choice, today, priceOn)
	if (found.state === 'trial') return { way: 'in-trial', price, today: 0, lines, firstChargeOn: found.trialEndsOn ?? today, periodTo: '' }
	const way = isUpgrade(found, choice) ? 'now' : 'later'
	return {
		way,
		price,
		today: sum(lines),
		lines,
		firstChargeOn: way === 'now' ? today : (found.periodTo ?? today),
		periodTo: subscription.periodTo ?? '',
	}
}

export type OwnPlan = {
	subscription: StoredSubscription
	addressee: string
	payerKana: string
	/** Price of the next period, in yen with tax; null where none follows. */
	nextAmount: number | null
	/** A higher price that the next period would have and that was not agreed to. */
	newPrice: number | null
	credit: number
	overdue: { id: number; number: string; open: number; dueOn: string } | null
}

/** The viewer's contract for its own page; null for one who never had any. */
export async function readOwnPlan(ctx: Ctx): Promise<OwnPlan | null> {
	const { userId } = requireMember(ctx)
	const subscription = await findSubscription(ctx, userId)
	if (!subscription) return null
	const profile = await ctx.db
		.selectFrom('billing_profiles')
		.select(['addressee', 'payer_kana'])
		.where('user_id', '=', userId)
		.executeTakeFirstOrThrow()
	const today = isoDay(ctx.now())
	const priceOn = await readPrices(ctx)
	const next = subscription.next ?? subscription
	const day = (subscription.state === 'trial' ? subscription.trialEndsOn : subscription.periodTo) ?? today
	const follows = isLive(subscription) && !subscription.isCancelled && !subscription.isPausing
	const price = priceOn(next, day)
	const agreed = subscription.next?.amount ?? subscription.agreedAmount
	const overdue = await ctx.db
		.selectFrom('invoices')
		.select(['id', 'year', 'number', 'total', 'paid_amount', 'credited_amount', 'due_on'])
		.where('user_id', '=', userId)
		.where('kind', '=', 'invoice')
		.where('due_on', '<', today)
		.where((eb) => eb(eb('paid_amount', '+', eb.ref('credited_amount')), '<', eb.ref('total')))
		.orderBy('due_on')
		.limit(1)
		.executeTakeFirst()
	return {
		subscription,
		addressee: profile.addressee,
		payerKana: profile.payer_kana,
		nextAmount: follows ? price : null,
		newPrice: follows && price > agreed ? price : null,
		credit: await readCustomerCredit(ctx, userId),
		overdue: overdue
			? {
					id: overdue.id,
					number: invoiceNumber({ kind: 'invoice', year: overdue.year, number: overdue.number }),
					open: overdue.total - overdue.paid_amount - overdue.credited_amount,
					dueOn: overdue.due_on ?? '',
				}
			: null,
	}
}
