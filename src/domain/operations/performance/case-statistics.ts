import { entitlementsOf } from '../../plans/entitlements.ts'
import type { Ctx } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { addDays, isoDay, startOfDay } from '../../shared/japan-time.ts'
import { readImpressionSums } from '../impressions.ts'
import { rangeWithin, type StatsRange } from '../stats-measures.ts'
import { type CaseFigures, type CaseSums, readCaseFigures } from './case-figures.ts'
import { type ListPlace, readListPlaces, readReplyTimes, readWinningBands, type ReplyTime, type WinningBand } from './market.ts'
import { lostLabel, type ViewSource, viewSourceLabels } from './outcomes.ts'
import { openOwnFigures } from './own-offices.ts'
import { readViewSources, readViewSums } from './views.ts'

export type CaseStatistics = {
	/** What was asked for, or the longest range of the plan. */
	days: StatsRange
	longestDays: number
	mayDownload: boolean
	officeId: number | null
	offices: { id: number; name: string }[]
	/** How often the offices stood on a list that was opened. */
	impressions: { now: number; before: number }
	views: { now: number; before: number }
	sources: { source: ViewSource; now: number; before: number }[]
	cases: CaseFigures
	bands: WinningBand[]
	places: ListPlace[]
	replyTimes: ReplyTime[]
}

export type StatisticsQuery = { days: StatsRange; officeId: number | null }

/**
 * What came of a verified expert's offices (or of one of them) in the last days, beside as many days before. Throws forbidden for anyone
 * else, not-found for another expert's office.
 */
export async function readCaseStatistics(ctx: Ctx, query: StatisticsQuery): Promise<CaseStatistics> {
	const own = await openOwnFigures(ctx, query.officeId)
	const { statsDays: longestDays, statsFile: mayDownload } = entitlementsOf(own.plan)
	const days = rangeWithin(query.days, longestDays)
	const today = isoDay(ctx.now())
	const [from, beforeFrom] = [addDays(today, 1 - days), addDays(today, 1 - 2 * days)]
	const span = { from, beforeFrom, beforeTo: addDays(from, -1) }
	const [impressions, views, sources, cases, bands, places, replyTimes] = await Promise.all([
		readImpressionSums(ctx, own.officeIds, span),
		readViewSums(ctx, own, span),
		readViewSources(ctx, own, span),
		readCaseFigures(ctx, own.officeIds, {
			from: startOfDay(from),
			to: startOfDay(addDays(today, 1)),
			beforeFrom: startOfDay(beforeFrom),
			beforeTo: startOfDay(from),
		}),
		readWinningBands(ctx, own.officeIds),
		readListPlaces(ctx, own.officeIds),
		readReplyTimes(ctx, own.officeIds),
	])
	return {
		days,
		longestDays,
		mayDownload,
		officeId: query.officeId,
		offices: own.offices,
		impressions,
		views,
		sources,
		cases,
		bands,
		places,
		replyTimes,
	}
}

/** The same for a file. Throws forbidden for a plan without it. */
export async function readCaseStatisticsForFile(ctx: Ctx, query: StatisticsQuery): Promise<CaseStatistics> {
	const statistics = await readCaseStatistics(ctx, query)
	if (!statistics.mayDownload)
		throw new DomainError('forbidden', 'the plan has no file of figures', {
			fields: { form: '統計のファイルは、スタンダードプランから使えます。' },
		})
	return statistics
}

const heads = [
	'区分',
	'名前',
	'一覧への掲載',
	'閲覧',
	'問い合わせ・依頼',
	'返信・辞退',
	'見積もり・返信',
	'成約',
	'見積もりの合計（円）',
	'成約の合計（円）',
	'返信までの中央値（分）',
	'前の期間の一覧への掲載',
	'前の期間の閲覧',
	'前の期間の問い合わせ・依頼',
	'前の期間の成約',
	'前の期間の成約の合計（円）',
] as const

/** A cell that a spreadsheet reads as text, never as a formula. */
const cell = (value: string | number | null): string => {
	if (typeof value === 'number') return `${value}`
	const safe = /^[=+\-@\t]/.test(value ?? '') ? `'${value}` : (value ?? '')
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const sumCells = (now: CaseSums) => [now.received, now.replied, now.quoted, now.won, now.quotedYen, now.wonYen, now.replyMinutes]

/** One line for each part, for spreadsheets: with a byte order mark and CRLF line ends, for Excel. */
export function caseStatisticsCsv({
	impressions,
	views,
	sources,
	cases,
}: Pick<CaseStatistics, 'impressions' | 'views' | 'sources' | 'cases'>): string {
	const none = sumCells({ received: 0, replied: 0, quoted: 0, won: 0, quotedYen: 0, wonYen: 0, replyMinutes: null }).map(() => null)
	const beforeCells = (before: CaseSums) => [before.received, before.won, before.wonYen]
	const lines: (string | number | null)[][] = [
		[...heads],
		['全体', '', impressions.now, views.now, ...sumCells(cases.now), impressions.before, views.before, ...beforeCells(cases.before)],
		...sources.map(({ source, now, before }) => [
			'閲覧の経路',
			viewSourceLabels[source],
			null,
			now,
			...none,
			null,
			before,
			null,
			null,
			null,
		]),
		...cases.byTask.map(({ name, now, before }) => ['業務', name, null, null, ...sumCells(now), null, null, ...beforeCells(before)]),
		...cases.byArea.map(({ name, now, before }) => ['地域', name, null, null, ...sumCells(now), null, null, ...beforeCells(before)]),
		...cases.lost.map(({ outcome, reason, count }) => [
			'成約せず終了',
			lostLabel(outcome, reason),
			null,
			null,
			count,
			...none.slice(1),
			null,
			null,
			null,
			null,
			null,
		]),
	]
	return `\uFEFF${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}
