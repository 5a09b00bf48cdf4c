import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshStations, seedGeography, seedPostalCodes } from '../../../seed/geography/insert.ts'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import type { Ctx } from '../shared/context.ts'
import { findMeantMunicipality, findMeantPrefecture, findMeantStation } from './meant-places.ts'
import { findMunicipality, getMunicipality, listMunicipalities } from './municipalities.ts'
import { listMunicipalityNeighbours, listPrefectureNeighbours } from './neighbours.ts'
import { findMunicipalitiesByPostalCode, parsePostalCode } from './postal-codes.ts'
import { findTypedPlace } from './typed-places.ts'
import { findStation, getStation, listNearestStations, listStationsOfPrefecture } from './stations.ts'

const lines: string[] = []
let ctx: Ctx
let close: () => Promise<void>

beforeAll(async () => {
	const database = await freshDatabase()
	close = database.close
	ctx = visitorCtx(database.db)
	await seedGeography(ctx.db)
	await seedPostalCodes(ctx.db)
})

afterAll(() => close())

test('the geography is imported once', async () => {
	await seedGeography(ctx.db, (line) => lines.push(line))
	await seedPostalCodes(ctx.db, (line) => lines.push(line))
	expect(lines).toEqual([])
})

test('a typed place is found in every way that people write it, and not guessed where it may be several', async () => {
	const mitaka = { place: { prefectureId: 13, municipalityId: 13204 } }
	for (const text of ['三鷹市', '三鷹', '三鷹駅', '東京都三鷹市', '東京都 三鷹', '〒181-0013', '１８１００１３', '三鷹市下連雀3-1-1'])
		expect([text, await findTypedPlace(ctx, text)]).toEqual([text, mitaka])
	expect(await findTypedPlace(ctx, '東京都')).toEqual({ place: { prefectureId: 13, municipalityId: null } })
	expect(await findTypedPlace(ctx, '横浜市中区本町')).toEqual({ place: { prefectureId: 14, municipalityId: 14104 } })
	expect(await findTypedPlace(ctx, '府中市')).toEqual({ place: null, names: ['東京都府中市', '広島県府中市'] })
	expect(await findTypedPlace(ctx, '広島県府中市')).toEqual({ place: { prefectureId: 34, municipalityId: 34208 } })
	for (const text of ['', '　', 'どこか遠く', '東京都どこか', '999-9999', "'; drop table"])
		expect(await findTypedPlace(ctx, text)).toEqual({ place: null, names: [] })
})

describe('a municipality', () => {
	test('is found by its name within the prefecture, or by its code', async () => {
		expect(await findMunicipality(ctx, 13, '三鷹市')).toMatchObject({ kind: 'municipality', id: 13204, cityId: 13204, type: 'city' })
		expect(await findMunicipality(ctx, 13, '13204')).toMatchObject({ name: '三鷹市' })
		expect(await findMunicipality(ctx, 14, '横浜市中区')).toMatchObject({ cityId: 14100, type: 'ward' })
	})

	test('is not found in another prefecture, nor by half a name', async () => {
		expect(await findMunicipality(ctx, 14, '三鷹市')).toBeNull()
		expect(await findMunicipality(ctx, 14, '13204')).toBeNull()
		expect(await findMunicipality(ctx, 13, '三鷹')).toBeNull()
		expect(await findMunicipality(ctx, 13, '')).toBeNull()
	})

	test('of an unknown code does not exist', async () => {
		await expect(getMunicipality(ctx, 13999)).rejects.toMatchObject({ kind: 'not-found' })
		expect(await getMunicipality(ctx, 13204)).toMatchObject({ name: '三鷹市' })
	})

	test('is in the order of codes, a designated city before its wards', async () => {
		const names = (await listMunicipalities(ctx, 14)).map((municipality) => municipality.name)
		expect(names.slice(0, 2)).toEqual(['横浜市', '横浜市鶴見区'])
		expect(names).toHaveLength(33 + 28)
		const ofHamamatsu = (await listMunicipalities(ctx, 22)).filter(({ name }) => name.startsWith('浜松市'))
		expect(ofHamamatsu.map(({ name }) => name)).toEqual(['浜松市', '浜松市中央区', '浜松市浜名区', '浜松市天竜区'])
	})

	test('has neighbours, nearest first, across the prefecture', async () => {
		const neighbours = await listMunicipalityNeighbours(ctx, 13209)
		expect(neighbours.map((neighbour) => neighbour.prefectureId)).toContain(14)
		expect(neighbours.map((neighbour) => neighbour.distanceMetres)).toEqual(
			neighbours.map((neighbour) => neighbour.distanceMetres).toSorted((a, b) => a - b),
		)
	})
})

