import { z } from 'zod'
import { cellList, cellNumber, isoDate, readCsv } from '../content-files.ts'

/**
 * What happened to stations and lines since the packaged data of May 2017, or what they never had: the tables of
 * content/geography. Stations are found by name on a line, lines by their present names (scripts/geography/lines.ts), with `@operator`
 * where two companies have a line of one name.
 */
const noted = {
	/** The timetable day on which it took effect. */
	date: isoDate,
	/** Who announced it or owns it, and what, in a few words. */
	source: z.string().min(6),
}
const name = z.string().min(1)

/**
 * Stations that the package lacks: opened since, or simply missing, such as those of the Shinkansen, a monorail and
 * cable cars. Ids are ours, from 20001, and never reused. Coordinates are within about 200 m. Stations of a line that is
 * itself an override name no lines here: that line calls at them.
 */
export const addedStations = readCsv(
	'geography/added-stations.csv',
	z.strictObject({
		id: cellNumber,
		name,
		kana: name,
		lat: cellNumber,
		lng: cellNumber,
		lines: cellList('/'),
		kind: z.enum(['opened', 'missing']),
		...noted,
	}),
)

/**
 * Lines that the package lacks, the Shinkansen first. Ids below 11000 put a line before everything else in a list. Of
 * stations with the same name the one nearest to the station before is meant, at first nearest to `start`.
 */
export const addedLines = readCsv(
	'geography/added-lines.csv',
	z
		.strictObject({ id: cellNumber, name, operator: name, lat: cellNumber, lng: cellNumber, stations: cellList(' '), ...noted })
		.transform(({ lat, lng, ...line }) => ({ ...line, start: { lat, lng } })),
)
export type AddedLine = (typeof addedLines)[number]

/** Sections that another company runs since, in the order in which they are applied. Stations in `keep` stay on the old line as well. */
export const transferredSections = readCsv(
	'geography/transferred-sections.csv',
	z.strictObject({ line: name, first: name, last: name, to: name, keep: cellList(' '), ...noted }),
)
export type TransferredSection = (typeof transferredSections)[number]

/** Stations that another line reaches since. `at` is a line that already calls there. */
export const joinedLines = readCsv('geography/joined-lines.csv', z.strictObject({ station: name, at: name, line: name, ...noted }))
export type JoinedLine = (typeof joinedLines)[number]

/**
 * Stations that left a line; one without any line left is gone. The BRT stations of 気仙沼線, 大船渡線 and 日田彦山線 stay:
 * the companies still run them as stations under the lines' names. So do lines that only wait for repair after a flood.
 */
export const closedStations = readCsv('geography/closed-stations.csv', z.strictObject({ line: name, names: cellList(' '), ...noted }))

/** New names. Stops of other lines under the old name stay, so that a shared station splits and needs an id and a place. */
export const renamedStations = readCsv(
	'geography/renamed-stations.csv',
	z
		.strictObject({
			formerly: name,
			name,
			kana: name,
			lines: cellList('/'),
			splitId: z.string(),
			splitLat: z.string(),
			splitLng: z.string(),
			...noted,
		})
		.transform(({ splitId, splitLat, splitLng, ...station }) => ({
			...station,
			split: splitId === '' ? null : { id: Number(splitId), lat: Number(splitLat), lng: Number(splitLng) },
		})),
)
export type RenamedStation = (typeof renamedStations)[number]

/** Addresses published by the companies, where the mesh alone finds a neighbour: stations near a border. */
export const placedStations = readCsv(
	'geography/placed-stations.csv',
	z.strictObject({ station: name, line: name, municipality: cellNumber }),
)
