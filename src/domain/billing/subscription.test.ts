import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePlans } from '../plans/entitlements.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { addDays, daysBetween } from '../shared/japan-time.ts'
import { endOfPeriod, PAST_DUE_DAYS, PAUSE_DAYS, PAYMENT_DAYS, TRIAL_DAYS } from './billing-days.ts'
import {
	acceptPrice,
	cancel,
	change,
	type ChargeLine,
	type Choice,
	convertNow,
	endNow,
	isLive,
	keep,
	nextStep,
	pause,
	planHeld,
	type PriceOn,
	resume,
	start,
	type Step,
	type Subscription,
} from './subscription.ts'

const list = { standard: { month: 9_800, year: 98_000 }, pro: { month: 29_800, year: 298_000 } }
const priceOn: PriceOn = ({ plan, interval }) => list[plan][interval]
const raised: PriceOn = (choice, day) => priceOn(choice, day) + (day >= '2026-09-01' ? 1_000 : 0)
const standard: Choice = { plan: 'standard', interval: 'month' }
const pro: Choice = { plan: 'pro', interval: 'month' }
const day = '2026-06-15'
const sum = (lines: readonly ChargeLine[]) => lines.reduce((total, { amount }) => total + amount, 0)

/** A monthly subscription whose first paid period begins on 2026-06-15. */
const active = (choice: Choice = standard, prices = priceOn): Subscription =>
	convertNow(start(null, choice, day, prices).subscription, day, prices).subscription

describe('days', () => {
	test('a period that begins on the 31st ends on the last day of a shorter month and returns to the 31st', () => {
		expect(endOfPeriod('2026-01-31', 'month', 31)).toBe('2026-02-28')
		expect(endOfPeriod('2026-02-28', 'month', 31)).toBe('2026-03-31')
		expect(endOfPeriod('2026-12-31', 'month', 31)).toBe('2027-01-31')
		expect(endOfPeriod('2024-02-29', 'year', 29)).toBe('2025-02-28')
	})
})

describe('beginning', () => {
	test('the first subscription is a trial of 30 days without a charge, the second begins with a charge', () => {
		const first = start(null, standard, day, priceOn)
		expect(first.lines).toEqual([])
		expect(first.subscription).toMatchObject({ state: 'trial', trialEndsOn: addDays(day, TRIAL_DAYS) })
		const ended = endNow(first.subscription, addDays(day, 3)).subscription
		const again = start(ended, standard, addDays(day, 40), priceOn)
		expect(again.subscription).toMatchObject({ state: 'active', periodFrom: addDays(day, 40), trialUsedOn: day })
		expect(sum(again.lines)).toBe(9_800)
	})

	test('a trial becomes a paid period on its last day, and ends without a charge once it is cancelled', () => {
		const { subscription } = start(null, standard, day, priceOn)
		const last = addDays(day, TRIAL_DAYS)
		expect(nextStep(subscription, addDays(last, -1), null, priceOn)).toBeNull()
		expect(nextStep(subscription, last, null, priceOn)).toMatchObject({ event: 'convert', lines: [{ amount: 9_800, from: last }] })
		const cancelled = cancel(subscription, day).subscription
		expect(planHeld(cancelled)).toEqual({ plan: 'standard', until: last })
		expect(nextStep(cancelled, last, null, priceOn)).toMatchObject({ event: 'end', lines: [] })
	})

	test('a coupon takes its part off so many periods', () => {
		const { subscription } = start(null, standard, day, priceOn, { percent: 50, left: 2 })
		const first = convertNow(subscription, day, priceOn)
		const second = nextStep(first.subscription, '2026-07-15', null, priceOn)
		const third = nextStep(second!.subscription, '2026-08-15', null, priceOn)
		expect([first, second!, third!].map(({ lines }) => sum(lines))).toEqual([4_900, 4_900, 9_800])
	})
})

