import { packagedTowns } from './packaged-towns.ts'
import type { Prepared } from '../../seed/geography/dataset.ts'
import { groupByMesh } from '../../seed/geography/mesh.ts'
import { computeMunicipalities, placeMunicipalities } from './municipalities.ts'
import { municipalityNeighbours, prefectureNeighbours } from './neighbours.ts'
import { applyOverrides } from '../../seed/geography/overrides.ts'
import { packagedMeshes } from './packaged-meshes.ts'
import { loadPackagedStations } from './packaged-stations.ts'
import { placeStations } from '../../seed/geography/place-stations.ts'
import { loadPostalCodes } from './postal-codes.ts'
import { computePrefectures } from './prefectures.ts'

/**
 * All of the geography as plain rows, computed from the packages and our corrections alone: the same on every machine. Takes
 * seconds and some 300 MB, so `npm run geo:dataset` writes the result into the repository and a start reads that.
 */
export function computeGeography(): Prepared {
	const unplaced = computeMunicipalities()
	const known = new Set(unplaced.map((municipality) => municipality.id))
	const meshParts = [...packagedMeshes(known)]
	const meshes = groupByMesh(meshParts, known)
	const municipalities = placeMunicipalities(unplaced, meshes)
	const { stations, lines, addresses } = applyOverrides(loadPackagedStations())
	const postalCodes = loadPostalCodes(known)
	return {
		rows: {
			prefectures: computePrefectures(municipalities),
			municipalities,
			municipalityNeighbours: municipalityNeighbours(municipalities, meshes),
			prefectureNeighbours: prefectureNeighbours(meshes),
			postalCodes,
			...placeStations(stations, lines, municipalities, meshes, addresses),
		},
		meshParts,
		addresses,
		towns: packagedTowns(postalCodes),
	}
}
