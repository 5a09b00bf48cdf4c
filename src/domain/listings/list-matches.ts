import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql } from '../../platform/checked-sql.ts'
import type { Area } from '../geography/areas.ts'
import type { Ctx } from '../shared/context.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { startOfDay } from '../shared/japan-time.ts'
import type { Cursor } from '../shared/paging.ts'
import {
	anyOfBits,
	type FacetSelection,
	flags,
	professionBit,
	professions,
	requiredBits,
	selectionTest,
	subQualificationBit,
	subQualifications,
} from '../taxonomy/attributes.ts'
import { type ListOrder, type ListQuery, switchFlag, switchProfession, switchSubQualification } from './list-query.ts'
import type { Facets } from './types.ts'

/* Which offices of a list match its facets: how many, which decides how to look for them, and then the rows of a page. */

/** Histogram of attribute sets over the offices of an area and scope. */
export type Histogram = readonly { attributes: number; count: number }[]

const numbers = builtJson(() => z.array(z.int())).nullable

/** Two arrays in one row: a thousand rows would take the driver longer than the database. */
export async function readHistogram(ctx: Ctx, areaId: number, scopeId: number): Promise<Histogram> {
	const { rows } = await checkedSql({ attributes: numbers, counts: numbers })`
		select json_agg(attributes) as attributes, json_agg(office_count) as counts
		from listing_counts where area_id = ${areaId} and scope_id = ${scopeId}
	`.execute(ctx.db)
	const { attributes, counts } = rows[0] ?? {}
	return (attributes ?? []).map((value, index) => ({ attributes: value, count: counts?.[index] ?? 0 }))
}

function sumOf(histogram: Histogram, selection: FacetSelection): number {
	const matches = selectionTest(selection)
	return histogram.reduce((sum, row) => (matches(row.attributes) ? sum + row.count : sum), 0)
}

export type Selected = {
	total: number
	totalWithoutFacets: number
	/** The attribute values that match, by which a rare combination is read. */
	attributes: number[]
}

/** The part of a histogram that matches a selection. */
export function select(histogram: Histogram, selection: FacetSelection): Selected {
	const matches = selectionTest(selection)
	const matching = histogram.filter((row) => matches(row.attributes))
	return {
		total: matching.reduce((sum, row) => sum + row.count, 0),
		totalWithoutFacets: histogram.reduce((sum, row) => sum + row.count, 0),
		attributes: matching.map((row) => row.attributes),
	}
}

/**
 * Counts of every option given the other selected ones. Flags and sub-qualifications combine with and, professions with or,
 * so a profession's count does not depend on the other professions. Leaves out professions without an office in the area and
 * scope unless they are selected.
 */
export function facetsOf(histogram: Histogram, query: ListQuery): Facets {
	const present = histogram.reduce((bits, row) => bits | row.attributes, 0)
	return {
		professions: professions
			.filter(({ id, slug }) => (present & professionBit(id)) !== 0 || query.professions.includes(slug))
			.map(({ slug, name }) => ({
				value: slug,
				label: name,
				selected: query.professions.includes(slug),
				count: sumOf(histogram, { ...query, professions: [slug] }),
				query: switchProfession(query, slug),
			})),
		subQualifications: subQualifications
			.filter(({ id, slug }) => (present & subQualificationBit(id)) !== 0 || query.subQualifications.includes(slug))
			.map(({ slug, shortName }) => ({
				value: slug,
				label: shortName,
				selected: query.subQualifications.includes(slug),
				count: sumOf(histogram, { ...query, subQualifications: [...new Set([...query.subQualifications, slug])] }),
				query: switchSubQualification(query, slug),
			})),
		flags: flags.map(({ param, label }) => ({
			value: param,
			label,
			selected: query.flags.includes(param),
			count: sumOf(histogram, { ...query, flags: [...new Set([...query.flags, param])] }),
			query: switchFlag(query, param),
		})),
	}
}

/**
 * The rows of one page of a list as SQL: `office_id`, `place` (smaller first, then by id) and `distance_m`. Every
 * query is bounded whatever the number of offices:
 * - without facets it reads one page from the index of its order;
 * - with facets that k of n offices have, that index is read for about n/k pages, or, where k² < 21·n, the k rows
 *   themselves through the index by exact attributes: never more than about √(21·n) rows, 2,300 of 250,000;
 * - the daily rotation sorts all matching rows of its task, read from an index alone: tasks that only 弁護士 and 司法書士 may do;
 * - cities, wards and stations have at most some thousand rows, read from the index alone.
 */
