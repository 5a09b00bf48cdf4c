import type { ListingRow } from './listing-rows.ts'

/** The cache tag of the list of a scope in an area. */
export const listTag = (scopeId: number, areaId: number): string => `list:${scopeId}:${areaId}`

/** The cache tag of an office's page and of every page that shows its card. */
export const officeTag = (officeId: number): string => `office:${officeId}`

/**
 * The tags of the pages that show something else once an office's rows have changed from `before` to `after`. While the rows stay as
 * they were, so do the order and the counts of its lists: only pages that show the office itself have changed.
 */
export function changedTags(officeId: number, before: readonly ListingRow[], after: readonly ListingRow[]): string[] {
	const tags = new Set([officeTag(officeId)])
	if (keyOf(before) !== keyOf(after)) for (const row of [...before, ...after]) tags.add(listTag(row.scope_id, row.area_id))
	return [...tags]
}

const keyOf = (rows: readonly ListingRow[]): string =>
	rows
		.map((row) => JSON.stringify(row))
		.sort()
		.join('')
