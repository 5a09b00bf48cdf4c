import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, files } from 'jp-data-mesh-csv'
import type { Mesh, MeshPart } from '../../seed/geography/mesh.ts'

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

/** `pqrsuvwx`: first mesh pq (40′) rs (1°), second u v (eighths), third w x (tenths). */
const meshOfCode = (code: number): Mesh => {
	const digit = (power: number) => Math.floor(code / power) % 10
	const row = Math.floor(code / 1_000_000) * 80 + digit(1000) * 10 + digit(10)
	const column = (Math.floor(code / 10_000) % 100) * 80 + digit(100) * 10 + digit(1)
	return row * 10_000 + column
}

/** What the package says lies in each municipality (of a city with wards: in each ward), in its own order. */
export function* packagedMeshes(known: ReadonlySet<number>): Generator<MeshPart> {
	for (const file of files) {
		// Shift_JIS, but its second bytes are never a comma or a line end and only the digits are read.
		for (const line of readFileSync(join(dirname, file), 'latin1').split('\n')) {
			const listed = Number.parseInt(line, 10)
			const municipality = HAMAMATSU[listed] ?? listed
			// Besides the header this drops xx999, meshes of land without a municipality.
			if (!known.has(municipality)) continue
			yield [municipality, meshOfCode(Number.parseInt(line.slice(line.indexOf(',', 6) + 1), 10))]
		}
	}
}
