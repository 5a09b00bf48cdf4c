import { describe, expect, it } from 'vitest'
import { floorOf, officeSvg } from './office-pictures.ts'
import { portraitSvg } from './portraits.ts'

const kinds = ['sole', 'corporation', 'company', 'joint'] as const
const drawings = (count: number) =>
	Array.from({ length: count }, (_, id) => [
		portraitSvg({ id, name: id % 2 === 0 ? '森川 由紀' : '葛西 俊介', age: 28 + (id % 48), professionId: id % 10, plaque: '行政書士' }),
		officeSvg({
			id,
			kind: kinds[id % 4],
			floor: id % 5 === 0 ? null : id % 12,
			station: id % 3 === 0 ? null : '新宿三丁目',
			professionId: id % 10,
		}),
	])

describe('drawn pictures', () => {
	it('follow from the id and differ between ids', () => {
		expect(drawings(40)).toEqual(drawings(40))
		const all = drawings(500)
		expect(new Set(all.map(([portrait]) => portrait)).size).toBeGreaterThan(495)
		expect(new Set(all.map(([, office]) => office)).size).toBeGreaterThan(490)
	})

	it('stay under 4 KB and hold nothing that a content security policy would stop', () => {
		for (const svg of drawings(1_500).flat()) {
			expect(Buffer.byteLength(svg)).toBeLessThan(4_096)
			expect(svg).not.toMatch(/style=|<style|<script|href=|on\w+=|undefined|NaN/)
			expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox=.*<\/svg>$/s)
		}
	})

	it('show what is known of an office: its floor, its station, its kind and its profession', () => {
		const upstairs = officeSvg({ id: 7, kind: 'sole', floor: 4, station: '三鷹', professionId: 1 })
		expect(upstairs).toContain('>4F</text>')
		expect(upstairs).toContain('>三鷹駅</text>')
		expect(officeSvg({ id: 7, kind: 'sole', floor: 4, station: '三鷹', professionId: 1, lettered: false })).not.toContain('<text')
		const [front, house, firm] = [
			officeSvg({ id: 7, kind: 'sole', station: '三鷹' }),
			officeSvg({ id: 7, kind: 'sole' }),
			officeSvg({ id: 7, kind: 'corporation', station: '三鷹' }),
		]
		expect(new Set([front, house, firm, officeSvg({ id: 7, kind: 'corporation', station: '三鷹', professionId: 5 })]).size).toBe(4)
		expect(officeSvg({ id: 7, kind: 'sole', floor: 1, station: 'A&B' })).toContain('>A&amp;B駅</text>')
	})

	it('read the floor at the end of an address and take no house number for one', () => {
		const floors = {
			'下連雀3丁目88番12号 三鷹こもれびビル4階': 4,
			'栄3丁目77番5号 つばめビル １２F': 12,
			'大通西5丁目8番地 ポプラビル402': 4,
			'西天満4丁目66番3号 若松ハイツ1203号室': 12,
			'中町1丁目2番3号 みどりビル地下1階': 1,
			下連雀3丁目88番12号: null,
			'本町2-301': null,
			大字境港1203番地: null,
			本町1203: null,
			'栄4丁目5番6号 つばめタワー1102': 11,
		}
		expect(Object.fromEntries(Object.keys(floors).map((address) => [address, floorOf(address)]))).toEqual(floors)
	})

	it('name the credential on the board only where letters are drawn', () => {
		expect(portraitSvg({ id: 3, name: '森川 由紀', professionId: 1, plaque: '税理士' })).toContain('>税理士</text>')
		expect(portraitSvg({ id: 3, name: '森川 由紀', professionId: 1 })).not.toContain('<text')
	})
})
