import type { ProfessionSlug } from '../taxonomy/types.ts'
import type { OfficeKind } from './office-names.ts'
import { type ProfessionTexts, readProfessionTexts } from './texts/profession-texts.ts'

/** Typical values of a profession. */
export type Profile = {
	id: number
	name: string
	/** Share of offices, per thousand. */
	share: number
	/** How much more usual in the large cities. */
	metro: number
	/** Weights of sole, corporation, company, joint. A corporation does the work of one profession alone. */
	kinds: Readonly<Record<OfficeKind, number>>
	/** Second profession of sole and joint offices, with its probability in percent. */
	seconds: readonly (readonly [ProfessionSlug, number])[]
	female: number
	/** How gladly it takes work of a category; those not listed count 0.4. */
	affinity: Readonly<Record<number, number>>
	/** Tasks that nearly every office of the profession offers. */
	staples: readonly number[]
	/** For the site's address. */
	domain: string
	texts: ProfessionTexts
}

export const profiles: Readonly<Record<ProfessionSlug, Profile>> = {
	zeirishi: {
		id: 1,
		name: '税理士',
		share: 335,
		metro: 1,
		kinds: { sole: 70, corporation: 22, company: 0, joint: 8 },
		seconds: [
			['gyoseishoshi', 12],
			['shindanshi', 6],
			['sharoushi', 4],
		],
		female: 0.22,
		affinity: { 1: 1.2, 2: 1.3, 3: 0.5, 4: 1.1, 5: 3, 6: 0.5, 10: 1, 11: 1.3, 12: 0.8 },
		staples: [501, 502, 503],
		domain: 'tax',
		texts: readProfessionTexts('zeirishi'),
	},
	sharoushi: {
		id: 2,
		name: '社会保険労務士',
		share: 175,
		metro: 1,
		kinds: { sole: 74, corporation: 17, company: 0, joint: 9 },
		seconds: [
			['gyoseishoshi', 16],
			['shindanshi', 5],
		],
		female: 0.4,
		affinity: { 3: 1.2, 4: 1, 6: 3 },
		staples: [601, 602, 603],
		domain: 'sr',
		texts: readProfessionTexts('sharoushi'),
	},
	gyoseishoshi: {
		id: 3,
		name: '行政書士',
		share: 160,
		metro: 0.95,
		kinds: { sole: 82, corporation: 10, company: 0, joint: 8 },
		seconds: [['sharoushi', 9]],
		female: 0.3,
		affinity: { 3: 1, 4: 1, 5: 0.4, 7: 0.8, 8: 3, 11: 1 },
		staples: [402, 801, 802],
		domain: 'gyosei',
		texts: readProfessionTexts('gyoseishoshi'),
	},
	shihoshoshi: {
		id: 4,
		name: '司法書士',
		share: 125,
		metro: 1,
		kinds: { sole: 72, corporation: 16, company: 0, joint: 12 },
		seconds: [['gyoseishoshi', 26]],
		female: 0.25,
		affinity: { 4: 2, 7: 0.8, 11: 2.5 },
		staples: [403, 406, 1102],
		domain: 'shiho',
		texts: readProfessionTexts('shihoshoshi'),
	},
	bengoshi: {
		id: 5,
		name: '弁護士',
		share: 80,
		metro: 1.4,
		kinds: { sole: 62, corporation: 20, company: 0, joint: 18 },
		seconds: [],
		female: 0.24,
		affinity: { 1: 0.25, 3: 0.06, 4: 0.15, 5: 0.25, 6: 1.3, 7: 3, 8: 0.08, 9: 0.5, 10: 1.3, 11: 1.2, 12: 0.4 },
		staples: [701, 702, 605],
		domain: 'law',
		texts: readProfessionTexts('bengoshi'),
	},
	benrishi: {
		id: 6,
		name: '弁理士',
		share: 35,
		metro: 1.9,
		kinds: { sole: 66, corporation: 34, company: 0, joint: 0 },
		seconds: [],
		female: 0.2,
		affinity: { 9: 3 },
		staples: [901, 902],
		domain: 'pat',
		texts: readProfessionTexts('benrishi'),
	},
	shindanshi: {
		id: 7,
		name: '中小企業診断士',
		share: 50,
		metro: 1,
		kinds: { sole: 58, corporation: 0, company: 38, joint: 4 },
		seconds: [
			['it-coordinator', 14],
			['gyoseishoshi', 8],
		],
		female: 0.18,
		affinity: { 1: 1.5, 2: 1.5, 3: 2, 6: 0.8, 10: 1.2, 12: 1.5 },
		staples: [201, 302],
		domain: 'keiei',
		texts: readProfessionTexts('shindanshi'),
	},
	kaikeishi: {
		id: 8,
		name: '公認会計士',
		share: 25,
		metro: 1.7,
		kinds: { sole: 64, corporation: 0, company: 24, joint: 12 },
		seconds: [['zeirishi', 74]],
		female: 0.2,
		affinity: { 1: 1.5, 2: 1.2, 3: 0.8, 5: 0.8, 10: 2, 12: 0.6 },
		staples: [502, 1002],
		domain: 'cpa',
		texts: readProfessionTexts('kaikeishi'),
	},
	'it-coordinator': {
		id: 9,
		name: 'ITコーディネータ',
		share: 15,
		metro: 1.2,
		kinds: { sole: 44, corporation: 0, company: 56, joint: 0 },
		seconds: [['shindanshi', 24]],
		female: 0.18,
		affinity: { 12: 3, 3: 0.8 },
		staples: [1202, 1203],
		domain: 'it',
		texts: readProfessionTexts('it-coordinator'),
	},
}

export const professionSlugs = Object.keys(profiles) as ProfessionSlug[]

/** Prefectures of the three great conurbations and their like. */
export const METRO_PREFECTURES: ReadonlySet<number> = new Set([11, 12, 13, 14, 23, 26, 27, 28, 40])
