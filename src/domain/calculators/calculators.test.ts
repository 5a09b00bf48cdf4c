import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { taskOf } from '../../../seed/taxonomy/index.ts'
import { type CalculatorResult, parseCalculatorForm } from './calculator.ts'
import { calculators, findCalculator } from './calculators.ts'
import { type Rates, readRates } from './rates.ts'
import { standardPay } from './social-insurance.ts'

/** A day on which every fact that the calculators use is in force. */
const TODAY = new Date('2026-11-23T03:00:00Z')

const withRates = <T>(keys: readonly string[], handler: (rates: Rates) => T, now = TODAY) =>
	withCtx(async (ctx) => handler(await readRates(ctx, keys)), { now: () => now })

/** Fills the form of a calculator as a visitor would; what is not named keeps its initial value or first choice. */
function calculate(slug: string, typed: Record<string, string>): Promise<CalculatorResult> {
	const calculator = findCalculator(slug)
	if (!calculator) throw new Error(`no calculator ${slug}`)
	const initial = Object.fromEntries(
		calculator.fields.map((field) => [field.name, field.kind === 'choice' ? (field.options[0]?.value ?? '') : (field.initial ?? '0')]),
	)
	const form = parseCalculatorForm(calculator, new URLSearchParams({ ...initial, ...typed }))
	if (form.kind !== 'ready') throw new Error(JSON.stringify(form))
	return withRates(calculator.rateKeys, (rates) => calculator.calculate(form.answers, rates))
}

const amountOf = (result: CalculatorResult, label: string) =>
	result.tables.flatMap(({ lines }) => lines).find((line) => line.label === label)?.amount

describe('the calculators', () => {
	test('use existing facts that are in force and link to existing tasks', () =>
		withRates(
			calculators.flatMap(({ rateKeys }) => rateKeys),
			(rates) => {
				for (const { rateKeys, tasks } of calculators) {
					expect(rateKeys.filter((key) => !rates.has(key))).toEqual([])
					for (const task of tasks) expect(taskOf(task).slug).toBe(task)
				}
			},
		))

	test('have no rate after its last day', () =>
		withRates(
			['national-pension-premium', 'overtime-premium'],
			(rates) => expect([...rates.keys()]).toEqual(['overtime-premium']),
			new Date('2027-03-31T15:00:00Z'),
		))

	test('accept every form at its minimum and maximum values', async () => {
		for (const calculator of calculators)
			for (const end of ['min', 'max'] as const) {
				const typed = Object.fromEntries(
					calculator.fields.map((field) => [
						field.name,
						field.kind === 'choice' ? (field.options.at(end === 'min' ? 0 : -1)?.value ?? '') : `${field[end]}`,
					]),
				)
				const { headline, tables } = await calculate(calculator.slug, typed)
				const texts = [headline.amount, ...tables.flatMap(({ lines }) => lines.flatMap(({ amount, note }) => [amount, note ?? '']))]
				expect(texts.filter((text) => /NaN|Infinity|undefined/.test(text))).toEqual([])
			}
	})
})

describe('parseCalculatorForm', () => {
	const [field] = [{ kind: 'yen', name: 'wage', label: '月給', unit: '円', min: 1_000, max: 10_000_000 } as const]
	const parse = (query: string) => parseCalculatorForm({ fields: [field] }, new URLSearchParams(query))

	test('treats a URL without fields as a form that was not sent', () => {
		expect(parse('utm_source=x')).toEqual({ kind: 'blank' })
	})

	test.each([
		['wage=', '月給を入力してください。なければ0を入れてください。'],
		['wage=abc', '月給は「3000000」や「300万」のように数字で入力してください。'],
		['wage=999', '月給は1,000円以上で入力してください。'],
		['wage=1億', '月給は10,000,000円以下で入力してください。'],
	])('%s says what is wrong and keeps what was typed', (query, message) => {
		expect(parse(query)).toMatchObject({
			kind: 'invalid',
			errors: { wage: message },
			values: { wage: new URLSearchParams(query).get('wage') },
		})
	})

	test('reads yen as people write them', () => {
		const form = parse('wage=３０万円')
		expect(form.kind === 'ready' && form.answers.number('wage')).toBe(300_000)
	})
})

test('overtime: hours beyond 60 cost half as much again, night work is added', async () => {
	const result = await calculate('overtime', { wage: '320000', hours: '160', over: '70', holiday: '8', night: '5', paid: '10万' })
	// 2,000 yen an hour: 60 × 2,500 + 10 × 3,000 + 8 × 2,700 + 5 × 500
	expect(amountOf(result, '割増賃金の合計')).toBe('204,100円')
	expect(result.headline).toEqual({ label: 'まだ払われていない額', amount: '104,100円' })
})

test('setting up: a stock company pays the least tax and the notary, a limited one neither notary nor stamp', async () => {
	const stock = await calculate('company-setup', { form: 'stock', capital: '300万', articles: 'electronic', simple: 'no' })
	expect(stock.headline.amount).toBe('200,000円')
	const llc = await calculate('company-setup', { form: 'llc', capital: '1000万', articles: 'electronic' })
	expect(llc.headline.amount).toBe('70,000円')
	const small = await calculate('company-setup', { form: 'stock', capital: '50万', articles: 'paper', simple: 'yes' })
	expect(small.headline.amount).toBe('205,000円')
})