export type PageRequest = {
	scopeId: number
	area: Area
	order: ListOrder
	selection: FacetSelection
	/** Of the area and scope; null without facets. */
	selected: Selected | null
	cursor: Cursor | null
	/** In Japan: what the daily rotation is drawn from. */
	day: IsoDate
	limit: number
}

/** Within 31 bits, as places are. */
const rotationSql = (day: string) => sql`(hashint4extended(office_id, ${startOfDay(day).getTime()}::bigint) & 2147483647)::integer`

const rankColumns = { recommended: 'recommended_rank', rating: 'rating_rank', newest: 'newest_rank', nearest: 'distance_m' } as const

export function pageSql(request: PageRequest): RawBuilder<unknown> {
	const { area, selected } = request
	if (area.kind === 'station') return stationPageSql(request, area.id)
	if (selected && isRare(request, selected)) return rarePageSql(request, area, selected.attributes)
	const rank = rankOf(request)
	return sql`
		select office_id, ${rank} as place, null::integer as distance_m
		from office_listings
		where scope_id = ${request.scopeId} and ${areaCondition(area)} and ${maskCondition(request.selection)} and ${cursorCondition(request, rank)}
		${orderAndLimit(request, rank)}
	`
}

/** Whether reading all matching rows is cheaper than scanning the index of the order for a page of them. */
function isRare({ area, limit }: PageRequest, selected: Selected): boolean {
	if (area.kind !== 'japan' && area.kind !== 'prefecture') return false
	return selected.total * selected.total < limit * selected.totalWithoutFacets
}

function rarePageSql(request: PageRequest, area: ListedArea, attributes: number[]): RawBuilder<unknown> {
	const rank = rankOf(request)
	// Materialised; otherwise the planner would scan the index of the order.
	return sql`
		select office_id, place, null::integer as distance_m
		from (
			with matching as materialized (
				select office_id, ${rank} as place
				from office_listings
				where scope_id = ${request.scopeId} and attributes = any (${attributes}::integer[]) and ${areaCondition(area)}
			)
			select * from matching
		) matching
		where ${cursorCondition(request, sql`place`)}
		${orderAndLimit(request, sql`place`)}
	`
}

function stationPageSql(request: PageRequest, stationId: number): RawBuilder<unknown> {
	const rank = rankOf(request)
	return sql`
		select office_id, ${rank} as place, distance_m
		from station_listings
		where station_id = ${stationId} and ${request.scopeId} = any (scope_ids) and ${maskCondition(request.selection)} and ${cursorCondition(request, rank)}
		${orderAndLimit(request, rank)}
	`
}

function rankOf({ area, order, day }: PageRequest): RawBuilder<unknown> {
	if (order === 'rotation') return rotationSql(day)
	// Only stations have distances; another caller that asks for them gets the default order.
	return sql.ref(order === 'nearest' && area.kind !== 'station' ? rankColumns.recommended : rankColumns[order])
}

type ListedArea = Exclude<Area, { kind: 'station' }>

function areaCondition(area: ListedArea): RawBuilder<unknown> {
	if (area.kind === 'japan') return sql`true`
	if (area.kind === 'prefecture') return sql`prefecture_id = ${area.id}`
	if (area.type === 'ward') return sql`municipality_id = ${area.id} and municipality_id <> city_id`
	return sql`city_id = ${area.id}`
}

/** Over a column `attributes`. */
export function maskCondition(selection: FacetSelection): RawBuilder<unknown> {
	const required = requiredBits(selection)
	const anyOf = anyOfBits(selection)
	if (required === 0 && anyOf === 0) return sql`true`
	return sql`attributes & ${required}::integer = ${required}::integer and (${anyOf}::integer = 0 or attributes & ${anyOf}::integer <> 0)`
}

function cursorCondition({ cursor }: PageRequest, rank: RawBuilder<unknown>): RawBuilder<unknown> {
	if (!cursor) return sql`true`
	const [place = 0, officeId = 0] = cursor.key
	return cursor.direction === 'after'
		? sql`(${rank}, office_id) > (${place}::integer, ${officeId}::integer)`
		: sql`(${rank}, office_id) < (${place}::integer, ${officeId}::integer)`
}

const orderAndLimit = ({ cursor, limit }: PageRequest, rank: RawBuilder<unknown>): RawBuilder<unknown> =>
	cursor?.direction === 'before'
		? sql`order by ${rank} desc, office_id desc limit ${sql.lit(limit)}`
		: sql`order by ${rank}, office_id limit ${sql.lit(limit)}`
