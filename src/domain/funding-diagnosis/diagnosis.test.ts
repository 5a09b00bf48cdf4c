import { expect, test } from 'vitest'
import { categories } from '../../../seed/taxonomy/index.ts'
import { annualPercent, costOf, diagnose, loanInterest } from './diagnosis.ts'
import { alternatives, documentsNeeded } from './diagnosis-advice.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'

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

test('the yearly rate is fee ÷ money in hand × 365 ÷ days', () => {
	expect(annualPercent(100_000, 900_000, 60)).toBeCloseTo(67.59, 2)
	expect(annualPercent(100_000, 900_000, 365)).toBeCloseTo(11.11, 2)
})

test('there is no yearly rate without days or without money in hand', () => {
	expect(annualPercent(100_000, 900_000, 0)).toBeNull()
	expect(annualPercent(100_000, 900_000, -5)).toBeNull()
	expect(annualPercent(100_000, 0, 30)).toBeNull()
})

test('no more is sold than the wanted amount takes', () => {
	const cost = costOf({ face: 3_000_000, wanted: 900_000, ratePercent: 10, days: 60 })
	expect(cost).toMatchObject({ sold: 1_000_000, fee: 100_000, advance: 900_000, missing: 0 })
	expect(cost.annualPercent).toBeCloseTo(67.59, 2)
})

test('a receivable that is too small is sold whole, and the rest is missing', () => {
	expect(costOf({ face: 500_000, wanted: 1_000_000, ratePercent: 10, days: 30 })).toMatchObject({
		sold: 500_000,
		fee: 50_000,
		advance: 450_000,
		missing: 550_000,
	})
})

test('rounding never leaves less in hand than is wanted', () => {
	for (const ratePercent of [0.1, 3.33, 8, 9.9, 18, 33.3])
		for (const wanted of [10_000, 123_457, 999_999]) {
			const cost = costOf({ face: 100_000_000, wanted, ratePercent, days: 45 })
			expect(cost.advance + 1).toBeGreaterThanOrEqual(wanted)
			expect(cost.advance).toBe(cost.sold - cost.fee)
		}
})

test('a loan costs by the day and nothing for none', () => {
	expect(loanInterest(1_000_000, 3, 365)).toBe(30_000)
	expect(loanInterest(1_000_000, 3, 52)).toBe(4_274)
	expect(loanInterest(1_000_000, 3, -1)).toBe(0)
})

test('an invoice to a large company with time ahead suits both ways', () => {
	const diagnosis = diagnose(input, today)
	expect(diagnosis).toMatchObject({ days: 52, daysUntilWanted: 19, obstacle: null })
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['good', 'good'])
	expect(diagnosis.two.low.annualPercent).toBeGreaterThan(diagnosis.three.low.annualPercent ?? Infinity)
})

test('without a week for the customer’s consent only two parties remain', () => {
	const diagnosis = diagnose({ ...input, wantedOn: '2026-11-26', dueOn: '2027-01-15' }, today)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['good', 'poor'])
})

test.each([
	['a customer who is a private person', { debtor: 'consumer' }],
	['unpaid taxes', { tax: 'arrears' }],
	['an order not yet delivered', { receivable: 'ordered' }],
	['more than 90 days to wait', { dueOn: '2027-04-01' }],
	['more wanted than the receivable gives', { wanted: 3_000_000 }],
] satisfies [string, Partial<DiagnosisInput>][])('%s makes both ways hard', (_, change) => {
	const diagnosis = diagnose({ ...input, ...change }, today)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['poor', 'poor'])
})

test('what is overdue cannot be sold, and the way leads to collecting it', () => {
	const overdue: DiagnosisInput = { ...input, receivable: 'overdue', dueOn: '2026-10-31' }
	const diagnosis = diagnose(overdue, today)
	expect(diagnosis.obstacle).toBe('overdue')
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['none', 'none'])
	expect(alternatives(overdue, diagnosis)[0]?.taskId).toBe(703)
})

test('money that comes in time needs no selling', () => {
	const diagnosis = diagnose({ ...input, dueOn: '2026-12-10' }, today)
	expect(diagnosis).toMatchObject({ obstacle: 'paid-in-time', days: 0, loanInterest: 0 })
	expect(diagnosis.two.low.annualPercent).toBeNull()
})

test('fees for medical services are sold with three parties', () => {
	const diagnosis = diagnose({ ...input, industry: 'medical', receivable: 'medical', debtor: 'government' }, today)
	expect([diagnosis.two.fit, diagnosis.three.fit]).toEqual(['poor', 'good'])
	expect(diagnosis.three.band).toEqual({ min: 1, max: 5 })
})

test('a quoted fee is shown as a yearly rate', () => {
	const { quoted } = diagnose({ ...input, quotedRate: 10 }, today)
	expect(quoted?.annualPercent).toBeCloseTo((10 / 90) * (365 / 52) * 100, 1)
	expect(diagnose(input, today).quoted).toBeNull()
})

test('no text promises an outcome', () => {
	for (const receivable of ['invoiced', 'ordered', 'medical', 'overdue'] as const)
		for (const debtor of ['government', 'large', 'small', 'sole', 'consumer'] as const) {
			const diagnosis = diagnose({ ...input, receivable, debtor, ...(receivable === 'overdue' ? { dueOn: '2026-10-31' } : {}) }, today)
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
		return alternatives(changed, diagnose(changed, today)).map(({ key }) => key)
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
		for (const { taskId, taskName } of alternatives(changed, diagnose(changed, today))) expect(names.get(taskId)).toBe(taskName)
	}
})
