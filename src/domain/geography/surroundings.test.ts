import { expect, test } from 'vitest'
import { MITAKA } from '../../../test/factories.ts'
import { withCtx } from '../../../test/database.ts'
import { believableLinks, readSurroundings, type RailLink } from './surroundings.ts'

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

test('around 三鷹駅 the JR line goes on to the stations on both sides, and the neighbouring cities have names', async () => {
	await withCtx(async (ctx) => {
		const { stations, links, neighbours } = await readSurroundings(ctx, MITAKA, MITAKA.municipalityId)
		expect(stations[0]?.name).toBe('三鷹')
		const nameOf = (id: number) => stations.find((one) => one.id === id)?.name
		const fromMitaka = links
			.filter(({ from, to }) => [from, to].some((id) => nameOf(id) === '三鷹'))
			.map(({ from, to, rail }) => `${nameOf(from) === '三鷹' ? nameOf(to) : nameOf(from)} ${rail}`)
		expect(fromMitaka).toContain('吉祥寺 jr')
		expect(fromMitaka).toContain('武蔵境 jr')
		expect(neighbours.map(({ name }) => name)).toContain('武蔵野市')
	})
})
