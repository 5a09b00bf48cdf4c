import { bySteps, type Calculator, floorTo, yenText } from './calculator.ts'
import { numberOf } from './rates.ts'

/** 相続税の速算表（相続税法16条）。 */
export const inheritanceSteps = [
	{ upTo: 10_000_000, rate: 0.1, off: 0 },
	{ upTo: 30_000_000, rate: 0.15, off: 500_000 },
	{ upTo: 50_000_000, rate: 0.2, off: 2_000_000 },
	{ upTo: 100_000_000, rate: 0.3, off: 7_000_000 },
	{ upTo: 200_000_000, rate: 0.4, off: 17_000_000 },
	{ upTo: 300_000_000, rate: 0.45, off: 27_000_000 },
	{ upTo: 600_000_000, rate: 0.5, off: 42_000_000 },
	{ upTo: Number.POSITIVE_INFINITY, rate: 0.55, off: 72_000_000 },
] as const

/** The share of a spouse beside these heirs (民法900条). */
const spouseShares: Record<string, number> = { children: 1 / 2, parents: 2 / 3, siblings: 3 / 4 }

/** 相続税の概算: the tax of all heirs together, on shares as the civil code sets them. */
export const inheritanceTax: Calculator = {
	slug: 'inheritance-tax',
	title: '相続税の概算',
	summary: '財産の合計と相続人から、基礎控除、相続税の総額、法定相続分どおりに分けたときの納税額の目安を計算します。',
	fields: [
		{
			kind: 'yen',
			name: 'estate',
			label: '財産の合計',
			hint: '土地は路線価など、家は固定資産税評価額、生命保険金は非課税の額を引いた額で。',
			unit: '円',
			min: 0,
			max: 10_000_000_000,
		},
		{ kind: 'yen', name: 'debts', label: '借入金と葬式費用', unit: '円', min: 0, max: 10_000_000_000, initial: '0' },
		{
			kind: 'choice',
			name: 'spouse',
			label: '配偶者',
			options: [
				{ value: 'yes', label: 'いる' },
				{ value: 'no', label: 'いない' },
			],
		},
		{
			kind: 'choice',
			name: 'heirs',
			label: '配偶者のほかの相続人',
			hint: '子がいれば子、いなければ親、親もいなければ兄弟姉妹です。',
			options: [
				{ value: 'children', label: '子' },
				{ value: 'parents', label: '親' },
				{ value: 'siblings', label: '兄弟姉妹' },
				{ value: 'none', label: 'いない（配偶者だけ）' },
			],
		},
		{ kind: 'number', name: 'count', label: 'その人数', hint: '配偶者だけのときは0。', unit: '人', min: 0, max: 20 },
	],
	rateKeys: ['inheritance-basic-deduction'],
	limits: [
		'小規模宅地等の特例、生前贈与の加算、養子の数の制限、代襲相続、未成年者控除などは含みません。土地の特例だけで大きく変わることがあります。',
		'法定相続分どおりに分けた場合の目安です。分け方で、配偶者の軽減と一人ひとりの額が変わります。',
	],
	tasks: ['inheritance-tax-return', 'lifetime-gift', 'estate-division'],
	calculate({ number, choice }, rates) {
		const rate = (name: string) => numberOf(rates, 'inheritance-basic-deduction', name)
		const hasSpouse = choice('spouse') === 'yes'
		const others = choice('heirs') === 'none' ? 0 : number('count')
		const heirs = Math.floor(others) + (hasSpouse ? 1 : 0)
		const net = Math.max(number('estate') - number('debts'), 0)
		const basic = heirs === 0 ? 0 : rate('basic') + rate('perHeir') * heirs
		const taxable = heirs === 0 ? 0 : Math.max(floorTo(net, 1_000) - basic, 0)
		const spouseShare = hasSpouse ? (others > 0 ? (spouseShares[choice('heirs')] ?? 1) : 1) : 0
		const taxOf = (share: number) => bySteps(floorTo(taxable * share, 1_000), inheritanceSteps)
		const otherShare = others > 0 ? (1 - spouseShare) / others : 0
		const total = floorTo(taxOf(spouseShare) + others * taxOf(otherShare), 100)
		const surcharge = choice('heirs') === 'siblings' ? 1.2 : 1
		const othersTax = others > 0 ? total * (1 - spouseShare) * surcharge : 0
		// A spouse pays nothing on the legal share, whatever it comes to (相続税法19条の2).
		const payable = floorTo(othersTax, 100)
		return {
			headline: { label: '家族全員で納める額の目安', amount: yenText(payable) },
			tables: [
				{
					title: '内訳',
					lines: [
						{ label: '借入金などを引いた財産', amount: yenText(net) },
						{ label: '基礎控除', amount: yenText(basic), note: `3000万円 + 600万円 × ${heirs}人` },
						{ label: '課税される額', amount: yenText(taxable) },
						{ label: '相続税の総額', amount: yenText(total), note: '法定相続分で分けた額に税率をかけた合計' },
						...(hasSpouse
							? [{ label: '配偶者の税額軽減', amount: `-${yenText(total * spouseShare)}`, note: '法定相続分までは税がかからない' }]
							: []),
						...(surcharge > 1 && others > 0 ? [{ label: '兄弟姉妹の2割加算', amount: yenText(othersTax - othersTax / surcharge) }] : []),
						{ label: '納める額の目安', amount: yenText(payable), isTotal: true },
					],
				},
			],
			notes: inheritanceNotes(heirs, taxable),
		}
	},
}

function inheritanceNotes(heirs: number, taxable: number): string[] {
	if (heirs === 0)
		return ['相続人がいないとき（配偶者も子も親も兄弟姉妹もいないとき）は、この計算では出せません。弁護士か司法書士に相談してください。']
	return taxable === 0
		? ['基礎控除の範囲なので、相続税はかからない見込みです。特例を使って0円になるときとは違い、申告もいりません。']
		: ['申告と納税の期限は、亡くなったことを知った日の翌日から10か月です。配偶者の軽減を使うには申告が必要です。']
}