describe('changing', () => {
	test('an upgrade takes effect at once and is prorated to the day', () => {
		const step = change(active(), pro, '2026-06-25', priceOn)
		// 20 of the 30 days are left.
		expect(step.lines).toMatchObject([
			{ kind: 'credit', plan: 'standard', from: '2026-06-25', to: '2026-07-15', amount: -6_533 },
			{ kind: 'charge', plan: 'pro', from: '2026-06-25', to: '2026-07-15', amount: 19_867 },
		])
		expect(step.subscription).toMatchObject({ plan: 'pro', periodTo: '2026-07-15' })
	})

	test('a change to yearly payment begins a year and gives the rest of the month back', () => {
		const step = change(active(), { plan: 'standard', interval: 'year' }, '2026-06-25', priceOn)
		expect(step.lines).toMatchObject([{ amount: -6_533 }, { amount: 98_000, from: '2026-06-25', to: '2027-06-25' }])
	})

	test('a downgrade waits for the end of the period and costs nothing till then', () => {
		const step = change(active(pro), standard, '2026-06-25', priceOn)
		expect(step).toMatchObject({ event: 'schedule', lines: [], subscription: { plan: 'pro', next: standard } })
		expect(nextStep(step.subscription, '2026-07-15', null, priceOn)).toMatchObject({
			event: 'renew',
			subscription: { plan: 'standard', next: null },
			lines: [{ amount: 9_800 }],
		})
	})

	test('a pause holds the plan until the period ends, charges nothing and ends after half a year', () => {
		const paused = nextStep(pause(active(), day).subscription, '2026-07-15', null, priceOn)
		expect(paused).toMatchObject({ event: 'pause', lines: [], subscription: { state: 'paused' } })
		expect(planHeld(paused!.subscription)).toBeNull()
		expect(resume(paused!.subscription, '2026-08-01', priceOn).lines).toMatchObject([{ from: '2026-08-01', to: '2026-09-01' }])
		expect(nextStep(paused!.subscription, addDays('2026-07-15', PAUSE_DAYS), null, priceOn)).toMatchObject({ event: 'end', lines: [] })
	})

	test('a price that was not accepted ends the subscription, an accepted one is charged', () => {
		const one = { ...active(), periodFrom: '2026-08-15', periodTo: '2026-09-15', chargeFrom: '2026-08-15' }
		expect(nextStep(one, '2026-09-15', null, raised)).toMatchObject({ event: 'end', lines: [] })
		const accepted = acceptPrice(one, 10_800, '2026-08-20').subscription
		expect(nextStep(accepted, '2026-09-15', null, raised)).toMatchObject({ event: 'renew', lines: [{ amount: 10_800 }] })
	})
})

describe('falling due', () => {
	test('what is unpaid makes it past due, payment takes that back', () => {
		const step = nextStep(active(), '2026-06-26', '2026-06-25', priceOn)
		expect(step).toMatchObject({ event: 'past-due', on: '2026-06-26' })
		expect(planHeld(step!.subscription)).toEqual({ plan: 'standard', until: addDays('2026-06-26', PAST_DUE_DAYS) })
		expect(nextStep(step!.subscription, '2026-06-30', null, priceOn)).toMatchObject({ event: 'recover', subscription: { state: 'active' } })
	})

	test('after 14 days it ends, and the days that are not used are given back', () => {
		const { subscription } = nextStep(active(), '2026-06-26', '2026-06-25', priceOn)!
		const step = nextStep(subscription, '2026-07-10', '2026-06-25', priceOn)
		expect(step).toMatchObject({ event: 'end', on: '2026-07-10', subscription: { state: 'ended' } })
		// 5 of 30 days.
		expect(step!.lines).toMatchObject([{ kind: 'credit', from: '2026-07-10', to: '2026-07-15', amount: -1_633 }])
	})
})

const action = fc.constantFrom(
	'upgrade',
	'downgrade',
	'yearly',
	'monthly',
	'cancel',
	'keep',
	'pause',
	'resume',
	'return',
	'convert',
	'end',
	'pay',
	'none',
)

