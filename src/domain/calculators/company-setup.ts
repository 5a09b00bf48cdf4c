import { type Calculator, floorTo, yenText } from './calculator.ts'
import { numberOf, type Rates } from './rates.ts'

/** 設立費用: what goes to the registry, the notary and the state. */
export const companySetup: Calculator = {
	slug: 'company-setup',
	title: '会社の設立費用の計算',
	summary: '株式会社か合同会社か、資本金、定款の作り方から、登録免許税、定款認証の手数料、印紙税の合計を計算します。',
	fields: [
		{
			kind: 'choice',
			name: 'form',
			label: '会社の形',
			options: [
				{ value: 'stock', label: '株式会社' },
				{ value: 'llc', label: '合同会社' },
			],
		},
		{ kind: 'yen', name: 'capital', label: '資本金', unit: '円', min: 1, max: 10_000_000_000 },
		{
			kind: 'choice',
			name: 'articles',
			label: '定款',
			options: [
				{ value: 'electronic', label: '電子定款' },
				{ value: 'paper', label: '紙の定款' },
			],
		},
		{
			kind: 'choice',
			name: 'simple',
			label: '発起人は3人以下の個人で、全員が株を引き受け、取締役会を置かない（株式会社だけ）',
			options: [
				{ value: 'yes', label: 'はい' },
				{ value: 'no', label: 'いいえ・分からない' },
			],
		},
		{
			kind: 'yen',
			name: 'fee',
			label: '専門家に払う報酬',
			hint: '自分で手続きするなら0。',
			unit: '円',
			min: 0,
			max: 10_000_000,
			initial: '0',
		},
	],
	rateKeys: ['stock-company-registration', 'llc-registration', 'articles-certification-fee', 'articles-stamp-duty'],
	limits: [
		'会社の印鑑、印鑑証明書、登記事項証明書、定款の謄本の費用（合わせて1万円前後）は含みません。',
		'特定創業支援等事業の証明などによる軽減は含みません。',
	],
	tasks: ['incorporation-registration', 'articles-of-incorporation'],
	calculate({ number, choice }, rates) {
		const isStock = choice('form') === 'stock'
		const registration = isStock ? 'stock-company-registration' : 'llc-registration'
		const least = numberOf(rates, registration, 'least')
		const tax = Math.max(floorTo(number('capital') * numberOf(rates, registration, 'rate'), 100), least)
		const stamp = choice('articles') === 'paper' ? numberOf(rates, 'articles-stamp-duty', 'paper') : 0
		const certification = isStock ? certificationFee(number('capital'), choice('simple') === 'yes', rates) : 0
		const total = tax + stamp + certification + number('fee')
		return {
			headline: { label: '設立にかかる額', amount: yenText(total) },
			tables: [
				{
					title: '内訳',
					lines: [
						{ label: '登録免許税', amount: yenText(tax), note: `資本金の0.7%、最低${yenText(least)}` },
						{ label: '定款認証の手数料', amount: yenText(certification), note: isStock ? '公証役場に払う' : '合同会社は認証が不要' },
						{ label: '定款の印紙税', amount: yenText(stamp), note: stamp > 0 ? '電子定款なら不要' : '電子定款のため不要' },
						{ label: '専門家の報酬', amount: yenText(number('fee')) },
						{ label: '合計', amount: yenText(total), isTotal: true },
					],
				},
			],
			notes: number('capital') >= 10_000_000 ? ['資本金が1000万円以上の会社は、設立の1年目から消費税の課税事業者になります。'] : [],
		}
	},
}

function certificationFee(capital: number, isSimple: boolean, rates: Rates): number {
	const fee = (name: string) => numberOf(rates, 'articles-certification-fee', name)
	if (capital < 1_000_000) return isSimple ? fee('smallest') : fee('below1m')
	return capital < 3_000_000 ? fee('below3m') : fee('others')
}
