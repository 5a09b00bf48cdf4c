import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { getFacts, readDatedFacts } from './fact-reads.ts'
import { changedFacts, checkFacts, editionAt, type Fact, factState, freshnessOf, isOverAYearOld, nextComparison } from './facts.ts'

const edition = (value: string, validFrom: string, validUntil: string | null, more: Partial<Fact['editions'][number]> = {}) => ({
	value,
	aliases: [],
	numbers: {},
	validFrom,
	validUntil,
	renewalFrom: null,
	checkedOn: '2026-11-01',
	comparedOn: null,
	compareBy: null,
	note: null,
	pending: null,
	...more,
})

const fact = (...editions: Fact['editions']): Fact => ({
	key: 'dependant-income-limit',
	topic: '所得税',
	name: '扶養親族の合計所得の上限',
	words: ['扶養親族', '扶養控除'],
	law: '所得税法2条',
	source: { title: '国税庁', url: 'https://www.nta.go.jp/' },
	editions,
})

const limits = fact(
	edition('48万円', '2020-01-01', '2024-12-31'),
	edition('58万円', '2025-01-01', '2025-12-31'),
	edition('62万円', '2026-01-01', '2027-12-31'),
)

describe('the value of a fact', () => {
	test.each([
		['2024-12-31', '48万円'],
		['2025-01-01', '58万円'],
		['2027-12-31', '62万円'],
		['2028-01-01', undefined],
		['2019-12-31', undefined],
	])('on %s is %s', (day, value) => {
		expect(editionAt(limits, day)?.value).toBe(value)
	})
})

describe('a fact', () => {
	test.each([
		['2027-11-01', 'expiring'],
		['2027-10-31', 'current'],
		['2027-12-31', 'expiring'],
		['2028-01-01', 'expired'],
		['2019-06-01', 'expired'],
	])('is on %s %s', (day, state) => {
		expect(factState(fact(...limits.editions.map((one) => ({ ...one, checkedOn: '2027-05-01' }))), day).state).toBe(state)
	})

	test('with a successor does not expire at the end of its period', () => {
		expect(factState(limits, '2025-12-31')).toEqual({ state: 'current', lastDay: '2027-12-31' })
	})

	test('with a gap before its successor expires at the gap', () => {
		const gap = fact(edition('58万円', '2025-01-01', '2025-12-31'), edition('62万円', '2026-02-01', null))
		expect(factState(gap, '2025-12-01')).toEqual({ state: 'expiring', lastDay: '2025-12-31' })
		expect(factState(gap, '2026-01-15')).toMatchObject({ state: 'expired' })
	})

	test('with an expected renewal warns before it, and is then overdue instead of failing the build', () => {
		const wage = fact(edition('1,029円', '2025-11-21', null, { renewalFrom: '2026-10-01', checkedOn: '2026-06-01' }))
		expect(factState(wage, '2026-08-01').state).toBe('current')
		expect(factState(wage, '2026-08-02')).toEqual({ state: 'expiring', lastDay: null })
		expect(factState(wage, '2026-10-01')).toEqual({ state: 'overdue', lastDay: null })
		expect(checkFacts([wage], '2028-01-01')).toEqual({
			failures: [],
			warnings: [`${wage.key} (${wage.name}) awaits the value that is expected from 2026-10-01 on`],
		})
		const renewed = fact(
			edition('1,029円', '2025-11-21', '2026-10-20'),
			edition('1,090円', '2026-10-21', null, { renewalFrom: '2027-10-01', checkedOn: '2026-10-21' }),
		)
		expect(factState(renewed, '2026-11-23').state).toBe('current')
	})

	test('that was compared with its source is due to be compared again after a year', () => {
		const open = fact(edition('62万円', '2026-01-01', null, { comparedOn: '2026-11-01' }))
		expect(factState(open, '2027-10-01')).toEqual({ state: 'current', lastDay: null })
		expect(factState(open, '2027-11-01')).toEqual({ state: 'comparing', lastDay: null })
		expect(factState(open, '2027-11-02')).toEqual({ state: 'unchecked', lastDay: null })
	})

	test('that nobody has compared is due on its day, and the build warns from the day after', () => {
		const open = fact(edition('62万円', '2026-01-01', null, { compareBy: '2026-12-31' }))
		expect(nextComparison(open, '2026-11-23')).toEqual({ by: '2026-12-31', isFirst: true })
		expect(factState(open, '2026-11-30').state).toBe('current')
		expect(factState(open, '2026-12-01').state).toBe('comparing')
		expect(checkFacts([open], '2026-12-31')).toEqual({ failures: [], warnings: [] })
		expect(checkFacts([open], '2027-01-01')).toEqual({
			failures: [],
			warnings: [`${open.key} (${open.name}) was to be compared with its source by 2026-12-31`],
		})
	})

	test('is due on the earliest day of the values in force or to come', () => {
		const open = fact(
			edition('58万円', '2025-01-01', '2025-12-31', { compareBy: '2025-06-01' }),
			edition('62万円', '2026-01-01', '2027-12-31', { comparedOn: '2026-11-01' }),
			edition('65万円', '2028-01-01', null, { compareBy: '2027-01-31' }),
		)
		expect(nextComparison(open, '2026-11-23')).toEqual({ by: '2027-01-31', isFirst: true })
		expect(nextComparison(limits, '2030-01-01')).toBeNull()
	})
})

