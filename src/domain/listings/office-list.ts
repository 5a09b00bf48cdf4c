import type { Ctx } from '../shared/context.ts'
import { type Area, type Prefecture, areaId } from '../geography/areas.ts'
import { cutPage, decodeCursor } from '../shared/paging.ts'
import { type PlacedCard, loadCards, loadPlacedCards } from './cards.ts'
import { facetsOf, pageSql, readHistogram, select, type Selected } from './list-matches.ts'
import {
	CURSOR_KEY_LENGTH,
	type ListQuery,
	cursorPrefixes,
	defaultOrder,
	emptyQuery,
	hasFacets,
	ordersOf,
	withOrder,
} from './list-query.ts'
import { listChildAreas, narrowChildAreas } from './list-areas.ts'
import { orderTexts } from './ranking.ts'
import { isoDay } from '../shared/japan-time.ts'
import { isNeutralScope } from '../taxonomy/categories.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import type { OfficeCard, OfficeList } from './types.ts'
import { listTag, officeTag } from './listing-tags.ts'
import { THIN_LIST, widen } from './widening.ts'

export const PAGE_SIZE = 20

type Request = { scopeId: number; area: Area; query: ListQuery }

/** Cache tag that drops the pages of neutral lists when the day changes. */
export const ROTATION_TAG = 'list:rotation'

/**
 * One page of the offices of a task, a category or (scope 0) of any kind in an area, with live facet counts, the areas
 * that it can be narrowed to, and for a list of fewer than five what lies around it. An unknown scope gives an empty
 * list: whether it exists is for the caller to find out. At most three round trips run one after another; only a thin
 * list takes more.
 */
export async function listOffices(ctx: Ctx, asked: Request): Promise<OfficeList> {
	const { scopeId, area } = asked
	const isNeutral = await isNeutralScope(ctx, scopeId)
	const query = inOrderOf(asked, isNeutral)
	const request = { ...asked, query }
	const counting = readHistogram(ctx, areaId(area), scopeId).then((histogram) => ({
		selected: select(histogram, query),
		facets: facetsOf(histogram, query),
	}))
	const [{ selected, facets }, cut, widened, { children, areCounted }] = await Promise.all([
		counting,
		// With facets, the number of matches decides how to query for them, and whether at all.
		hasFacets(query) ? counting.then((counted) => readMatching(ctx, request, counted.selected)) : readCards(ctx, request, null),
		counting.then((counted) => (counted.selected.total < THIN_LIST ? widen(ctx, request) : null)),
		readChildren(ctx, request),
	])
	return {
		scopeId,
		area,
		query,
		total: selected.total,
		totalWithoutFacets: selected.totalWithoutFacets,
		items: cut.rows.map(({ card }) => card),
		page: cut.page,
		facets,
		orders: ordersOf(area.kind, isNeutral).map((order) => ({
			order,
			...orderTexts[order],
			selected: order === query.order,
			query: withOrder(query, order),
		})),
		children,
		areChildrenCounted: areCounted,
		widened,
	}
}

/**
 * The first offices of a list in its own order, for a page of something else: one round trip without facets, two with those of
 * `query`, whose order and cursor do not count.
 */
export async function listFirstOffices(
	ctx: Ctx,
	{ scopeId, area, limit, query = emptyQuery(area.kind) }: { scopeId: number; area: Area; limit: number; query?: ListQuery },
): Promise<OfficeCard[]> {
	const selected = hasFacets(query) ? select(await readHistogram(ctx, areaId(area), scopeId), query) : null
	if (selected?.total === 0) return []
	const order = defaultOrder(area.kind, await isNeutralScope(ctx, scopeId))
	const page = pageSql({
		scopeId,
		area,
		order,
		selection: query,
		selected,
		cursor: null,
		day: isoDay(ctx.now()),
		limit,
	})
	return loadCards(ctx, page, { scopeId, order })
}

/** The cache tags of a page that shows what `listFirstOffices` gave. */
export const firstOfficesTags = (scopeId: number, area: Area, offices: readonly OfficeCard[]): string[] => [
	listTag(scopeId, areaId(area)),
	ROTATION_TAG,
	...offices.map(({ id }) => officeTag(id)),
]

/** The order that applies to the list; if it differs from the requested one, the list starts at its first page. */
function inOrderOf({ area, query }: Request, isNeutral: boolean): ListQuery {
	if (ordersOf(area.kind, isNeutral).includes(query.order)) return query
	return { ...query, order: defaultOrder(area.kind, isNeutral), cursor: null }
}

/** All offices of a prefecture, whatever their tasks. */
export async function listOfficesOfPrefecture(ctx: Ctx, prefecture: Prefecture, query: ListQuery): Promise<OfficeList> {
	return listOffices(ctx, { scopeId: ALL_OFFICES, area: prefecture, query })
}

async function readChildren(ctx: Ctx, { scopeId, area, query }: Request) {
	const children = await listChildAreas(ctx, scopeId, area)
	return hasFacets(query) ? narrowChildAreas(ctx, scopeId, children, query) : { children, areCounted: true }
}

async function readMatching(ctx: Ctx, request: Request, selected: Selected) {
	return selected.total === 0 ? emptyPage() : readCards(ctx, request, selected)
}

const emptyPage = () => cutPage<PlacedCard>([], { size: PAGE_SIZE, cursor: null, keyOf: () => [] })

async function readCards(ctx: Ctx, { scopeId, area, query }: Request, selected: Selected | null) {
	const prefix = cursorPrefixes[query.order]
	const cursor = query.cursor?.startsWith(prefix) ? decodeCursor(query.cursor.slice(prefix.length), CURSOR_KEY_LENGTH) : null
	const page = pageSql({
		scopeId,
		area,
		order: query.order,
		selection: query,
		selected,
		cursor,
		day: isoDay(ctx.now()),
		limit: PAGE_SIZE + 1,
	})
	const cards = await loadPlacedCards(ctx, page, { scopeId, order: query.order })
	if (cursor?.direction === 'before') cards.reverse()
	const cut = cutPage(cards, { size: PAGE_SIZE, cursor, keyOf: ({ place, card }) => [place, card.id] })
	const named = (link: { cursor: string | null } | null) => link && { cursor: link.cursor && `${prefix}${link.cursor}` }
	return { rows: cut.rows, page: { ...cut.page, previous: named(cut.page.previous), next: named(cut.page.next) } }
}
