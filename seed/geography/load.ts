import { loadMeshes } from './mesh.ts'
import type { Mesh } from './mesh.ts'
import { computeMunicipalities, placeMunicipalities } from './municipalities.ts'
import { municipalityNeighbours, prefectureNeighbours } from './neighbours.ts'
import { applyOverrides } from './overrides.ts'
import { loadPackagedStations } from './packaged-stations.ts'
import { placeStations } from './place-stations.ts'
import { loadPostalCodes } from './postal-codes.ts'
import { computePrefectures } from './prefectures.ts'
import type { GeographyRows } from './types.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

/** Municipalities and the meshes they lie in: what placing a station needs. */
export function loadPlaces(): { municipalities: TableRow<'municipalities'>[]; meshes: Map<Mesh, number[]> } {
	const unplaced = computeMunicipalities()
	const meshes = loadMeshes(new Set(unplaced.map((municipality) => municipality.id)))
	return { municipalities: placeMunicipalities(unplaced, meshes), meshes }
}

/** Returns all of the geography as plain rows, computed from the packages and our overrides alone: the same on every machine. */
export function loadGeography(): GeographyRows {
	const { municipalities, meshes } = loadPlaces()
	const { stations, lines, addresses } = applyOverrides(loadPackagedStations())
	return {
		prefectures: computePrefectures(municipalities),
		municipalities,
		municipalityNeighbours: municipalityNeighbours(municipalities, meshes),
		prefectureNeighbours: prefectureNeighbours(meshes),
		postalCodes: loadPostalCodes(new Set(municipalities.map((municipality) => municipality.id))),
		...placeStations(stations, lines, municipalities, meshes, addresses),
	}
}
