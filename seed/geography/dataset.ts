import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { sourcePath } from '../../src/platform/source-path.ts'
import type { MeshPart } from './mesh.ts'
import type { Address } from './place-stations.ts'
import type { GeographyRows, Town } from './types.ts'

/**
 * The geography as `content/geography/dataset.json.br` has it: what `computeGeography` gives, in columns and with differences
 * instead of numbers where that makes it small. Written by `npm run geo:dataset`; a test compares the two.
 */

export const DATASET = path.join(sourcePath('content'), 'geography/dataset.json.br')

export type Prepared = {
	rows: GeographyRows
	/** In the order of the package, on which the places of the demo depend. */
	meshParts: readonly MeshPart[]
	/** Stations whose municipality is known by their address. */
	addresses: ReadonlyMap<number, Address>
	/** Plain names of towns, by municipality, for addresses of the demo. */
	towns: ReadonlyMap<number, readonly Town[]>
}

type Columns = Record<string, readonly unknown[]>
type Stored = {
	rows: Record<keyof GeographyRows, Columns>
	/** A municipality, its first mesh and the steps to its next ones, as often as the order changes. */
	meshRuns: number[][]
	addresses: [id: number, municipalityId: number, margin: number][]
	/** Names and postal codes in turn. */
	towns: [municipalityId: number, ...texts: string[]][]
}

const rowKinds = [
	'prefectures',
	'municipalities',
	'municipalityNeighbours',
	'prefectureNeighbours',
	'postalCodes',
	'railwayLines',
	'stations',
	'stationLines',
	'stationMunicipalities',
] as const satisfies readonly (keyof GeographyRows)[]

export function encodeDataset({ rows, meshParts, addresses, towns }: Prepared): Buffer {
	const stored: Stored = {
		rows: Object.fromEntries(rowKinds.map((kind) => [kind, columnsOf(rows[kind])])) as Stored['rows'],
		meshRuns: runsOf(meshParts),
		addresses: [...addresses].map(([id, { municipalityId, margin }]) => [id, municipalityId, margin]),
		towns: [...towns].map(([id, own]) => [id, ...own.flatMap(({ name, postalCode }) => [name, postalCode])]),
	}
	return brotliCompressSync(JSON.stringify(stored), {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
		},
	})
}

export function decodeDataset(packed: Buffer): Prepared {
	const stored = JSON.parse(brotliDecompressSync(packed).toString()) as Stored
	return {
		rows: Object.fromEntries(rowKinds.map((kind) => [kind, rowsOf(stored.rows[kind])])) as GeographyRows,
		meshParts: stored.meshRuns.flatMap(partsOf),
		addresses: new Map(stored.addresses.map(([id, municipalityId, margin]) => [id, { municipalityId, margin }])),
		towns: new Map(stored.towns.map(([id, ...texts]) => [id, townsOf(texts)])),
	}
}

let prepared: Prepared | undefined

/** Read once: a seed, which runs in a process of its own, needs it several times. */
export const readDataset = (): Prepared => (prepared ??= decodeDataset(readFileSync(DATASET)))

function columnsOf(rows: readonly object[]): Columns {
	const names = Object.keys(rows[0] ?? {})
	return Object.fromEntries(names.map((name) => [name, rows.map((row) => (row as Record<string, unknown>)[name])]))
}

function rowsOf(columns: Columns): object[] {
	const entries = Object.entries(columns)
	const length = entries[0]?.[1].length ?? 0
	return Array.from({ length }, (_, index) => Object.fromEntries(entries.map(([name, values]) => [name, values[index]])))
}

function runsOf(parts: readonly MeshPart[]): number[][] {
	const runs: number[][] = []
	let before = Number.NaN
	let last = 0
	for (const [municipality, mesh] of parts) {
		if (municipality !== before) {
			runs.push([municipality])
			before = municipality
			last = 0
		}
		runs.at(-1)?.push(mesh - last)
		last = mesh
	}
	return runs
}

function partsOf([municipality = 0, ...steps]: number[]): MeshPart[] {
	let mesh = 0
	return steps.map((step): MeshPart => [municipality, (mesh += step)])
}

const townsOf = (texts: readonly string[]): Town[] =>
	Array.from({ length: texts.length / 2 }, (_, index) => ({ name: texts[2 * index] ?? '', postalCode: texts[2 * index + 1] ?? '' }))