describe('an address that is not quite right', () => {
	test.each([
		['Tokyo', 'tokyo'],
		['TOKYO', 'tokyo'],
		['東京都', 'tokyo'],
		['東京', 'tokyo'],
		['北海道', 'hokkaido'],
		['京都', 'kyoto'],
	])('means a prefecture: %s', (segment, slug) => {
		expect(findMeantPrefecture(segment)?.slug).toBe(slug)
	})

	test.each(['edo', '', '京', '三鷹市', 'constructor'])('means no prefecture: %s', (segment) => {
		expect(findMeantPrefecture(segment)).toBeNull()
	})

	test.each([
		[28, '篠山市', '丹波篠山市'],
		[22, '浜松市中区', '浜松市中央区'],
		[22, '浜松市浜北区', '浜松市浜名区'],
		[40, '那珂川町', '那珂川市'],
		[8, '龍ヶ崎市', '龍ケ崎市'],
		[8, '龍が崎市', '龍ケ崎市'],
		[13, '三鷹', '三鷹市'],
	])('means a municipality of %i: %s is %s', async (prefectureId, segment, name) => {
		expect(await findMeantMunicipality(ctx, prefectureId, segment)).toMatchObject({ name, prefectureId })
	})

	test.each([
		[13, '三鷹駅', '三鷹'],
		[13, '霞ヶ関', '霞ケ関'],
		[41, '肥前山口', '江北'],
		[23, '名古屋競馬場前駅', '港北'],
		[1, '東風連', '名寄高校'],
		[42, '島原外港', '島原港'],
		[18, '越前武生', 'たけふ新'],
		[42, '公会堂前', '市役所'],
	])('means a station of %i: %s is %s', async (prefectureId, segment, name) => {
		expect(await findMeantStation(ctx, prefectureId, segment)).toMatchObject({ name, prefectureId })
	})

	test('means nothing where no place was ever called so', async () => {
		expect(await findMeantMunicipality(ctx, 13, '篠山市')).toBeNull()
		expect(await findMeantStation(ctx, 13, '肥前山口')).toBeNull()
		expect(await findMeantStation(ctx, 13, 'ケケケケケケケケ')).toBeNull()
		expect(await findMeantMunicipality(ctx, 13, '')).toBeNull()
	})
})

test('corrections of the stations reach a database that was filled before, and nothing is done twice', async () => {
	const hash = await refreshStations(ctx.db)
	await sql`update seed_marks set value = 'older' where name = 'stations'`.execute(ctx.db)
	await ctx.db.updateTable('stations').set({ name: '島原外港', url_segment: '島原外港' }).where('name', '=', '島原港').execute()
	expect(await refreshStations(ctx.db, (line) => lines.push(line))).toBe(hash)
	expect(await findStation(ctx, 42, '島原港')).toMatchObject({ kind: 'station', name: '島原港' })
	expect(lines).toHaveLength(1)
	expect(await refreshStations(ctx.db, (line) => lines.push(line))).toBe(hash)
	expect(lines).toHaveLength(1)
})

test('prefectures have neighbours by land and by sea', async () => {
	expect((await listPrefectureNeighbours(ctx, 13)).map((prefecture) => prefecture.slug)).toEqual([
		'saitama',
		'chiba',
		'kanagawa',
		'yamanashi',
	])
	expect((await listPrefectureNeighbours(ctx, 47)).map((prefecture) => prefecture.slug)).toEqual(['kagoshima'])
})

