import { comparePlans, type PaidPlan } from '../plans/entitlements.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { addDays, daysBetween } from '../shared/japan-time.ts'
import { dayOfMonth, endOfPeriod, type Interval, PAST_DUE_DAYS, PAUSE_DAYS, TRIAL_DAYS } from './billing-days.ts'

/**
 * The life of a subscription. Pure: days go in, the next state and the lines to charge come out; subscriptions.ts writes
 * both. Days are calendar days in Japan, `to` is the first day after.
 */
export type SubscriptionState = 'trial' | 'active' | 'past_due' | 'paused' | 'ended'

export type Choice = { plan: PaidPlan; interval: Interval }

export type Subscription = Choice & {
	state: SubscriptionState
	trialEndsOn: IsoDate | null
	trialUsedOn: IsoDate | null
	/** The period that is paid for or being paid; null before the first. */
	periodFrom: IsoDate | null
	periodTo: IsoDate | null
	anchorDay: number
	/** What was charged for the days from `chargeFrom` to `periodTo`, in yen with tax. */
	chargeFrom: IsoDate | null
	chargeAmount: number
	/** The highest price of a period that the subscriber has agreed to. A higher one ends the subscription instead. */
	agreedAmount: number
	/** From the next period on. */
	next: (Choice & { amount: number }) | null
	isCancelled: boolean
	isPausing: boolean
	pausedOn: IsoDate | null
	pastDueOn: IsoDate | null
	endedOn: IsoDate | null
	coupon: { percent: number; left: number }
}

/** A line of a document: `amount` in yen with tax, negative for what is given back. */
export type ChargeLine = {
	kind: 'charge' | 'credit' | 'discount'
	plan: PaidPlan
	interval: Interval
	from: IsoDate
	to: IsoDate
	amount: number
}

export type SubscriptionEvent =
	| 'start'
	| 'convert'
	| 'renew'
	| 'change'
	| 'schedule'
	| 'cancel'
	| 'keep'
	| 'pause'
	| 'resume'
	| 'past-due'
	| 'recover'
	| 'end'
	| 'accept-price'

/** One thing that happened: the state after it, and the lines of its document. */
export type Step = { event: SubscriptionEvent; on: IsoDate; subscription: Subscription; lines: readonly ChargeLine[] }

/** Price of one period that begins on a day, in yen with tax. */
export type PriceOn = (choice: Choice, day: IsoDate) => number

export const isLive = ({ state }: Pick<Subscription, 'state'>): boolean => state === 'trial' || state === 'active' || state === 'past_due'

/** The plan that a subscription gives on a day, and the day on which that ends if nothing else happens. */
export function planHeld(one: Subscription): { plan: PaidPlan; until: IsoDate | null } | null {
	if (!isLive(one)) return null
	const end = one.isCancelled || one.isPausing ? (one.state === 'trial' ? one.trialEndsOn : one.periodTo) : null
	const dunned = one.pastDueOn === null ? null : addDays(one.pastDueOn, PAST_DUE_DAYS)
	const until = [end, dunned].filter((day) => day !== null).toSorted()[0] ?? null
	return { plan: one.plan, until }
}

/** A first subscription begins with a trial; one that has had its trial begins with a paid period. */
export function start(
	before: Subscription | null,
	choice: Choice,
	today: IsoDate,
	priceOn: PriceOn,
	coupon = { percent: 0, left: 0 },
): Step {
	const fresh: Subscription = {
		...choice,
		state: 'trial',
		trialEndsOn: addDays(today, TRIAL_DAYS),
		trialUsedOn: before?.trialUsedOn ?? today,
		periodFrom: null,
		periodTo: null,
		anchorDay: 1,
		chargeFrom: null,
		chargeAmount: 0,
		agreedAmount: priceOn(choice, today),
		next: null,
		isCancelled: false,
		isPausing: false,
		pausedOn: null,
		pastDueOn: null,
		endedOn: null,
		coupon,
	}
	if (!before) return { event: 'start', on: today, subscription: fresh, lines: [] }
	return { ...beginPeriod({ ...fresh, trialEndsOn: null }, today, priceOn), event: 'start' }
}

/** Begins a period with its first day as the new anchor. */
function beginPeriod(one: Subscription, day: IsoDate, priceOn: PriceOn): Pick<Step, 'on' | 'subscription' | 'lines'> {
	return extend({ ...one, anchorDay: dayOfMonth(day) }, day, priceOn)
}

