import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '../shared/japan-time.ts'
import { diagnosisDay, diagnosisFields, diagnosisSearch, parseDay, parseDiagnosis } from './diagnosis-input.ts'
import { parseYen } from '../shared/typed-yen.ts'

const today = '2026-11-21'
const complete = {
	business: 'corporation',
	industry: 'it',
	receivable: 'invoiced',
	debtor: 'small',
	face: '300万円',
	due: '2027/1/31',
	wanted: '１，０００，０００',
	by: '2026-12-10',
	tax: 'none',
	rate: '',
}
const parse = (change: Record<string, string> = {}) => parseDiagnosis(new URLSearchParams({ ...complete, ...change }), today)
const errorOf = (change: Record<string, string>) => {
	const parsed = parse(change)
	return parsed.kind === 'invalid' ? parsed.errors : parsed.kind
}

test('a URL without any field is the empty form', () => {
	expect(parseDiagnosis(new URLSearchParams('utm_source=x'), today)).toEqual({ kind: 'blank' })
})

test('a filled form is read however its numbers and dates are written', () => {
	expect(parse()).toMatchObject({
		kind: 'ready',
		input: { business: 'corporation', face: 3_000_000, dueOn: '2027-01-31', wanted: 1_000_000, wantedOn: '2026-12-10', quotedRate: null },
	})
	expect(parse({ rate: '１２．５％' })).toMatchObject({ kind: 'ready', input: { quotedRate: 12.5 } })
})

test('the shared URL of a form reads back as the same form', () => {
	const parsed = parse({ rate: '8' })
	if (parsed.kind !== 'ready') throw new Error('not ready')
	expect(parseDiagnosis(new URLSearchParams(diagnosisSearch(parsed.input, today)), today)).toMatchObject({
		kind: 'ready',
		input: parsed.input,
	})
})

test.each([
	['3000000', 3_000_000],
	['¥3,000,000', 3_000_000],
	['300万', 3_000_000],
	['1億2000万円', 120_000_000],
	['1.5万', 15_000],
	['３０万５０００', 305_000],
	['', null],
	['三百万', null],
	['-5', null],
	['1e9', null],
	['万', null],
])('%s yen are %s', (text, yen) => {
	expect(parseYen(text)).toBe(yen)
})

test.each([
	['2026-12-05', '2026-12-05'],
	['2026/12/5', '2026-12-05'],
	['２０２６年１２月５日', '2026-12-05'],
	['2026-02-29', null],
	['2028-02-29', '2028-02-29'],
	['12/5', null],
	['0000-00-00', null],
])('%s is the day %s', (text, day) => {
	expect(parseDay(text)).toBe(day)
})

test('days are counted over summer and year ends alike', () => {
	expect(daysBetween('2026-11-21', '2026-11-21')).toBe(0)
	expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
	expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1)
})

test('each bad field has its own message and keeps what was typed', () => {
	const parsed = parseDiagnosis(new URLSearchParams({ business: 'x', face: 'たくさん', due: 'いつか' }), today)
	if (parsed.kind !== 'invalid') throw new Error('not invalid')
	expect(Object.keys(parsed.errors).sort()).toEqual(['business', 'by', 'debtor', 'due', 'face', 'industry', 'receivable', 'tax', 'wanted'])
	expect(parsed.values).toMatchObject({ face: 'たくさん', due: 'いつか', business: 'x' })
})

test('amounts and dates have sane limits', () => {
	expect(errorOf({ face: '9999' })).toHaveProperty('face')
	expect(errorOf({ wanted: '10億1' })).toHaveProperty('wanted')
	expect(errorOf({ due: '2027-11-22' })).toHaveProperty('due')
	expect(errorOf({ by: '2026-11-20' })).toHaveProperty('by')
	expect(errorOf({ by: '2026-11-21' })).toBe('ready')
	expect(errorOf({ rate: '0' })).toHaveProperty('rate')
	expect(errorOf({ rate: '100' })).toHaveProperty('rate')
	expect(errorOf({ rate: 'abc' })).toHaveProperty('rate')
})

test('a past due date belongs to what is overdue, and only there', () => {
	expect(errorOf({ due: '2026-11-20' })).toHaveProperty('due')
	expect(errorOf({ due: '2026-11-20', receivable: 'overdue' })).toBe('ready')
	expect(errorOf({ receivable: 'overdue' })).toHaveProperty('due')
})

test('wages are refused whatever else was given', () => {
	expect(parse({ receivable: 'salary', business: 'employee', face: '' }).kind).toBe('salary')
	expect(errorOf({ business: 'employee' })).toHaveProperty('business')
})

test.each([
	['2026-11-20', '2026-11-20'],
	['2026-11-21', '2026-11-21'],
	['2026-11-22', today],
	['2026-06-01', today],
	['いつか', today],
	['', today],
])('a result made on %s is judged by %s', (on, day) => {
	expect(diagnosisDay(new URLSearchParams({ on }), today)).toBe(day)
})

test('no input breaks the form', () => {
	const anyPair = fc.tuple(
		fc.constantFrom(...diagnosisFields),
		fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '\0')),
	)
	const longest = (pairs: [string, string][]) => {
		const parsed = parseDiagnosis(new URLSearchParams(pairs), today)
		return parsed.kind === 'invalid' ? Math.max(...Object.values(parsed.values).map(({ length }) => length)) : 0
	}
	expect(() => fc.assert(fc.property(fc.array(anyPair), (pairs) => longest(pairs) <= 40))).not.toThrow()
})
