import { daysBetween, isoDay } from '../../domain/shared/japan-time.ts'

export type NoticeGroup<Item> = { newest: Item; earlier: Item[] }

/** Items in their order, those of one case together at the place of its newest; what is about no case stays alone. */
export function groupByCase<Item extends { caseKey: string | null }>(items: readonly Item[]): NoticeGroup<Item>[] {
	const groups: NoticeGroup<Item>[] = []
	const ofCase = new Map<string, Item[]>()
	for (const item of items) {
		const known = item.caseKey === null ? undefined : ofCase.get(item.caseKey)
		if (known) {
			known.push(item)
			continue
		}
		const earlier: Item[] = []
		if (item.caseKey !== null) ofCase.set(item.caseKey, earlier)
		groups.push({ newest: item, earlier })
	}
	return groups
}

const spans = [
	{ label: '今日', days: 1 },
	{ label: '7日以内', days: 7 },
	{ label: 'それより前', days: Infinity },
]

/** Groups under headings by how long ago their newest item was created; headings without any are left out. */
export const bySpan = <Item extends { createdAt: Date }>(groups: readonly NoticeGroup<Item>[], now: Date) =>
	spans.flatMap(({ label, days }, place) => {
		const from = spans[place - 1]?.days ?? -Infinity
		const within = groups.filter(({ newest }) => {
			const ago = daysBetween(isoDay(newest.createdAt), isoDay(now))
			return ago >= from && ago < days
		})
		return within.length === 0 ? [] : [{ label, groups: within }]
	})