function extend(one: Subscription, day: IsoDate, priceOn: PriceOn): Pick<Step, 'on' | 'subscription' | 'lines'> {
	const { plan, interval } = one
	const to = endOfPeriod(day, interval, one.anchorDay)
	const price = priceOn(one, day)
	const off = one.coupon.left > 0 ? Math.trunc((price * one.coupon.percent) / 100) : 0
	const lines: ChargeLine[] = [
		{ kind: 'charge', plan, interval, from: day, to, amount: price },
		...(off > 0 ? [{ kind: 'discount' as const, plan, interval, from: day, to, amount: -off }] : []),
	]
	const subscription: Subscription = {
		...one,
		state: one.state === 'past_due' ? 'past_due' : 'active',
		trialEndsOn: null,
		periodFrom: day,
		periodTo: to,
		chargeFrom: day,
		chargeAmount: price - off,
		agreedAmount: price,
		pausedOn: null,
		endedOn: null,
		coupon: { ...one.coupon, left: Math.max(0, one.coupon.left - 1) },
	}
	return { on: day, subscription, lines }
}

/** What was charged for the days from `day` on, to give back. Rounded to the yen. */
function creditFrom(one: Subscription, day: IsoDate): ChargeLine[] {
	const { periodTo: to, chargeFrom: from, chargeAmount, plan, interval } = one
	if (to === null || from === null || day >= to) return []
	const since = day < from ? from : day
	const amount = Math.round((chargeAmount * daysBetween(since, to)) / daysBetween(from, to))
	return [{ kind: 'credit', plan, interval, from: since, to, amount: -amount }]
}

/** Whether a change takes effect at once: more for the same time or longer. Anything else waits for the end of the period. */
export const isUpgrade = (one: Choice, to: Choice): boolean =>
	comparePlans(to.plan, one.plan) >= 0 &&
	!(one.interval === 'year' && to.interval === 'month') &&
	(to.plan !== one.plan || to.interval !== one.interval)

/** Changes plan or interval: at once with proration to the day, or from the next period on. During a trial always at once. */
export function change(one: Subscription, to: Choice, today: IsoDate, priceOn: PriceOn): Step {
	const amount = priceOn(to, today)
	if (one.state === 'trial')
		return { event: 'change', on: today, subscription: { ...one, ...to, agreedAmount: amount, isCancelled: false }, lines: [] }
	if (!isUpgrade(one, to))
		return {
			event: 'schedule',
			on: today,
			subscription: { ...one, next: { ...to, amount }, isCancelled: false, isPausing: false },
			lines: [],
		}
	const kept = { ...one, ...to, agreedAmount: amount, next: null, isCancelled: false, isPausing: false }
	const given = creditFrom(one, today)
	if (to.interval !== one.interval) {
		const begun = beginPeriod(kept, today, priceOn)
		return { ...begun, event: 'change', lines: [...given, ...begun.lines] }
	}
	const [from, end] = [one.periodFrom ?? today, one.periodTo ?? today]
	const charge = Math.round((amount * daysBetween(today, end)) / daysBetween(from, end))
	const line: ChargeLine = { kind: 'charge', ...to, from: today, to: end, amount: charge }
	return { event: 'change', on: today, subscription: { ...kept, chargeFrom: today, chargeAmount: charge }, lines: [...given, line] }
}

/** Ends a trial at once and begins the first paid period. */
export const convertNow = (one: Subscription, today: IsoDate, priceOn: PriceOn): Step => ({
	...beginPeriod({ ...one, isCancelled: false }, today, priceOn),
	event: 'convert',
})

export const cancel = (one: Subscription, today: IsoDate): Step => ({
	event: one.state === 'paused' ? 'end' : 'cancel',
	on: today,
	subscription: one.state === 'paused' ? ended(one, today) : { ...one, isCancelled: true, isPausing: false, next: null },
	lines: [],
})

/** Takes a cancellation, a pause or a change that waits for the end of the period back. */
export const keep = (one: Subscription, today: IsoDate): Step => ({
	event: 'keep',
	on: today,
	subscription: { ...one, isCancelled: false, isPausing: false, next: null },
	lines: [],
})

export const pause = (one: Subscription, today: IsoDate): Step => ({
	event: 'pause',
	on: today,
	subscription: { ...one, isPausing: true, isCancelled: false },
	lines: [],
})

