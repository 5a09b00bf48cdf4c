import type { Area, Municipality, Prefecture, RegionId, Station } from '../geography/areas.ts'
import type { Page } from '../shared/paging.ts'
import type { Flag, ProfessionName, ProfessionSlug, SubQualificationSlug } from '../taxonomy/attributes.ts'
import type { ListOrder, ListQuery } from './list-query.ts'
import type { FeeBasis } from '../taxonomy/types.ts'

export type OfficeKind = 'sole' | 'corporation' | 'company' | 'joint'
export type Accepting = 'open' | 'limited' | 'paused'
export type OfficeFee = { taskId: number; taskName: string; basis: FeeBasis; min: number; max: number | null }

export type OfficeCard = {
	id: number
	kind: OfficeKind
	name: string
	headline: string
	/** Path below /media/, or null for the drawn default. */
	picture: string | null
	professions: ProfessionName[]
	/** What its verified members have besides their registrations, in short: 「認定司法書士」. */
	subQualifications: string[]
	prefectureId: number
	prefectureName: string
	municipalityName: string
	nearestStation: { name: string; walkMinutes: number; distanceMetres: number } | null
	/** For the list's task, or the lowest of the category's tasks (then `taskName` says which). */
	fee: OfficeFee | null
	/** What the office may do of the task that the fee is for, where a law keeps the rest from it; null for all of it. */
	parts: string[] | null
	firstConsultation: string
	firstConsultationFree: boolean
	/** Measured: median of the first replies in business minutes; null where too few. */
	replyMinutes: number | null
	/** The first time that can be booked, as ISO text; null where the site takes no bookings for it. */
	nextFreeAt: string | null
	online: boolean
	weekend: boolean
	evening: boolean
	accepting: Accepting
	rating: { average: number | null; count: number }
	staffCount: number
	/** Three at most, verified ones only; first those whose profession does the task that the fee is for. */
	experts: { id: number; name: string; portrait: string | null }[]
	/** From the station of the list; null in other lists. */
	distanceMetres: number | null
	isDemo: boolean
	/** Facts that decide the place in this order, e.g. 「口コミ 4.6（12件）」. */
	reasons: string[]
}

export type FacetOption = {
	label: string
	selected: boolean
	/** Offices that the list would hold with this option (and the other selected ones). */
	count: number
	/** The query of the list with this option switched; its URL is `canonicalSearch(query)`. */
	query: ListQuery
}

export type Facets = {
	professions: (FacetOption & { value: ProfessionSlug })[]
	subQualifications: (FacetOption & { value: SubQualificationSlug })[]
	flags: (FacetOption & { value: Flag })[]
}

export type OrderOption = { order: ListOrder; label: string; explanation: string; selected: boolean; query: ListQuery }

export type AreaCount<A extends Area> = { area: A; officeCount: number }

/** Areas to which a list can be narrowed; only those with offices. */
export type ChildAreas =
	| { kind: 'regions'; regions: { id: RegionId; name: string; officeCount: number; prefectures: AreaCount<Prefecture>[] }[] }
	| { kind: 'municipalities'; municipalities: AreaCount<Municipality>[]; stations: AreaCount<Station>[] }
	| { kind: 'wards'; wards: AreaCount<Municipality>[]; stations: AreaCount<Station>[] }
	| { kind: 'neighbours'; stations: AreaCount<Station>[] }

/** Offices of areas around, shown apart when a list holds fewer than five. `isFar`: some are not in a neighbouring area. */
export type Widened = { areaNames: string[]; isFar: boolean; items: OfficeCard[] }

export type OfficeList = {
	scopeId: number
	area: Area
	query: ListQuery
	/** Offices that match the facets. */
	total: number
	/** Offices of the area and scope, ignoring facets. */
	totalWithoutFacets: number
	items: OfficeCard[]
	page: Page
	facets: Facets
	orders: OrderOption[]
	children: ChildAreas
	/** Whether the counts of `children` are those of offices that match the facets: of very many they are not added up. */
	areChildrenCounted: boolean
	widened: Widened | null
}

export type Suggestion = {
	kind: 'category' | 'task' | 'prefecture' | 'municipality' | 'station' | 'office' | 'expert'
	id: number
	label: string
	detail: string
	path: string
}

export type SearchResult = {
	/** The search text, cleaned for display. */
	text: string
	/** Facets that words of the text ask for (夜間, 英語), each with the search without them; `note` says where none can be had. */
	facets: { label: string; note: string | null; path: string }[]
	/** The list that the words ask for together, best first: 「三鷹駅 × 確定申告」. */
	directLinks: { label: string; path: string; officeCount: number }[]
	/** Professions that nobody registers here, with the pages that say where their registers are. */
	unlisted: { name: string; summary: string; path: string }[]
	tasks: Suggestion[]
	areas: Suggestion[]
	offices: Suggestion[]
	experts: Suggestion[]
}

export type SitemapKind = 'category' | 'task' | 'tool' | 'office' | 'expert' | 'list' | 'fee' | 'term'
export type SitemapEntry = { path: string; updatedAt: Date | null }
/** `next` is the `afterId` of the next call; null at the end. */
export type SitemapPage = { entries: SitemapEntry[]; next: string | null }
