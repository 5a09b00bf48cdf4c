import { describe, expect, test } from 'vitest'
import { parseInput } from '../shared/parse-input.ts'
import { isDomainError } from '../shared/errors.ts'
import { answerDeadline, businessDeadline } from '../shared/business-hours.ts'
import { declineReasons } from './estimate-input.ts'
import { declineSchema, quoteSchema, wishesSchema } from './estimate-schemas.ts'
import { lineAmount, quoteTotals } from './estimate-quote.ts'

const at = (text: string) => new Date(`${text}+09:00`)
const due = (from: string, hours: number) => businessDeadline(at(from), hours)

/** The fields that a domain error of the handler names. */
const faults = (handler: () => unknown): string[] => {
	try {
		handler()
	} catch (error) {
		if (isDomainError(error)) return Object.keys(error.fields)
	}
	return []
}

describe('the deadline', () => {
	test('of an answer is two working days later, not 48 hours of nine a day', () => {
		expect(answerDeadline(at('2026-06-15T12:00:00'))).toEqual(at('2026-06-17T12:00:00'))
		// A Sunday before a holiday: Tuesday and Wednesday.
		expect(answerDeadline(at('2026-11-22T14:49:00'))).toEqual(at('2026-11-25T18:00:00'))
	})

	test('counts nine hours of a working day', () => {
		expect(due('2026-06-15T09:00:00', 9)).toEqual(at('2026-06-15T18:00:00'))
	})

	test('begins at the next opening for what comes at night, at a weekend or on a holiday', () => {
		const monday = at('2026-06-15T10:00:00')
		expect(due('2026-06-12T18:00:00', 1)).toEqual(monday)
		expect(due('2026-06-13T12:00:00', 1)).toEqual(monday)
		expect(due('2026-06-15T03:00:00', 1)).toEqual(monday)
		expect(due('2026-05-02T12:00:00', 1)).toEqual(at('2026-05-07T10:00:00'))
	})

	test('passes over holidays and the turn of a year', () => {
		expect(due('2026-12-31T17:00:00', 2)).toEqual(at('2027-01-04T10:00:00'))
	})
})

describe('a quote', () => {
	test('has its tax rounded down once for each rate', () => {
		const line = (unitPrice: number, taxRate: 10 | 8 | 0, quantity = 1) => ({ name: 'x', unit: '', quantity, unitPrice, taxRate })
		const totals = quoteTotals([line(105, 10), line(105, 10), line(99, 8), line(1_000, 0)], 500)
		expect(totals.byRate).toEqual([
			{ taxRate: 10, subtotal: 210, tax: 21 },
			{ taxRate: 8, subtotal: 99, tax: 7 },
			{ taxRate: 0, subtotal: 1_000, tax: 0 },
		])
		expect(totals.total).toBe(1_309 + 28 + 500)
		expect(lineAmount({ quantity: 1.15, unitPrice: 100 })).toBe(115)
		expect(lineAmount({ quantity: 0.29, unitPrice: 100 })).toBe(29)
	})

	test('with impossible amounts or days is refused at the field', () => {
		const now = at('2026-06-15T12:00:00')
		const form = {
			lines: [{ name: '作成', quantity: '１', unit: '式', unitPrice: '５０，０００円', taxRate: '10' }],
			expenses: '',
			validUntil: '2026-06-15',
			message: '',
			clientKey: 'a-key-of-the-form-1',
		}
		expect(parseInput(quoteSchema(now), form)).toMatchObject({ lines: [{ quantity: 1, unitPrice: 50_000, taxRate: 10 }], expenses: 0 })
		const line = (change: object) => ({ ...form, lines: [{ ...form.lines[0], ...change }] })
		for (const [bad, field] of [
			[line({ quantity: '0' }), 'lines.0.quantity'],
			[line({ quantity: '1.234' }), 'lines.0.quantity'],
			[line({ unitPrice: '1e5' }), 'lines.0.unitPrice'],
			[line({ unitPrice: '999999999999' }), 'lines.0.unitPrice'],
			[line({ taxRate: '5' }), 'lines.0.taxRate'],
			[line({ name: ' ' }), 'lines.0.name'],
			[{ ...form, lines: [] }, 'lines'],
			[{ ...form, expenses: '-1' }, 'expenses'],
			[{ ...form, validUntil: '2026-02-30' }, 'validUntil'],
			[{ ...form, validUntil: '2026-06-14' }, 'validUntil'],
			[{ ...form, validUntil: '2028-06-14' }, 'validUntil'],
			[{ ...form, validUntil: '' }, 'validUntil'],
		] as const)
			expect(faults(() => parseInput(quoteSchema(now), bad))).toEqual([field])
		const wishes = { budgetMax: '', desiredOn: '', wishes: '' }
		expect(parseInput(wishesSchema(now), wishes)).toEqual({ budgetMax: null, desiredOn: null, wishes: '' })
		expect(faults(() => parseInput(wishesSchema(now), { ...wishes, budgetMax: '100' }))).toEqual(['budgetMax'])
		expect(faults(() => parseInput(wishesSchema(now), { ...wishes, desiredOn: '2026-06-31' }))).toEqual(['desiredOn'])
	})
})

describe('a refusal', () => {
	test('has the typed reason, or the offered one that was chosen', () => {
		const [first] = declineReasons
		expect(parseInput(declineSchema, { reason: ' ', choice: first.text })).toEqual({ reason: first.text })
		expect(parseInput(declineSchema, { reason: '今月は手が空きません。', choice: first.text })).toEqual({
			reason: '今月は手が空きません。',
		})
		expect(faults(() => parseInput(declineSchema, { reason: '', choice: 'だれも用意していない理由' }))).toEqual(['reason'])
	})
})
