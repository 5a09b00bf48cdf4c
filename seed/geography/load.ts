import type { TableRow } from '../../src/domain/shared/tables.ts'
import { readDataset } from './dataset.ts'
import { groupByMesh, type Mesh } from './mesh.ts'
import type { GeographyRows } from './types.ts'

/** The rows of every table of the geography. */
export const loadGeography = (): GeographyRows => readDataset().rows

/** Which municipalities, of those `known`, lie in each mesh; of a city with wards the wards. */
export const loadMeshes = (known: { has: (id: number) => boolean }): Map<Mesh, number[]> => groupByMesh(readDataset().meshParts, known)

/** Municipalities and the meshes they lie in: what placing a station needs. */
export function loadPlaces(): { municipalities: TableRow<'municipalities'>[]; meshes: Map<Mesh, number[]> } {
	const { municipalities } = loadGeography()
	return { municipalities, meshes: loadMeshes(new Set(municipalities.map(({ id }) => id))) }
}
