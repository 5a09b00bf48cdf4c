import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../test/database.ts'
import { makeExpert, makeOffice } from '../../test/factories.ts'
import type { Ctx } from '../../src/domain/shared/context.ts'
import { findStation, listStationsOfPrefecture } from '../../src/domain/geography/stations.ts'
import { importStations } from './import-stations.ts'
import { seedGeography } from './insert.ts'
import { parsePlatforms } from './n02.ts'

type Stop = { group: string; name: string; kind: string; line: string; operator: string; lat: number; lng: number }

const featureOf = (stop: Stop, index: number) => ({
	type: 'Feature',
	properties: {
		N02_001: '12',
		N02_002: stop.kind,
		N02_003: stop.line,
		N02_004: stop.operator,
		N02_005: stop.name,
		N02_005c: `00${index}`,
		N02_005g: stop.group,
	},
	geometry: {
		type: 'LineString',
		coordinates: [
			[stop.lng - 0.001, stop.lat],
			[stop.lng + 0.001, stop.lat],
		],
	},
})

const chuo = { kind: '2', line: '中央線', operator: '東日本旅客鉄道' }
const inokashira = { kind: '4', line: '井の頭線', operator: '京王電鉄' }
const stops: Stop[] = [
	{ group: 'g1', name: '三鷹', ...chuo, lat: 35.7027, lng: 139.5603 },
	{ group: 'g2', name: '武蔵境', ...chuo, lat: 35.7021, lng: 139.5437 },
	{ group: 'g3', name: '吉祥寺', ...chuo, lat: 35.7031, lng: 139.5797 },
	{ group: 'g3', name: '吉祥寺', ...inokashira, lat: 35.7028, lng: 139.5801 },
	{ group: 'g4', name: '井の頭公園', ...inokashira, lat: 35.6975, lng: 139.5829 },
	{ group: 'g5', name: '三鷹新町', ...chuo, lat: 35.7025, lng: 139.552 },
	{ group: 'g6', name: '後楽園', kind: '4', line: '4号線丸ノ内線', operator: '東京地下鉄', lat: 35.7078, lng: 139.7513 },
	{ group: 'g7', name: '浅草（銀座線）', kind: '4', line: '3号線銀座線', operator: '東京地下鉄', lat: 35.7106, lng: 139.7976 },
	{ group: 'g8', name: '浅草', kind: '5', line: '常磐新線', operator: '首都圏新都市鉄道', lat: 35.7135, lng: 139.7921 },
]
const geojson = (of: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features: of })
const text = geojson(stops.map(featureOf))

