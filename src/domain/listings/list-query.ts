import { decodeCursor } from '../shared/paging.ts'
import {
	type FacetSelection,
	type Flag,
	type ProfessionSlug,
	type SubQualificationSlug,
	flags,
	professions,
	subQualifications,
} from '../taxonomy/attributes.ts'

/**
 * The query of a list's URL. Written without zod: parsing cannot fail (unknown or malformed values are dropped), and
 * the pages' own scripts use it, where zod would weigh more than everything else on the page.
 */
export const listOrders = ['recommended', 'nearest', 'rating', 'newest', 'rotation'] as const
export type ListOrder = (typeof listOrders)[number]

export type ListQuery = FacetSelection & {
	order: ListOrder
	/** A cursor of `domain/shared/paging.ts` for this order, or null for the first page. */
	cursor: string | null
}

type AreaKind = 'japan' | 'prefecture' | 'municipality' | 'station'

/**
 * Nearest needs a point to measure from, which only a station has. A neutral list is that of a task that only 弁護士 and 司法書士
 * may do: the site recommends none of them, because of their rules of advertising and 弁護士法72条.
 */
export function ordersOf(kind: AreaKind, isNeutral = false): readonly ListOrder[] {
	if (isNeutral) return kind === 'station' ? ['nearest', 'rotation'] : ['rotation']
	return kind === 'station' ? ['nearest', 'recommended', 'rating', 'newest'] : ['recommended', 'rating', 'newest']
}

export const defaultOrder = (kind: AreaKind, isNeutral = false): ListOrder =>
	kind === 'station' ? 'nearest' : isNeutral ? 'rotation' : 'recommended'

export const emptyQuery = (kind: AreaKind): ListQuery => ({
	professions: [],
	subQualifications: [],
	flags: [],
	order: defaultOrder(kind),
	cursor: null,
})

/** Sort keys of every order have two parts: rank or metres, and the id of the office. */
export const CURSOR_KEY_LENGTH = 2

/**
 * Reads a list's query. Unknown names and values are ignored, repeated and comma-separated professions are taken
 * together in the order of their ids, a flag is on for `1` or `true`, the first of repeated others counts, and a cursor
 * that was not ours means the first page.
 */
export function parseListQuery(search: URLSearchParams, kind: AreaKind, isNeutral = false): ListQuery {
	const named = (name: string) =>
		new Set(
			search
				.getAll(name)
				.slice(0, 20)
				.flatMap((value) => value.slice(0, 200).split(',')),
		)
	const asked = named('profession')
	const askedSubs = named('sub')
	const order = ordersOf(kind, isNeutral).find((one) => one === search.get('order')) ?? defaultOrder(kind, isNeutral)
	return {
		professions: professions.filter(({ slug }) => asked.has(slug)).map(({ slug }) => slug),
		subQualifications: subQualifications.filter(({ slug }) => askedSubs.has(slug)).map(({ slug }) => slug),
		flags: flags.filter(({ param }) => ['1', 'true'].includes(search.get(param) ?? '')).map(({ param }) => param),
		order,
		cursor: parseCursor(search.get('page'), order),
	}
}

/** First letter of a list's cursor, because a key of one order means nothing in another. */
export const cursorPrefixes: Record<ListOrder, string> = { recommended: 'r', nearest: 'd', rating: 's', newest: 'n', rotation: 't' }

function parseCursor(text: string | null, order: ListOrder): string | null {
	if (text === null || text.length > 40 || !text.startsWith(cursorPrefixes[order])) return null
	return decodeCursor(text.slice(1), CURSOR_KEY_LENGTH) ? text : null
}

/**
 * The canonical query: '' for the default list, else '?profession=…&sub=…&online=1&order=…&page=…' in this order.
 * A page whose URL has another spelling names this one as its canonical.
 */
export function canonicalSearch(query: ListQuery, kind: AreaKind): string {
	const search = new URLSearchParams()
	for (const { slug } of professions) if (query.professions.includes(slug)) search.append('profession', slug)
	for (const { slug } of subQualifications) if (query.subQualifications.includes(slug)) search.append('sub', slug)
	for (const { param } of flags) if (query.flags.includes(param)) search.append(param, '1')
	if (query.order !== defaultOrder(kind, query.order === 'rotation')) search.append('order', query.order)
	if (query.cursor) search.append('page', query.cursor)
	const text = search.toString()
	return text === '' ? '' : `?${text}`
}

const switched = <T>(values: readonly T[], value: T): T[] =>
	values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

/** The query with a profession ticked or unticked, from its first page. */
export const switchProfession = (query: ListQuery, slug: ProfessionSlug): ListQuery => ({
	...query,
	professions: switched(query.professions, slug),
	cursor: null,
})

/** The query with a sub-qualification ticked or unticked, from its first page. */
export const switchSubQualification = (query: ListQuery, slug: SubQualificationSlug): ListQuery => ({
	...query,
	subQualifications: switched(query.subQualifications, slug),
	cursor: null,
})

/** The query with a flag ticked or unticked, from its first page. */
export const switchFlag = (query: ListQuery, flag: Flag): ListQuery => ({ ...query, flags: switched(query.flags, flag), cursor: null })

/** The query in another order, from its first page. */
export const withOrder = (query: ListQuery, order: ListOrder): ListQuery => ({ ...query, order, cursor: null })

/** The same facets in an area of another kind, where `nearest` may not exist. */
export const queryForArea = (query: ListQuery, kind: AreaKind): ListQuery => ({
	...query,
	order: ordersOf(kind).includes(query.order) && query.order !== 'nearest' ? query.order : defaultOrder(kind),
	cursor: null,
})

export const hasFacets = (query: ListQuery): boolean => query.flags.length + query.professions.length + query.subQualifications.length > 0

/** Normalises text from the search box to the maximum length; '' for nothing. */
export function parseSearchText(text: string | null): string {
	return (text ?? '')
		.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.slice(0, 80)
		.toWellFormed()
}
