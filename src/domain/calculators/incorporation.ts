import { bySteps, type Calculator, floorTo, yenText } from './calculator.ts'
import { numberOf, type Rates } from './rates.ts'
import { contributionKeys, contributions, workersHalf } from './social-insurance.ts'

/** 所得税の速算表（所得税法89条）。 */
const incomeSteps = [
	{ upTo: 1_949_000, rate: 0.05, off: 0 },
	{ upTo: 3_299_000, rate: 0.1, off: 97_500 },
	{ upTo: 6_949_000, rate: 0.2, off: 427_500 },
	{ upTo: 8_999_000, rate: 0.23, off: 636_000 },
	{ upTo: 17_999_000, rate: 0.33, off: 1_536_000 },
	{ upTo: 39_999_000, rate: 0.4, off: 2_796_000 },
	{ upTo: Number.POSITIVE_INFINITY, rate: 0.45, off: 4_796_000 },
] as const

/** 給与所得控除（所得税法28条）above the least amount. */
const salarySteps = [
	{ upTo: 3_600_000, rate: 0.3, off: -80_000 },
	{ upTo: 6_600_000, rate: 0.2, off: -440_000 },
	{ upTo: 8_500_000, rate: 0.1, off: -1_100_000 },
	{ upTo: Number.POSITIVE_INFINITY, rate: 0, off: -1_950_000 },
] as const

/** 法人成り: what is left to the owner as a person and as a company. */
export const incorporation: Calculator = {
	slug: 'incorporation',
	title: '法人成りの手取り比較',
	summary: '個人事業のままの場合と会社にした場合の、税金と社会保険料を引いて残るお金を並べて比べる概算です。',
	fields: [
		{ kind: 'yen', name: 'profit', label: '事業の利益（役員報酬や青色申告特別控除を引く前・年）', unit: '円', min: 0, max: 100_000_000 },
		{ kind: 'yen', name: 'pay', label: '会社にしたときの役員報酬（月額）', unit: '円', min: 0, max: 5_000_000 },
		{
			kind: 'yen',
			name: 'nhi',
			label: '個人のままの国民健康保険料（年額）',
			hint: '市区町村で大きく違うため、通知書の額を入れてください。',
			unit: '円',
			min: 0,
			max: 1_200_000,
		},
		{
			kind: 'choice',
			name: 'age',
			label: '年齢',
			options: [
				{ value: 'under40', label: '40歳未満・65歳以上' },
				{ value: '40to64', label: '40歳から64歳' },
			],
		},
		{
			kind: 'choice',
			name: 'business',
			label: '個人事業税（5%の業種）',
			options: [
				{ value: 'yes', label: 'かかる' },
				{ value: 'no', label: 'かからない業種' },
			],
		},
		{
			kind: 'yen',
			name: 'costs',
			label: '会社にして増える費用（税理士の報酬など・年）',
			unit: '円',
			min: 0,
			max: 10_000_000,
			initial: '300000',
		},
	],
	rateKeys: [
		'basic-deduction-standard',
		'basic-deduction-extra',
		'employment-income-deduction-min',
		'blue-return-deduction',
		'reconstruction-surtax',
		'resident-tax',
		'sole-business-tax',
		'corporate-low-rate',
		'corporate-rate',
		'local-corporate-tax-rate',
		'corporate-resident-tax',
		'corporate-business-tax',
		'national-pension-premium',
		...contributionKeys,
	],
	limits: [
		'扶養や配偶者、生命保険などの控除、消費税、退職金、設立費用、住民税や事業税の翌年の経費は含みません。青色申告特別控除は最高額（電子申告などの要件を満たす場合）としています。',
		'住民税と法人の地方税は標準の率、健康保険は協会けんぽの全国平均です。会社に残るお金を将来引き出すときの税も含みません。',
		'防衛特別法人税（2026年4月以後に始まる事業年度。法人税額が500万円を超える会社にかかります）は含みません。',
		'同じ利益でも役員報酬の置き方で変わります。低め、中くらい、高めの三通りで比べてください。判断は税理士の試算で確かめてください。',
	],
	tasks: ['incorporation-decision', 'tax-adviser'],
	calculate({ number, choice }, rates) {
		const sole = soleWay({ profit: number('profit'), nhi: number('nhi'), hasBusinessTax: choice('business') === 'yes' }, rates)
		const company = companyWay(
			{ profit: number('profit') - number('costs'), pay: number('pay'), hasCare: choice('age') === '40to64' },
			rates,
		)
		const gain = company.left - sole.left
		return {
			headline: { label: gain >= 0 ? '会社にすると増える手残り（年）' : '会社にすると減る手残り（年）', amount: yenText(Math.abs(gain)) },
			tables: [
				{ title: '個人事業のまま', lines: [...sole.lines, { label: '手元に残る額', amount: yenText(sole.left), isTotal: true }] },
				{
					title: '会社にする',
					lines: [
						{ label: '増える費用', amount: yenText(number('costs')) },
						...company.lines,
						{ label: '本人と会社に残る額', amount: signed(company.left), isTotal: true },
					],
				},
			],
			notes: company.isLoss
				? ['役員報酬と保険料が利益を上回り、会社は赤字になります。赤字は10年間繰り越せますが、この計算では扱っていません。']
				: [],
		}
	},
}

