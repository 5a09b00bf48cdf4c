import type { ProfessionSlug } from '../taxonomy/types.ts'
import { dayBetweenYears, DEMO_YEAR } from './calendar.ts'
import { type Gender, type GivenName, pickGivenName } from './given-names.ts'
import { profiles } from './profile.ts'
import type { Random, Weighted } from './random.ts'
import type { Surname } from './surnames.ts'
import { getPrefecture, prefectures } from '../../src/domain/geography/prefectures.ts'

export type Person = {
	gender: Gender
	age: number
	surname: Surname
	givenName: GivenName
	/** First registration in the profession. */
	practisingSince: string
	years: number
	home: string
}

const UID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const UNIQUE_LETTERS = 7

/**
 * 28 letters and digits, as identity providers give them. The last seven are `number`: streams of 32 bits meet among
 * hundreds of thousands of experts, and a uid must not come twice.
 */
export function userUid(random: Random, number: number): string {
	let uid = Array.from({ length: 28 - UNIQUE_LETTERS }, () => UID_LETTERS[random.int(0, 61)]).join('')
	for (let place = 0, left = number; place < UNIQUE_LETTERS; place++, left = Math.floor(left / 62)) uid += UID_LETTERS[left % 62]
	return uid
}

export const fullName = (person: Person): string => `${person.surname.kanji} ${person.givenName.kanji}`
export const fullKana = (person: Person): string => `${person.surname.kana} ${person.givenName.kana}`

/** Somebody who may practise: between 27 and 76, registered at 25 or later. `senior` heads an office. */
export function createPerson(
	random: Random,
	surnames: Weighted<Surname>,
	profession: ProfessionSlug,
	prefectureId: number,
	senior: boolean,
): Person {
	const gender: Gender = random.chance(profiles[profession].female + (senior ? 0 : 0.1)) ? 'female' : 'male'
	const spread = (random.next() + random.next()) / 2
	const age = senior ? 34 + Math.floor(spread * 42) : 27 + Math.floor(spread * 34)
	const birthYear = DEMO_YEAR - age
	const registeredAt = 25 + Math.floor(random.next() ** 1.6 * Math.min(24, age - 25))
	const practisingSince = dayBetweenYears(random, birthYear + registeredAt, birthYear + registeredAt)
	return {
		gender,
		age,
		surname: surnames.pick(random),
		givenName: pickGivenName(random, gender, birthYear),
		practisingSince,
		years: Math.max(1, DEMO_YEAR - Number(practisingSince.slice(0, 4))),
		home: random.chance(0.6) ? getPrefecture(prefectureId).name : random.pick(prefectures).name,
	}
}

/** Registration numbers have the form of the register and lie above what it has reached; `serial` counts from 1. */
export function registrationNumber(profession: ProfessionSlug, serial: number): string {
	const digits = (base: number) => String(base + serial)
	switch (profession) {
		case 'zeirishi':
			return digits(600_000)
		case 'sharoushi':
		case 'gyoseishoshi':
			return digits(98_000_000)
		case 'shihoshoshi':
			return `第${digits(600_000)}号`
		case 'bengoshi':
			return digits(600_000)
		case 'benrishi':
			return digits(600_000)
		case 'shindanshi':
			return digits(9_000_000)
		case 'kaikeishi':
			return digits(600_000)
		case 'it-coordinator':
			return `9${String(serial).padStart(7, '0')}C`
	}
}