describe('a postal code', () => {
	test('is read as people type it', () => {
		for (const typed of ['181-0013', '〒１８１－００１３', ' 1810013 ', '181ー0013']) expect(parsePostalCode(typed)).toBe('1810013')
		for (const typed of ['', '181-001', '18100133', 'abc-defg', '181.0013']) expect(parsePostalCode(typed)).toBeNull()
	})

	test('leads to its municipality, or to several', async () => {
		expect((await findMunicipalitiesByPostalCode(ctx, '181-0013')).map((municipality) => municipality.name)).toEqual(['三鷹市'])
		expect(await findMunicipalitiesByPostalCode(ctx, '0000000')).toEqual([])
		const { postal_code: shared } = await ctx.db
			.selectFrom('postal_codes')
			.select('postal_code')
			.groupBy('postal_code')
			.having((eb) => eb.fn.countAll(), '>', 1)
			.limit(1)
			.executeTakeFirstOrThrow()
		expect((await findMunicipalitiesByPostalCode(ctx, shared)).length).toBeGreaterThan(1)
	})
})

describe('a station', () => {
	test('comes with its municipality and lines', async () => {
		const mitaka = await findStation(ctx, 13, '三鷹')
		expect(mitaka).toMatchObject({ kind: 'station', name: '三鷹', urlSegment: '三鷹', municipality: { name: '三鷹市' } })
		if (mitaka?.kind !== 'station') throw new Error('三鷹 is one station')
		expect(mitaka.lines.map((line) => line.name)).toContain('JR中央・総武線')
		expect(await getStation(ctx, mitaka.id)).toEqual(mitaka)
	})

	test('of an ambiguous name is chosen from all of that name', async () => {
		const found = await findStation(ctx, 28, '西宮')
		expect(found?.kind).toBe('ambiguous')
		if (found?.kind !== 'ambiguous') throw new Error('西宮 is two stations')
		expect(found.stations.map((station) => station.urlSegment)).toEqual(['西宮-JR西日本', '西宮-阪神'])
		expect(await findStation(ctx, 28, '西宮-阪神')).toMatchObject({ kind: 'station', name: '西宮' })
	})

	test('is unknown elsewhere and under half a segment', async () => {
		expect(await findStation(ctx, 14, '三鷹')).toBeNull()
		expect(await findStation(ctx, 28, '西宮-')).toBeNull()
		expect(await findStation(ctx, 13, '三鷹駅')).toBeNull()
		await expect(getStation(ctx, 999_999)).rejects.toMatchObject({ kind: 'not-found' })
	})

	test('is listed under each of its lines, along the rails', async () => {
		const ofTokyo = await listStationsOfPrefecture(ctx, 13)
		const yamanote = ofTokyo.find(({ line }) => line.name === 'JR山手線')
		expect(yamanote?.line.operator).toBe('JR東日本')
		expect(yamanote?.stations).toHaveLength(30)
		const at = (name: string) => yamanote!.stations.findIndex((station) => station.name === name)
		expect(Math.abs(at('田町') - at('高輪ゲートウェイ'))).toBe(1)
		expect(ofTokyo.flatMap(({ stations }) => stations).every((station) => station.prefectureId === 13)).toBe(true)
	})

	test('is found from a point, nearest first, within a distance', async () => {
		const near = await listNearestStations(ctx, { lat: 35.702683, lng: 139.560325 }, 5)
		expect(near[0]).toMatchObject({ name: '三鷹' })
		expect(near.map((station) => station.distanceMetres)).toEqual(near.map((station) => station.distanceMetres).toSorted((a, b) => a - b))
		expect(near).toHaveLength(5)
		expect(await listNearestStations(ctx, { lat: 27.09, lng: 142.19 }, 5)).toEqual([])
		expect((await listNearestStations(ctx, { lat: 35.702683, lng: 139.560325 }, 50, 1000)).every((s) => s.distanceMetres <= 1000)).toBe(
			true,
		)
	})
})
