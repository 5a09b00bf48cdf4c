import { describe, expect, test } from 'vitest'
import { prefectures } from '../../src/domain/geography/prefectures.ts'
import { loadGeography } from './load.ts'
import { addedStations, closedStations, renamedStations } from './override-tables.ts'
import { overrides } from './overrides.ts'

const rows = loadGeography()
const names = new Set(rows.stations.map((row) => row.name))
const slugOf = (id: number) => prefectures[id - 1]!.slug

describe('our overrides', () => {
	test('are at least 80, each with a date and a source', () => {
		expect(overrides.length).toBeGreaterThanOrEqual(80)
		for (const override of overrides) {
			expect(override.date).toMatch(/^(19|20)\d\d-[01]\d-[0-3]\d$/)
			expect(new Date(override.date).toISOString().slice(0, 10)).toBe(override.date)
			expect(override.source.length).toBeGreaterThan(5)
		}
	})

	test('give added stations unique ids', () => {
		const ids = [...addedStations.map((station) => station.id), ...renamedStations.flatMap(({ split }) => (split ? [split.id] : []))]
		expect(new Set(ids).size).toBe(ids.length)
		for (const id of ids) expect(id).toBeGreaterThan(20_000)
	})

	test('bring every added station in, with its reading', () => {
		for (const added of addedStations)
			expect(rows.stations.find((row) => row.id === added.id)).toMatchObject({ name: added.name, kana: added.kana })
	})

	test('put the new stations of every region where they are', () => {
		const place = (name: string) => rows.stations.filter((row) => row.name === name).map((row) => slugOf(row.prefecture_id))
		expect(place('ロイズタウン')).toEqual(['hokkaido'])
		expect(place('新富士')).toEqual(['hokkaido', 'shizuoka'])
		expect(place('羽沢横浜国大')).toEqual(['kanagawa'])
		expect(place('箕面萱野')).toEqual(['osaka'])
		expect(place('嬉野温泉')).toEqual(['saga'])
	})

	test('leave no old name where only one station had it', () => {
		for (const old of ['産業道路', '花月園前', '仲木戸', '新逗子', '船の科学館', '肥前山口', '遊園地西', '南町田', '浜大津'])
			expect(names).not.toContain(old)
		// Some were renamed again since.
		const again = new Set(renamedStations.map(({ formerly }) => formerly))
		for (const { name } of renamedStations.filter((renamed) => !again.has(renamed.name))) expect(names).toContain(name)
	})

	test('know what opened and was renamed until 2026', () => {
		const prefecturesOf = (name: string) => rows.stations.filter((row) => row.name === name).map((row) => slugOf(row.prefecture_id))
		expect(prefecturesOf('手柄山平和公園')).toEqual(['hyogo'])
		expect(prefecturesOf('松川町')).toEqual(['hiroshima'])
		expect(prefecturesOf('たけふ新')).toEqual(['fukui'])
		expect(prefecturesOf('港北')).toEqual(['aichi'])
		expect(prefecturesOf('名寄高校')).toEqual(['hokkaido'])
		for (const old of ['島原外港', '小ヶ田', '大広田', '阿蘇下田城ふれあい温泉', '東風連', '二股', '公会堂前'])
			expect(names).not.toContain(old)
		// Of two stops with one name only one was renamed.
		expect(prefecturesOf('西浜町')).toEqual(['nagasaki'])
		expect(prefecturesOf('浜町アーケード')).toEqual(['nagasaki'])
	})

	test('split a station of which only some lines took the new name', () => {
		const linesAt = (name: string) => {
			const { id } = rows.stations.find((row) => row.name === name)!
			const lines = new Set(rows.stationLines.filter((row) => row.station_id === id).map((row) => row.line_id))
			return rows.railwayLines.filter((row) => lines.has(row.id)).map((row) => row.name)
		}
		expect(linesAt('梅田')).toEqual(['Osaka Metro御堂筋線'])
		expect(linesAt('大阪梅田')).toContain('阪神本線')
		expect(linesAt('佐貫')).toEqual(['関東鉄道竜ヶ崎線'])
		// One station since both companies call it the same.
		expect(rows.stations.filter((row) => row.name === '羽田空港第3ターミナル')).toHaveLength(1)
	})

	test('close stations, but not one that another line still serves', () => {
		const closed = closedStations.flatMap((entry) => entry.names)
		expect(closed.length).toBeGreaterThan(140)
		for (const gone of ['夕張', '新十津川', '様似', '留萌', '幾寅', '宇都井', 'みどり中央']) expect(names).not.toContain(gone)
		for (const served of ['深川', '新得', '富良野', '三次', '北海道医療大学', '鵡川']) expect(names).toContain(served)
	})
})
