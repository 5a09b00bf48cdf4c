import { canonicalSearch, emptyQuery, hasFacets, type ListQuery, queryForArea } from '../../domain/listings/list-query.ts'
import type { AreaCount, ChildAreas, FacetOption, OfficeCard, OfficeList } from '../../domain/listings/types.ts'
import type { Scope } from '../../domain/taxonomy/types.ts'
import {
	type Area,
	areaId,
	areaName,
	japan,
	type Municipality,
	type MunicipalityKind,
	type Prefecture,
	type Station,
} from '../../domain/geography/areas.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { WAIT_BELOW } from '../../domain/listings/waiting/list-wait-input.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { categoryIndexPath, categoryPath, listWaitPath, prefectureOfficesPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import { listCardPath, taskCardPath } from '../taxonomy/card-paths.ts'
import type { Card } from './office-card.tsx'

/** A list as its page shows it: texts and URLs, with nothing left to compute in the browser. */
export type ListView = ListFrame & {
	area: { kind: Area['kind']; name: string }
	/** The list's own task; null for a category or a prefecture. */
	taskId: number | null
	/** Thin lists and every variant of a list stay out of search engines. */
	indexable: boolean
	total: number
	totalWithoutFacets: number
	items: Card[]
	page: { number: number; from: number; to: number; previous: string | null; next: string | null }
	facets: FacetGroup[]
	/** The list without any facet, where some are chosen. */
	clearPath: string | null
	orders: { label: string; path: string; selected: boolean }[]
	order: { label: string; explanation: string }
	widened: { areaNames: string[]; isFar: boolean; items: Card[] } | null
	/** Where to ask for a mail when an office appears, for a list with few or none. */
	waitPath: string | null
	/** What offices pay for, below the list and apart from it. */
	placed: Card[]
}

/** What differs between the list of a task or category and that of a prefecture whatever the offices do. */
type ListFrame = {
	heading: string
	description: string
	/** The plain list, without facets, order or page. */
	path: string
	/** Its share card. */
	image: string
	crumbs: Crumb[]
	areas: AreaSection[]
	/** One step up, for a list that holds little. */
	wider: AreaLink | null
}

export type FacetLink = { label: string; count: number; selected: boolean; path: string }
export type FacetGroup = { title: string; options: FacetLink[] }

export type AreaLink = { name: string; path: string; count: number | null }
export type AreaSection = {
	title: string
	/** How many areas there are to choose from, in the words of the trade: 「47都道府県」. */
	amount: string
	/** The ones with most offices, shown without opening the rest. */
	first: AreaLink[]
	groups: { name: string | null; links: AreaLink[] }[]
	/** Said where not all of them are shown. */
	note: string | null
}

/** Places that the domain knows around an area of a list; the crumbs are made of them. */
export type AreaParents = { municipality: Municipality | null; city: Municipality | null }
export const noParents: AreaParents = { municipality: null, city: null }

/** Lists with fewer offices are not worth a place in a search engine (product paper, section 8). */
const THIN = 3
const FIRST_AREAS = 6
/** Of a large city; the domain gives stations with most offices first. */
const MOST_STATIONS = 30

/** The list of a task or category in an area, with the offices placed below it as PR. */
export function listView(list: OfficeList, scope: Scope, parents: AreaParents, placed: OfficeCard[] = []): ListView {
	const { area, query } = list
	const pathOf = (one: Area, its: ListQuery) => listPath({ scopeId: scope.id, area: one, search: canonicalSearch(its, one.kind) })
	return {
		...commonView(list, (its) => pathOf(area, its)),
		placed: placed.map(toCard),
		heading: listHeading(scope, area),
		description: listDescription(scope.name, area, list.totalWithoutFacets),
		path: listPath({ scopeId: scope.id, area }),
		image: scope.kind === 'task' && area.kind === 'japan' ? taskCardPath(scope.id) : listCardPath(scope.id, areaId(area)),
		crumbs: listCrumbs(scope, area, parents),
		areas: areaSections(list.children, (child) => pathOf(child, queryForArea(query, child.kind)), area, list.areChildrenCounted),
		// Where offices were found only far away, the next larger place holds none either.
		wider: widerArea(scope, area, list.widened?.isFar ? noParents : parents),
	}
}

/** The offices of a prefecture whatever they do. */
export function prefectureView(list: OfficeList, prefecture: Prefecture): ListView {
	const path = prefectureOfficesPath(prefecture.slug)
	return {
		...commonView(list, (query) => `${path}${canonicalSearch(query, 'prefecture')}`),
		placed: [],
		heading: `${prefecture.name}の士業・専門家の事務所`,
		description: listDescription('事業の相談', prefecture, list.totalWithoutFacets),
		path,
		image: listCardPath(list.scopeId, prefecture.id),
		crumbs: [{ label: `${prefecture.name}の事務所`, path }],
		areas: [],
		wider: null,
	}
}

function commonView(list: OfficeList, pathOf: (query: ListQuery) => string): Omit<ListView, keyof ListFrame | 'placed'> {
	const { area, query } = list
	const selected = list.orders.find((order) => order.selected)
	const toLink = ({ label, count, selected, query }: FacetOption): FacetLink => ({ label, count, selected, path: pathOf(query) })
	const pathOfPage = (link: { cursor: string | null } | null) => link && pathOf({ ...query, cursor: link.cursor })
	return {
		area: { kind: area.kind, name: areaName(area) },
		taskId: list.scopeId > 100 ? list.scopeId : null,
		indexable: list.totalWithoutFacets >= THIN && canonicalSearch(query, area.kind) === '',
		total: list.total,
		totalWithoutFacets: list.totalWithoutFacets,
		items: list.items.map(toCard),
		page: {
			number: list.page.number,
			from: list.page.from,
			to: list.page.to,
			previous: pathOfPage(list.page.previous),
			next: pathOfPage(list.page.next),
		},
		facets: [
			{ title: '対応', options: list.facets.flags.map(toLink) },
			{ title: '資格', options: list.facets.professions.map(toLink) },
			{ title: '認定・登録など', options: list.facets.subQualifications.map(toLink) },
		].filter(({ options }) => options.length > 1 || options.some(({ selected }) => selected)),
		clearPath: hasFacets(query) ? pathOf({ ...emptyQuery(area.kind), order: query.order }) : null,
		orders: list.orders.map(({ label, selected, query }) => ({ label, selected, path: pathOf(query) })),
		order: { label: selected?.label ?? '', explanation: selected?.explanation ?? '' },
		waitPath:
			list.scopeId !== ALL_OFFICES && list.totalWithoutFacets < WAIT_BELOW
				? listWaitPath({ scopeId: list.scopeId, areaId: areaId(area) })
				: null,
		widened: list.widened && list.widened.items.length > 0 ? { ...list.widened, items: list.widened.items.map(toCard) } : null,
	}
}

const toCard = ({ kind: _kind, prefectureId: _prefectureId, staffCount: _staffCount, isDemo: _isDemo, ...card }: OfficeCard): Card => card

const purpose = (scope: Scope) => (scope.kind === 'task' ? `${scope.name}を頼める事務所` : `${scope.name}を相談できる事務所`)

/** 「三鷹駅の近くで税務顧問を頼める事務所」 */
export function listHeading(scope: Scope, area: Area): string {
	if (area.kind === 'japan') return purpose(scope)
	return area.kind === 'station' ? `${areaName(area)}の近くで${purpose(scope)}` : `${areaName(area)}で${purpose(scope)}`
}

function listDescription(subject: string, area: Area, total: number): string {
	const where = area.kind === 'japan' ? '全国で' : area.kind === 'station' ? `${areaName(area)}から2km以内で` : `${areaName(area)}で`
	if (total === 0 && area.kind === 'japan') return `${subject}の内容、料金の目安、用意する書類を説明します。専門家に質問もできます。`
	const count = total > 0 ? `事務所${total.toLocaleString('ja-JP')}件を掲載しています` : '事務所を近隣の地域から探せます'
	return `${where}${subject}に対応する${count}。料金の目安、初回相談、口コミ、最寄り駅からの徒歩分数を見比べて選べます。`
}

function listCrumbs(scope: Scope, area: Area, { municipality, city }: AreaParents): Crumb[] {
	const at = (label: string, one: Area): Crumb => ({ label, path: listPath({ scopeId: scope.id, area: one }) })
	const crumbs: Crumb[] = [
		{ label: '業務カテゴリー', path: categoryIndexPath() },
		{ label: scope.categoryName, path: categoryPath(scope.categoryId) },
		at(scope.kind === 'task' ? scope.name : '事務所一覧', japan),
	]
	if (area.kind === 'japan') return crumbs
	const prefecture = area.kind === 'prefecture' ? area : getPrefecture(area.prefectureId)
	crumbs.push(at(prefecture.name, prefecture))
	for (const one of [city, municipality]) if (one) crumbs.push(at(one.name, one))
	if (area.kind === 'municipality' || area.kind === 'station') crumbs.push(at(areaName(area), area))
	return crumbs
}

function widerArea(scope: Scope, area: Area, { municipality, city }: AreaParents): AreaLink | null {
	if (area.kind === 'japan') return null
	const wider = municipality ?? city ?? (area.kind === 'prefecture' ? japan : getPrefecture(area.prefectureId))
	return { name: areaName(wider), path: listPath({ scopeId: scope.id, area: wider }), count: null }
}

type Place = Prefecture | Municipality | Station
type ToLink = <A extends Place>(count: AreaCount<A>) => AreaLink

/** What a list can be narrowed to (or, from a station, moved to). Shared with the page of a category. */
export function areaSections(
	children: ChildAreas,
	pathOf: (area: Place) => string,
	within: Area = japan,
	withCounts = true,
): AreaSection[] {
	const toLink: ToLink = ({ area, officeCount }) => ({
		name: nameWithin(within, area),
		path: pathOf(area),
		count: withCounts ? officeCount : null,
	})
	if (children.kind === 'regions') return prefectureSection(children.regions, toLink)
	if (children.kind === 'neighbours') return stationSection('近くの駅', children.stations, toLink)
	if (children.kind === 'wards')
		return [...municipalitySection('区', children.wards, toLink), ...stationSection('駅', children.stations, toLink)]
	return [...municipalitySection('市区町村', children.municipalities, toLink), ...stationSection('主な駅', children.stations, toLink)]
}

/** A ward needs no city before its name where all are of that city. */
function nameWithin(outer: Area, area: Place): string {
	const isWard = outer.kind === 'municipality' && area.kind === 'municipality' && area.name.startsWith(outer.name)
	return isWard ? area.name.slice(outer.name.length) : areaName(area)
}

/** The busiest; all of them where that is hardly more. */
const mostOffices = (links: readonly AreaLink[]): AreaLink[] =>
	links.length <= FIRST_AREAS ? [...links] : links.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, FIRST_AREAS)

