import { toRomaji } from 'wanakana'
import { getPrefecture } from '../../src/domain/geography/prefectures.ts'
import type { ProfessionSlug, TaskSeed } from '../taxonomy/types.ts'
import { addressLine } from './addresses.ts'
import { introduceOffice } from './biographies.ts'
import { dayBetweenYears, DEMO_YEAR, momentDaysAgo } from './calendar.ts'
import { createCases, type DemoCase } from './cases.ts'
import { type CastOffice, placeOf } from './cast.ts'
import { createHours, hasEvening, hasWeekend, type Hours } from './hours.ts'
import { corporateNumber, invoiceNumber, phoneNumber } from './numbers.ts'
import { type Named, type OfficeKind, officeName } from './office-names.ts'
import { createPerson, fullName, type Person } from './people.ts'
import type { Place } from './places.ts'
import { METRO_PREFECTURES, professionSlugs, profiles } from './profile.ts'
import { createRandom, mixSeed, type Random, type Weighted, weighted } from './random.ts'
import { createReviews, type DemoReview, reviewCount } from './reviews.ts'
import { type DemoSubQualification, drawSubQualifications } from './sub-qualifications.ts'
import { chooseTasks, lawfulTasks, type OfferedTask, priceTask } from './tasks.ts'
import { officeFacts } from './texts/office-facts.ts'
import type { World } from './world.ts'

const OFFICE_SEED = 0x0ff1ce
/** Offices after this one are for measuring lists: they carry few reviews and no cases. */
const LEAN_AFTER = 24_000

/** What must be known of all offices of a block before its experts can be shared out. */
export type Skeleton = {
	ordinal: number
	random: Random
	cast: CastOffice | null
	place: Place
	kind: OfficeKind
	profession: ProfessionSlug
	second: ProfessionSlug | null
	owner: Person
	staffCount: number
}

export type DemoOffice = Skeleton & {
	professions: readonly ProfessionSlug[]
	name: string
	kana: string
	corporateNumber: string | null
	invoiceNumber: string | null
	headline: string
	description: string[]
	addressLine: string
	phone: string
	phonePublicAt: string | null
	website: string | null
	firstConsultation: string
	firstConsultationFree: boolean
	online: boolean
	weekend: boolean
	evening: boolean
	accepting: 'open' | 'limited' | 'paused'
	foundedOn: string
	industries: string[]
	software: string[]
	languages: string[]
	publishedAt: string
	createdAt: string
	updatedAt: string
	hours: Hours[]
	tasks: OfferedTask[]
	/** Of every member of their profession. */
	subQualifications: DemoSubQualification[]
	areas: number[]
	cases: DemoCase[]
	reviews: DemoReview[]
}

const byShare = (metro: boolean): Weighted<ProfessionSlug> =>
	weighted(professionSlugs, (slug) => profiles[slug].share * (metro ? profiles[slug].metro : 2 - profiles[slug].metro + 0.2))
const PROFESSIONS = { metro: byShare(true), other: byShare(false) }
const KINDS = new Map(
	professionSlugs.map((slug) => [slug, weighted(Object.keys(profiles[slug].kinds) as OfficeKind[], (kind) => profiles[slug].kinds[kind])]),
)
const JOINT_SECONDS: Partial<Record<ProfessionSlug, readonly ProfessionSlug[]>> = {
	zeirishi: ['sharoushi', 'gyoseishoshi', 'shihoshoshi'],
	sharoushi: ['gyoseishoshi', 'zeirishi'],
	gyoseishoshi: ['shihoshoshi', 'sharoushi'],
	shihoshoshi: ['gyoseishoshi', 'zeirishi'],
	shindanshi: ['it-coordinator', 'sharoushi'],
	kaikeishi: ['zeirishi'],
}

export function createSkeleton(world: World, ordinal: number): Skeleton {
	const random = createRandom(mixSeed(OFFICE_SEED, ordinal))
	const cast = world.cast.get(ordinal) ?? null
	const place = cast ? placeOf(cast, world.places) : world.places.placeIn(world.places.spotOf(ordinal), random)
	const { prefectureId } = place
	const metro = METRO_PREFECTURES.has(prefectureId) && place.municipality.kind !== 'town'
	// Walks the professions evenly, beside the even walk of places: every city gets some of each.
	const profession = cast?.profession ?? (metro ? PROFESSIONS.metro : PROFESSIONS.other).at((ordinal * Math.SQRT2) % 1)
	const kind = cast?.kind ?? (KINDS.get(profession) as Weighted<OfficeKind>).pick(random)
	const second = cast ? cast.second : secondProfession(profession, kind, random)
	const owner = cast?.owner ?? createPerson(random, world.surnames(prefectureId), profession, prefectureId, true)
	const staffCount = cast?.staffCount ?? drawStaff(kind, random)
	return { ordinal, random, cast, place, kind, profession, second, owner, staffCount }
}

