import { type Calculator, yenText } from './calculator.ts'
import { numberOf } from './rates.ts'

/** 残業代: what overtime, work on days off and at night come to in a month. */
export const overtime: Calculator = {
	slug: 'overtime',
	title: '残業代（割増賃金）の計算',
	summary: '月給、月の所定労働時間、残業や休日、深夜の時間から、1か月の割増賃金を計算します。',
	fields: [
		{
			kind: 'yen',
			name: 'wage',
			label: '月給（割増の基礎になる額）',
			hint: '基本給と、仕事に対する手当の合計。家族手当、通勤手当、一定の住宅手当などは除きます。',
			unit: '円',
			min: 1_000,
			max: 10_000_000,
		},
		{
			kind: 'number',
			name: 'hours',
			label: '1か月の平均所定労働時間',
			hint: '年間の所定労働時間を12で割った時間。',
			unit: '時間',
			min: 1,
			max: 200,
			initial: '160',
		},
		{ kind: 'number', name: 'over', label: '時間外労働（法定を超えた時間）', unit: '時間', min: 0, max: 300 },
		{ kind: 'number', name: 'holiday', label: '法定休日の労働', unit: '時間', min: 0, max: 200, initial: '0' },
		{
			kind: 'number',
			name: 'night',
			label: 'そのうち深夜（22時から5時）の労働',
			hint: '時間外や休日の時間と重なっていてもかまいません。',
			unit: '時間',
			min: 0,
			max: 300,
			initial: '0',
		},
		{ kind: 'yen', name: 'paid', label: 'すでに払った残業代（固定残業代を含む）', unit: '円', min: 0, max: 10_000_000, initial: '0' },
	],
	rateKeys: ['overtime-premium', 'overtime-premium-60', 'holiday-premium', 'night-premium'],
	limits: [
		'端数は1時間の単価だけ、50銭未満を切り捨て、50銭以上を切り上げています。',
		'管理監督者、裁量労働、変形労働時間、固定残業代の有効さなど、争いになりやすい点は判断していません。',
	],
	tasks: ['payroll', 'labor-dispute', 'overtime-agreement'],
	calculate({ number }, rates) {
		const hour = Math.round(number('wage') / number('hours'))
		const over = Math.min(number('over'), 60)
		const beyond = Math.max(number('over') - 60, 0)
		const premium = (key: string) => numberOf(rates, key, 'rate')
		const times = {
			over: 1 + premium('overtime-premium'),
			over60: 1 + premium('overtime-premium-60'),
			holiday: 1 + premium('holiday-premium'),
		}
		const night = premium('night-premium')
		const lines = [
			{ label: `時間外 ${over}時間`, pay: over * hour * times.over, note: `${times.over}倍` },
			...(beyond > 0 ? [{ label: `60時間を超えた${beyond}時間`, pay: beyond * hour * times.over60, note: `${times.over60}倍` }] : []),
			{ label: `法定休日 ${number('holiday')}時間`, pay: number('holiday') * hour * times.holiday, note: `${times.holiday}倍` },
			{ label: `深夜の上乗せ ${number('night')}時間`, pay: number('night') * hour * night, note: `${night}倍を加算` },
		].filter(({ pay }) => pay > 0)
		const total = lines.reduce((sum, { pay }) => sum + Math.round(pay), 0)
		const rest = total - number('paid')
		return {
			headline:
				rest >= 0 ? { label: 'まだ払われていない額', amount: yenText(rest) } : { label: '払いすぎている額', amount: yenText(-rest) },
			tables: [
				{
					title: '内訳',
					lines: [
						{ label: '1時間の単価', amount: yenText(hour), note: '月給 ÷ 所定労働時間' },
						...lines.map(({ label, pay, note }) => ({ label, amount: yenText(Math.round(pay)), note })),
						{ label: '割増賃金の合計', amount: yenText(total), isTotal: true },
						{ label: 'すでに払った額', amount: yenText(number('paid')) },
					],
				},
			],
			notes: ['賃金を請求できる期間は、支払日から3年です（労働基準法115条・143条3項）。'],
		}
	},
}
