import { z } from 'zod'
import { isoDate, readYaml } from '../content-files.ts'
import { professionSlug } from '../taxonomy/types.ts'
import { DEMO_YEAR } from './calendar.ts'
import { type Place, type Places, shift } from './places.ts'
import { texts } from './texts/grammar.ts'

const named = z.tuple([z.string(), z.string()]).transform(([kanji, kana]) => ({ kanji, kana }))

const time = z.string().regex(/^\d{2}:\d{2}$/)

const hours = z
	.array(
		z.strictObject({ weekdays: z.array(z.int().min(0).max(7)), opensAt: time, closesAt: time, byAppointment: z.boolean().default(false) }),
	)
	.transform((groups) => groups.flatMap(({ weekdays, ...rest }) => weekdays.map((weekday) => ({ weekday, ...rest }))))

/** Texts and lists that the office would otherwise draw are optional. */
const castOffice = z.strictObject({
	prefectureId: z.int(),
	place: z.strictObject({
		municipalityId: z.int(),
		station: z.string(),
		metres: z.number(),
		angle: z.number(),
		town: z.string(),
		postalCode: z.string(),
	}),
	profession: professionSlug,
	second: professionSlug.nullable().default(null),
	/** Without any sub-qualification. */
	isPlain: z.boolean().default(false),
	kind: z.enum(['sole', 'corporation', 'company', 'joint']),
	name: z.string(),
	kana: z.string(),
	owner: z
		.strictObject({
			surname: named.transform((name) => ({ ...name, weight: 1 })),
			givenName: named,
			gender: z.enum(['female', 'male']),
			age: z.int(),
			practisingSince: isoDate,
			home: z.string(),
		})
		.transform((owner) => ({ ...owner, years: DEMO_YEAR - Number(owner.practisingSince.slice(0, 4)) })),
	ownerHeadline: z.string(),
	ownerBiography: texts,
	staffCount: z.int(),
	/** Experts of the office, the owner among them. */
	memberCount: z.int(),
	headline: z.string().optional(),
	description: texts.optional(),
	addressLine: z.string(),
	taskIds: z.array(z.int()).optional(),
	industries: texts.optional(),
	software: texts.optional(),
	languages: texts.optional(),
	hours: hours.optional(),
	areas: z.array(z.int()).optional(),
	accepting: z.enum(['open', 'limited', 'paused']).optional(),
	firstConsultation: z.string(),
	foundedOn: isoDate,
	reviewCount: z.int(),
	/** Its owner is one of the picked-up experts. */
	pickupReason: z.string().optional(),
})

/** An office with a fixed role in documents and tests. Its id in a fresh database is its place in the list below. */
export type CastOffice = z.infer<typeof castOffice>

export const castOffices: readonly CastOffice[] = readYaml('demo/cast.yaml', z.array(castOffice))

/** Where an office of the cast is: so many metres from its station, in the direction of `angle` in degrees (0 = east, 90 = north). */
export function placeOf({ place }: CastOffice, places: Places): Place {
	const { municipalityId, station, metres, angle, town, postalCode } = place
	const hub = places.findStation(municipalityId, station)
	return places.placeAt(shift(hub, metres, (angle * Math.PI) / 180), municipalityId, { name: town, postalCode }, hub)
}
