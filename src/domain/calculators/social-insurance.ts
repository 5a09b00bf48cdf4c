import { type Calculator, yenText } from './calculator.ts'
import { numberOf, type Rates } from './rates.ts'

/** Standard monthly remunerations and the pay that each begins at, in thousands of yen (健康保険法40条). */
const grades: readonly (readonly [standard: number, from: number])[] = [
	[58, 0],
	[68, 63],
	[78, 73],
	[88, 83],
	[98, 93],
	[104, 101],
	[110, 107],
	[118, 114],
	[126, 122],
	[134, 130],
	[142, 138],
	[150, 146],
	[160, 155],
	[170, 165],
	[180, 175],
	[190, 185],
	[200, 195],
	[220, 210],
	[240, 230],
	[260, 250],
	[280, 270],
	[300, 290],
	[320, 310],
	[340, 330],
	[360, 350],
	[380, 370],
	[410, 395],
	[440, 425],
	[470, 455],
	[500, 485],
	[530, 515],
	[560, 545],
	[590, 575],
	[620, 605],
	[650, 635],
	[680, 665],
	[710, 695],
	[750, 730],
	[790, 770],
	[830, 810],
	[880, 855],
	[930, 905],
	[980, 955],
	[1030, 1005],
	[1090, 1055],
	[1150, 1115],
	[1210, 1175],
	[1270, 1235],
	[1330, 1295],
	[1390, 1355],
]

/** The standard monthly remuneration of health insurance for this pay. */
export const standardPay = (pay: number): number => (grades.findLast(([, from]) => pay >= from * 1_000)?.[0] ?? 58) * 1_000

export type Contributions = {
	standard: number
	pensionStandard: number
	health: number
	care: number
	childSupport: number
	pension: number
	childContribution: number
}

/** The facts that `contributions` uses. */
export const contributionKeys = [
	'health-insurance-rate-average',
	'care-insurance-rate',
	'child-support-rate',
	'pension-rate',
	'pension-standard-limits',
	'child-contribution-rate',
] as const

/** Contributions of both sides together for a month; `childContribution` is the employer's alone. */
export function contributions(pay: number, hasCare: boolean, rates: Rates): Contributions {
	const standard = standardPay(pay)
	const pensionStandard = Math.min(
		Math.max(standard, numberOf(rates, 'pension-standard-limits', 'least')),
		numberOf(rates, 'pension-standard-limits', 'most'),
	)
	return {
		standard,
		pensionStandard,
		health: standard * numberOf(rates, 'health-insurance-rate-average', 'rate'),
		care: hasCare ? standard * numberOf(rates, 'care-insurance-rate', 'rate') : 0,
		childSupport: standard * numberOf(rates, 'child-support-rate', 'rate'),
		pension: pensionStandard * numberOf(rates, 'pension-rate', 'rate'),
		childContribution: pensionStandard * numberOf(rates, 'child-contribution-rate', 'rate'),
	}
}

/** Half of what both sides pay, with fractions up to 50 sen dropped, as they are when taken from wages. */
export const workersHalf = (both: number): number => Math.ceil(both / 2 - 0.5)

/** 社会保険料: what an employee and the employer pay in a month. */
export const socialInsurance: Calculator = {
	slug: 'social-insurance',
	title: '社会保険料の計算（会社と本人の負担）',
	summary: '月給と年齢から、健康保険、介護保険、厚生年金、雇用保険の保険料を、会社と本人に分けて計算します。',
	fields: [
		{ kind: 'yen', name: 'pay', label: '月給（通勤手当を含む総支給額）', unit: '円', min: 10_000, max: 10_000_000 },
		{
			kind: 'choice',
			name: 'age',
			label: '年齢',
			options: [
				{ value: 'under40', label: '40歳未満' },
				{ value: '40to64', label: '40歳から64歳' },
				{ value: 'over65', label: '65歳から69歳' },
			],
		},
		{
			kind: 'choice',
			name: 'role',
			label: '立場',
			options: [
				{ value: 'worker', label: '従業員（雇用保険に入る）' },
				{ value: 'director', label: '役員など（雇用保険に入らない）' },
			],
		},
	],
	rateKeys: [...contributionKeys, 'employment-insurance-rate'],
	limits: [
		'健康保険は協会けんぽの全国平均の率です。実際の率は都道府県ごとに違い、健康保険組合では組合ごとに違います。',
		'賞与、労災保険料、70歳以上の人は含みません。保険料は、毎年の定時決定などで決まった標準報酬月額にかかります。',
	],
	tasks: ['social-insurance-procedures', 'payroll', 'social-insurance-enrollment'],
	calculate({ number, choice }, rates) {
		const pay = number('pay')
		const both = contributions(pay, choice('age') === '40to64', rates)
		const isWorker = choice('role') === 'worker'
		const employment = (side: string) => (isWorker ? pay * numberOf(rates, 'employment-insurance-rate', side) : 0)
		const shared = [
			{ label: '健康保険', amount: both.health },
			{ label: '介護保険', amount: both.care },
			{ label: '子ども・子育て支援金', amount: both.childSupport },
			{ label: '厚生年金', amount: both.pension },
		].filter(({ amount }) => amount > 0)
		const worker = [
			...shared.map(({ label, amount }) => ({ label, pay: workersHalf(amount) })),
			{ label: '雇用保険', pay: Math.ceil(employment('worker') - 0.5) },
		]
		const employer = [
			...shared.map(({ label, amount }) => ({ label, pay: amount - workersHalf(amount) })),
			{ label: '子ども・子育て拠出金', pay: both.childContribution },
			{ label: '雇用保険', pay: employment('employer') },
		]
		const sum = (lines: readonly { pay: number }[]) => lines.reduce((total, line) => total + Math.floor(line.pay), 0)
		const table = (title: string, lines: readonly { label: string; pay: number }[]) => ({
			title,
			lines: [
				...lines.filter((line) => line.pay > 0).map((line) => ({ label: line.label, amount: yenText(line.pay) })),
				{ label: '合計', amount: yenText(sum(lines)), isTotal: true },
			],
		})
		return {
			headline: { label: '会社が1か月に払う額（給与と会社負担の保険料）', amount: yenText(pay + sum(employer)) },
			tables: [table('本人の負担（1か月）', worker), table('会社の負担（1か月）', employer)],
			notes: [`標準報酬月額は、健康保険${yenText(both.standard)}、厚生年金${yenText(both.pensionStandard)}です。`],
		}
	},
}
