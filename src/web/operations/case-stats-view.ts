import type { CaseSums } from '../../domain/operations/performance/case-figures.ts'
import type { CaseStatistics } from '../../domain/operations/performance/case-statistics.ts'
import { lostLabel, viewSourceLabels } from '../../domain/operations/performance/outcomes.ts'
import { yen } from '../../domain/shared/yen.ts'
import { businessTimeText, clockTimeText } from '../format/lengths-of-time.ts'
import type { ChartRow } from '../ui/charts/chart-scale.ts'

const PARTS = 12

const count = (value: number): string => `${value.toLocaleString('ja-JP')}件`

/** Of what was offered, how much was won; null before anything was. */
const winRate = ({ quoted, won }: CaseSums): string | null => (quoted === 0 ? null : `${Math.round((won / quoted) * 100)}%`)

const row = (label: string, now: number, before: number): ChartRow => ({ label, values: [now, before] })

/** A part in one line, under its bar. */
const partRow = ({ name, now, before }: { name: string; now: CaseSums; before: CaseSums }) => ({
	...row(name, now.received, before.received),
	about: [
		`見積もり・返信${count(now.quoted)}`,
		`成約${count(now.won)}`,
		...(now.quoted > 0 ? [`成約率${winRate(now)}`] : []),
		...(now.wonYen > 0 ? [`成約の合計${yen(now.wonYen)}`] : []),
		...(now.replyMinutes === null ? [] : [`返信まで${clockTimeText(now.replyMinutes)}`]),
	].join('・'),
})

/** A step of the funnel with its share of the step before. */
const step = (label: string, [now, before]: readonly [number, number], of: number | null): ChartRow => ({
	label,
	values: [now, of === null || of === 0 ? null : (now / of) * 100, before],
})

/** The figures as the page says them. */
export function viewCaseStatistics({ cases, sources, bands, places, replyTimes, ...shown }: CaseStatistics) {
	const { now, before } = cases
	return {
		shown,
		funnel: [
			step('一覧への掲載', [shown.impressions.now, shown.impressions.before], null),
			// Pages are opened from elsewhere too, so this is no share of the step before.
			step('閲覧', [shown.views.now, shown.views.before], null),
			step('問い合わせ・依頼', [now.received, before.received], shown.views.now),
			step('見積もり・返信', [now.quoted, before.quoted], now.received),
			step('成約', [now.won, before.won], now.quoted),
		],
		facts: [
			{ label: '成約率（見積もり・返信した件数のうち）', value: winRate(now) ?? 'まだありません', before: winRate(before) },
			{ label: '成約した見積もりの合計', value: yen(now.wonYen), before: yen(before.wonYen) },
			{ label: '送った見積もりの合計', value: yen(now.quotedYen), before: yen(before.quotedYen) },
			{
				label: '最初の返信・見積もりまで（実時間の中央値）',
				value: now.replyMinutes === null ? 'まだありません' : clockTimeText(now.replyMinutes),
				before: before.replyMinutes === null ? null : clockTimeText(before.replyMinutes),
			},
		],
		sources: sources.map(({ source, now: own, before: earlier }) => row(viewSourceLabels[source], own, earlier)),
		tasks: cases.byTask.slice(0, PARTS).map(partRow),
		areas: cases.byArea.slice(0, PARTS).map(partRow),
		lost: cases.lost.map(({ outcome, reason, count: lost }): ChartRow => ({ label: lostLabel(outcome, reason), values: [lost] })),
		bands: bands.map(({ name, own, band }) => ({
			name,
			own: yen(own),
			band: band && `${yen(band.low)}〜${yen(band.high)}（${band.offices.toLocaleString('ja-JP')}事務所）`,
		})),
		places: places.map(({ officeId, taskId, officeName, taskName, area, place, of }) => ({
			key: `${officeId}-${taskId}`,
			list: `${area}の${taskName}`,
			officeName,
			place: `${of.toLocaleString('ja-JP')}か所のうち${place.toLocaleString('ja-JP')}番目`,
		})),
		replyTimes: replyTimes.map(({ officeId, name, minutes, area }) => ({
			officeId,
			name,
			own: minutes === null ? '直近90日の返信が3件になると表示します' : businessTimeText(minutes),
			area: area && `${area.name}のほかの${area.offices.toLocaleString('ja-JP')}事務所の中央値は${businessTimeText(area.minutes)}`,
		})),
	}
}

export type CaseStatisticsView = ReturnType<typeof viewCaseStatistics>
