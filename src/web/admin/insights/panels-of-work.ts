import { hourBounds } from '../../../domain/operations/insights/spans.ts'
import { prefectures } from '../../../domain/geography/prefectures.ts'
import { reasonLabel, reportReasons } from '../../../domain/moderation/input.ts'
import {
	decidedReportsPath,
	deskPath,
	questionsPath,
	staffLeadsPath,
	staffQuestionsPath,
	staffSearchPath,
} from '../../../domain/shared/links.ts'
import { valueText } from '../../ui/charts/chart-scale.ts'
import { type InsightValues, share } from './insight-values.ts'
import type { PanelOf } from './panel.ts'

const count = (value: number) => valueText(value, '件')

const funnelSteps = [
	{ series: 'funnel.begun', label: '入力を始めた', path: undefined },
	{ series: 'funnel.confirmed', label: 'アドレスを確認した', path: undefined },
	{ series: 'funnel.sent', label: '送信した', path: staffLeadsPath() },
	{ series: 'funnel.quoted', label: '見積もりが1件以上届いた', path: staffLeadsPath({ state: 'quoted' }) },
	{ series: 'funnel.accepted', label: '依頼先を決めた', path: staffLeadsPath({ state: 'accepted' }) },
] as const

export const funnel: PanelOf = (values) => {
	const sums = funnelSteps.map(({ series }) => values.sum(series))
	return {
		title: '見積もり依頼の進み方',
		note: '入力を始めた日ごとに、その依頼がいまどこまで進んだかを数えます。新しい依頼は、これから先へ進みます。',
		facts: [
			{
				label: '始めてから決まるまで',
				text: valueText(share(sums[4] ?? 0, sums[0] ?? 0), '%'),
				path: staffLeadsPath({ state: 'accepted' }),
			},
		],
		figures: [
			{
				kind: 'ranks',
				title: '段階ごとの件数と、前の段階から残った割合',
				summary: '',
				data: {
					first: '段階',
					columns: [
						{ name: '件数', unit: '件' },
						{ name: '前の段階から', unit: '%' },
					],
					rows: funnelSteps.map(({ label, path }, place) => ({
						label,
						path,
						values: [sums[place] ?? 0, place === 0 ? null : share(sums[place] ?? 0, sums[place - 1] ?? 0)],
					})),
				},
			},
			{
				kind: 'lines',
				title: '見積もり依頼の進み方の推移',
				summary: `始めた依頼は${count(sums[0] ?? 0)}、送信は${count(sums[2] ?? 0)}、見積もりが届いたものは${count(sums[3] ?? 0)}、決まったものは${count(sums[4] ?? 0)}です。`,
				data: {
					first: values.stepName,
					columns: funnelSteps.map(({ label }) => ({ name: label, unit: '件' })),
					rows: values.rows(...funnelSteps.map(({ series }) => values.over(series))),
				},
			},
		],
		lists: [
			{ label: '見積もり依頼の一覧', path: staffLeadsPath() },
			{ label: '見積もりのない依頼', path: deskPath('leads') },
		],
	}
}

export const firstQuote: PanelOf = (values) => {
	const [half, most] = [values.quantile('first-quote', 0.5, hourBounds), values.quantile('first-quote', 0.9, hourBounds)]
	const within = values.sum('first-quote.due', 'within')
	return {
		title: '最初の見積もりが届くまで',
		note: '送信した日ごとの、最初の見積もりまでの時間です。夜と休日も数えます。期限は事務所の2営業日で、土日祝と夜は含みません。',
		facts: [
			{ label: '半数が届くまで（p50）', text: valueText(half, '時間'), path: staffLeadsPath({ state: 'quoted' }) },
			{ label: '9割が届くまで（p90）', text: valueText(most, '時間'), path: staffLeadsPath({ state: 'quoted' }) },
			{
				label: '2営業日の期限内',
				text: valueText(share(within, within + values.sum('first-quote.due', 'late')), '%'),
				path: deskPath('leads', { only: 'late' }),
			},
		],
		figures: [
			{
				kind: 'lines',
				title: '最初の見積もりまでの時間の推移',
				summary: `半数は${valueText(half, '時間')}、9割は${valueText(most, '時間')}で届いています。`,
				data: {
					first: values.stepName,
					columns: [
						{ name: '半数（p50）', unit: '時間' },
						{ name: '9割（p90）', unit: '時間' },
					],
					rows: values.rows(values.quantiles('first-quote', 0.5, hourBounds), values.quantiles('first-quote', 0.9, hourBounds)),
				},
			},
		],
		lists: [
			{ label: '見積もりが届いた依頼', path: staffLeadsPath({ state: 'quoted' }) },
			{ label: '見積もりのない依頼', path: deskPath('leads') },
		],
	}
}

