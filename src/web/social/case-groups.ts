/** Pages of one case each: its number is in the path. */
const CASE_PAGE = /^\/mypage\/(?:leads|estimates|inquiries|appointments)\/\d+/

/** Items in their order, those of one case together at the place of its newest; what is about no case stays alone. */
export function groupByCase<Item extends { path: string }>(items: readonly Item[]): { newest: Item; earlier: Item[] }[] {
	const groups: { newest: Item; earlier: Item[] }[] = []
	const ofCase = new Map<string, Item[]>()
	for (const item of items) {
		const key = CASE_PAGE.exec(item.path)?.[0]
		const known = key === undefined ? undefined : ofCase.get(key)
		if (known) {
			known.push(item)
			continue
		}
		const earlier: Item[] = []
		if (key !== undefined) ofCase.set(key, earlier)
		groups.push({ newest: item, earlier })
	}
	return groups
}
