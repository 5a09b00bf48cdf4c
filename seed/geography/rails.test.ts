import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertAlongRails, orderAlongRails } from './rails.ts'

/** Stations every 2 km or so along a parallel; the id is the place in the row. */
const straight = (id: number) => ({ lat: 35, lng: 135 + id * 0.02 })

describe('the order along the rails', () => {
	test('leaves a line that is in order, whichever way it runs', () => {
		expect(orderAlongRails([1, 2, 3, 4, 5], straight)).toEqual([1, 2, 3, 4, 5])
		expect(orderAlongRails([5, 4, 3, 2, 1], straight)).toEqual([5, 4, 3, 2, 1])
	})

	test('moves a station that was opened later to its place', () => {
		expect(orderAlongRails([1, 2, 4, 5, 3], straight)).toEqual([1, 2, 3, 4, 5])
	})

	test('turns a section that runs the wrong way', () => {
		expect(orderAlongRails([3, 2, 1, 4, 5, 6], straight)).toEqual([1, 2, 3, 4, 5, 6])
	})

	test('leaves a loop', () => {
		const loop = [0, 1, 2, 3, 4, 5, 6, 7]
		const around = (id: number) => ({ lat: 35 + 0.05 * Math.sin((id * Math.PI) / 4), lng: 135 + 0.05 * Math.cos((id * Math.PI) / 4) })
		expect(orderAlongRails(loop, around)).toEqual(loop)
	})

	test('loses and doubles no station', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 14 }), (ids) => {
				expect(orderAlongRails(ids, straight).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
			}),
			{ numRuns: 40 },
		)
	})
})

describe('one more station', () => {
	test('goes where the way grows least', () => {
		expect(insertAlongRails([1, 2, 4, 5], 3, straight)).toEqual([1, 2, 3, 4, 5])
		expect(insertAlongRails([], 3, straight)).toEqual([3])
	})

	test('is not put in twice', () => {
		expect(insertAlongRails([1, 2], 2, straight)).toEqual([1, 2])
	})
})
