import { expect, test } from 'vitest'
import { categories } from '../../../seed/taxonomy/index.ts'
import { withCtx } from '../../../test/database.ts'
import { annualPercent, costOf, diagnose, EXAMPLE_DAYS, exampleComparison, loanInterest } from './diagnosis.ts'
import { alternatives, documentsNeeded } from './diagnosis-advice.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { readFundingFigures } from './figure-reads.ts'
import { type FundingFigures, interestCeiling } from './figures.ts'

const today = '2026-11-21'
const input: DiagnosisInput = {
	business: 'corporation',
	industry: 'construction',
	receivable: 'invoiced',
	debtor: 'large',
	face: 3_000_000,
	dueOn: '2027-01-31',
	wanted: 1_000_000,
	wantedOn: '2026-12-10',
	tax: 'none',
	quotedRate: null,
}

const figures: FundingFigures = {
	two: { min: 8, max: 18 },
	three: { min: 2, max: 9 },
	medical: { min: 1, max: 5 },
	holdback: 20,
	registration: 7_500,
	stampDuty: 200,
	loanRate: 3,
	ceilings: { small: 20, middle: 18, large: 15 },
	loanRates: { usual: '年2〜4%', guaranteed: '年1〜3%', guaranteeFee: '年0.45〜1.9%' },
}

const onlyFee = (ratePercent: number) => ({ ratePercent, holdbackPercent: 0, expenses: 0 })

test('the yearly rate is fee ÷ money in hand × 365 ÷ days', () => {
	expect(annualPercent(100_000, 900_000, 60)).toBeCloseTo(67.59, 2)
	expect(annualPercent(100_000, 900_000, 365)).toBeCloseTo(11.11, 2)
})

test('there is no yearly rate without days or without money in hand', () => {
	expect(annualPercent(100_000, 900_000, 0)).toBeNull()
	expect(annualPercent(100_000, 900_000, -5)).toBeNull()
	expect(annualPercent(100_000, 0, 30)).toBeNull()
})

test('sells only as much as the wanted amount takes', () => {
	const cost = costOf({ face: 3_000_000, wanted: 900_000, terms: onlyFee(10), days: 60 })
	expect(cost).toMatchObject({ sold: 1_000_000, fee: 100_000, advance: 900_000, missing: 0 })
	expect(cost.annualPercent).toBeCloseTo(67.59, 2)
})

test('a receivable that is too small is sold entirely, and the rest is missing', () => {
	expect(costOf({ face: 500_000, wanted: 1_000_000, terms: onlyFee(10), days: 30 })).toMatchObject({
		sold: 500_000,
		fee: 50_000,
		advance: 450_000,
		missing: 550_000,
	})
})

test('rounding never leaves less in hand than is wanted', () => {
	for (const ratePercent of [0.1, 3.33, 8, 9.9, 18, 33.3])
		for (const wanted of [10_000, 123_457, 999_999]) {
			const cost = costOf({ face: 100_000_000, wanted, terms: { ratePercent, holdbackPercent: 20, expenses: 7_700 }, days: 45 })
			expect(cost.advance + 1).toBeGreaterThanOrEqual(wanted)
			expect(cost.advance).toBe(cost.sold - cost.fee - cost.heldBack - cost.expenses)
		}
})

test('a loan costs by the day and nothing for none', () => {
	expect(loanInterest(1_000_000, 3, 365)).toBe(30_000)
	expect(loanInterest(1_000_000, 3, 52)).toBe(4_274)
	expect(loanInterest(1_000_000, 3, -1)).toBe(0)
})

test('an invoice to a large company with time ahead suits both ways', () => {
	const diagnosis = diagnose(input, today, figures)
	expect(diagnosis).toMatchObject({ days: 52, daysUntilWanted: 19, obstacle: null })
	// Both are cautioned for their cost alone.
	for (const { reasons } of [diagnosis.two, diagnosis.three])
		expect(reasons.filter(({ tone }) => tone !== 'good').map(({ text }) => text)).toEqual([expect.stringContaining('年15%を超えます')])
	expect(diagnosis.two.low.annualPercent).toBeGreaterThan(diagnosis.three.low.annualPercent ?? Infinity)
})

test('without a week for the customer’s consent only two parties remain', () => {
	const diagnosis = diagnose({ ...input, wantedOn: '2026-11-26', dueOn: '2027-01-15' }, today, figures)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['conditional', 'poor'])
})

