import { millisecondBounds } from '../../../domain/operations/insights/spans.ts'
import { staffBillingPath, searchPath, staffInvoicesPath, staffMailPath, staffTaxonomyChecksPath } from '../../../domain/shared/links.ts'
import { monthText } from '../../../domain/shared/japan-time.ts'
import { valueText } from '../../ui/charts/chart-scale.ts'
import { mailStateLabels } from '../mail/mail-states.ts'
import { type InsightValues, share } from './insight-values.ts'
import type { PanelFigure, PanelOf } from './panel.ts'

const MONTHS = 12

/** Of those who came in a month: the share that did something in each month after it. */
function cohortOf(values: InsightValues, series: string, title: string): PanelFigure {
	const active = new Map(values.standing(series).map(({ slice, value }) => [slice, value]))
	const months = values.standing(`${series}.size`).toSorted((a, b) => (a.slice < b.slice ? -1 : 1))
	return {
		kind: 'heat',
		title,
		summary: '',
		data: {
			first: '始めた月',
			columns: [
				{ name: '人数', unit: '人' },
				...Array.from({ length: MONTHS }, (_, month) => ({ name: month === 0 ? '同じ月' : `${month}か月後`, unit: '%' as const })),
			],
			rows: months.map(({ slice, value }, place) => ({
				label: monthText(`${slice}-01`),
				values: [
					value,
					...Array.from({ length: MONTHS }, (_, month) =>
						place + month < months.length ? share(active.get(`${slice}:${month}`) ?? 0, value) : null,
					),
				],
			})),
		},
	}
}

export const retention: PanelOf = (values) => ({
	title: '続けて使う人の割合',
	note: '認証された月・登録した月ごとに、その後の月に何かをした人の割合です。専門家は回答か見積もり、会員は質問・見積もり依頼・問い合わせを数えます。直近12か月の分で、期間の切り替えでは変わりません。',
	facts: [],
	figures: [
		cohortOf(values, 'cohort.experts', '専門家：回答か見積もりをした割合'),
		cohortOf(values, 'cohort.members', '会員：質問・依頼・問い合わせをした割合'),
	],
	lists: [
		{ label: '専門家の一覧', path: '/admin/experts?state=verified' },
		{ label: '人を探す', path: '/admin/people' },
	],
})

export const money: PanelOf = (values) => {
	const yen = (slice: string) => valueText(values.last('money', slice), '円')
	const [converted, lost, ended] = ['converted', 'trial-lost', 'ended'].map((slice) => values.sum('money', slice))
	const runningBefore = values.last('money', 'running') + (ended ?? 0)
	return {
		title: '有料プランの売上',
		note: '月額の合計は、その日の終わりに続いている契約を月あたりに直した税込みの額で、試用は含みません。',
		facts: [
			{ label: '月額の合計（MRR）', text: yen('mrr'), path: staffBillingPath({ state: 'active' }) },
			{
				label: '試用から有料へ',
				text:
					(converted ?? 0) + (lost ?? 0) === 0 ? '終わった試用なし' : valueText(share(converted ?? 0, (converted ?? 0) + (lost ?? 0)), '%'),
				path: staffBillingPath({ state: 'trial' }),
			},
			{ label: '解約の割合', text: valueText(share(ended ?? 0, runningBefore), '%'), path: staffBillingPath({ state: 'ended' }) },
			{ label: '支払期限を過ぎた額', text: yen('overdue'), path: staffInvoicesPath({ state: 'overdue' }) },
		],
		figures: [
			{
				kind: 'lines',
				title: '月額の合計と、支払期限を過ぎた額',
				summary: `月額の合計は${yen('mrr')}、支払期限を過ぎた額は${yen('overdue')}です。`,
				data: {
					first: values.stepName,
					columns: [
						{ name: '月額の合計', unit: '円' },
						{ name: '支払期限を過ぎた額', unit: '円' },
					],
					rows: values.rows(values.over('money', 'mrr'), values.over('money', 'overdue')),
				},
			},
			{
				kind: 'bars',
				title: '有料になった契約と終わった契約',
				summary: `期間中に${valueText(converted ?? 0, '件')}が有料になり、${valueText(ended ?? 0, '件')}が終わりました。`,
				data: {
					first: values.stepName,
					columns: [
						{ name: '有料になった', unit: '件' },
						{ name: '試用で終わった', unit: '件' },
						{ name: '解約', unit: '件' },
					],
					rows: values.rows(values.over('money', 'converted'), values.over('money', 'trial-lost'), values.over('money', 'ended')),
				},
			},
		],
		lists: [
			{ label: '契約の一覧', path: staffBillingPath() },
			{ label: '請求書の一覧', path: staffInvoicesPath() },
		],
	}
}

