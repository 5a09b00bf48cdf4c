import { type Calculator, shareText, yenText } from './calculator.ts'

const amount = { unit: '円', min: 0, max: 10_000_000 } as const

/** What an order of an online shop leaves. */
export const ecMargin: Calculator = {
	slug: 'ec-margin',
	title: 'ネット販売の1件あたり採算計算',
	summary: '販売価格から原価、送料、手数料、広告、作業時間を引き、注文1件の利益と、固定費を回収できる件数を計算します。',
	fields: [
		{ kind: 'yen', name: 'price', label: '商品1点の販売価格', hint: '税込か税抜きか、すべての欄でそろえてください。', ...amount, min: 1 },
		{ kind: 'number', name: 'items', label: '1回の注文の点数', unit: '個', min: 1, max: 1_000, initial: '1' },
		{ kind: 'yen', name: 'cost', label: '商品1点の原価', ...amount },
		{ kind: 'yen', name: 'packing', label: '1件の梱包材', initial: '0', ...amount },
		{ kind: 'yen', name: 'shipping', label: '1件の送料のうち店の負担', initial: '0', ...amount },
		{ kind: 'number', name: 'fee', label: '決済と販売の手数料', unit: '%', min: 0, max: 100, initial: '3.6' },
		{ kind: 'yen', name: 'ad', label: '1件あたりの広告費', initial: '0', ...amount },
		{ kind: 'number', name: 'returns', label: '返品の割合', unit: '%', min: 0, max: 100, initial: '0' },
		{ kind: 'number', name: 'minutes', label: '1件の作業時間', unit: '分', min: 0, max: 600, initial: '10' },
		{ kind: 'yen', name: 'hourly', label: '作業の時給', initial: '1200', ...amount },
		{ kind: 'yen', name: 'fixed', label: '月の固定費（カートの月額、倉庫など）', initial: '0', ...amount },
	],
	rateKeys: [],
	limits: [
		'返品は、売上がなくなり、原価・梱包・送料が戻らないものとして計算しています。',
		'写真や商品ページを作る費用、在庫の売れ残りは含みません。',
	],
	tasks: ['online-store'],
	calculate({ number }) {
		const sales = number('price') * number('items')
		const lines = [
			{ label: '商品の原価', cost: number('cost') * number('items') },
			{ label: '梱包材', cost: number('packing') },
			{ label: '送料', cost: number('shipping') },
			{ label: '手数料', cost: (sales * number('fee')) / 100 },
			{ label: '広告費', cost: number('ad') },
			{ label: '返品の見込み', cost: (sales * number('returns')) / 100 },
			{ label: '作業の人件費', cost: (number('hourly') * number('minutes')) / 60 },
		]
		const profit = sales - lines.reduce((sum, { cost }) => sum + cost, 0)
		return {
			headline: { label: '注文1件で残る利益', amount: profit < 0 ? `-${yenText(-profit)}` : yenText(profit) },
			tables: [
				{
					title: '1件の内訳',
					lines: [
						{ label: '売上', amount: yenText(sales) },
						...lines.filter(({ cost }) => cost > 0).map(({ label, cost }) => ({ label, amount: `-${yenText(cost)}` })),
						{
							label: '利益',
							amount: profit < 0 ? `-${yenText(-profit)}` : yenText(profit),
							note: `売上の${shareText(profit / sales)}`,
							isTotal: true,
						},
					],
				},
			],
			notes: [
				profit > 0 && number('fixed') > 0
					? `固定費${yenText(number('fixed'))}を回収するには、月に${Math.ceil(number('fixed') / profit).toLocaleString('ja-JP')}件の注文が必要です。`
					: profit <= 0
						? '1件ごとに損が出るので、件数を増やしても回収できません。価格か費用を見直してください。'
						: '固定費を入れると、回収に必要な件数も出ます。',
			],
		}
	},
}
