import { suggest } from '../src/domain/directory/suggestions.ts'
import { label, withDataSets } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const P99_MS = 10

/** What people type, letter by letter and as an input method hands it over: tasks, places, names, nothing at all. */
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
		const runs = sets.map((set) => ({ set, times: [] as number[], slowest: new Map<string, number[]>() }))
		for (let round = -2; round < 3 * rounds; round++)
			for (const { set, times, slowest } of runs)
				for (const text of typed) {
					const took = await timed(() => suggest(set.ctx, text))
					if (round < 0) continue
					times.push(took)
					slowest.set(text, [...(slowest.get(text) ?? []), took])
				}
		const base = median(runs[0]?.times ?? [])
		return runs.map(({ set, times, slowest }) => {
			const slow = percentile(times, 0.99)
			const worst = [...slowest].map(([text, own]) => ({ text, own: median(own) })).toSorted((a, b) => b.own - a.own)[0]
			return {
				name: `${label(set.offices)} offices, ${times.length} calls`,
				value: `p50 ${ms(median(times))}, p99 ${ms(slow)}`,
				baseline: `slowest「${worst?.text}」${ms(worst?.own ?? Number.NaN)}`,
				ratio: median(times) / base,
				goal: atMost(`${P99_MS} ms`, slow, P99_MS),
			}
		})
	})
}