export const missed: PanelOf = (values) => {
	const found = values.standing('missed')
	return {
		title: '何も見つからなかった検索',
		note: '検索した人は記録していません。メールアドレスや番号のある言葉は数えず、まれな言葉は30日で消します。',
		facts: [
			{
				label: '上位50語の合計',
				text: valueText(
					found.reduce((sum, { value }) => sum + value, 0),
					'回',
				),
				path: staffTaxonomyChecksPath(),
			},
		],
		figures: [
			{
				kind: 'ranks',
				title: '見つからなかった言葉（上位50）',
				summary: '',
				data: {
					first: '言葉',
					columns: [{ name: '検索', unit: '回' }],
					rows: found.map(({ slice, value }) => {
						const term = slice.replace(/^\d+:/, '')
						return { label: term, path: searchPath(term), values: [value] }
					}),
				},
			},
		],
		lists: [{ label: '業務の分類の言葉の確認', path: staffTaxonomyChecksPath() }],
	}
}

const mailStates = ['sent', 'failed', 'bounced', 'suppressed'] as const

/** As device_deliveries has them. */
const deviceStates = [
	['sent', '届けた'],
	['waiting', '送信待ち'],
	['gone', '端末がなくなった'],
	['refused', '受け付けられなかった'],
	['expired', '12時間以内に届かなかった'],
	['dropped', '先に読まれた・止められた'],
] as const

export const mails: PanelOf = (values) => {
	const sums = mailStates.map((state) => values.sum('mails', state))
	const all = sums.reduce((sum, value) => sum + value, 0)
	return {
		title: 'メール・プッシュ・LINEの届き方',
		note: 'メールの開封は数えません。本文に追跡用の画像を入れないためです。プッシュとLINEは端末ごとに数えます。',
		facts: mailStates.map((state, place) => ({
			label: mailStateLabels[state],
			text: `${valueText(sums[place] ?? 0, '件')}（${valueText(share(sums[place] ?? 0, all), '%')}）`,
			path: staffMailPath({ show: state === 'sent' ? '' : state === 'suppressed' ? state : 'undelivered' }),
		})),
		figures: [
			{
				kind: 'lines',
				title: 'メールの数',
				summary: `${valueText(all, '件')}のうち${valueText(sums[0] ?? 0, '件')}を届けました。`,
				data: {
					first: values.stepName,
					columns: mailStates.map((state) => ({ name: mailStateLabels[state], unit: '件' })),
					rows: values.rows(...mailStates.map((state) => values.over('mails', state))),
				},
			},
			{
				kind: 'ranks',
				title: 'プッシュとLINEの数',
				summary: `プッシュは${valueText(values.sum('devices', 'push:sent'), '件')}、LINEは${valueText(values.sum('devices', 'line:sent'), '件')}を届けました。`,
				data: {
					first: '結果',
					columns: [
						{ name: 'プッシュ', unit: '件' },
						{ name: 'LINE', unit: '件' },
					],
					rows: deviceStates.map(([state, label]) => ({
						label,
						path: '/admin/jobs',
						values: [values.sum('devices', `push:${state}`), values.sum('devices', `line:${state}`)],
					})),
				},
			},
		],
		lists: [
			{ label: 'メールの記録', path: staffMailPath() },
			{ label: '届かないメール', path: '/admin/queues/mail' },
		],
	}
}

export const speed: PanelOf = (values) => {
	const p75 = values.quantile('served', 0.75, millisecondBounds)
	const errors = values.sum('served', '5xx')
	return {
		title: 'ページの速さとエラー',
		note: '速さは、ページの要求を受けてから送り終えるまでのサーバーの時間です。記憶から送ったページも含みます。5xxは、すべての要求で数えます。',
		facts: [
			{ label: '4分の3のページ（p75）', text: p75 === null ? '—' : `${valueText(p75, 'ミリ秒')}以内`, path: '/admin/health' },
			{
				label: '5xxのエラー',
				text: `${valueText(errors, '件')}（${valueText(share(errors, values.sum('served', 'all')), '%')}）`,
				path: '/admin/health',
			},
		],
		figures: [
			{
				kind: 'lines',
				title: '4分の3のページを送り終えるまでの時間',
				summary: p75 === null ? '' : `4分の3のページは${valueText(p75, 'ミリ秒')}以内に送り終えています。`,
				data: {
					first: values.stepName,
					columns: [{ name: 'p75', unit: 'ミリ秒' }],
					rows: values.rows(values.quantiles('served', 0.75, millisecondBounds)),
				},
			},
			{
				kind: 'bars',
				title: '5xxのエラー',
				summary: `期間中のエラーは${valueText(errors, '件')}です。`,
				data: { first: values.stepName, columns: [{ name: '5xx', unit: '件' }], rows: values.rows(values.over('served', '5xx')) },
			},
		],
		lists: [
			{ label: 'サイトの状態', path: '/admin/health' },
			{ label: 'メールと定期作業', path: '/admin/jobs' },
		],
	}
}
