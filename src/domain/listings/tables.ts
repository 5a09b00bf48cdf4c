import type { Generated } from 'kysely'

export type OfficeListingsTable = {
	scope_id: number
	office_id: number
	prefecture_id: number
	city_id: number
	municipality_id: number
	attributes: number
	recommended_rank: number
	rating_rank: number
	newest_rank: number
}

export type StationListingsTable = {
	station_id: number
	office_id: number
	distance_m: number
	scope_ids: number[]
	attributes: number
	recommended_rank: number
	rating_rank: number
	newest_rank: number
}

export type ListingCountsTable = { area_id: number; scope_id: number; attributes: number; office_count: number }

export type ListingTotalsTable = { area_id: number; scope_id: number; office_count: number }

export type SuggestionKind = 'category' | 'task' | 'prefecture' | 'municipality' | 'station' | 'office' | 'expert'

export type SuggestionTermsTable = {
	id: Generated<string>
	kind: SuggestionKind
	target_id: number
	key: string
	label: string
	detail: Generated<string>
	path: string
	popularity: Generated<number>
}

export type ListingTables = {
	office_listings: OfficeListingsTable
	station_listings: StationListingsTable
	listing_counts: ListingCountsTable
	listing_totals: ListingTotalsTable
	suggestion_terms: SuggestionTermsTable
}

declare module '../shared/context.ts' {
	interface Database extends ListingTables {}
}
