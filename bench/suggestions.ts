import { suggest } from '../src/domain/listings/suggestions.ts'
import { label, withDataSets } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const P99_MS = 10

/** What people type, letter by letter and as an input method sends it: tasks, places, names, nothing at all. */
const typed = `
	か かく かくて かくていしんこく 確定 確定申告 kakutei 相続 そうぞく 会社設立 補助金 インボイス
	し しぶ しぶや 渋谷 渋谷駅 shi shibuya みたk みたか 三鷹 mitaka 東京 横浜市 よこはま 名古屋
	さ さと さとう 佐藤 佐藤税理士 sato 鈴木 すずき た たな たなか 田中 山本 高橋会計 税理士法人
	ん ぬゆ qqqq x １２３ 存在しない事務所の名前
`
	.trim()
	.split(/\s+/)

/** Suggestions for each of them, in turns over the data sets. */
export async function measureSuggestions(): Promise<Figure[]> {
	return withDataSets(async (sets) => {
		const runs = sets.map((set) => ({ set, texts: typed.map((text) => ({ text, times: [] as number[] })) }))
		for (let round = -2; round < 3 * rounds; round++)
			for (const { set, texts } of runs)
				for (const { text, times } of texts) {
					const took = await timed(() => suggest(set.ctx, text))
					if (round >= 0) times.push(took)
				}
		const base = median((runs[0]?.texts ?? []).map(({ times }) => median(times)))
		return runs.map(({ set, texts }) => {
			// As with lists: what a text costs is the median of its rounds; single calls also meet the machine's other work.
			const medians = texts.map(({ times }) => median(times))
			const slow = percentile(medians, 0.99)
			const slowCall = percentile(
				texts.flatMap(({ times }) => times),
				0.99,
			)
			const worst = texts.toSorted((a, b) => median(b.times) - median(a.times))[0]
			return {
				name: `${label(set.offices)} offices, ${typed.length} texts`,
				value: `p50 ${ms(median(medians))}, p99 ${ms(slow)} (${ms(slowCall)})`,
				baseline: `slowest「${worst?.text}」`,
				ratio: median(medians) / base,
				goal: atMost(`${P99_MS} ms`, slow, P99_MS),
			}
		})
	})
}
