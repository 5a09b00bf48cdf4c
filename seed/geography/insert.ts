import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { restore, stripForFill } from '../../src/domain/listings/bulk-fill.ts'
import type { Database } from '../../src/domain/shared/context.ts'
import { type Cell, type Columns, insertRows } from '../rows.ts'
import { readMark, writeMark } from '../marks.ts'
import { loadGeography } from './load.ts'
import { officesNaming, refillOfficeStations } from './office-stations.ts'
import { placedStations } from './override-tables.ts'
import { overrides } from './overrides.ts'
import type { GeographyRows, StationRows } from './types.ts'
import type { Tables } from '../../src/domain/shared/tables.ts'

type GeographyTables = Pick<
	Tables,
	| 'prefectures'
	| 'municipalities'
	| 'municipality_neighbours'
	| 'prefecture_neighbours'
	| 'postal_codes'
	| 'railway_lines'
	| 'stations'
	| 'station_lines'
	| 'station_municipalities'
>

const tables = {
	prefectures: { id: 'int', slug: 'text', name: 'text', kana: 'text', region: 'text', lat: 'real', lng: 'real' },
	municipalities: {
		id: 'int',
		code: 'text',
		prefecture_id: 'int',
		kind: 'text',
		city_id: 'int',
		name: 'text',
		kana: 'text',
		romaji: 'text',
		lat: 'real',
		lng: 'real',
	},
	municipality_neighbours: { municipality_id: 'int', neighbour_id: 'int', distance_m: 'int' },
	prefecture_neighbours: { prefecture_id: 'int', neighbour_id: 'int' },
	postal_codes: { postal_code: 'text', municipality_id: 'int' },
	railway_lines: { id: 'int', name: 'text', operator: 'text' },
	stations: {
		id: 'int',
		prefecture_id: 'int',
		municipality_id: 'int',
		municipality_margin: 'real',
		name: 'text',
		kana: 'text',
		romaji: 'text',
		url_segment: 'text',
		lat: 'real',
		lng: 'real',
	},
	station_lines: { station_id: 'int', line_id: 'int', position: 'int' },
	station_municipalities: { station_id: 'int', municipality_id: 'int' },
} as const satisfies { [Table in keyof GeographyTables]: Columns & Record<keyof GeographyTables[Table], unknown> }

async function insert<Table extends keyof GeographyTables>(
	db: Kysely<Database>,
	table: Table,
	rows: readonly Record<keyof GeographyTables[Table], Cell>[],
	ending = '',
): Promise<void> {
	const columns = Object.keys(tables[table]) as (keyof GeographyTables[Table])[]
	await insertRows(
		db,
		table,
		tables[table],
		rows.map((row) => columns.map((column) => row[column])),
		ending,
	)
}

/**
 * Fills the tables of migration 0002 but for the postal codes in one transaction, unless they are filled. `onProgress` gets a line
 * before each step that takes a while.
 */
export async function seedGeography(db: Kysely<Database>, onProgress: (line: string) => void = () => undefined): Promise<void> {
	if (await db.selectFrom('prefectures').select('id').limit(1).executeTakeFirst()) return
	const rows = loadGeography()
	await inTransaction(db, async (trx) => {
		// Checked as a whole: one by one the references of so many rows take as long as the schema.
		const restorations = await stripForFill(trx, ['municipality_neighbours', 'stations', 'station_lines', 'station_municipalities'])
		await insertPlaces(trx, rows, onProgress)
		onProgress(`${rows.stations.length} stations`)
		await insertStations(trx, rows)
		for (const restoration of restorations) await restore(trx, restoration)
		await writeMark(trx, 'stations', stationsHash())
	})
}

/**
 * Fills the table of postal codes in one transaction, unless it is filled. Its rows are ten times those of all other tables, and forms
 * alone ask for them: a new site serves its pages before they are in.
 */
