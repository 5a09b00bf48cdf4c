import { getPrefecture } from '../geography/prefectures.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { type OfficeFieldKind, officeFieldList, type OfficeScalars } from './office-fields.ts'
import type { OfficeFacts } from './types.ts'

const blank: Record<OfficeFieldKind, string | number | boolean | null> = {
	text: '',
	kana: '',
	officeKind: 'sole',
	count: 1,
	optionalCount: null,
	flag: false,
	pastDay: null,
	corporateNumber: null,
	invoiceNumber: null,
	url: null,
}

/** Returns the facts of an office in 三鷹市 that has said nothing but what `change` says. */
export const makeOfficeFacts = (change: Partial<OfficeFacts> = {}): OfficeFacts => ({
	id: 1,
	...(Object.fromEntries(officeFieldList.map(({ name, kind }) => [name, blank[kind]])) as OfficeScalars),
	description: [],
	postalCode: null,
	prefecture: getPrefecture(13),
	municipality: {
		kind: 'municipality',
		id: 13204,
		code: '13204',
		prefectureId: 13,
		type: 'city',
		cityId: 13204,
		name: '三鷹市',
		kana: 'みたかし',
		romaji: 'mitaka',
		lat: 35.68,
		lng: 139.56,
	},
	addressLine: '下連雀3丁目',
	isPointApproximate: false,
	lat: 35.7,
	lng: 139.56,
	phone: null,
	replyMinutes: null,
	weekend: false,
	evening: false,
	accepting: 'open',
	industries: [],
	software: [],
	languages: [],
	picture: null,
	isDemo: true,
	publishedAt: new Date(0),
	updatedAt: new Date(0),
	professions: [getProfession(1)],
	rating: { average: null, count: 0, stars: [] },
	hours: [],
	tasks: [],
	experts: [],
	stations: [],
	cases: [],
	areas: [],
	...change,
})