const categoriesOf = (values: InsightValues) => values.standing('category').toSorted((a, b) => a.value - b.value)

export const demand: PanelOf = (values, range) => {
	const categories = categoriesOf(values)
	const [asked, offices] = ['demand', 'supply'].map((series) => new Map(values.standing(series).map(({ slice, value }) => [slice, value])))
	const requests = values.standing('demand').reduce((sum, { value }) => sum + value, 0)
	const unserved = values.standing('demand').filter(({ slice }) => !offices?.get(slice.replace(/^\d+:/, '')))
	return {
		title: '依頼と事務所のつり合い',
		note: '期間中に送信された依頼の数を、いま新規の依頼を受け付けている事務所100か所あたりで表します。濃いほど事務所が足りません。「—」は受け付けている事務所のない組み合わせです。',
		facts: [
			{ label: '期間中の依頼', text: count(requests), path: staffLeadsPath() },
			{
				label: '受け付ける事務所のない依頼',
				text: count(unserved.reduce((sum, { value }) => sum + value, 0)),
				path: deskPath('leads', { filter: 'stalled' }),
			},
		],
		figures: [
			{
				kind: 'heat',
				title: '受け付けている事務所100か所あたりの依頼',
				summary: '',
				data: {
					first: '都道府県',
					columns: categories.map(({ label }) => ({ name: label ?? '', unit: '100か所あたり' })),
					rows: prefectures.map(({ id, name }) => ({
						label: name,
						path: staffLeadsPath({ prefecture: id }),
						values: categories.map(({ slice }) => {
							const supply = offices?.get(`${slice}:${id}`) ?? 0
							return supply === 0 ? null : ((asked?.get(`${range}:${slice}:${id}`) ?? 0) / supply) * 100
						}),
					})),
				},
			},
		],
		lists: [
			{ label: '見積もり依頼の一覧', path: staffLeadsPath() },
			{ label: '事務所の一覧', path: '/admin/offices?filter=all' },
		],
	}
}

export const questions: PanelOf = (values) => {
	const [asked, answered] = [values.over('questions', 'asked'), values.over('questions', 'answered-24h')]
	const names = new Map(categoriesOf(values).map(({ slice, label }) => [slice, label ?? slice]))
	const quick = share(values.sum('questions', 'answered-24h'), values.sum('questions', 'asked'))
	return {
		title: '質問への回答',
		note: '質問した日ごとに、24時間のうちに最初の回答がついた割合です。きょうときのうの分はこれから増えます。',
		facts: [
			{ label: '質問', text: count(values.sum('questions', 'asked')), path: staffQuestionsPath() },
			{ label: '24時間以内に回答', text: valueText(quick, '%'), path: questionsPath('?state=unanswered') },
		],
		figures: [
			{
				kind: 'bars',
				title: '質問の数',
				summary: `期間中の質問は${count(values.sum('questions', 'asked'))}、そのうち24時間以内に回答がついたのは${count(values.sum('questions', 'answered-24h'))}です。`,
				data: {
					first: values.stepName,
					columns: [
						{ name: '質問', unit: '件' },
						{ name: '24時間以内に回答', unit: '件' },
					],
					rows: values.rows(asked, answered),
				},
			},
			{
				kind: 'ranks',
				title: 'いま回答のない質問',
				summary: '',
				data: {
					first: 'カテゴリー',
					columns: [{ name: '回答なし', unit: '件' }],
					rows: values.standing('unanswered').map(({ slice, value }) => ({
						label: names.get(slice) ?? slice,
						path: questionsPath(`?category=${slice}&state=unanswered`),
						values: [value],
					})),
				},
			},
		],
		lists: [
			{ label: '質問と回答', path: staffQuestionsPath() },
			{ label: '回答のない質問', path: questionsPath('?state=unanswered') },
		],
	}
}

