import type { Area, Municipality, Prefecture, RegionId, Station } from '../geography/areas.ts'
import type { Page } from '../paging.ts'
import type { Flag, ProfessionName, ProfessionSlug } from './attributes.ts'
import type { ListOrder, ListQuery } from './input.ts'

/** Amounts are yen with tax; for `percentage` they are percent of the value in question. */
export type FeeBasis = 'per_case' | 'monthly' | 'hourly' | 'percentage'
export type Faq = { question: string; answer: string }
export type OfficeKind = 'sole' | 'corporation' | 'company' | 'joint'
export type Accepting = 'open' | 'limited' | 'paused'
export type ToolKind = 'public' | 'saas' | 'calculator' | 'template'

// ---- taxonomy

export type TaskCategorySummary = {
	id: number
	slug: string
	name: string
	kana: string
	summary: string
	/** Offices of all Japan that are listed under any of its tasks. */
	officeCount: number
}

export type TaskCategory = TaskCategorySummary & { body: string[]; synonyms: string[]; tasks: TaskSummary[] }

export type TaskSummary = {
	id: number
	taskCategoryId: number
	taskCategoryName: string
	slug: string
	name: string
	kana: string
	summary: string
	/** Who may do it, most usual first. */
	professions: ProfessionName[]
	/** The law that reserves the work to these professions, or null. */
	exclusiveLaw: string | null
	fee: { basis: FeeBasis; min: number; max: number; note: string }
	officeCount: number
}

export type Task = TaskSummary & {
	synonyms: string[]
	body: string[]
	leadTime: string
	documents: string[]
	faq: Faq[]
	/** For programmes that change yearly: 'YYYY-MM-DD'. */
	validUntil: string | null
	useCases: UseCase[]
	tools: ToolSummary[]
}

export type UseCase = {
	id: number
	taskId: number
	taskName: string
	title: string
	persona: string
	before: string
	after: string
	days: number
	cost: number
}

export type ToolSummary = {
	id: number
	slug: string
	name: string
	kind: ToolKind
	url: string | null
	priceNote: string
	summary: string
	/** Paid for by its maker: to be labelled 広告. */
	advertised: boolean
	/** 'YYYY-MM-DD' of our last look at it. */
	checkedOn: string
}

export type Tool = ToolSummary & { body: string[]; tasks: { id: number; name: string; taskCategoryId: number; taskCategoryName: string }[] }

/** A category or a task as the subject of a list. */
export type Scope = { id: number; kind: 'category' | 'task'; name: string; categoryId: number; categoryName: string }

// ---- lists

export type OfficeFee = { taskId: number; taskName: string; basis: FeeBasis; min: number; max: number | null }

export type OfficeCard = {
	id: number
	kind: OfficeKind
	name: string
	headline: string
	/** Path below /media/, or null for the drawn default. */
	picture: string | null
	professions: ProfessionName[]
	prefectureId: number
	prefectureName: string
	municipalityName: string
	nearestStation: { name: string; walkMinutes: number; distanceMetres: number } | null
	/** For the list's task, or the lowest of the category's tasks (then `taskName` says which). */
	fee: OfficeFee | null
	firstConsultation: string
	firstConsultationFree: boolean
	/** Measured: median of the first replies in business minutes; null where too few. */
	replyMinutes: number | null
	online: boolean
	weekend: boolean
	evening: boolean
	accepting: Accepting
	rating: { average: number | null; count: number }
	staffCount: number
	/** The first three, verified ones only. */
	experts: { id: number; name: string }[]
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
	flags: (FacetOption & { value: Flag })[]
}

export type OrderOption = { order: ListOrder; label: string; explanation: string; selected: boolean; query: ListQuery }

export type AreaCount<A extends Area> = { area: A; officeCount: number }

/** Where a list can be narrowed to, only areas that hold offices. */
export type ChildAreas =
	| { kind: 'regions'; regions: { id: RegionId; name: string; officeCount: number; prefectures: AreaCount<Prefecture>[] }[] }
	| { kind: 'municipalities'; municipalities: AreaCount<Municipality>[]; stations: AreaCount<Station>[] }
	| { kind: 'wards'; wards: AreaCount<Municipality>[]; stations: AreaCount<Station>[] }
	| { kind: 'neighbours'; stations: AreaCount<Station>[] }

/** Offices of areas around, shown apart when a list holds fewer than five. `isFar`: some are not from next door. */
export type Widened = { areaNames: string[]; isFar: boolean; items: OfficeCard[] }

