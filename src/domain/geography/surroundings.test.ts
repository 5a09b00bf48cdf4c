import { expect, test } from 'vitest'
import { believableLinks, type RailLink } from './surroundings.ts'

const station = (id: number, lng: number) => ({ id, lat: 35.7, lng })
const link = (from: number, to: number, rail: RailLink['rail'] = 'other'): RailLink => ({ from, to, rail })
// About 0.9 km from one to the next, and one 27 km away.
const stations = [station(1, 139.5), station(2, 139.51), station(3, 139.52), station(4, 139.82), station(5, 139.83)]

test('a jump from the end of a branch back to the trunk is no rail', () => {
	expect(believableLinks([link(1, 2), link(2, 3), link(3, 4), link(4, 5)], stations)).toEqual([link(1, 2), link(2, 3), link(4, 5)])
})

test('a long way between two stations stays where it is usual for one of them', () => {
	expect(believableLinks([link(1, 4)], stations)).toEqual([link(1, 4)])
})

test('lines that share their rails are drawn once, as JR where it is one of them', () => {
	expect(believableLinks([link(1, 2), link(2, 1, 'jr'), link(1, 2)], stations)).toEqual([link(2, 1, 'jr')])
})