test('consumption tax: compares the methods, and the special one ends for companies', async () => {
	const typed = { sales10: '880万', buys10: '220万', kind: 'kind5' }
	const now = await calculate('consumption-tax', { ...typed, period: 'until202609' })
	expect(['本則課税', '簡易課税', '2割特例'].map((label) => amountOf(now, label))).toEqual(['600,000円', '400,000円', '160,000円'])
	const sole = await calculate('consumption-tax', { ...typed, period: 'sole2027' })
	expect(amountOf(sole, '3割特例')).toBe('240,000円')
	const later = await calculate('consumption-tax', { ...typed, period: 'others', exempt: '110万' })
	expect(later.tables[0]?.lines.map(({ label }) => label)).toEqual(['本則課税', '簡易課税'])
	// 70% of what exempt suppliers would have charged.
	expect(amountOf(later, '本則課税')).toBe('530,000円')
})

test('consumption tax: purchases above sales give a refund', async () => {
	const result = await calculate('consumption-tax', { period: 'others', sales10: '110万', buys10: '330万', kind: 'kind1' })
	expect(result.headline).toEqual({ label: 'いちばん少ないのは本則課税', amount: '200,000円の還付' })
})

test.each([
	[0, 58_000],
	[62_999, 58_000],
	[63_000, 68_000],
	[194_999, 190_000],
	[195_000, 200_000],
	[1_054_999, 1_030_000],
	[1_055_000, 1_090_000],
	[9_000_000, 1_390_000],
])('a pay of %d yen is in the grade of %d', (pay, standard) => {
	expect(standardPay(pay)).toBe(standard)
})

test('social insurance: halves what is shared and charges the employer alone for child care', async () => {
	const result = await calculate('social-insurance', { pay: '300000', age: 'under40', role: 'worker' })
	const [worker, employer] = result.tables.map(({ lines }) => new Map(lines.map(({ label, amount }) => [label, amount])))
	expect(worker?.get('健康保険')).toBe('14,850円')
	expect(worker?.get('厚生年金')).toBe('27,450円')
	expect(worker?.get('雇用保険')).toBe('1,500円')
	expect(worker?.has('介護保険')).toBe(false)
	expect(employer?.get('子ども・子育て拠出金')).toBe('1,080円')
	const high = await calculate('social-insurance', { pay: '100万', age: '40to64', role: 'director' })
	expect(amountOf(high, '厚生年金')).toBe('59,475円')
	expect(amountOf(high, '介護保険')).toBe('7,938円')
})

test('inheritance tax: a spouse and two children with 100 million pay 3.15 million', async () => {
	const result = await calculate('inheritance-tax', { estate: '1億', debts: '0', spouse: 'yes', heirs: 'children', count: '2' })
	expect(amountOf(result, '相続税の総額')).toBe('6,300,000円')
	expect(result.headline.amount).toBe('3,150,000円')
	const below = await calculate('inheritance-tax', { estate: '4800万', spouse: 'yes', heirs: 'children', count: '2' })
	expect(below.headline.amount).toBe('0円')
	const siblings = await calculate('inheritance-tax', { estate: '1億', spouse: 'no', heirs: 'siblings', count: '1' })
	// (100 − 36) million by the table, a fifth more for a brother.
	expect(siblings.headline.amount).toBe('14,640,000円')
})

test('gift tax: 5 million to a child costs 485,000 yen, and seven years come back', async () => {
	const once = await calculate('gift-tax', { gift: '500万', years: '1', relation: 'family', rate: '0.1' })
	expect(amountOf(once, '贈与税の合計')).toBe('485,000円')
	const general = await calculate('gift-tax', { gift: '500万', years: '1', relation: 'general', rate: '0.1' })
	expect(amountOf(general, '贈与税の合計')).toBe('530,000円')
	expect(general.tables.map(({ title }) => title)).not.toContain('相続時精算課税の内訳')
	const ten = await calculate('gift-tax', { gift: '110万', years: '10', relation: 'family', rate: '0.3' })
	// 7 × 1.1 million less 1 million of the older four.
	expect(amountOf(ten, '相続税に足し戻される額')).toBe('6,700,000円')
	expect(ten.headline).toEqual({ label: '負担がいちばん少ないのは「相続時精算課税」', amount: '0円' })
})

test('factoring: fees become a yearly rate on what is paid out', async () => {
	const result = await calculate('factoring-rate', { face: '100万', fees: '10万', days: '60' })
	expect(result.headline.amount).toBe('67.6%')
	expect(result.notes[0]).toContain('年18%')
	const nothing = await calculate('factoring-rate', { face: '10万', fees: '20万', days: '30' })
	expect(nothing.headline.label).toBe('手元に残るお金がありません')
})

test('an order at a loss has no break-even quantity', async () => {
	const result = await calculate('ec-margin', { price: '1000', cost: '900', shipping: '500', fixed: '1万' })
	expect(result.headline.amount).toMatch(/^-/)
	expect(result.notes[0]).toContain('回収できません')
})

test('incorporating: net income and deductions add up to the profit in both cases', async () => {
	const result = await calculate('incorporation', {
		profit: '1200万',
		pay: '50万',
		nhi: '90万',
		age: '40to64',
		business: 'yes',
		costs: '30万',
	})
	const yen = (text: string) => Number(text.replaceAll(/[^\d-]/g, ''))
	for (const { lines } of result.tables)
		expect(Math.abs(lines.reduce((sum, { amount }) => sum + yen(amount), 0) - 12_000_000)).toBeLessThanOrEqual(lines.length)
	expect(amountOf(result, '個人事業税')).toBe('455,000円')
	expect(amountOf(result, '社会保険料（本人の負担）')).not.toBe('0円')
})

test('incorporating: a company without profit still pays the tax per head, and says that it makes a loss', async () => {
	const result = await calculate('incorporation', { profit: '300万', pay: '50万', nhi: '20万', age: 'under40', business: 'no', costs: '0' })
	expect(amountOf(result, '法人住民税')).toBe('70,000円')
	expect(result.notes[0]).toContain('赤字')
})
