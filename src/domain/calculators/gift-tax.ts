import { bySteps, type Calculator, shareText, yenText } from './calculator.ts'
import { inheritanceSteps } from './inheritance-tax.ts'
import { numberOf, type Rates } from './rates.ts'

const END = Number.POSITIVE_INFINITY

/** 一般税率の速算表（相続税法21条の7）。 */
const generalSteps = [
	{ upTo: 2_000_000, rate: 0.1, off: 0 },
	{ upTo: 3_000_000, rate: 0.15, off: 100_000 },
	{ upTo: 4_000_000, rate: 0.2, off: 250_000 },
	{ upTo: 6_000_000, rate: 0.3, off: 650_000 },
	{ upTo: 10_000_000, rate: 0.4, off: 1_250_000 },
	{ upTo: 15_000_000, rate: 0.45, off: 1_750_000 },
	{ upTo: 30_000_000, rate: 0.5, off: 2_500_000 },
	{ upTo: END, rate: 0.55, off: 4_000_000 },
] as const

/** 特例税率の速算表（租税特別措置法70条の2の5）: from parents and grandparents to those of 18 and older. */
const familySteps = [
	{ upTo: 2_000_000, rate: 0.1, off: 0 },
	{ upTo: 4_000_000, rate: 0.15, off: 100_000 },
	{ upTo: 6_000_000, rate: 0.2, off: 300_000 },
	{ upTo: 10_000_000, rate: 0.3, off: 900_000 },
	{ upTo: 15_000_000, rate: 0.4, off: 1_900_000 },
	{ upTo: 30_000_000, rate: 0.45, off: 2_650_000 },
	{ upTo: 45_000_000, rate: 0.5, off: 4_150_000 },
	{ upTo: END, rate: 0.55, off: 6_400_000 },
] as const

/** 贈与税 and what the gifts do to the later inheritance tax, by both ways. */
export const giftTax: Calculator = {
	slug: 'gift-tax',
	title: '生前贈与の試算（暦年課税と相続時精算課税）',
	summary: '毎年の贈与を続けたとき、贈与税と、相続税に足し戻される分を合わせた負担を、二つの方法で比べます。',
	fields: [
		{ kind: 'yen', name: 'gift', label: '1年に渡す額', unit: '円', min: 1, max: 1_000_000_000 },
		{
			kind: 'number',
			name: 'years',
			label: '続ける年数',
			hint: '最後の贈与の直後に相続が起きたとして計算します。',
			unit: '年',
			min: 1,
			max: 30,
			initial: '10',
		},
		{
			kind: 'choice',
			name: 'relation',
			label: '渡す人ともらう人',
			options: [
				{ value: 'family', label: '父母・祖父母から、18歳以上の子・孫へ' },
				{ value: 'general', label: 'それ以外' },
			],
		},
		{
			kind: 'choice',
			name: 'rate',
			label: '相続税の税率（何もしない場合にいちばん高い部分にかかる率）',
			options: [{ value: '0', label: 'かからない' }, ...inheritanceSteps.map(({ rate }) => ({ value: `${rate}`, label: shareText(rate) }))],
		},
	],
	rateKeys: ['gift-basic-deduction', 'gift-addback-years', 'settlement-basic-deduction', 'settlement-special-deduction'],
	limits: [
		'もらう人は一人で、その人が相続でも財産を受け取るとしています。財産を受け取らない孫などへの暦年課税の贈与は、原則として足し戻されません。',
		'相続時精算課税は、原則として60歳以上の父母・祖父母から18歳以上の子・孫への贈与に使えます。一度選ぶと、その人からの贈与は暦年課税に戻せません。',
		'住宅資金や教育資金の非課税、株価の変動、相続税率が変わることは含みません。',
	],
	tasks: ['lifetime-gift', 'inheritance-tax-return'],
	calculate({ number, choice }, rates) {
		const years = Math.floor(number('years'))
		const rate = Number(choice('rate'))
		const yearly = yearlyWay({ gift: number('gift'), years, rate, isFamily: choice('relation') === 'family' }, rates)
		const canSettle = choice('relation') === 'family'
		const settled = settledWay({ gift: number('gift'), years, rate }, rates)
		const nothing = number('gift') * years * rate
		const ways = [
			{ label: '何も渡さない', total: nothing },
			{ label: '暦年課税', total: yearly.total },
			...(canSettle ? [{ label: '相続時精算課税', total: settled.total }] : []),
		]
		const least = ways.reduce((best, way) => (way.total < best.total ? way : best))
		return {
			headline: { label: `負担がいちばん少ないのは「${least.label}」`, amount: yenText(least.total) },
			tables: [
				{
					title: '贈与税と相続税の合計の増え方',
					lines: ways.map(({ label, total }) => ({ label, amount: yenText(total), isTotal: label === least.label })),
				},
				wayTable('暦年課税の内訳', yearly),
				...(canSettle ? [wayTable('相続時精算課税の内訳', settled)] : []),
			],
			notes: [`合わせて${yenText(number('gift') * years)}を渡す計算です。何も渡さない場合は、その全額に相続税の率をかけています。`],
		}
	},
}

type Way = { giftTax: number; addedBack: number; credited: number; total: number }

const wayTable = (title: string, { giftTax: paid, addedBack, credited, total }: Way) => ({
	title,
	lines: [
		{ label: '贈与税の合計', amount: yenText(paid) },
		{ label: '相続税に足し戻される額', amount: yenText(addedBack) },
		{ label: '相続税から引ける・戻る贈与税', amount: yenText(credited) },
		{ label: '負担の合計', amount: yenText(total), isTotal: true },
	],
})

/** Gifts of the last seven years come back, those of the fourth to seventh less a million in all (相続税法19条). */
function yearlyWay({ gift, years, rate, isFamily }: { gift: number; years: number; rate: number; isFamily: boolean }, rates: Rates): Way {
	const taxOfYear =
		Math.floor(
			bySteps(Math.max(gift - numberOf(rates, 'gift-basic-deduction', 'yearly'), 0), isFamily ? familySteps : generalSteps) / 100,
		) * 100
	const back = Math.min(years, numberOf(rates, 'gift-addback-years', 'years'))
	const older = Math.max(back - 3, 0)
	const addedBack = (back - older) * gift + Math.max(older * gift - numberOf(rates, 'gift-addback-years', 'olderOff'), 0)
	const credited = Math.min(back * taxOfYear, addedBack * rate)
	return { giftTax: years * taxOfYear, addedBack, credited, total: years * taxOfYear + addedBack * rate - credited }
}

/** Everything above the yearly deduction comes back, with the tax that was paid (相続税法21条の9から21条の16). */
function settledWay({ gift, years, rate }: { gift: number; years: number; rate: number }, rates: Rates): Way {
	const addedBack = Math.max(gift - numberOf(rates, 'settlement-basic-deduction', 'yearly'), 0) * years
	const paid =
		Math.max(addedBack - numberOf(rates, 'settlement-special-deduction', 'most'), 0) *
		numberOf(rates, 'settlement-special-deduction', 'rate')
	return { giftTax: paid, addedBack, credited: paid, total: addedBack * rate }
}