describe('an import', () => {
	let ctx: Ctx
	let close: () => Promise<void>

	beforeAll(async () => {
		const database = await freshDatabase()
		close = database.close
		ctx = visitorCtx(database.db)
		await seedGeography(ctx.db)
	})

	afterAll(() => close())

	test('of the country as it already is keeps every station, its id and its place', async () => {
		const rows = () => ctx.db.selectFrom('stations').select(['id', 'name', 'municipality_id', 'lat', 'lng']).orderBy('id').execute()
		const before = await rows()
		const platforms = await ctx.db
			.selectFrom('stations')
			.innerJoin('station_lines', 'station_lines.station_id', 'stations.id')
			.innerJoin('railway_lines', 'railway_lines.id', 'station_lines.line_id')
			.select(['stations.id', 'stations.name', 'lat', 'lng', 'railway_lines.name as line', 'operator'])
			.execute()
		const whole = geojson(platforms.map((row, index) => featureOf({ ...row, group: `g${row.id}`, kind: '4' }, index)))
		expect(await importStations(ctx.db, { name: 'N02.geojson', text: whole })).toMatchObject({ kept: before.length, added: 0, removed: 0 })
		expect(await rows()).toEqual(before)
	})

	test('of a file that lacks part of the country changes nothing', async () => {
		await expect(importStations(ctx.db, { name: 'part.geojson', text })).rejects.toThrow(
			'part.geojson has 8 stations where the whole country has over 8000: nothing was changed.',
		)
		expect(await findStation(ctx, 1, '函館')).not.toBeNull()
	})

	test('replaces the stations, keeps ids and URLs of those that stay, and gives offices the next nearest for those that go', async () => {
		const before = await findStation(ctx, 13, '三鷹')
		const gone = await findStation(ctx, 13, '三鷹台')
		if (before?.kind !== 'station' || gone?.kind !== 'station') throw new Error('both are in the packaged data')
		const office = await ctx.db.transaction().execute(async (db) => {
			const id = await makeOffice({ db }, { expertIds: [await makeExpert({ db })] })
			await sql`delete from office_stations where office_id = ${id}`.execute(db)
			await sql`
				insert into office_stations (office_id, position, station_id, distance_m, walk_minutes)
				values (${id}, 1, ${before.id}, 200, 3), (${id}, 2, ${gone.id}, 900, 12)
			`.execute(db)
			return id
		})

		const result = await importStations(ctx.db, { name: 'N02.geojson', text, atLeast: 5 })
		expect(result).toMatchObject({ stations: 8, kept: 7, added: 1 })
		expect(result.removed).toBeGreaterThan(8900)

		const after = await findStation(ctx, 13, '三鷹')
		expect(after).toMatchObject({ id: before.id, urlSegment: '三鷹', municipality: { name: '三鷹市' } })
		expect(await findStation(ctx, 13, '三鷹新町')).toMatchObject({ kind: 'station', municipality: { prefectureId: 13 } })
		expect(await findStation(ctx, 1, '函館')).toBeNull()
		expect(await findStation(ctx, 13, '浅草')).toMatchObject({
			kind: 'ambiguous',
			stations: [{ urlSegment: '浅草-東京メトロ' }, { urlSegment: '浅草-つくばエクスプレス' }],
		})

		const left = await ctx.db
			.selectFrom('office_stations')
			.innerJoin('stations', 'stations.id', 'station_id')
			.select(['name', 'position', 'distance_m', 'walk_minutes'])
			.where('office_id', '=', office)
			.orderBy('position')
			.execute()
		expect(left[0]).toEqual({ name: '三鷹', position: 1, distance_m: 200, walk_minutes: 3 })
		expect(left).toHaveLength(2)
		expect(left[1]?.name).not.toBe('三鷹台')
		expect(left[1]?.walk_minutes).toBe(Math.ceil(((left[1]?.distance_m ?? 0) * 1.25) / 80))
		const listed = await ctx.db
			.selectFrom('station_listings')
			.select('station_id')
			.where('office_id', '=', office)
			.orderBy('station_id')
			.execute()
		expect(listed.map((row) => row.station_id)).toContain(before.id)
		expect(listed.map((row) => row.station_id)).not.toContain(gone.id)
	})

	test('names lines as people do and lists their stations along the rails', async () => {
		const lines = await listStationsOfPrefecture(ctx, 13)
		const ofLine = (name: string) => lines.find(({ line }) => line.name === name)
		expect(ofLine('JR中央線')?.line.operator).toBe('JR東日本')
		const chuoNames = ofLine('JR中央線')!.stations.map((station) => station.name)
		expect([chuoNames, chuoNames.toReversed()]).toContainEqual(['武蔵境', '三鷹新町', '三鷹', '吉祥寺'])
		expect(
			ofLine('京王井の頭線')
				?.stations.map((station) => station.name)
				.toSorted(),
		).toEqual(['井の頭公園', '吉祥寺'])
		expect(ofLine('東京メトロ丸ノ内線')).toBeDefined()
	})

	test('can be repeated without a change', async () => {
		const rows = () => ctx.db.selectFrom('stations').selectAll().orderBy('id').execute()
		const before = await rows()
		expect(await importStations(ctx.db, { name: 'N02.geojson', text, atLeast: 5 })).toMatchObject({ kept: 8, added: 0, removed: 0 })
		expect(await rows()).toEqual(before)
	})
})

describe('a file is refused', () => {
	const [first] = stops.map(featureOf)
	const withProperty = (name: string, value: unknown) => ({ ...first, properties: { ...first!.properties, [name]: value } })
	const withGeometry = (geometry: unknown) => ({ ...first, geometry })

	test.each([
		['that is not JSON', '<xml/>', /^N02.geojson is not JSON: /],
		['that is no collection', '{"type":"Feature"}', /^N02.geojson is not a GeoJSON FeatureCollection/],
		['without features', geojson([]), /^N02.geojson is not a GeoJSON FeatureCollection/],
		['of an older edition', geojson([first, withProperty('N02_005g', undefined)]), /^Feature 2 of N02.geojson has no text in N02_005g: /],
		['with a number for a name', geojson([withProperty('N02_005', 7)]), /^Feature 1 of N02.geojson has no text in N02_005: /],
		[
			'of points',
			geojson([withGeometry({ type: 'Point', coordinates: [139, 35] })]),
			/^Feature 1 of N02.geojson is not drawn as a LineString/,
		],
		['with latitude first', geojson([withGeometry({ type: 'LineString', coordinates: [[35, 139]] })]), /in Japan\.$/],
		['without properties', geojson([{ type: 'Feature', geometry: first!.geometry }]), /^Feature 1 of N02.geojson has no properties\.$/],
	])('%s', (_, content, message) => {
		expect(() => parsePlatforms(content, 'N02.geojson')).toThrow(message)
	})
})
