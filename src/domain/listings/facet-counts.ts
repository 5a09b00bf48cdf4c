import { z } from 'zod'
import { builtJson, checkedSql } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { type FacetSelection, flags, professionBit, professions, selectionTest } from '../taxonomy/attributes.ts'
import { type ListQuery, switchFlag, switchProfession } from './list-query.ts'
import type { Facets } from './types.ts'

/** How many offices of an area and scope have exactly which attributes. */
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

/** What a selection leaves of a histogram. */
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
 * Live counts of every option given the other selected ones. Flags are taken together (and), professions as
 * alternatives (or), so a profession's count does not depend on the other professions. Professions that nobody in the
 * area and scope has are left out unless selected.
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
				count: sumOf(histogram, { flags: query.flags, professions: [slug] }),
				query: switchProfession(query, slug),
			})),
		flags: flags.map(({ param, label }) => ({
			value: param,
			label,
			selected: query.flags.includes(param),
			count: sumOf(histogram, { professions: query.professions, flags: [...new Set([...query.flags, param])] }),
			query: switchFlag(query, param),
		})),
	}
}
