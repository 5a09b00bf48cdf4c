import { readFile } from 'node:fs/promises'
import { sourcePath } from '../../platform/source-path.ts'
import { prefectures } from './prefectures.ts'

/** Former names of places (`content/geography`): used in old links and still typed. */
export type FormerNames = {
	/** What a municipality of a prefecture is called now; null for a name that none had. */
	municipality: (prefectureId: number, name: string) => string | null
	/** What stations with one of these names were called since; only on its lines, since 江北 is also a station of Tokyo. */
	stations: (names: readonly string[]) => { name: string; lines: string[] }[]
	/** What a municipality, or a station on one of these lines, was called before. */
	ofMunicipality: (prefectureId: number, name: string) => string[]
	ofStation: (name: string, lines: readonly string[]) => string[]
}

let loading: Promise<FormerNames> | undefined

/** The names, loaded at the first call: with the first URL of an unknown place. */
export const loadFormerNames = (): Promise<FormerNames> => (loading ??= read())

async function read(): Promise<FormerNames> {
	const [municipalities, stations] = await Promise.all([
		readRows('content/geography/former-municipalities.csv'),
		readRows('content/geography/renamed-stations.csv'),
	])
	const idOf = new Map<string | undefined, number>(prefectures.map(({ slug, id }) => [slug, id]))
	const keyOf = (prefectureId: number | undefined, name: string | undefined) => `${prefectureId} ${name}`
	const present = new Map(municipalities.map((row) => [keyOf(idOf.get(row['prefecture']), row['formerly']), row['name'] ?? '']))
	const municipalitiesNow = Map.groupBy(municipalities, (row) => keyOf(idOf.get(row['prefecture']), row['name']))
	const stationsThen = Map.groupBy(stations, (row) => row['formerly'])
	const stationsNow = Map.groupBy(stations, (row) => row['name'])
	const formerly = (rows: readonly Row[] | undefined) => (rows ?? []).flatMap((row) => row['formerly'] ?? [])
	return {
		municipality: (prefectureId, name) => present.get(keyOf(prefectureId, name)) ?? null,
		stations(names) {
			const renamed = (some: readonly string[]) =>
				some.flatMap((name) => (stationsThen.get(name) ?? []).map((row) => ({ name: row['name'] ?? '', lines: linesOf(row) })))
			const once = renamed(names)
			// A station may have been renamed twice: 公会堂前, 市民会館, 市役所.
			return [...renamed(once.map(({ name }) => name)), ...once]
		},
		ofMunicipality: (prefectureId, name) => formerly(municipalitiesNow.get(keyOf(prefectureId, name))),
		ofStation: (name, lines) => formerly(stationsNow.get(name)?.filter((row) => linesOf(row).some((line) => lines.includes(line)))),
	}
}

type Row = Record<string, string | undefined>

/** Names of lines, without the company that the table adds where two have one name. */
const linesOf = (row: Row): string[] => (row['lines'] ?? '').split('/').map((line) => line.split('@')[0] ?? '')

async function readRows(file: string): Promise<Row[]> {
	const [{ parse }, text] = await Promise.all([import('csv-parse/sync'), readFile(sourcePath(file), 'utf8')])
	return parse<Row>(text, { columns: true })
}