/** Two years, day by day: what a person does on some days, and what the calendar does on each. */
function simulate(actions: readonly { on: number; action: string }[], jobGap: number) {
	const begin = '2026-01-01'
	let one: Subscription = start(null, standard, begin, priceOn).subscription
	/** Charges minus credits of each day. */
	const covered = new Map<IsoDate, number>()
	const trial = new Set<IsoDate>()
	const held = new Map<IsoDate, boolean>()
	const unpaid: { dueOn: IsoDate }[] = []
	const take = (step: Step | null, today: IsoDate) => {
		if (!step) return false
		expect(step.on <= today).toBe(true)
		one = step.subscription
		for (const { kind, from, to, amount } of step.lines) {
			expect(Number.isInteger(amount)).toBe(true)
			if (kind === 'discount') continue
			for (let at = from; at < to; at = addDays(at, 1)) covered.set(at, (covered.get(at) ?? 0) + (kind === 'charge' ? 1 : -1))
		}
		if (sum(step.lines) > 0) unpaid.push({ dueOn: addDays(today, PAYMENT_DAYS) })
		return true
	}
	for (let number = 0; number < 730; number++) {
		const today = addDays(begin, number)
		const due = () => unpaid.map(({ dueOn }) => dueOn).toSorted()[0] ?? null
		if (number % jobGap === 0) while (take(nextStep(one, today, due(), priceOn), today)) continue
		for (const { action: what } of actions.filter(({ on }) => on === number)) perform(what, today)
		const plan = planHeld(one)
		const holds = plan !== null && (plan.until === null || plan.until > today)
		held.set(today, holds)
		if (one.state === 'trial' && holds) trial.add(today)
	}
	function perform(what: string, today: IsoDate) {
		const isPaid = one.state === 'active' || one.state === 'past_due'
		const isDue = one.periodTo !== null && one.periodTo <= today
		if (what === 'pay') unpaid.length = 0
		else if (what === 'return' && one.state === 'ended') take(start(one, standard, today, priceOn), today)
		else if (what === 'resume' && one.state === 'paused') take(resume(one, today, priceOn), today)
		else if (what === 'convert' && one.state === 'trial') take(convertNow(one, today, priceOn), today)
		else if (what === 'end') take(isLive(one) ? endNow(one, today) : null, today)
		else if (what === 'cancel' && one.state !== 'ended') take(cancel(one, today), today)
		else if (what === 'keep' && isLive(one)) take(keep(one, today), today)
		else if (what === 'pause' && isPaid) take(pause(one, today), today)
		else if (!isPaid || isDue) return
		else if (what === 'upgrade' && one.plan === 'standard')
			take(change(one, { plan: 'pro', interval: one.interval }, today, priceOn), today)
		else if (what === 'downgrade' && one.plan === 'pro')
			take(change(one, { plan: 'standard', interval: one.interval }, today, priceOn), today)
		else if (what === 'yearly' && one.interval === 'month') take(change(one, { plan: one.plan, interval: 'year' }, today, priceOn), today)
		else if (what === 'monthly' && one.interval === 'year') take(change(one, { plan: one.plan, interval: 'month' }, today, priceOn), today)
	}
	return { covered, trial, held, one, begin }
}

test('over two years no day is charged twice, none is free beyond the trial, and nothing is charged that is not held', () => {
	const actions = fc.array(fc.record({ on: fc.integer({ min: 1, max: 729 }), action }), { maxLength: 40 })
	fc.assert(
		fc.property(actions, (done) => {
			const { covered, trial, held, begin } = simulate(done, 1)
			expect([...covered.values()].filter((count) => count !== 0 && count !== 1)).toEqual([])
			expect(trial.size).toBeLessThanOrEqual(TRIAL_DAYS)
			for (const [today, holds] of held) {
				const isCharged = covered.get(today) === 1
				// A day is paid for or part of the trial, and never both; a day without the plan is neither.
				expect(`${today} ${isCharged ? 'paid' : trial.has(today) ? 'trial' : 'free'}`).toBe(
					`${today} ${!holds ? 'free' : trial.has(today) ? 'trial' : 'paid'}`,
				)
			}
			expect(daysBetween(begin, [...held.keys()].at(-1) ?? begin)).toBe(729)
		}),
		{ numRuns: 300 },
	)
})

test('a job that runs days late catches up and charges no day twice', () => {
	const actions = fc.array(fc.record({ on: fc.integer({ min: 1, max: 729 }), action }), { maxLength: 25 })
	fc.assert(
		fc.property(actions, fc.integer({ min: 2, max: 9 }), (done, gap) => {
			const { covered } = simulate(done, gap)
			expect([...covered.values()].filter((count) => count !== 0 && count !== 1)).toEqual([])
		}),
		{ numRuns: 150 },
	)
})

test('a change at once never gives less than it gives back', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 29 }),
			fc.constantFrom<Choice>(pro, { plan: 'standard', interval: 'year' }, { plan: 'pro', interval: 'year' }),
			(after, to) => {
				const step = change(active(), to, addDays(day, after), priceOn)
				expect(sum(step.lines)).toBeGreaterThan(0)
				expect(comparePlans(step.subscription.plan, 'standard')).toBeGreaterThanOrEqual(0)
			},
		),
	)
})
