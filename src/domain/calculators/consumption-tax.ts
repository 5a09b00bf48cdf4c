import { type Answers, type Calculator, floorTo, yenText } from './calculator.ts'
import { numberOf, type Rates } from './rates.ts'

const kinds = [
	{ value: 'kind1', label: '卸売業（第1種）' },
	{ value: 'kind2', label: '小売業、農林漁業の飲食料品（第2種）' },
	{ value: 'kind3', label: '製造業、建設業など（第3種）' },
	{ value: 'kind4', label: '飲食店業、その他（第4種）' },
	{ value: 'kind5', label: 'サービス業、運輸通信業など（第5種）' },
	{ value: 'kind6', label: '不動産業（第6種）' },
] as const

const periods = [
	{ value: 'until202609', label: '2026年9月30日までの日を含む課税期間（個人は2026年分まで）' },
	{ value: 'sole2027', label: '個人の2027年分・2028年分' },
	{ value: 'others', label: 'それ以外（法人の2026年10月1日以後に始まる課税期間など）' },
] as const

const amounts = { unit: '円', min: 0, max: 1_000_000_000 } as const

/** 消費税: the general way, the simplified one, and the special one of small businesses that registered for invoices. */
export const consumptionTax: Calculator = {
	slug: 'consumption-tax',
	title: '消費税の計算方法の比較（本則・簡易・2割特例）',
	summary: '1年の売上と仕入れから、本則課税、簡易課税、インボイスの特例（2割・3割）の納税額を並べて比べます。',
	fields: [
		{ kind: 'choice', name: 'period', label: '申告する課税期間', options: periods },
		{ kind: 'yen', name: 'sales10', label: '税率10%の売上（税込・年）', ...amounts },
		{ kind: 'yen', name: 'sales8', label: '軽減税率8%の売上（税込・年）', initial: '0', ...amounts },
		{
			kind: 'yen',
			name: 'buys10',
			label: '税率10%の仕入れと経費（税込・年）',
			hint: 'インボイスのあるもの。給与、保険料、税金、海外の取引など消費税のないものは除きます。',
			...amounts,
		},
		{ kind: 'yen', name: 'buys8', label: '軽減税率8%の仕入れ（税込・年）', initial: '0', ...amounts },
		{
			kind: 'yen',
			name: 'exempt',
			label: '免税事業者などからの10%の仕入れ（税込・年）',
			hint: 'インボイスのないもの。',
			initial: '0',
			...amounts,
		},
		{ kind: 'choice', name: 'kind', label: '主な業種（簡易課税の区分）', options: kinds },
	],
	rateKeys: ['consumption-tax-rate', 'simplified-tax-deemed-rates', 'invoice-sole-rate', 'invoice-transition'],
	limits: [
		'売上の消費税は税込の額から割り戻して計算しています。課税売上割合は95%以上、業種は一つとしています。',
		'特例は、インボイスの登録がなければ免税だった人だけが使えます。基準期間の課税売上が1000万円を超える期間などには使えません。',
		'簡易課税は、基準期間の課税売上が5000万円以下で、期限までに届け出た場合だけ使えます。',
	],
	tasks: ['tax-adviser', 'invoice-denchoho', 'income-tax-return'],
	calculate(answers, rates) {
		const sold = soldTax(answers, rates)
		const kind = numberOf(rates, 'simplified-tax-deemed-rates', answers.choice('kind'))
		const period = answers.choice('period')
		const ways = [
			{ label: '本則課税', tax: sold - boughtTax(answers, rates), note: '実際の仕入れの消費税を引く' },
			{ label: '簡易課税', tax: sold * (1 - kind), note: `みなし仕入率 ${Math.round(kind * 100)}%` },
			...(period === 'others' ? [] : [specialWay(sold, numberOf(rates, 'invoice-sole-rate', 'share', daysOfPeriods[period]))]),
		].map((way) => ({ ...way, tax: floorSigned(way.tax) }))
		const least = ways.reduce((best, way) => (way.tax < best.tax ? way : best))
		return {
			headline: { label: `いちばん少ないのは${least.label}`, amount: least.tax < 0 ? `${yenText(-least.tax)}の還付` : yenText(least.tax) },
			tables: [
				{
					title: '納める消費税（国と地方の合計）',
					lines: ways.map(({ label, tax, note }) => ({
						label,
						amount: tax < 0 ? `${yenText(-tax)}の還付` : yenText(tax),
						note,
						isTotal: label === least.label,
					})),
				},
			],
			notes: [
				`売上に含まれる消費税は${yenText(sold)}として計算しました。`,
				...(period === 'others' ? ['この課税期間には、2割・3割の特例はありません。'] : []),
				'簡易課税を選ぶと2年間は本則課税に戻せません。大きな設備を買う年は、本則課税で還付になることがあります。',
			],
		}
	},
}

const within = (amount: number, percent: number) => (amount * percent) / (100 + percent)

/** A day of each period whose shares the law fixes; the other periods have the shares of today. */
const daysOfPeriods: Readonly<Record<string, string>> = { until202609: '2026-09-30', sole2027: '2027-12-31' }

const percents = (rates: Rates) => ({
	standard: numberOf(rates, 'consumption-tax-rate', 'standard'),
	reduced: numberOf(rates, 'consumption-tax-rate', 'reduced'),
})

function soldTax({ number }: Answers, rates: Rates): number {
	const { standard, reduced } = percents(rates)
	return within(number('sales10'), standard) + within(number('sales8'), reduced)
}

function boughtTax({ number, choice }: Answers, rates: Rates): number {
	const { standard, reduced } = percents(rates)
	const share = numberOf(rates, 'invoice-transition', 'share', daysOfPeriods[choice('period')])
	return within(number('buys10'), standard) + within(number('buys8'), reduced) + within(number('exempt'), standard) * share
}

const specialWay = (sold: number, share: number) => ({
	label: `${Math.round(share * 10)}割特例`,
	tax: sold * share,
	note: `売上の消費税の${Math.round(share * 10)}割を納める`,
})

/** Tax is rounded down to a hundred yen, a refund to one. */
const floorSigned = (tax: number) => (tax < 0 ? -Math.floor(-tax) : floorTo(tax, 100))
