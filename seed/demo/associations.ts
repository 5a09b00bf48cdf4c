import { z } from 'zod'
import { readYaml } from '../content-files.ts'
import { prefectureIdOf } from '../geography/prefectures.ts'
import { type ProfessionSlug, professionSlug } from '../taxonomy/types.ts'
import type { Place } from './places.ts'

/** Names of associations, each with the slugs of its prefectures. */
const byPrefecture = z.record(z.string(), z.array(z.string()).min(1))

const { districts, ...named } = readYaml(
	'demo/associations.yaml',
	z.strictObject({
		zeirishi: byPrefecture,
		shihoshoshi: byPrefecture,
		bengoshi: byPrefecture,
		kaikeishi: byPrefecture,
		districts: z.array(
			z.strictObject({
				prefecture: z.string(),
				associations: z.partialRecord(professionSlug, z.string()),
				/** Names of municipalities, divided by spaces. */
				cities: z.string().transform((cities) => cities.split(' ')),
			}),
		),
	}),
)

const names = new Map(
	Object.entries(named).flatMap(([profession, associations]) =>
		Object.entries(associations).flatMap(([name, prefectures]) =>
			prefectures.map((prefecture): [string, string] => [`${profession}/${prefectureIdOf(prefecture)}`, name]),
		),
	),
)

/** The association that keeps or carries the register for an office in this place. */
export function association(profession: ProfessionSlug, { prefectureId, prefectureName, municipality }: Place): string {
	const district = districts.find(
		({ prefecture, associations, cities }) =>
			associations[profession] !== undefined && prefectureIdOf(prefecture) === prefectureId && cities.includes(municipality.cityName),
	)
	return district?.associations[profession] ?? names.get(`${profession}/${prefectureId}`) ?? usualName(profession, prefectureName)
}

function usualName(profession: ProfessionSlug, prefecture: string): string {
	switch (profession) {
		case 'sharoushi':
			return `${prefecture}社会保険労務士会`
		case 'gyoseishoshi':
			return `${prefecture}行政書士会`
		case 'shihoshoshi':
			return `${prefecture}司法書士会`
		case 'bengoshi':
			return `${prefecture}弁護士会`
		case 'shindanshi':
			return prefecture === '北海道' ? '北海道中小企業診断士会' : `${prefecture}中小企業診断士協会`
		case 'benrishi':
			return '日本弁理士会'
		case 'it-coordinator':
			return 'ITコーディネータ協会'
		case 'zeirishi':
		case 'kaikeishi':
			throw new Error(`content/demo/associations.yaml names no association of ${profession} for ${prefecture}`)
	}
}