function prefectureSection(regions: (ChildAreas & { kind: 'regions' })['regions'], toLink: ToLink): AreaSection[] {
	const groups = regions.map(({ name, prefectures }) => ({ name, links: prefectures.map(toLink) })).filter(({ links }) => links.length > 0)
	const links = groups.flatMap((group) => group.links)
	if (links.length === 0) return []
	return [{ title: '都道府県', amount: `${links.length}都道府県`, first: mostOffices(links), groups, note: null }]
}

const municipalityGroups: { name: string; types: readonly MunicipalityKind[] }[] = [
	{ name: '区', types: ['special_ward', 'ward'] },
	{ name: '市', types: ['designated_city', 'city'] },
	{ name: '町村', types: ['town', 'village'] },
]

function municipalitySection(title: '区' | '市区町村', areas: readonly AreaCount<Municipality>[], toLink: ToLink): AreaSection[] {
	if (areas.length === 0) return []
	const groups = municipalityGroups
		.map(({ name, types }) => ({ name, links: areas.filter(({ area }) => types.includes(area.type)).map(toLink) }))
		.filter(({ links }) => links.length > 0)
	const links = groups.flatMap((group) => group.links)
	return [
		{
			title,
			amount: `${links.length}${title}`,
			first: mostOffices(links),
			groups: groups.length === 1 ? [{ name: null, links }] : groups,
			note: null,
		},
	]
}

function stationSection(title: '駅' | '主な駅' | '近くの駅', stations: readonly AreaCount<Station>[], toLink: ToLink): AreaSection[] {
	if (stations.length === 0) return []
	const links = stations.slice(0, MOST_STATIONS).map(toLink)
	const isCut = title === '主な駅' || links.length < stations.length
	return [
		{
			title,
			amount: `${links.length}駅`,
			first: links.slice(0, FIRST_AREAS),
			groups: [{ name: null, links }],
			note: isCut ? '掲載事務所の多い駅です。ほかの駅は、市区町村を選ぶか、駅名を検索すると表示されます。' : null,
		},
	]
}