export type OfficeList = {
	scopeId: number
	area: Area
	query: ListQuery
	/** Offices that match the facets. */
	total: number
	/** Offices of the area and scope whatever the facets. */
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

// ---- one office

/** weekday 0 Sunday … 6 Saturday, 7 public holidays; times 'HH:MM' in Japan. */
export type OfficeHours = { weekday: number; opensAt: string; closesAt: string; byAppointment: boolean }

export type OpenState = {
	open: boolean
	/** 'HH:MM' in Japan, while open. */
	until: string | null
	/** Whether the present (or next) hours are by appointment only. */
	byAppointment: boolean
	/** While closed: `daysAhead` 0 is today; weekday 0 is Sunday. */
	nextOpening: { date: string; daysAhead: number; weekday: number; opensAt: string } | null
	/** Name of today's public holiday. */
	holiday: string | null
}

export type OfficeExpert = {
	id: number
	name: string
	kana: string
	headline: string
	portrait: string | null
	title: string
	practisingYears: number | null
	credentials: Credential[]
}

export type Credential = {
	profession: ProfessionName
	registrationNumber: string
	association: string
	registeredOn: string | null
}

export type OfficeTask = OfficeFee & { taskCategoryId: number; includes: string }

export type OfficeStation = { station: Station; walkMinutes: number; distanceMetres: number; lines: string[] }

export type OfficeCase = {
	id: number
	taskId: number | null
	taskName: string | null
	title: string
	client: string
	body: string
	consentedOn: string
}

export type Review = {
	id: number
	stars: number
	body: string
	persona: string
	taskName: string | null
	createdAt: Date
	reply: string | null
	repliedAt: Date | null
}

export type ReviewPage = { items: Review[]; page: Page }

/** All that is public of an office but its reviews. */
export type OfficeFacts = {
	id: number
	kind: OfficeKind
	name: string
	kana: string
	corporateNumber: string | null
	invoiceNumber: string | null
	representative: string
	headline: string
	description: string[]
	postalCode: string | null
	prefecture: Prefecture
	municipality: Municipality
	addressLine: string
	lat: number
	lng: number
	/** Nobody set the point: it was found from the stations, or is the municipality's middle. */
	isPointApproximate: boolean
	/** Only where the office made it public. */
	phone: string | null
	website: string | null
	firstConsultation: string
	firstConsultationFree: boolean
	/** Measured: median of the first replies in business minutes; null where too few. */
	replyMinutes: number | null
	online: boolean
	weekend: boolean
	evening: boolean
	accepting: Accepting
	staffCount: number
	foundedOn: string | null
	industries: string[]
	software: string[]
	languages: string[]
	picture: string | null
	isDemo: boolean
	publishedAt: Date
	updatedAt: Date
	professions: ProfessionName[]
	rating: { average: number | null; count: number; stars: { stars: number; count: number }[] }
	hours: OfficeHours[]
	tasks: OfficeTask[]
	experts: OfficeExpert[]
	stations: OfficeStation[]
	cases: OfficeCase[]
	/** Prefectures that it serves. */
	areas: Prefecture[]
}

export type Office = OfficeFacts & { reviews: ReviewPage }

// ---- one expert

export type ExpertCard = {
	id: number
	name: string
	kana: string
	headline: string
	portrait: string | null
	professions: ProfessionName[]
	practisingYears: number | null
	/** Where the expert works first of all, if that office is public. */
	office: { id: number; name: string; prefectureName: string; municipalityName: string } | null
	taskNames: string[]
}

export type PickupExpert = ExpertCard & { reason: string }

export type Expert = {
	id: number
	/** The public uid of the user, by which follows and the uid lookup of the API go. */
	uid: string
	name: string
	kana: string
	headline: string
	biography: string[]
	portrait: string | null
	practisingSince: string | null
	practisingYears: number | null
	languages: string[]
	website: string | null
	/** Other pages of the expert's own. */
	links: string[]
	/** Ids of the prefectures that the expert works in; empty where none were named. */
	areaIds: number[]
	verifiedAt: Date
	updatedAt: Date
	credentials: Credential[]
	tasks: { id: number; name: string; taskCategoryId: number; taskCategoryName: string }[]
	offices: OfficeCard[]
}

// ---- search

export type Suggestion = {
	kind: 'category' | 'task' | 'prefecture' | 'municipality' | 'station' | 'office' | 'expert'
	id: number
	label: string
	detail: string
	path: string
}

export type SearchResult = {
	/** What was asked, cleaned for display. */
	text: string
	/** The list that the words ask for together, best first: 「三鷹駅 × 確定申告」. */
	directLinks: { label: string; path: string; officeCount: number }[]
	tasks: Suggestion[]
	areas: Suggestion[]
	offices: Suggestion[]
	experts: Suggestion[]
}

// ---- sitemap

export type SitemapKind = 'category' | 'task' | 'tool' | 'office' | 'expert' | 'list'
export type SitemapEntry = { path: string; updatedAt: Date | null }
/** `next` goes into the next call as `afterId`; null at the end. */
export type SitemapPage = { entries: SitemapEntry[]; next: string | null }
