import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { prefectures } from '../../src/domain/geography/prefectures.ts'
import { knownReadings } from './known-readings.ts'
import { computeGeography } from '../../scripts/geography/compute.ts'
import { DATASET, decodeDataset, type Prepared } from './dataset.ts'
import { loadGeography } from './load.ts'

const rows = loadGeography()
const municipality = new Map(rows.municipalities.map((row) => [row.id, row]))
const named = (name: string) => rows.municipalities.filter((row) => row.name === name)
const stationsNamed = (name: string) => rows.stations.filter((row) => row.name === name)

const repeated = <T>(values: T[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe('prefectures', () => {
	test('are the 47 of the table that browsers use', () => {
		expect(rows.prefectures.map(({ id, slug, name, kana, region }) => ({ kind: 'prefecture', id, slug, name, kana, region }))).toEqual(
			prefectures,
		)
	})

	test('lie in six regions', () => {
		expect(new Set(rows.prefectures.map((row) => row.region)).size).toBe(6)
	})

	test('each have neighbours, both ways', () => {
		const pairs = new Set(rows.prefectureNeighbours.map((row) => `${row.prefecture_id}-${row.neighbour_id}`))
		expect(new Set(rows.prefectureNeighbours.map((row) => row.prefecture_id)).size).toBe(47)
		expect(rows.prefectureNeighbours.filter((row) => !pairs.has(`${row.neighbour_id}-${row.prefecture_id}`))).toEqual([])
		for (const link of ['1-2', '46-47', '33-37', '34-38', '28-36', '13-12']) expect(pairs).toContain(link)
		expect(pairs).not.toContain('13-47')
	})
})

describe('municipalities', () => {
	test('are 1,912: 20 designated cities with 171 wards, 23 special wards and the rest', () => {
		const counts = Object.fromEntries([...Map.groupBy(rows.municipalities, (row) => row.kind)].map(([kind, of]) => [kind, of.length]))
		expect(rows.municipalities).toHaveLength(1912)
		expect(counts).toMatchObject({ designated_city: 20, ward: 171, special_ward: 23 })
	})

	test('of Hamamatsu are the three wards of 2024', () => {
		const city = named('浜松市')[0]!
		expect(rows.municipalities.filter((row) => row.city_id === city.id && row.id !== city.id).map((row) => row.name)).toEqual([
			'浜松市中央区',
			'浜松市浜名区',
			'浜松市天竜区',
		])
	})

	test('have names without 郡, once in a prefecture', () => {
		expect(named('嬬恋村')).toMatchObject([{ prefecture_id: 10, kana: 'つまごいむら', romaji: 'tsumagoi-mura' }])
		expect(repeated(rows.municipalities.map((row) => `${row.prefecture_id}/${row.name}`))).toEqual([])
	})

	test('have hiragana readings with small kana', () => {
		expect(rows.municipalities.filter((row) => !/^[ぁ-ゖー]+$/.test(row.kana))).toEqual([])
		expect(named('行田市')[0]?.kana).toBe('ぎょうだし')
		expect(named('梼原町')[0]?.kana).toBe('ゆすはらちょう')
		expect(named('須恵町')[0]?.kana).toBe('すえまち')
	})

	test('have romaji in Latin letters alone', () => {
		expect(rows.municipalities.filter((row) => !/^[a-z]+(-[a-z]+)?( [a-z]+-ku)?$/.test(row.romaji))).toEqual([])
		expect(named('横浜市中区')[0]?.romaji).toBe('yokohama-shi naka-ku')
	})

	test('lie in Japan, near where they are', () => {
		expect(rows.municipalities.filter(({ lat, lng }) => !(lat > 20 && lat < 46 && lng > 122 && lng < 154))).toEqual([])
		expect(named('三鷹市')[0]?.lat).toBeCloseTo(35.683, 1)
	})

	test('have one to eight neighbours, none of them itself or twice', () => {
		const byMunicipality = Map.groupBy(rows.municipalityNeighbours, (row) => row.municipality_id)
		expect(byMunicipality.size).toBe(1912)
		const wrong = [...byMunicipality].filter(([id, neighbours]) => {
			const ids = new Set(neighbours.map((row) => row.neighbour_id))
			return neighbours.length > 8 || ids.has(id) || ids.size < neighbours.length
		})
		expect(wrong).toEqual([])
	})

	test('border on neighbours across the prefecture too', () => {
		const names = (name: string) =>
			rows.municipalityNeighbours
				.filter((row) => row.municipality_id === named(name)[0]!.id)
				.map((row) => municipality.get(row.neighbour_id)!.name)
		expect(names('三鷹市')).toEqual(expect.arrayContaining(['武蔵野市', '調布市', '世田谷区']))
		expect(names('町田市')).toContain('相模原市南区')
		expect(names('横浜市')).toContain('川崎市')
	})
})

describe('postal codes', () => {
	test('are over 110,000, some of them of several municipalities', () => {
		const codes = new Set(rows.postalCodes.map((row) => row.postal_code))
		expect(codes.size).toBeGreaterThan(110_000)
		expect(rows.postalCodes.length).toBeGreaterThan(codes.size)
		expect(rows.postalCodes.filter((row) => !municipality.has(row.municipality_id))).toEqual([])
		expect(rows.postalCodes.filter((row) => row.postal_code === '1810013')).toEqual([{ postal_code: '1810013', municipality_id: 13204 }])
	})
})

describe('stations', () => {
	test('are over 9,000 with small ids, each on a line', () => {
		expect(rows.stations.length).toBeGreaterThanOrEqual(9000)
		expect(Math.max(...rows.stations.map((row) => row.id))).toBeLessThan(1_000_000)
		expect(new Set(rows.stationLines.map((row) => row.station_id))).toEqual(new Set(rows.stations.map((row) => row.id)))
	})

	test('keep the ids that were given to the packaged ones', () => {
		expect(stationsNamed('函館')[0]?.id).toBe(1)
		expect(stationsNamed('三鷹')[0]?.id).toBe(1385)
	})

	test('have plain names', () => {
		const unclean = /[（(〈<【\s/?#%]|(?<!新)駅$/
		expect(rows.stations.filter((row) => row.name !== row.name.normalize('NFKC') || unclean.test(row.name))).toEqual([])
		expect(stationsNamed('押上')).toHaveLength(1)
	})

	test('are in one primary municipality, which is among their candidates and in their prefecture', () => {
		const candidates = Map.groupBy(rows.stationMunicipalities, (row) => row.station_id)
		const wrong = rows.stations.filter((row) => {
			const primary = municipality.get(row.municipality_id)
			const isCandidate = candidates.get(row.id)?.some((candidate) => candidate.municipality_id === row.municipality_id)
			return !isCandidate || primary?.prefecture_id !== row.prefecture_id || primary.kind === 'designated_city'
		})
		expect(wrong).toEqual([])
		expect(rows.stations.filter((row) => !(row.municipality_margin >= 0 && row.municipality_margin <= 1))).toEqual([])
	})

	test.each([
		['三鷹', '三鷹市'],
		['敦賀', '敦賀市'],
		['品川', '港区'],
		['目黒', '品川区'],
		['大船', '鎌倉市'],
		['横浜', '横浜市西区'],
		['高輪ゲートウェイ', '港区'],
		['夢洲', '大阪市此花区'],
		['てだこ浦西', '浦添市'],
	])('%s is in %s', (station, place) => {
		expect(stationsNamed(station).map((row) => municipality.get(row.municipality_id)?.name)).toEqual([place])
	})

	test('have unique URL segments: the name, with the operator where the prefecture has two of it', () => {
		expect(repeated(rows.stations.map((row) => `${row.prefecture_id}/${row.url_segment}`))).toEqual([])
		const ambiguous = Map.groupBy(rows.stations, (row) => `${row.prefecture_id}/${row.name}`)
		const suffixed = (row: { name: string; url_segment: string }) => row.url_segment.startsWith(`${row.name}-`)
		const wrong = [...ambiguous.values()].flatMap((namesakes) =>
			namesakes.filter((row) => (namesakes.length > 1 ? !suffixed(row) : row.url_segment !== row.name)),
		)
		expect(wrong).toEqual([])
		const pairs = [...ambiguous.values()].filter((namesakes) => namesakes.length > 1)
		// 40 pairs in the packaged data; of our overrides none adds or settles one.
		expect(pairs).toHaveLength(40)
		expect(stationsNamed('西宮').map((row) => row.url_segment)).toEqual(['西宮-JR西日本', '西宮-阪神'])
	})

	test('have segments that no bare name of another station takes', () => {
		const names = new Set(rows.stations.map((row) => `${row.prefecture_id}/${row.name}`))
		expect(rows.stations.filter((row) => row.url_segment !== row.name && names.has(`${row.prefecture_id}/${row.url_segment}`))).toEqual([])
	})

	test('of one name are read as in their own prefecture', () => {
		const reading = (name: string, prefecture: number) => stationsNamed(name).find((row) => row.prefecture_id === prefecture)?.kana
		expect(reading('神田', 13)).toBe('かんだ')
		expect(reading('神田', 42)).toBe('こうだ')
		expect(reading('日本橋', 13)).toBe('にほんばし')
		expect(reading('日本橋', 27)).toBe('にっぽんばし')
		expect([...knownReadings.keys()].filter((key) => !rows.stations.some((row) => key === `${row.prefecture_id}/${row.name}`))).toEqual([])
	})

	test('have readings in hiragana where known', () => {
		const known = rows.stations.filter((row) => row.kana !== null)
		expect(known.length).toBeGreaterThan(1800)
		expect(known.filter((row) => !/^[ぁ-ゖー]+$/.test(row.kana ?? '') || !/^[a-z]+$/.test(row.romaji ?? ''))).toEqual([])
	})
})

describe('railway lines', () => {
	const line = (name: string) => rows.railwayLines.filter((row) => row.name === name)
	const along = (name: string, operator?: string) => {
		const { id } = line(name).find((row) => !operator || row.operator === operator)!
		const station = new Map(rows.stations.map((row) => [row.id, row.name]))
		return rows.stationLines
			.filter((row) => row.line_id === id)
			.sort((a, b) => a.position - b.position)
			.map((row) => station.get(row.station_id)!)
	}

	test('carry present names and operators, one of each', () => {
		expect(repeated(rows.railwayLines.map((row) => `${row.operator}/${row.name}`))).toEqual([])
		expect(line('Osaka Metro御堂筋線')).toMatchObject([{ operator: 'Osaka Metro' }])
		expect(rows.railwayLines.filter((row) => /大阪市営|新京成|泉北高速|富山ライトレール|[（(]/.test(row.name))).toEqual([])
	})

	test('list their stations along the rails', () => {
		expect(along('JR山手線')).toHaveLength(30)
		expect(along('東海道新幹線').slice(0, 4)).toEqual(['東京', '品川', '新横浜', '小田原'])
		expect(along('名鉄西尾線').slice(3, 8)).toEqual(['碧海古井', '堀内公園', '桜井', '南桜井', '米津'])
		expect(along('三陸鉄道リアス線')).toEqual(expect.arrayContaining(['盛', '釜石', '宮古', '新田老', '久慈']))
		expect(along('ハピラインふくい線')).toEqual(expect.arrayContaining(['敦賀', 'しきぶ', '福井', '大聖寺']))
		expect(along('JR北陸本線').at(-1)).toBe('敦賀')
	})

	test('number positions from 1 without a gap', () => {
		for (const stops of Map.groupBy(rows.stationLines, (row) => row.line_id).values())
			expect(stops.map((row) => row.position).sort((a, b) => a - b)).toEqual(stops.map((_, index) => index + 1))
	})
})

test('the dataset is what the packages and our corrections give; npm run geo:dataset writes it', () => {
	const textOf = ({ addresses, towns, ...rest }: Prepared) => JSON.stringify([rest, [...addresses], [...towns]])
	// As text: comparing 170,000 rows one by one takes many times as long.
	expect(textOf(decodeDataset(readFileSync(DATASET))) === textOf(computeGeography())).toBe(true)
	expect(statSync(DATASET).size).toBeLessThan(3_000_000)
})