test('a way that costs more than a loan of its size may by law is never called easy', () => {
	const easy = [90_000, 150_000, 900_000, 1_000_000, 2_000_000].flatMap((wanted) =>
		['2026-12-11', '2026-12-31', '2027-01-31', '2027-02-07'].flatMap((dueOn) =>
			[null, 0.2, 1, 1.9, 2.5, 10].flatMap((quotedRate) => {
				const { two, three, quoted } = diagnose({ ...input, wanted, dueOn, quotedRate }, today, figures)
				return [two, three].filter(({ fit }) => fit === 'good').flatMap(({ low, high }) => (quoted ? [quoted] : [low, high]))
			}),
		),
	)
	expect(easy.length).toBeGreaterThan(0)
	expect(easy.filter((cost) => (cost.annualPercent ?? 0) > interestCeiling(figures, cost.advance))).toEqual([])
})

test('a quote that costs less than the highest lawful interest is judged by its other conditions', () => {
	expect(diagnose({ ...input, quotedRate: 1 }, today, figures)).toMatchObject({ two: { fit: 'good' }, three: { fit: 'good' } })
	expect(diagnose({ ...input, quotedRate: 3 }, today, figures)).toMatchObject({
		two: { fit: 'conditional' },
		three: { fit: 'conditional' },
	})
})

test('the ceiling goes by the amount of the loan', () => {
	expect([99_999, 100_000, 999_999, 1_000_000].map((yen) => interestCeiling(figures, yen))).toEqual([20, 18, 18, 15])
})

test('registration, stamp duty and what is kept back reduce what comes in at once', () => {
	const { two, three } = diagnose(input, today, figures)
	expect([two.low.expenses, two.low.heldBack]).toEqual([0, 0])
	expect(two.high).toMatchObject({ expenses: 7_700, heldBack: Math.round(two.high.sold * 0.2) })
	expect(two.high.advance).toBe(two.high.sold - two.high.fee - two.high.heldBack - 7_700)
	expect(three.high.expenses).toBe(200)
	// Only corporations can register.
	expect(diagnose({ ...input, business: 'sole' }, today, figures).two.high.expenses).toBe(200)
})

test('sale and loan are compared on the same sum, even where the receivable is too small for what is wanted', () => {
	const { comparison, two, days } = diagnose({ ...input, face: 1_000_000, wanted: 5_000_000 }, today, figures)
	expect(comparison.amount).toBe(two.high.advance)
	expect(comparison.amount).toBeLessThan(1_000_000)
	for (const cost of [comparison.two.low, comparison.two.high, comparison.three.low, comparison.three.high])
		expect(Math.abs(cost.advance - comparison.amount)).toBeLessThanOrEqual(1)
	expect(comparison.loanInterest).toBe(loanInterest(comparison.amount, 3, days))
	expect(comparison).toMatchObject({ ceiling: 18, ceilingInterest: loanInterest(comparison.amount, 18, days) })
	expect(diagnose(input, today, figures).comparison.amount).toBe(input.wanted)
})

test('expenses that eat up a small receivable leave nothing to compare', () => {
	expect(diagnose({ ...input, face: 10_000, wanted: 10_000 }, today, figures).comparison.amount).toBe(0)
})

test('the figures come from the dated facts, each with its source and the day it was checked', () =>
	withCtx(async (ctx) => {
		const { figures: read, sources } = await readFundingFigures(ctx, today)
		expect(read).toEqual(figures)
		expect(sources.map(({ url, checkedOn }) => url.startsWith('https://') && checkedOn >= '2026-11-01')).not.toContain(false)
		// A fact that has ended does not take the page down.
		expect((await readFundingFigures(ctx, '2030-01-01')).figures.two).toEqual(figures.two)
	}))

test.each([
	['a customer who is a private person', { debtor: 'consumer' }],
	['unpaid taxes', { tax: 'arrears' }],
	['an order not yet delivered', { receivable: 'ordered' }],
	['more than 90 days to wait', { dueOn: '2027-04-01' }],
	['more wanted than the receivable gives', { wanted: 3_000_000 }],
] satisfies [string, Partial<DiagnosisInput>][])('%s makes both ways hard', (_, change) => {
	const diagnosis = diagnose({ ...input, ...change }, today, figures)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['poor', 'poor'])
})