function secondProfession(profession: ProfessionSlug, kind: OfficeKind, random: Random): ProfessionSlug | null {
	if (kind === 'joint') return random.pick(JOINT_SECONDS[profession] ?? [null])
	if (kind !== 'sole') return null
	const roll = random.next() * 100
	let sum = 0
	for (const [second, percent] of profiles[profession].seconds) {
		sum += percent
		if (roll < sum) return second
	}
	return null
}

function drawStaff(kind: OfficeKind, random: Random): number {
	switch (kind) {
		case 'sole':
			return 1 + Math.floor(7 * random.next() ** 2.4)
		case 'corporation':
			return 5 + Math.floor(42 * random.next() ** 2.6)
		case 'company':
			return 1 + Math.floor(11 * random.next() ** 1.8)
		case 'joint':
			return 3 + Math.floor(17 * random.next() ** 2)
	}
}

/** A corporation of one profession does that profession's work alone, whatever else its members may do. */
const professionsOf = ({ kind, profession, second }: Skeleton): ProfessionSlug[] =>
	kind === 'corporation' || !second ? [profession] : [profession, second]

/** `usedNames`: what this run has named already, so that names do not repeat. */
export function createOffice(world: World, skeleton: Skeleton, usedNames: Set<string>): DemoOffice {
	const { random, cast, place, kind, profession, owner, staffCount, ordinal } = skeleton
	const professions = professionsOf(skeleton)
	const subQualifications = cast?.isPlain ? [] : drawSubQualifications(ordinal, professions)
	const lean = ordinal > LEAN_AFTER
	const [name, kana] = cast ? ([cast.name, cast.kana] as const) : nameOffice(world, skeleton, usedNames)
	usedNames.add(name)

	const chosen = cast?.taskIds
		? cast.taskIds.map((id) => world.task(id))
		: chooseTasks(candidatesOf(world, professions, subQualifications), kind, random)
	const level = Math.min(1, random.next() * 0.8 + (METRO_PREFECTURES.has(place.prefectureId) ? 0.2 : 0))
	const tasks = chosen.map((task) => priceTask(task, level, random))
	const industries = cast?.industries ?? chooseIndustries(place.prefectureId, random)
	const hours = cast?.hours ?? createHours(random)
	const publishedDaysAgo = cast ? 700 : Math.floor(3 + 890 * random.next() ** 1.2)
	const subject = { profession, person: owner, place, officeName: name, tasks: chosen, industries, staffCount }
	const firstConsultationFree = cast ? true : random.chance(0.58)
	const texts = introduceOffice({ ...subject, free: firstConsultationFree }, random)
	const online = cast ? true : random.chance(0.68)
	const corporate = kind === 'corporation' || kind === 'company' ? corporateNumber(ordinal) : null
	const reviews = createReviews(
		subject,
		cast?.reviewCount ?? (lean && !random.chance(0.25) ? 0 : reviewCount(random)),
		publishedDaysAgo,
		random,
	)
	const publishedAt = momentDaysAgo(random, publishedDaysAgo)
	const founded = Number(owner.practisingSince.slice(0, 4))
	return {
		...skeleton,
		professions,
		subQualifications,
		name,
		kana,
		corporateNumber: corporate,
		invoiceNumber: cast || random.chance(kind === 'sole' ? 0.78 : 0.97) ? invoiceNumber(ordinal, corporate) : null,
		headline: cast?.headline ?? texts.headline,
		description: cast?.description ?? texts.description,
		addressLine: cast?.addressLine ?? addressLine(place, random, owner.surname.kanji),
		phone: phoneNumber(place.prefectureId, place.municipality.id, ordinal),
		phonePublicAt: cast || random.chance(0.72) ? publishedAt : null,
		website: cast || random.chance(0.55) ? websiteOf(owner, profession, ordinal) : null,
		firstConsultation: cast?.firstConsultation ?? texts.firstConsultation,
		firstConsultationFree,
		online,
		weekend: hasWeekend(hours),
		evening: hasEvening(hours),
		accepting: cast?.accepting ?? drawAccepting(random),
		foundedOn: cast?.foundedOn ?? dayBetweenYears(random, Math.min(DEMO_YEAR - 1, founded + random.int(0, 8)), DEMO_YEAR - 1),
		industries,
		software: cast?.software ?? chooseSoftware(professions, random),
		languages: cast?.languages ?? chooseLanguages(profession, random),
		publishedAt,
		createdAt: momentDaysAgo(random, publishedDaysAgo + random.int(1, 9)),
		updatedAt: momentDaysAgo(random, random.int(0, Math.min(publishedDaysAgo - 1, 120))),
		hours,
		tasks,
		areas: cast?.areas ?? chooseAreas(world, place.prefectureId, online, random),
		cases: createCases(subject, cast ? 3 : !lean && random.chance(0.36) ? random.int(1, 3) : 0, random),
		reviews,
	}
}

