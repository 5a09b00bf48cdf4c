import { openDataSet } from '../data-sets.ts'
import { atMost, type Figure, ms } from '../figures.ts'
import { ours } from '../search-methods.ts'
import { fewRounds, growthSizes } from '../settings.ts'
import { median, percentile, timed } from '../statistics.ts'

const FIRST_MS = 40
const WARM_MS = 15

const places = ['東京都', '大阪府', '札幌市', '三鷹駅', '鳥取県']
const words = ['書類', '経費', '相談', '費用', '確定申告', '会社設立', '確定申告 費用', '相続', '飲食店', '登記']

/** Frequent words with a place, each for the first time in this process and again. */
export async function measureGrowthSearch(): Promise<Figure[]> {
	const size = growthSizes.at(-1) ?? 0
	const set = await openDataSet(size, size)
	try {
		// What every search loads once.
		await ours.find(set.ctx, '計測')
		const first: number[] = []
		const warm: number[] = []
		for (const place of places)
			for (const word of words) {
				const find = () => timed(() => ours.find(set.ctx, `${place} ${word}`))
				first.push(await find())
				const again: number[] = []
				for (let round = 0; round <= fewRounds; round++) again.push(await find())
				warm.push(median(again))
			}
		const line = (name: string, times: readonly number[], limit: number): Figure => {
			const p95 = percentile(times, 0.95)
			return { name, value: `${ms(median(times))} / ${ms(p95)}`, goal: atMost(`p95 ${ms(limit)}`, p95, limit) }
		}
		const about = `${first.length} texts, ${size.toLocaleString('en')} questions, p50 / p95`
		return [line(`for the first time: ${about}`, first, FIRST_MS), line(`warm: ${about}`, warm, WARM_MS)]
	} finally {
		await set.close()
	}
}
