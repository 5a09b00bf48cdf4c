import { expect, test } from 'vitest'
import type { Municipality, Station } from '../geography/areas.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { comparisonPath, prefectureOfficesPath, searchPath } from '../shared/links.ts'
import { listPath } from './list-path.ts'

const mitaka: Municipality = {
	kind: 'municipality',
	id: 13204,
	code: '13204',
	prefectureId: 13,
	type: 'city',
	cityId: 13204,
	name: '三鷹市',
	kana: 'みたかし',
	romaji: 'mitaka-shi',
	lat: 35.68,
	lng: 139.56,
}
const station: Station = {
	kind: 'station',
	id: 1,
	prefectureId: 28,
	municipalityId: 28204,
	name: '西宮',
	kana: null,
	romaji: null,
	urlSegment: '西宮-阪神',
	lat: 34.73,
	lng: 135.33,
}

test('lists of categories and tasks have the routes of the spec', () => {
	expect(listPath({ scopeId: 5, area: { kind: 'japan' } })).toBe('/category/list/5')
	expect(listPath({ scopeId: 503, area: getPrefecture(13) })).toBe('/category/task/list/503/tokyo')
	expect(listPath({ scopeId: 503, area: mitaka, search: '?online=1' })).toBe(
		`/category/task/list/503/tokyo/city/${encodeURIComponent('三鷹市')}?online=1`,
	)
	expect(listPath({ scopeId: 5, area: station })).toBe(`/category/list/5/hyogo/station/${encodeURIComponent('西宮-阪神')}`)
})

test('omits empty query strings', () => {
	expect(searchPath('')).toBe('/search')
	expect(searchPath('三鷹駅', 1000123)).toBe(`/search?q=${encodeURIComponent('三鷹駅')}&area=1000123`)
	expect(comparisonPath([3, 1])).toBe('/compare?office=3&office=1')
	expect(prefectureOfficesPath('tokyo', '?online=1')).toBe('/office/search/prefecture/tokyo?online=1')
})
