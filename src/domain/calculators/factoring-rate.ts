import { type Calculator, yenText } from './calculator.ts'
import { numberOf } from './rates.ts'

/** ファクタリングの年率: the fees expressed as an annual interest rate. */
export const factoringRate: Calculator = {
	slug: 'factoring-rate',
	title: 'ファクタリングの年率計算',
	summary: '差し引かれる費用と期日までの日数から年率を出し、貸付けの上限の利率や融資の利息と並べて比べます。',
	fields: [
		{ kind: 'yen', name: 'face', label: '売掛金の額面', unit: '円', min: 10_000, max: 1_000_000_000 },
		{
			kind: 'yen',
			name: 'fees',
			label: '差し引かれる費用の合計',
			hint: '買取手数料、事務手数料、登記の費用、振込料など、すべて。',
			unit: '円',
			min: 0,
			max: 1_000_000_000,
		},
		{ kind: 'number', name: 'days', label: '期日までの日数', unit: '日', min: 1, max: 365 },
		{ kind: 'number', name: 'loan', label: '比べる融資の年利', unit: '%', min: 0, max: 20, initial: '3' },
	],
	rateKeys: ['interest-ceiling-small', 'interest-ceiling-middle', 'interest-ceiling-large'],
	limits: [
		'ファクタリングは債権の売買なので、利息制限法がそのまま当てはまるわけではありません。償還請求権があるなど実質が貸付けなら、貸金業法と利息制限法の問題になります。',
	],
	tasks: ['factoring', 'cash-flow', 'bank-loan'],
	calculate({ number }, rates) {
		const net = number('face') - number('fees')
		if (net <= 0)
			return {
				headline: { label: '手元に残るお金がありません', amount: yenText(net) },
				tables: [],
				notes: ['費用が額面以上です。数字を確かめてください。そのような契約なら結ばないでください。'],
			}
		const percent = (number('fees') / net / number('days')) * 365 * 100
		const ceiling = numberOf(rates, `interest-ceiling-${net < 100_000 ? 'small' : net < 1_000_000 ? 'middle' : 'large'}`, 'amount')
		const interest = (share: number) => Math.floor((net * share * number('days')) / 36_500)
		return {
			headline: { label: '年率にすると', amount: `${Math.round(percent * 10) / 10}%` },
			tables: [
				{
					title: `${yenText(net)}を${number('days')}日間使うための費用`,
					lines: [
						{ label: 'ファクタリング', amount: yenText(number('fees')), isTotal: true },
						{ label: `年${number('loan')}%の融資`, amount: yenText(interest(number('loan'))), note: '保証料などは別' },
						{ label: `貸付けの上限（年${ceiling}%）`, amount: yenText(interest(ceiling)), note: 'この額の貸付けで取れる利息の上限' },
					],
				},
			],
			notes: [
				percent > ceiling
					? `同じ額の貸付けの上限（年${ceiling}%）を超えています。ほかの方法を先に比べてください。`
					: `同じ額の貸付けの上限（年${ceiling}%）より低い費用です。`,
			],
		}
	},
}