describe('a text', () => {
	const changed = (text: string, writtenOn = '2025-10-01', today = '2026-11-23') => changedFacts(text, writtenOn, [limits], today)

	test('that quotes a former value has changed', () => {
		expect(changed('扶養控除の上限は58万円です。')).toEqual([
			{ name: limits.name, was: '58万円', now: '62万円', since: '2026-01-01', law: limits.law, source: limits.source },
		])
	})

	test.each([
		['whose value is still in force', '扶養控除の上限は58万円です。', '2025-10-01', '2025-12-31'],
		['that was written after the change', '2025年の扶養控除の上限は58万円でした。', '2026-04-01', '2026-11-23'],
		['that also quotes the new value', '扶養控除の上限は58万円です。来年は62万円になります。', '2025-10-01', '2026-11-23'],
		['where the value belongs to another sentence', '扶養控除の話です。家賃は58万円です。', '2025-10-01', '2026-11-23'],
		['where the value ends a longer number', '扶養控除で158万円を引く。', '2025-10-01', '2026-11-23'],
		['that does not speak of the fact', '売上は58万円です。', '2025-10-01', '2026-11-23'],
	])('%s has not', (_name, text, writtenOn, today) => {
		expect(changed(text, writtenOn, today)).toEqual([])
	})

	test('is recognised by another way to write the value', () => {
		const rate = {
			...fact(edition('80%', '2023-10-01', '2026-09-30', { aliases: ['8割'] }), edition('70%', '2026-10-01', null)),
			words: ['免税'],
		}
		expect(changedFacts('免税の方からは8割を控除できます', '2026-04-01', [rate], '2026-10-01')).toMatchObject([{ was: '8割', now: '70%' }])
		expect(changedFacts('免税の方からは80％を控除できます', '2026-04-01', [rate], '2026-10-01')).toMatchObject([{ was: '80%', now: '70%' }])
	})

	test('that quotes a value for which a new one is expected says so, from that day on', () => {
		const wage = { ...fact(edition('1,029円', '2025-11-21', null, { renewalFrom: '2026-10-01' })), words: ['最低賃金'] }
		const overdue = (text: string, today = '2026-11-23') => freshnessOf(text, '2026-11-23', [wage], today).overdue
		expect(overdue('青森県の最低賃金は1,029円です。')).toEqual([
			{
				name: wage.name,
				value: '1,029円',
				validFrom: '2025-11-21',
				renewalFrom: '2026-10-01',
				law: wage.law,
				source: wage.source,
			},
		])
		expect(overdue('青森県の最低賃金は1,029円です。', '2026-09-30')).toEqual([])
		expect(overdue('最低賃金の話です。日当は1,029円です。')).toEqual([])
		expect(overdue('最低賃金は11,029円ではありません。')).toEqual([])
	})

	test('that quotes a value which nobody compared with the law says what it rests on, and only while it is the value of today', () => {
		const pending = '大綱の資料による。条文とは未照合'
		const limit = fact(edition('62万円', '2026-01-01', '2027-12-31', { pending }), edition('65万円', '2028-01-01', null))
		const found = (text: string, today = '2026-11-23') => freshnessOf(text, '2026-11-23', [limit], today).pending
		expect(found('扶養親族の所得は62万円までです。')).toEqual([
			{ name: limit.name, value: '62万円', pending, law: limit.law, source: limit.source },
		])
		expect(found('売上は62万円です。')).toEqual([])
		expect(found('扶養親族の所得は65万円までです。', '2028-01-01')).toEqual([])
	})

	test.each([
		['2025-11-23', false],
		['2025-11-22', true],
		['2025-12-31', false],
		['2024-12-01', true],
	])('of %s is old on 2026-11-23: %s', (writtenOn, isOld) => {
		expect(isOverAYearOld(writtenOn, '2026-11-23')).toBe(isOld)
		expect(freshnessOf('', writtenOn, [], '2026-11-23')).toEqual({ changed: [], overdue: [], pending: [], isOld })
	})
})

describe('facts in the database', () => {
	test('are found by their keys, with a number where there is one', () =>
		withCtx(async (ctx) => {
			const { 'interest-ceiling-large': ceiling } = await getFacts(ctx, ['interest-ceiling-large'])
			expect(editionAt(ceiling, '2026-11-23')).toMatchObject({ value: '年15%', numbers: { amount: 15 }, validUntil: null })
			await expect(getFacts(ctx, ['no-such-fact'])).rejects.toThrow('there is no fact no-such-fact')
		}))

	test('are read for comparison once their value has changed, or a new one is expected', () =>
		withCtx(async (ctx) => {
			const keys = async (today: string) =>
				(await readDatedFacts({ ...ctx, now: () => new Date(`${today}T03:00:00Z`) })).map(({ key }) => key)
			expect(await keys('2026-09-30')).not.toContain('short-time-wage-requirement')
			expect(await keys('2026-10-01')).toContain('short-time-wage-requirement')
			expect(await keys('2026-10-01')).not.toContain('interest-ceiling-large')
			expect(await keys('2027-03-31')).not.toContain('child-contribution-rate')
			expect(await keys('2027-04-01')).toContain('child-contribution-rate')
		}))

	test('are read once a day by a process', () =>
		withCtx(async (ctx) => {
			const read = readDatedFacts(ctx)
			expect(readDatedFacts(ctx)).toBe(read)
			expect(readDatedFacts({ ...ctx, now: () => new Date('2026-06-16T03:00:00Z') })).not.toBe(read)
			await read
		}))
})
