import { describe, expect, test } from 'vitest'
import { canonicalSearch, emptyQuery, type ListQuery, switchFlag, switchProfession } from '../../domain/listings/list-query.ts'
import type { ChildAreas, OfficeList } from '../../domain/listings/types.ts'
import type { Scope } from '../../domain/taxonomy/types.ts'
import { type Area, japan, type Municipality, type Station } from '../../domain/geography/areas.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { areaSections, listView } from './list-view.ts'

const tokyo = getPrefecture(13)
const scope: Scope = { id: 501, kind: 'task', name: '税務顧問', categoryId: 5, categoryName: '税務・会計', isNeutral: false }
const nowhere = { municipality: null, city: null }

const municipality = (id: number, name: string, type: Municipality['type']): Municipality => ({
	kind: 'municipality',
	id,
	code: `${id}`,
	prefectureId: 13,
	type,
	cityId: id,
	name,
	kana: '',
	romaji: '',
	lat: 35.7,
	lng: 139.5,
})

const station = (id: number, name: string): Station => ({
	kind: 'station',
	id,
	prefectureId: 13,
	municipalityId: 13204,
	name,
	kana: null,
	romaji: null,
	urlSegment: name,
	lat: 35.7,
	lng: 139.5,
})

const mitaka = municipality(13204, '三鷹市', 'city')

function list(area: Area, change: Partial<OfficeList> = {}, query: ListQuery = emptyQuery(area.kind)): OfficeList {
	return {
		scopeId: scope.id,
		area,
		query,
		total: 40,
		totalWithoutFacets: 40,
		items: [],
		page: { number: 1, from: 1, to: 20, previous: null, next: null },
		facets: { professions: [], subQualifications: [], flags: [] },
		orders: [],
		children: { kind: 'regions', regions: [] },
		areChildrenCounted: true,
		widened: null,
		...change,
	}
}

describe('the view of a list', () => {
	test('names place and work in its heading', () => {
		expect(listView(list(japan), scope, nowhere).heading).toBe('税務顧問を頼める事務所')
		expect(listView(list(tokyo), scope, nowhere).heading).toBe('東京都で税務顧問を頼める事務所')
		expect(listView(list(station(1, '三鷹')), { ...scope, kind: 'category', name: '税務・会計' }, nowhere).heading).toBe(
			'三鷹駅の近くで税務・会計を相談できる事務所',
		)
	})

	test('leads back from a station through its municipality, prefecture, task and category', () => {
		const { crumbs, wider } = listView(list(station(1, '三鷹')), scope, { municipality: mitaka, city: null })
		expect(crumbs.map(({ label }) => label)).toEqual(['業務カテゴリー', '税務・会計', '税務顧問', '東京都', '三鷹市', '三鷹駅'])
		expect(crumbs.at(-1)?.path).toBe('/category/task/list/501/tokyo/station/%E4%B8%89%E9%B7%B9')
		expect(wider?.name).toBe('三鷹市')
	})

	test('keeps facets and order when turning pages', () => {
		const query = switchFlag(switchProfession({ ...emptyQuery('prefecture'), order: 'rating' }, 'zeirishi'), 'online')
		const page = { number: 2, from: 21, to: 40, previous: { cursor: null }, next: { cursor: 'sa3-1-2' } }
		const view = listView(list(tokyo, { page }, { ...query, cursor: 'sa2-1-1' }), scope, nowhere)
		expect(view.page.previous).toBe('/category/task/list/501/tokyo?profession=zeirishi&online=1&order=rating')
		expect(view.page.next).toBe('/category/task/list/501/tokyo?profession=zeirishi&online=1&order=rating&page=sa3-1-2')
		expect(view.clearPath).toBe('/category/task/list/501/tokyo?order=rating')
		expect(view.path).toBe('/category/task/list/501/tokyo')
	})

	test('keeps facets but not the page when narrowing the area', () => {
		const query = { ...switchFlag(emptyQuery('prefecture'), 'weekend'), cursor: 'ra2-1-1' }
		const children: ChildAreas = { kind: 'municipalities', municipalities: [{ area: mitaka, officeCount: 3 }], stations: [] }
		const [section] = listView(list(tokyo, { children }, query), scope, nowhere).areas
		expect(section?.first[0]?.path).toBe('/category/task/list/501/tokyo/city/%E4%B8%89%E9%B7%B9%E5%B8%82?weekend=1')
		expect(section?.first[0]?.count).toBe(3)
		const [uncounted] = listView(list(tokyo, { children, areChildrenCounted: false }, query), scope, nowhere).areas
		expect(uncounted?.first[0]?.count).toBeNull()
	})

	test.each([
		['a list as it opens', emptyQuery('prefecture'), 3, true],
		['a list of two offices', emptyQuery('prefecture'), 2, false],
		['a facet', switchFlag(emptyQuery('prefecture'), 'online'), 40, false],
		['another order', { ...emptyQuery('prefecture'), order: 'newest' as const }, 40, false],
		['a second page', { ...emptyQuery('prefecture'), cursor: 'ra2-1-1' }, 40, false],
	])('%s: whether search engines may list it', (_name, query, totalWithoutFacets, indexable) => {
		expect(listView(list(tokyo, { totalWithoutFacets }, query), scope, nowhere).indexable).toBe(indexable)
	})

	test('a facet links to the list with it switched', () => {
		const query = switchFlag(emptyQuery('japan'), 'online')
		const flags = [
			{ value: 'online' as const, label: 'オンライン対応', selected: true, count: 9, query: switchFlag(query, 'online') },
			{ value: 'evening' as const, label: '夜間も対応', selected: false, count: 4, query: switchFlag(query, 'evening') },
		]
		const view = listView(list(japan, { facets: { professions: [], subQualifications: [], flags } }, query), scope, nowhere)
		expect(view.facets).toEqual([
			{
				title: '対応',
				options: [
					{ label: 'オンライン対応', selected: true, count: 9, path: '/category/task/list/501' },
					{
						label: '夜間も対応',
						selected: false,
						count: 4,
						path: `/category/task/list/501${canonicalSearch(switchFlag(query, 'evening'), 'japan')}`,
					},
				],
			},
		])
	})
})