const deskQueues = [
	{ slice: 'experts', label: '専門家の審査' },
	{ slice: 'credentials', label: '資格の変更' },
	{ slice: 'offices', label: '事務所の変更' },
	{ slice: 'reports', label: '報告' },
	{ slice: 'appeals', label: '異議の申し立て' },
	{ slice: 'contacts', label: 'お問い合わせ' },
] as const

export const desk: PanelOf = (values) => {
	const all = (series: string) =>
		values.labels.map((_, place) => deskQueues.reduce((sum, { slice }) => sum + (values.over(series, slice)[place] ?? 0), 0))
	const [came, left, backlog] = ['desk.in', 'desk.out', 'desk.backlog'].map(all)
	const reviewers = values.standing('reviewer')
	return {
		title: '審査と確認の進み',
		note: '届いた数、終えた数、その日の終わりに残った数です。出し直された申請は、最後に届いた分だけを届いた数に入れます。',
		facts: deskQueues.map(({ slice, label }) => ({
			label: `${label}の残り`,
			text: count(values.last('desk.backlog', slice)),
			path: deskPath(slice),
		})),
		figures: [
			{
				kind: 'lines',
				title: '届いた数・終えた数・残った数',
				summary: `最後の${values.stepName}に残っているのは${count(backlog?.at(-1) ?? 0)}です。`,
				data: {
					first: values.stepName,
					columns: [
						{ name: '届いた', unit: '件' },
						{ name: '終えた', unit: '件' },
						{ name: '残った', unit: '件' },
					],
					rows: values.rows(came ?? [], left ?? [], backlog ?? []),
				},
			},
			{
				kind: 'ranks',
				title: '担当ごとの、届いてから終えるまで（p90）',
				summary: '',
				data: {
					first: '担当',
					columns: [{ name: '9割を終えるまで', unit: '時間' }],
					rows: reviewers.flatMap(({ slice, label }) => {
						const hours = values.quantile('desk.age', 0.9, hourBounds, `${slice}:`)
						return hours === null ? [] : [{ label: label ?? slice, path: staffSearchPath(label ?? slice), values: [hours] }]
					}),
				},
			},
		],
		lists: deskQueues.map(({ slice, label }) => ({ label, path: deskPath(slice) })),
	}
}

export const reports: PanelOf = (values) => {
	const verdicts = ['open', 'upheld', 'dismissed'] as const
	const [granted, rejected] = ['granted', 'rejected'].map((state) => values.sum('appeals', state))
	const decided = (granted ?? 0) + (rejected ?? 0)
	const reasons = reportReasons.map(({ value }) => value)
	const sumOf = (verdict: string) => reasons.reduce((sum, reason) => sum + values.sum('reports', `${reason}:${verdict}`), 0)
	return {
		title: '報告と、その判断',
		note: '報告された日ごとに、理由といまの判断を数えます。異議で覆った割合は、申し立てを判断した日で数えます。',
		facts: [
			{ label: '認めた報告', text: count(sumOf('upheld')), path: decidedReportsPath() },
			{ label: '確認待ち', text: count(sumOf('open')), path: deskPath('reports') },
			{
				label: '異議で覆った',
				text: decided === 0 ? '申し立てなし' : `${count(granted ?? 0)}（${valueText(share(granted ?? 0, decided), '%')}）`,
				path: deskPath('appeals'),
			},
		],
		figures: [
			{
				kind: 'ranks',
				title: '理由ごとの報告',
				summary: '',
				data: {
					first: '理由',
					columns: [
						{ name: '合計', unit: '件' },
						{ name: '確認待ち', unit: '件' },
						{ name: '認めた', unit: '件' },
						{ name: '退けた', unit: '件' },
					],
					rows: reasons.map((reason) => {
						const each = verdicts.map((verdict) => values.sum('reports', `${reason}:${verdict}`))
						return {
							label: reasonLabel(reason),
							path: deskPath('reports', { reason }),
							values: [each.reduce((sum, value) => sum + value, 0), ...each],
						}
					}),
				},
			},
		],
		lists: [
			{ label: '判断した報告', path: decidedReportsPath() },
			{ label: '異議の申し立て', path: deskPath('appeals') },
		],
	}
}
