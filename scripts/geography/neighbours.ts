import { distanceMetres } from '../../src/domain/geography/distance.ts'
import type { Mesh } from '../../seed/geography/mesh.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

const MOST = 8
/** An island, or a place between mountains, that borders on fewer is given the nearest others. */
const FEWEST = 3

/** Bridges, tunnels and ferries that join prefectures without a common border. */
const seaLinks: [number, number][] = [
	[1, 2], // 青函トンネル
	[12, 14], // 東京湾アクアライン
	[28, 36], // 大鳴門橋
	[30, 36], // 南海フェリー
	[33, 37], // 瀬戸大橋
	[34, 38], // しまなみ海道
	[35, 40], // 関門トンネル
	[38, 44], // 宇和海フェリー
	[42, 43], // 有明海フェリー
	[46, 47], // 鹿児島〜那覇航路
]

/** Two municipalities with land in one mesh border on each other, or all but. */
function* pairsInOneMesh(meshes: ReadonlyMap<Mesh, number[]>): Generator<[number, number]> {
	for (const present of meshes.values())
		for (const [index, first] of present.entries()) for (const second of present.slice(index + 1)) yield [first, second]
}

/**
 * Up to eight neighbours of each municipality, nearest first: those with a common 1 km mesh, filled up with the nearest
 * where there are hardly any. Wards border on wards and towns; a designated city on cities and towns.
 */
export function municipalityNeighbours(
	municipalities: readonly TableRow<'municipalities'>[],
	meshes: ReadonlyMap<Mesh, number[]>,
): TableRow<'municipality_neighbours'>[] {
	const cityOf = new Map(municipalities.map((municipality) => [municipality.id, municipality.city_id]))
	const bordering = new Map(municipalities.map((municipality) => [municipality.id, new Set<number>()]))
	const link = (a: number, b: number) => {
		if (a === b) return
		bordering.get(a)!.add(b)
		bordering.get(b)!.add(a)
	}
	for (const [first, second] of pairsInOneMesh(meshes)) {
		link(first, second)
		// For a city of wards both sides count as cities, but only the designated one keeps the result.
		for (const [here, there] of [
			[cityOf.get(first)!, cityOf.get(second)!],
			[cityOf.get(second)!, cityOf.get(first)!],
		] as const)
			if (here !== first && here !== second && here !== there) bordering.get(here)!.add(there)
	}

	const byId = new Map(municipalities.map((municipality) => [municipality.id, municipality]))
	const wards = municipalities.filter((municipality) => municipality.kind !== 'designated_city')
	const cities = municipalities.filter((municipality) => municipality.kind !== 'ward')
	return municipalities.flatMap((municipality) => {
		const measure = (other: TableRow<'municipalities'>) => ({ id: other.id, metres: Math.round(distanceMetres(municipality, other)) })
		const nearestFirst = (a: { id: number; metres: number }, b: { id: number; metres: number }) => a.metres - b.metres || a.id - b.id
		const border = [...bordering.get(municipality.id)!].map((id) => measure(byId.get(id)!)).sort(nearestFirst)
		const neighbours = border.slice(0, MOST)
		if (neighbours.length < FEWEST) {
			const others = (municipality.kind === 'designated_city' ? cities : wards)
				.filter((other) => other !== municipality && !bordering.get(municipality.id)!.has(other.id))
				.map(measure)
				.sort(nearestFirst)
			neighbours.push(...others.slice(0, FEWEST - neighbours.length))
		}
		return neighbours.map(({ id, metres }) => ({ municipality_id: municipality.id, neighbour_id: id, distance_m: metres }))
	})
}

/** Prefectures that share meshes, and those joined across the sea; each pair both ways. */
export function prefectureNeighbours(meshes: ReadonlyMap<Mesh, number[]>): TableRow<'prefecture_neighbours'>[] {
	const pairs = new Set<number>()
	const link = (a: number, b: number) => {
		pairs.add(a * 100 + b)
		pairs.add(b * 100 + a)
	}
	for (const [first, second] of pairsInOneMesh(meshes)) {
		const here = Math.floor(first / 1000)
		const there = Math.floor(second / 1000)
		if (here !== there) link(here, there)
	}
	for (const [here, there] of seaLinks) link(here, there)
	return [...pairs].sort((a, b) => a - b).map((pair) => ({ prefecture_id: Math.floor(pair / 100), neighbour_id: pair % 100 }))
}