export const resume = (one: Subscription, today: IsoDate, priceOn: PriceOn): Step => ({
	...beginPeriod(one, today, priceOn),
	event: 'resume',
})

export const acceptPrice = (one: Subscription, amount: number, today: IsoDate): Step => ({
	event: 'accept-price',
	on: today,
	subscription: { ...one, agreedAmount: Math.max(one.agreedAmount, amount) },
	lines: [],
})

/** Everything due has been paid. */
export const recover = (one: Subscription, today: IsoDate): Step => ({
	event: 'recover',
	on: today,
	subscription: { ...one, state: 'active', pastDueOn: null },
	lines: [],
})

const ended = (one: Subscription, day: IsoDate): Subscription => ({
	...one,
	state: 'ended',
	endedOn: day,
	trialEndsOn: null,
	pastDueOn: null,
	next: null,
	isCancelled: false,
	isPausing: false,
	pausedOn: null,
	coupon: { percent: 0, left: 0 },
})

/** Ends at once; what was charged for days that are not used is given back. */
export const endNow = (one: Subscription, today: IsoDate): Step => ({
	event: 'end',
	on: today,
	subscription: ended(one, today),
	lines: isLive(one) ? creditFrom(one, today) : [],
})

/** The next change that falls due by `today`; null for none. `unpaidDueOn`: the earliest due date of what is unpaid. */
export function nextStep(one: Subscription, today: IsoDate, unpaidDueOn: IsoDate | null, priceOn: PriceOn): Step | null {
	const candidates = [
		one.state === 'trial' && one.trialEndsOn !== null
			? { on: one.trialEndsOn, make: (day: IsoDate) => afterTrial(one, day, priceOn) }
			: null,
		one.state === 'active' && unpaidDueOn !== null
			? { on: pastDueFrom(one, unpaidDueOn), make: (day: IsoDate) => pastDue(one, day) }
			: null,
		one.state === 'past_due' && unpaidDueOn === null ? { on: today, make: (day: IsoDate) => recover(one, day) } : null,
		one.pastDueOn !== null ? { on: addDays(one.pastDueOn, PAST_DUE_DAYS), make: (day: IsoDate) => endNow(one, day) } : null,
		(one.state === 'active' || one.state === 'past_due') && one.periodTo !== null
			? { on: one.periodTo, make: (day: IsoDate) => afterPeriod(one, day, priceOn) }
			: null,
		one.state === 'paused' && one.pausedOn !== null
			? { on: addDays(one.pausedOn, PAUSE_DAYS), make: (day: IsoDate) => endNow(one, day) }
			: null,
	].filter((candidate) => candidate !== null && candidate.on <= today)
	const [first] = candidates.toSorted((a, b) => (a!.on < b!.on ? -1 : a!.on > b!.on ? 1 : 0))
	return first ? first.make(first.on) : null
}

/** An old debt makes a subscription that was resumed or begun again past due on its first day, not before it. */
const pastDueFrom = ({ periodFrom }: Subscription, unpaidDueOn: IsoDate): IsoDate =>
	[addDays(unpaidDueOn, 1), periodFrom ?? unpaidDueOn].toSorted().at(-1) ?? unpaidDueOn

const pastDue = (one: Subscription, day: IsoDate): Step => ({
	event: 'past-due',
	on: day,
	subscription: { ...one, state: 'past_due', pastDueOn: day },
	lines: [],
})

function afterTrial(one: Subscription, day: IsoDate, priceOn: PriceOn): Step {
	if (one.isCancelled || priceOn(one, day) > one.agreedAmount) return { ...endNow({ ...one, periodTo: null }, day) }
	return { ...beginPeriod(one, day, priceOn), event: 'convert' }
}

function afterPeriod(one: Subscription, day: IsoDate, priceOn: PriceOn): Step {
	const choice = one.next ?? one
	const agreed = one.next?.amount ?? one.agreedAmount
	if (one.isCancelled || priceOn(choice, day) > agreed) return endNow(one, day)
	if (one.isPausing) {
		const subscription: Subscription = { ...one, state: 'paused', pausedOn: day, isPausing: false, pastDueOn: null }
		return { event: 'pause', on: day, subscription, lines: [] }
	}
	const { plan, interval } = choice
	return { ...extend({ ...one, plan, interval, next: null }, day, priceOn), event: 'renew' }
}
