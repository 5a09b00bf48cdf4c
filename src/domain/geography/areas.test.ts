import { describe, expect, test } from 'vitest'
import { areaId, areaName, areaPath, japan, type Municipality, parseAreaId, regions, type Station } from './areas.ts'
import { findPrefecture, getPrefecture, prefectures, prefecturesByRegion } from './prefectures.ts'

const tokyo = getPrefecture(13)
const mitakaCity: Municipality = {
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
const mitaka: Station = {
	kind: 'station',
	id: 1385,
	prefectureId: 13,
	municipalityId: 13204,
	name: '三鷹',
	kana: 'みたか',
	romaji: 'mitaka',
	urlSegment: '三鷹',
	lat: 35.7,
	lng: 139.56,
}

describe('an area', () => {
	test.each([
		[japan, 0, [], '全国'],
		[tokyo, 13, ['tokyo'], '東京都'],
		[mitakaCity, 13204, ['tokyo', 'city', '三鷹市'], '三鷹市'],
		[mitaka, 1_001_385, ['tokyo', 'station', '三鷹'], '三鷹駅'],
	])('has one number, a path and a name', (area, id, path, name) => {
		expect(areaId(area)).toBe(id)
		expect(areaPath(area, tokyo)).toEqual(path)
		expect(areaName(area)).toBe(name)
		expect(parseAreaId(id)).toEqual(area.kind === 'japan' ? { kind: 'japan' } : { kind: area.kind, id: area.id })
	})

	test.each([-1, 48, 1099, 48_000, 1_000_000, 2_000_000, 1.5, Number.NaN])('has never the number %s', (id) => {
		expect(parseAreaId(id)).toBeNull()
	})
})

describe('prefectures', () => {
	test('are grouped under six regions, each once', () => {
		expect(regions).toHaveLength(6)
		expect(prefecturesByRegion.map((region) => region.prefectures.length)).toEqual([7, 7, 9, 7, 9, 8])
		expect(prefecturesByRegion.flatMap((region) => region.prefectures)).toEqual(prefectures)
	})

	test('are found by slug and by code', () => {
		expect(findPrefecture('osaka')?.name).toBe('大阪府')
		expect(findPrefecture('Osaka')).toBeNull()
		expect(findPrefecture('constructor')).toBeNull()
		expect(() => getPrefecture(48)).toThrow(RangeError)
	})
})
