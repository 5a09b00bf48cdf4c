import type { Point } from '../../src/domain/geography/distance.ts'

/**
 * The statistics bureau's 1 km meshes (JIS X 0410). A mesh is one integer, row × 10,000 + column, counted in 30″ of
 * latitude from the equator and 45″ of longitude from 100°E, so that neighbours are reached by adding.
 */
export type Mesh = number

const ROW = 10_000
const LAT_STEP = 1 / 120
const LNG_STEP = 1 / 80

/** About 10 cm: more digits would only pretend. */
export const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const meshOf = (point: Point): Mesh =>
	Math.floor(point.lat / LAT_STEP + 1e-9) * ROW + Math.floor((point.lng - 100) / LNG_STEP + 1e-9)

export const meshCentre = (mesh: Mesh): Point => ({
	lat: (Math.floor(mesh / ROW) + 0.5) * LAT_STEP,
	lng: ((mesh % ROW) + 0.5) * LNG_STEP + 100,
})

/** Meshes up to `radius` away in rows and columns, the mesh itself included. */
export function* meshesAround(mesh: Mesh, radius: number): Generator<Mesh> {
	for (let row = -radius; row <= radius; row++) for (let column = -radius; column <= radius; column++) yield mesh + row * ROW + column
}

/** A municipality and a mesh that lies in it, wholly or in part. */
export type MeshPart = readonly [municipalityId: number, mesh: Mesh]

/** Which municipalities, of those `known`, lie in each mesh, in the order of `parts`. */
export function groupByMesh(parts: Iterable<MeshPart>, known: { has: (id: number) => boolean }): Map<Mesh, number[]> {
	const meshes = new Map<Mesh, number[]>()
	for (const [municipality, mesh] of parts) {
		if (!known.has(municipality)) continue
		const present = meshes.get(mesh)
		if (!present) meshes.set(mesh, [municipality])
		else if (!present.includes(municipality)) present.push(municipality)
	}
	return meshes
}
