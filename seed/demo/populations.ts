import { z } from 'zod'
import { cellNumber, readCsv } from '../content-files.ts'
import { prefectureIdOf } from '../geography/prefectures.ts'

/** Inhabitants in thousands (Population Estimates of 1 October 2023, rounded), by prefecture id. */
export const prefecturePopulations: ReadonlyMap<number, number> = new Map(
	readCsv('demo/prefecture-populations.csv', z.strictObject({ prefecture: z.string(), thousands: cellNumber })).map(
		({ prefecture, thousands }) => [prefectureIdOf(prefecture), thousands],
	),
)

/**
 * Weight of a municipality among those of its prefecture, by five-digit code: about its inhabitants in thousands, more
 * where offices gather (丸の内 has few inhabitants), the central ward of a designated city above the others.
 * Municipalities that are not listed are weighed by kind, stations and postal codes (places.ts).
 */
export const municipalityWeights: ReadonlyMap<number, number> = new Map(
	readCsv('demo/municipality-weights.csv', z.strictObject({ municipality: cellNumber, weight: cellNumber })).map(
		({ municipality, weight }) => [municipality, weight],
	),
)
