import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutMap, MAP_HEIGHT, MAP_WIDTH, type MapInput } from './map-layout.ts'

const mitaka = { id: 1, name: '三鷹', lat: 35.702683, lng: 139.560325 }
const kichijoji = { id: 2, name: '吉祥寺', lat: 35.703119, lng: 139.579765 }
const musashisakai = { id: 3, name: '武蔵境', lat: 35.702018, lng: 139.543404 }
const input: MapInput = {
	office: { lat: 35.6996, lng: 139.5631 },
	own: [
		{ id: 1, walkMinutes: 6 },
		{ id: 2, walkMinutes: 20 },
	],
	stations: [mitaka, kichijoji, musashisakai],
	links: [
		{ from: 1, to: 2, rail: 'jr' },
		{ from: 1, to: 3, rail: 'jr' },
	],
	neighbours: [
		{ name: '武蔵野市', lat: 35.7178, lng: 139.566 },
		{ name: '調布市', lat: 35.6506, lng: 139.5407 },
	],
}

test('north is up and east is right', () => {
	const map = layOutMap(input)
	const station = map.stations.find(({ id }) => id === mitaka.id)
	expect(station?.y).toBeLessThan(map.office.y)
	expect(station?.x).toBeLessThan(map.office.x)
})

test('a station of the office is named, one far off is left out, and the line towards it runs on beyond the edge', () => {
	const map = layOutMap(input)
	expect(map.stations.filter(({ own }) => own).map(({ label }) => label?.text)).toEqual(['三鷹'])
	expect(map.rails.jr.match(/M/g)).toHaveLength(2)
	expect(map.rails.other).toBe('')
	expect(map.walk?.label?.text).toBe('徒歩6分')
})

test('a municipality beyond the edge is named there with an arrow towards it', () => {
	const chofu = layOutMap(input).places.find(({ text }) => text === '調布市')
	expect(chofu?.arrow?.y).toBeGreaterThan(MAP_HEIGHT - 30)
	expect(chofu?.arrow?.angle).toBeGreaterThan(45)
})

test('the scale bar says a round length', () => {
	const { scale } = layOutMap(input)
	expect(scale.width).toBeLessThanOrEqual(90)
	expect(['100m', '200m', '500m', '1km']).toContain(scale.text)
})

test('an office without any station still has a map', () => {
	const map = layOutMap({ ...input, own: [], stations: [], links: [] })
	expect(map.walk).toBeNull()
	expect(map.scale.text).not.toBe('')
})

test('labels stay in the frame and never overlap, whatever is around', () => {
	const point = fc.record({
		lat: fc.double({ min: 35.6, max: 35.8, noNaN: true }),
		lng: fc.double({ min: 139.4, max: 139.7, noNaN: true }),
	})
	fc.assert(
		fc.property(fc.array(point, { maxLength: 30 }), fc.array(point, { maxLength: 8 }), (stations, neighbours) => {
			const map = layOutMap({
				office: input.office,
				own: stations.slice(0, 3).map((_, id) => ({ id, walkMinutes: 5 })),
				stations: stations.map((station, id) => ({ ...station, id, name: `駅その${id}` })),
				links: [],
				neighbours: neighbours.map((neighbour, index) => ({ ...neighbour, name: `第${index}市` })),
			})
			const labels = [...map.stations.flatMap(({ label }) => label ?? []), ...map.places]
			for (const label of labels) {
				expect(label.x).toBeGreaterThanOrEqual(0)
				expect(label.x).toBeLessThanOrEqual(MAP_WIDTH)
				expect(label.y).toBeGreaterThanOrEqual(0)
				expect(label.y).toBeLessThanOrEqual(MAP_HEIGHT)
			}
			for (const [index, label] of labels.entries())
				for (const other of labels.slice(index + 1)) expect(Math.abs(label.y - other.y) > 9 || Math.abs(label.x - other.x) > 9).toBe(true)
		}),
		{ numRuns: 60 },
	)
})