const signed = (amount: number) => (amount < 0 ? `-${yenText(-amount)}` : yenText(amount))

type Taken = { label: string; amount: number }
const linesOf = (taken: readonly Taken[]) => taken.map(({ label, amount }) => ({ label, amount: yenText(amount) }))
const sumOf = (taken: readonly Taken[]) => taken.reduce((sum, { amount }) => sum + amount, 0)

function soleWay({ profit, nhi, hasBusinessTax }: { profit: number; nhi: number; hasBusinessTax: boolean }, rates: Rates) {
	const business = (name: string) => numberOf(rates, 'sole-business-tax', name)
	const income = Math.max(profit - numberOf(rates, 'blue-return-deduction', 'amount'), 0)
	const pension = numberOf(rates, 'national-pension-premium', 'monthly') * 12
	const taken = [
		...personalTaxes(income, nhi + pension, rates),
		{ label: '個人事業税', amount: hasBusinessTax ? floorTo(Math.max(profit - business('off'), 0) * business('rate'), 100) : 0 },
		{ label: '国民健康保険料', amount: nhi },
		{ label: '国民年金', amount: pension },
	]
	return { lines: linesOf(taken), left: profit - sumOf(taken) }
}

function companyWay({ profit, pay, hasCare }: { profit: number; pay: number; hasCare: boolean }, rates: Rates) {
	const both = contributions(pay, hasCare, rates)
	const shared = [both.health, both.care, both.childSupport, both.pension]
	const workers = pay === 0 ? 0 : shared.reduce((sum, one) => sum + workersHalf(one), 0) * 12
	const employers = pay === 0 ? 0 : shared.reduce((sum, one) => sum + (one - workersHalf(one)), both.childContribution) * 12
	const salary = pay * 12
	const before = profit - salary - employers
	const salaryIncome = Math.max(
		salary - Math.max(bySteps(salary, salarySteps), numberOf(rates, 'employment-income-deduction-min', 'amount')),
		0,
	)
	const taken = [
		...personalTaxes(salaryIncome, workers, rates),
		{ label: '社会保険料（本人の負担）', amount: workers },
		{ label: '社会保険料（会社の負担）', amount: employers },
		...corporateTaxes(Math.max(floorTo(before, 1_000), 0), rates),
	]
	return { lines: linesOf(taken), left: profit - sumOf(taken), isLoss: before < 0 }
}

/** 所得税 with its surtax, and 住民税, of an income after these contributions. */
function personalTaxes(income: number, paidContributions: number, rates: Rates): Taken[] {
	const more = (name: string) => numberOf(rates, 'basic-deduction-extra', name)
	const resident = (name: string) => numberOf(rates, 'resident-tax', name)
	const extra = income <= more('lowUntil') ? more('low') : income <= more('middleUntil') ? more('middle') : 0
	const basic = numberOf(rates, 'basic-deduction-standard', 'amount')
	const taxable = floorTo(Math.max(income - paidContributions - basic - extra, 0), 1_000)
	const residentTaxable = floorTo(Math.max(income - paidContributions - resident('basic'), 0), 1_000)
	return [
		{ label: '所得税', amount: floorTo(bySteps(taxable, incomeSteps) * (1 + numberOf(rates, 'reconstruction-surtax', 'rate')), 100) },
		{ label: '住民税', amount: residentTaxable === 0 ? 0 : floorTo(residentTaxable * resident('rate'), 100) + resident('perPerson') },
	]
}

/** Of a company with a capital of ten million yen or less and fifty people or fewer. */
function corporateTaxes(income: number, rates: Rates): Taken[] {
	const rate = (key: string, name = 'rate') => numberOf(rates, key, name)
	const low = Math.min(income, rate('corporate-low-rate', 'upTo'))
	const corporate = low * rate('corporate-low-rate') + (income - low) * rate('corporate-rate')
	const step = (name: string) => rate('corporate-business-tax', name)
	const first = Math.min(income, 4_000_000)
	const second = Math.min(Math.max(income - 4_000_000, 0), 4_000_000)
	const business = first * step('first') + second * step('second') + Math.max(income - 8_000_000, 0) * step('third')
	return [
		{ label: '法人税・地方法人税', amount: floorTo(corporate * (1 + rate('local-corporate-tax-rate')), 100) },
		{ label: '法人住民税', amount: floorTo(corporate * rate('corporate-resident-tax'), 100) + rate('corporate-resident-tax', 'perCapita') },
		{ label: '法人事業税・特別法人事業税', amount: floorTo(business * (1 + step('special')), 100) },
	]
}