test('what is overdue cannot be sold, and the way leads to collecting it', () => {
	const overdue: DiagnosisInput = { ...input, receivable: 'overdue', dueOn: '2026-10-31' }
	const diagnosis = diagnose(overdue, today, figures)
	expect(diagnosis.obstacle).toBe('overdue')
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['none', 'none'])
	expect(alternatives(overdue, diagnosis, figures)[0]?.taskId).toBe(703)
})

test('money that comes in time needs no selling', () => {
	const diagnosis = diagnose({ ...input, dueOn: '2026-12-10' }, today, figures)
	expect(diagnosis).toMatchObject({ obstacle: 'paid-in-time', days: 0, comparison: { loanInterest: 0 } })
	expect(diagnosis.two.low.annualPercent).toBeNull()
})

test('fees for medical services are sold with three parties', () => {
	const diagnosis = diagnose({ ...input, industry: 'medical', receivable: 'medical', debtor: 'government' }, today, figures)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['poor', 'conditional'])
	expect(diagnosis.three.band).toEqual({ min: 1, max: 5 })
})

test('a quoted fee is shown as a yearly rate', () => {
	const { quoted } = diagnose({ ...input, quotedRate: 10 }, today, figures)
	expect(quoted?.annualPercent).toBeCloseTo((10 / 90) * (365 / 52) * 100, 1)
	expect(diagnose(input, today, figures).quoted).toBeNull()
})

test('no text promises an outcome', () => {
	for (const receivable of ['invoiced', 'ordered', 'medical', 'overdue'] as const)
		for (const debtor of ['government', 'large', 'small', 'sole', 'consumer'] as const) {
			const diagnosis = diagnose(
				{ ...input, receivable, debtor, ...(receivable === 'overdue' ? { dueOn: '2026-10-31' } : {}) },
				today,
				figures,
			)
			const texts = [...diagnosis.two.reasons, ...diagnosis.three.reasons].map(({ text }) => text).join('')
			expect(texts).not.toMatch(/必ず|確実|審査なし|誰でも|100%/)
		}
})

test('documents follow the business and the trade', () => {
	expect(documentsNeeded(input)).toContain('登記事項証明書と印鑑証明書')
	expect(documentsNeeded(input).join()).toContain('工事請負契約書')
	const sole = documentsNeeded({ ...input, business: 'sole', tax: 'arrears' })
	expect(sole.join()).toContain('確定申告書')
	expect(sole.join()).toContain('猶予')
	expect(sole).not.toContain('登記事項証明書と印鑑証明書')
})

test('with little time cheaper payments come before loans, with unpaid taxes their grace comes first', () => {
	const keys = (change: Partial<DiagnosisInput>) => {
		const changed = { ...input, ...change }
		return alternatives(changed, diagnose(changed, today, figures), figures).map(({ key }) => key)
	}
	const late = keys({ wantedOn: '2026-11-25' })
	expect(late.indexOf('reschedule')).toBeLessThan(late.indexOf('public-loan'))
	const early = keys({ wantedOn: '2026-12-20' })
	expect(early.indexOf('public-loan')).toBeLessThan(early.indexOf('reschedule'))
	expect(keys({ tax: 'arrears' })[0]).toBe('tax-grace')
})

test('every way that is named leads to a task of that name', () => {
	const names = new Map(categories.flatMap(({ tasks }) => tasks.map(({ id, name }) => [id, name])))
	for (const change of [{}, { tax: 'arrears' }, { receivable: 'overdue', dueOn: '2026-10-31' }] satisfies Partial<DiagnosisInput>[]) {
		const changed = { ...input, ...change }
		for (const { taskId, taskName } of alternatives(changed, diagnose(changed, today, figures), figures))
			expect(names.get(taskId)).toBe(taskName)
	}
})

test('the example has the whole sum in hand by every way, and a sale costs many times a loan', () => {
	const { amount, two, three, loanInterest: interest } = exampleComparison(today, figures)
	expect(amount).toBe(1_000_000)
	expect(interest).toBe(loanInterest(1_000_000, figures.loanRate, EXAMPLE_DAYS))
	for (const { low, high } of [two, three]) {
		expect(low.missing + high.missing).toBe(0)
		expect(low.fee).toBeGreaterThan(2 * interest)
	}
})