const candidateCache = new WeakMap<World, Map<string, { task: TaskSeed; weight: number }[]>>()

function candidatesOf(world: World, professions: readonly ProfessionSlug[], subs: readonly DemoSubQualification[]) {
	let cache = candidateCache.get(world)
	if (!cache) candidateCache.set(world, (cache = new Map()))
	const key = [...professions, ...subs.map(({ id }) => id)].join()
	let candidates = cache.get(key)
	if (!candidates) cache.set(key, (candidates = lawfulTasks(world.tasks, professions, subs)))
	return candidates
}

function nameOffice(world: World, skeleton: Skeleton, usedNames: Set<string>): Named {
	const { random, place, owner, kind, profession, second } = skeleton
	const partner = world.surnames(place.prefectureId).pick(random)
	const isCity = place.municipality.cityName.endsWith('市') && place.municipality.cityKana.endsWith('し')
	const source = {
		kind,
		profession,
		second,
		surname: [owner.surname.kanji, owner.surname.kana] as const,
		givenName: [owner.givenName.kanji, owner.givenName.kana] as const,
		partnerSurname: [partner.kanji, partner.kana] as const,
		place: isCity ? ([place.municipality.cityName.slice(0, -1), place.municipality.cityKana.slice(0, -1)] as const) : null,
	}
	let named = officeName(source, random)
	for (let attempt = 0; attempt < 12 && usedNames.has(named[0]); attempt++) named = officeName(source, random)
	// The last resort of real registers too: the town in brackets.
	if (usedNames.has(named[0])) named = [`${named[0]}（${place.municipality.cityName}${place.town.name}）`, named[1]]
	return named
}

const NOT_A_LETTER = /[^a-z]/g

function websiteOf(owner: Person, profession: ProfessionSlug, ordinal: number): string {
	return `https://${toRomaji(owner.surname.kana).replace(/ou$/, 'o').replace(NOT_A_LETTER, '')}-${profiles[profession].domain}-${ordinal}.example.jp/`
}

function drawAccepting(random: Random): 'open' | 'limited' | 'paused' {
	const roll = random.next()
	return roll < 0.82 ? 'open' : roll < 0.94 ? 'limited' : 'paused'
}

function chooseIndustries(prefectureId: number, random: Random): string[] {
	const chosen = new Set(random.some(officeFacts.localIndustries[getPrefecture(prefectureId).slug] ?? [], random.int(0, 2)))
	for (const industry of random.some(officeFacts.industries, random.int(2, 5))) chosen.add(industry)
	return [...chosen]
}

function chooseSoftware(professions: readonly ProfessionSlug[], random: Random): string[] {
	const books = professions.some((one) => one === 'zeirishi' || one === 'kaikeishi')
	const pay = professions.includes('sharoushi')
	return [
		...(books ? random.some(officeFacts.software.accounting, random.int(1, 3)) : []),
		...(pay || (books && random.chance(0.3)) ? random.some(officeFacts.software.payroll, random.int(1, 3)) : []),
		...random.some(officeFacts.software.general, random.int(0, 2)),
	]
}

function chooseLanguages(profession: ProfessionSlug, random: Random): string[] {
	const abroad = profession === 'gyoseishoshi' || profession === 'benrishi' ? 0.32 : profession === 'bengoshi' ? 0.2 : 0.09
	if (!random.chance(abroad)) return ['日本語']
	return ['日本語', ...(random.chance(0.7) ? ['英語'] : [random.pick(officeFacts.languages)])]
}

/** Its own prefecture, some neighbours; one in twenty of those that meet online serves all of Japan. */
function chooseAreas(world: World, prefectureId: number, online: boolean, random: Random): number[] {
	if (online && random.chance(0.05)) return [...world.places.prefectureNames.keys()]
	const neighbours = world.neighbours.get(prefectureId) ?? []
	return [prefectureId, ...random.some(neighbours, random.chance(0.45) ? random.int(1, 3) : 0)].sort((a, b) => a - b)
}

/** Only for texts: 「佐藤 健一」. */
export const representativeOf = (office: Skeleton): string => fullName(office.owner)

/** At least the experts that the site shows, more where many work; some offices have not said. */
export function qualifiedCountOf({ staffCount, cast, ordinal }: Skeleton, expertCount: number): number | null {
	if (cast === null && ordinal % 6 === 0) return null
	return Math.min(staffCount, Math.max(1, expertCount, cast === null ? Math.round(staffCount * 0.35) : 0))
}