export async function seedPostalCodes(db: Kysely<Database>, onProgress: (line: string) => void = () => undefined): Promise<void> {
	if (await db.selectFrom('postal_codes').select('postal_code').limit(1).executeTakeFirst()) return
	const { postalCodes } = loadGeography()
	onProgress(`${postalCodes.length} postal codes`)
	await inTransaction(db, async (trx) => {
		const restorations = await stripForFill(trx, ['postal_codes'])
		await insert(trx, 'postal_codes', postalCodes)
		for (const restoration of restorations) await restore(trx, restoration)
	})
}

/** In that of the caller, where it has one. */
const inTransaction = <T>(db: Kysely<Database>, write: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
	db.isTransaction ? write(db as Transaction<Database>) : db.transaction().execute(write)

/** Changes with every correction of the packaged stations. */
const stationsHash = (): string =>
	createHash('sha256')
		.update(JSON.stringify([overrides, placedStations]))
		.digest('hex')
		.slice(0, 32)

/** Lines of the ministry's file have ids from here on: these stations are the operator's own. */
export const FIRST_IMPORTED_LINE = 200_001

/**
 * Applies later corrections of the stations to a filled database, unless the operator has imported the
 * ministry's. Returns which corrections the stations have; the caller rebuilds the listings when that changes.
 */
export async function refreshStations(db: Kysely<Database>, onProgress: (line: string) => void = () => undefined): Promise<string> {
	const hash = stationsHash()
	const before = await readMark(db, 'stations')
	if (before === hash) return hash
	const imported = await db.selectFrom('railway_lines').select('id').where('id', '>=', FIRST_IMPORTED_LINE).limit(1).executeTakeFirst()
	if (imported) return before ?? ''
	onProgress('bringing the stations up to date')
	const rows = loadGeography()
	await inTransaction(db, async (trx) => {
		await replaceStations(trx, rows)
		await writeMark(trx, 'stations', hash)
	})
	return hash
}

async function insertPlaces(db: Transaction<Database>, rows: GeographyRows, onProgress: (line: string) => void): Promise<void> {
	onProgress(`${rows.municipalities.length} municipalities`)
	await insert(db, 'prefectures', rows.prefectures)
	await insert(db, 'municipalities', rows.municipalities)
	await insert(db, 'municipality_neighbours', rows.municipalityNeighbours)
	await insert(db, 'prefecture_neighbours', rows.prefectureNeighbours)
}

const UPDATE_STATION = `on conflict (id) do update set ${Object.keys(tables.stations)
	.filter((column) => column !== 'id')
	.map((column) => `${column} = excluded.${column}`)
	.join(', ')}`

async function insertStations(db: Kysely<Database>, rows: StationRows): Promise<void> {
	await insert(db, 'railway_lines', rows.railwayLines)
	await insert(db, 'stations', rows.stations, UPDATE_STATION)
	await insert(db, 'station_lines', rows.stationLines)
	await insert(db, 'station_municipalities', rows.stationMunicipalities)
}

/**
 * Replaces the stations and lines in the database, in one transaction. A station whose id remains
 * stays where offices refer to it; for one that does not they get the next nearest. The caller rebuilds the listings.
 */
export async function replaceStations(db: Kysely<Database>, rows: StationRows): Promise<{ kept: number; added: number; removed: number }> {
	return inTransaction(db, async (trx) => {
		const before = new Set((await trx.selectFrom('stations').select('id').execute()).map((station) => station.id))
		const after = new Set(rows.stations.map((station) => station.id))
		const gone = [...before].filter((id) => !after.has(id))
		await trx.deleteFrom('station_lines').execute()
		await trx.deleteFrom('station_municipalities').execute()
		await trx.deleteFrom('railway_lines').execute()
		const losing = await officesNaming(trx, gone)
		if (gone.length > 0)
			await trx
				.deleteFrom('stations')
				.where((eb) => eb('id', '=', eb.fn.any(eb.val(gone))))
				.execute()
		// Segments may change places among the stations that stay; none may collide meanwhile.
		await trx
			.updateTable('stations')
			.set({ url_segment: sql`'#' || id` })
			.execute()
		await insertStations(trx, rows)
		await refillOfficeStations(trx, losing)
		return { kept: before.size - gone.length, added: after.size - (before.size - gone.length), removed: gone.length }
	})
}
