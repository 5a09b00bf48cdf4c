import { redirect } from 'react-router'
import { findMeantPrefecture } from '../../domain/geography/meant-places.ts'
import { findPrefecture, getPrefecture } from '../../domain/geography/prefectures.ts'
import { type FeeStatistic, FEES_TAG, readFeeStatistics } from '../../domain/listings/fee-statistics.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { taskFeesPath } from '../../domain/shared/links.ts'
import { findTask } from '../../domain/taxonomy/tasks.ts'
import type { FeeBasis } from '../../domain/taxonomy/types.ts'
import { cacheable } from '../context.ts'
import { type Day, dayOf } from '../format/day.ts'
import { redirectMoved } from '../seo/moved.server.ts'

export type Spread = Pick<FeeStatistic, 'basis' | 'sampleCount' | 'officeCount' | 'lowerQuartile' | 'median' | 'upperQuartile'>
export type PrefectureSpread = Spread & { name: string; path: string; selected: boolean }

export type TaskFeesData = {
	task: { id: number; name: string; categoryId: number; categoryName: string; professions: string[]; officeCount: number }
	/** The task's usual band as the editors wrote it. */
	band: { basis: FeeBasis; min: number; max: number; note: string }
	prefecture: { id: number; slug: string; name: string } | null
	/** What offices of the area publish, most offices first; empty where fewer than five do. */
	published: Spread[]
	/** What accepted quotes of the area came to, or null where too few. */
	quoted: Spread | null
	/** Of all Japan, to compare with; only on the page of a prefecture. */
	japan: Spread | null
	/** Prefectures with figures on the basis that most offices use, north to south. */
	prefectures: PrefectureSpread[]
	/** Prefectures without. */
	missing: { name: string; path: string }[]
	measured: Day | null
}

/** Reads what a task costs, in Japan or a prefecture. Throws not-found for an unknown task or prefecture. */
export async function loadTaskFees(ctx: Ctx, taskText: string, slug: string | null, request: Request) {
	const taskId = /^[1-9]\d{2,3}$/.test(taskText) ? Number(taskText) : 0
	const task = await findTask(ctx, taskId)
	if (!task) await redirectMoved(ctx, 'task', taskId, request)
	if (!task) throw notFound('task')
	const prefecture = slug === null ? null : findPrefecture(slug)
	if (slug !== null && !prefecture) {
		const meant = findMeantPrefecture(slug)
		throw meant ? redirect(taskFeesPath(task.id, meant.slug), 301) : notFound('prefecture')
	}
	const statistics = await readFeeStatistics(ctx, task.id)
	const here = statistics.filter(({ prefectureId }) => prefectureId === (prefecture?.id ?? 0))
	const published = here.filter(({ source }) => source === 'fees')
	const ofJapan = statistics.filter(({ prefectureId, source }) => prefectureId === 0 && source === 'fees')
	const basis = published[0]?.basis ?? ofJapan[0]?.basis ?? task.fee.basis
	const compared = new Map(
		statistics.filter((one) => one.prefectureId > 0 && one.source === 'fees' && one.basis === basis).map((one) => [one.prefectureId, one]),
	)
	const { id, name, taskCategoryId, taskCategoryName, professions, officeCount, fee } = task
	const data: TaskFeesData = {
		task: {
			id,
			name,
			categoryId: taskCategoryId,
			categoryName: taskCategoryName,
			professions: professions.map((one) => one.name),
			officeCount,
		},
		band: fee,
		prefecture: prefecture && { id: prefecture.id, slug: prefecture.slug, name: prefecture.name },
		published: published.map(spread),
		quoted: here.filter(({ source }) => source === 'quotes').map(spread)[0] ?? null,
		japan: prefecture ? (ofJapan.filter((one) => one.basis === basis).map(spread)[0] ?? null) : null,
		prefectures: allPrefectures.flatMap((one) => {
			const found = compared.get(one.id)
			return found ? [{ ...spread(found), name: one.name, path: taskFeesPath(id, one.slug), selected: one.id === prefecture?.id }] : []
		}),
		missing: allPrefectures.filter((one) => !compared.has(one.id)).map((one) => ({ name: one.name, path: taskFeesPath(id, one.slug) })),
		measured: statistics[0] ? dayOf(statistics[0].measuredAt) : null,
	}
	return cacheable(data, ['taxonomy', FEES_TAG])
}

const allPrefectures = Array.from({ length: 47 }, (_, index) => getPrefecture(index + 1))

const spread = ({ basis, sampleCount, officeCount, lowerQuartile, median, upperQuartile }: FeeStatistic): Spread => ({
	basis,
	sampleCount,
	officeCount,
	lowerQuartile,
	median,
	upperQuartile,
})