describe('areas to choose from', () => {
	const path = (area: { name: string }) => `/${area.name}`
	const count = (area: Municipality, officeCount: number) => ({ area, officeCount })

	test('shows the six areas with most offices first and groups all by kind', () => {
		const municipalities = [
			count(municipality(13101, '千代田区', 'special_ward'), 9),
			count(municipality(13102, '中央区', 'special_ward'), 8),
			count(municipality(13201, '八王子市', 'city'), 3),
			count(municipality(13202, '立川市', 'city'), 4),
			count(mitaka, 5),
			count(municipality(13205, '青梅市', 'city'), 1),
			count(municipality(13303, '瑞穂町', 'town'), 2),
		]
		const [section] = areaSections({ kind: 'municipalities', municipalities, stations: [] }, path)
		expect(section?.first.map(({ name }) => name)).toEqual(['千代田区', '中央区', '三鷹市', '立川市', '八王子市', '瑞穂町'])
		expect(section?.groups.map(({ name, links }) => [name, links.length])).toEqual([
			['区', 2],
			['市', 4],
			['町村', 1],
		])
	})

	test('calls a ward by its own name in the list of its city', () => {
		const yokohama = municipality(14100, '横浜市', 'designated_city')
		const wards = [count(municipality(14104, '横浜市中区', 'ward'), 3)]
		expect(areaSections({ kind: 'wards', wards, stations: [] }, path, yokohama)[0]?.first).toEqual([
			{ name: '中区', path: '/横浜市中区', count: 3 },
		])
	})

	test('omits empty areas', () => {
		expect(areaSections({ kind: 'wards', wards: [], stations: [] }, path)).toEqual([])
		expect(areaSections({ kind: 'regions', regions: [{ id: 'kanto', name: '関東', officeCount: 0, prefectures: [] }] }, path)).toEqual([])
	})

	test('says that a prefecture has more stations than those named', () => {
		const stations = [{ area: station(1, '三鷹'), officeCount: 4 }]
		expect(areaSections({ kind: 'municipalities', municipalities: [], stations }, path)[0]).toMatchObject({
			title: '主な駅',
			amount: '1駅',
		})
		expect(areaSections({ kind: 'neighbours', stations }, path)[0]?.note).toBeNull()
	})
})
