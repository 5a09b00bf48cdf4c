import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, files } from 'jp-data-mesh-csv'
import type { Point } from '../../src/domain/geography/distance.ts'

/**
 * The statistics bureau's 1 km meshes (JIS X 0410). A mesh is one integer, row × 10,000 + column, counted in 30″ of
 * latitude from the equator and 45″ of longitude from 100°E, so that neighbours are reached by adding.
 */
export type Mesh = number

const ROW = 10_000
const LAT_STEP = 1 / 120
const LNG_STEP = 1 / 80

/** Hamamatsu had seven wards until 2023-12-31; the package still lists their meshes. */
const HAMAMATSU: Record<number, number> = {
	22131: 22138,
	22132: 22138,
	22133: 22138,
	22134: 22138,
	22135: 22139,
	22136: 22139,
	22137: 22140,
}

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

/** `pqrsuvwx`: first mesh pq (40′) rs (1°), second u v (eighths), third w x (tenths). */
const meshOfCode = (code: number): Mesh => {
	const digit = (power: number) => Math.floor(code / power) % 10
	const row = Math.floor(code / 1_000_000) * 80 + digit(1000) * 10 + digit(10)
	const column = (Math.floor(code / 10_000) % 100) * 80 + digit(100) * 10 + digit(1)
	return row * ROW + column
}

/** Which municipalities (those of `known`; wards rather than their city) lie in each mesh. */
export function loadMeshes(known: ReadonlySet<number>): Map<Mesh, number[]> {
	const meshes = new Map<Mesh, number[]>()
	for (const file of files) {
		// Shift_JIS, but its second bytes are never a comma or a line end and only the digits are read.
		for (const line of readFileSync(join(dirname, file), 'latin1').split('\n')) {
			const listed = Number.parseInt(line, 10)
			const municipality = HAMAMATSU[listed] ?? listed
			// Besides the header this drops xx999, meshes of land without a municipality.
			if (!known.has(municipality)) continue
			const mesh = meshOfCode(Number.parseInt(line.slice(line.indexOf(',', 6) + 1), 10))
			const present = meshes.get(mesh)
			if (!present) meshes.set(mesh, [municipality])
			else if (!present.includes(municipality)) present.push(municipality)
		}
	}
	return meshes
}
