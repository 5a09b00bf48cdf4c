import type { Municipality, Prefecture, Station } from '../geography/areas.ts'
import type { ProfessionName, SubQualificationName } from '../taxonomy/attributes.ts'
import type { OfficeExpert } from '../experts/types.ts'
import type { Accepting, OfficeFee } from '../listings/types.ts'
import type { PointBasis } from '../geography/points.ts'
import type { SpecialDays } from './hours/special-days.ts'
import type { OfficeScalars } from './office-fields.ts'

/** weekday 0 Sunday … 6 Saturday, 7 public holidays; times 'HH:MM' in Japan. */
export type OfficeHours = { weekday: number; opensAt: string; closesAt: string; byAppointment: boolean }

export type OpenState = {
	open: boolean
	/** 'HH:MM' in Japan, while open. */
	until: string | null
	/** Whether the present (or next) hours are by appointment only. */
	byAppointment: boolean
	/** While closed: `daysAhead` 0 is today; weekday 0 is Sunday. */
	nextOpening: { date: string; daysAhead: number; weekday: number; opensAt: string } | null
	/** Name of today's public holiday, where its hours count. */
	holiday: string | null
	/** Name of the special days that close it today, '' for days without a name; null on other days. */
	closedFor: string | null
}

export type OfficeTask = OfficeFee & { taskCategoryId: number; includes: string }

export type OfficeStation = { station: Station; walkMinutes: number; distanceMetres: number; lines: string[] }

export type OfficeCase = {
	id: number
	taskId: number | null
	taskName: string | null
	title: string
	client: string
	body: string
	consentedOn: string
}

/** Everything public of an office except its reviews. */
export type OfficeFacts = OfficeScalars & {
	id: number
	/** A verified expert owns it; nobody may claim it then. */
	hasOwner: boolean
	description: string[]
	postalCode: string | null
	prefecture: Prefecture
	municipality: Municipality
	addressLine: string
	lat: number
	lng: number
	/** The point was estimated: everything but `exact`. */
	isPointApproximate: boolean
	pointBasis: PointBasis
	/** Only where the office made it public. */
	phone: string | null
	/** Measured: median of the first replies in business minutes; null where too few. */
	replyMinutes: number | null
	/** The first time that can be booked; null where the site takes no bookings for it. */
	nextFreeAt: Date | null
	weekend: boolean
	evening: boolean
	accepting: Accepting
	industries: string[]
	software: string[]
	languages: string[]
	picture: string | null
	isDemo: boolean
	publishedAt: Date
	updatedAt: Date
	professions: ProfessionName[]
	/** What its verified members have besides their registrations. */
	subQualifications: SubQualificationName[]
	rating: { average: number | null; count: number; stars: { stars: number; count: number }[] }
	hours: OfficeHours[]
	/** Those that are not over, as the office entered them. */
	specialDays: SpecialDays[]
	tasks: OfficeTask[]
	experts: OfficeExpert[]
	stations: OfficeStation[]
	cases: OfficeCase[]
	/** Prefectures that it serves. */
	areas: Prefecture[]
}
