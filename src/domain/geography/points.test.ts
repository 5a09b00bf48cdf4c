import { expect, test } from 'vitest'
import { distanceMetres } from './distance.ts'
import { METRES_A_MINUTE, pointBasisOf, pointFromStations, typedPoint } from './points.ts'

const middle = { lat: 35.6835, lng: 139.5595 }
const mitaka = { lat: 35.702683, lng: 139.560325 }
const kichijoji = { lat: 35.703119, lng: 139.579765 }

test('one station and a walk give a point at that distance, towards the centre of the municipality', () => {
	const point = pointFromStations([{ ...mitaka, walkMinutes: 5 }], middle)
	expect(distanceMetres(point, mitaka)).toBeCloseTo(5 * METRES_A_MINUTE, -1)
	expect(point.lat).toBeLessThan(mitaka.lat)
	// On the station itself as well, where the middle is no direction.
	expect(distanceMetres(pointFromStations([{ ...mitaka, walkMinutes: 5 }], mitaka), mitaka)).toBeCloseTo(320, -1)
})

test('two stations give the point at both distances, on the side of the centre', () => {
	const truth = { lat: 35.6985, lng: 139.5669 }
	const stations = [mitaka, kichijoji].map((station) => ({ ...station, walkMinutes: distanceMetres(station, truth) / METRES_A_MINUTE }))
	const found = pointFromStations(stations, middle)
	expect(distanceMetres(found, truth)).toBeLessThan(60)
	// Walks that do not fit each other still give one place between them.
	const torn = pointFromStations(
		[mitaka, kichijoji].map((station) => ({ ...station, walkMinutes: 1 })),
		middle,
	)
	expect(distanceMetres(torn, mitaka)).toBeLessThan(1_800)
})

test('tells an estimated point from one that was set, and without stations takes the middle', () => {
	const stations = [{ ...mitaka, walkMinutes: 5 }]
	expect(pointFromStations([], middle)).toEqual(middle)
	expect(pointBasisOf(pointFromStations(stations, middle), stations, middle)).toBe('stations')
	expect(pointBasisOf(middle, stations, middle)).toBe('municipality')
	expect(pointBasisOf(mitaka, stations, middle)).toBe('near_station')
	expect(pointBasisOf({ lat: 35.70012, lng: 139.56231 }, stations, middle)).toBe('exact')
})

test('coordinates come in two fields, or in one piece as maps give them', () => {
	expect(typedPoint('３５．７０２６８３', ' 139.56083 ')).toEqual({ lat: 35.702683, lng: 139.56083 })
	expect(typedPoint('35.70268312345678, 139.56083987654321', '')).toEqual({ lat: 35.70268312345678, lng: 139.56083987654321 })
	expect(typedPoint('139.56', '35.70')).toEqual({ lat: null, lng: null })
	expect(typedPoint('', '')).toEqual({ lat: null, lng: null })
})
