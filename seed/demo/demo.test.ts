import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, sharedDatabase } from '../../test/database.ts'
import { distanceMetres } from '../../src/domain/geography/distance.ts'
import { advertisingFault } from '../../src/domain/taxonomy/advertising-rules.ts'
import { guessGender } from '../../src/pictures/portraits.ts'
import { categories, professions } from '../taxonomy/index.ts'
import { createBlock, type DemoBlock } from './block.ts'
import { DEMO_TODAY } from './calendar.ts'
import { castOffices } from './cast.ts'
import { centres } from './centres.ts'
import { allGivenNames } from './given-names.ts'
import { DEFAULT_OFFICES, demoSize, insertDemo } from './index.ts'
import { readDemoMark } from './mark.ts'
import { withCheckDigit } from './numbers.ts'
import { walkMinutes } from './places.ts'
import { prefecturePopulations } from './populations.ts'
import { professionSlugs, profiles } from './profile.ts'
import type { Serials } from './experts.ts'
import { loadWorld, type World } from './world.ts'

const noSerials = (): Serials => Object.fromEntries(professionSlugs.map((slug) => [slug, 0])) as Serials
const taskById = new Map(categories.flatMap((category) => category.tasks).map((task) => [task.id, task]))

let world: World
let block: DemoBlock

beforeAll(async () => {
	const { db } = await sharedDatabase()
	world = await loadWorld(db)
	const { offices, experts } = demoSize()
	block = await createBlock(world, { from: 1, count: offices, expertCount: experts }, noSerials(), new Set())
})

const offices = () => block.offices.map(({ office }) => office)
const experts = () => block.offices.flatMap((one) => one.experts)
const share = (distinct: number, all: number) => distinct / all

describe('the demo', () => {
	it('is the same on every clone', async () => {
		const again = await createBlock(world, { from: 1, count: 60, expertCount: 75 }, noSerials(), new Set())
		const same = await createBlock(world, { from: 1, count: 60, expertCount: 75 }, noSerials(), new Set())
		expect(JSON.stringify(same)).toBe(JSON.stringify(again))
	})

	it('has 2,400 offices with 3,000 experts, at least one in each office', () => {
		expect(offices()).toHaveLength(DEFAULT_OFFICES)
		expect(experts()).toHaveLength(3_000)
		expect(block.offices.every((one) => one.experts.length >= 1)).toBe(true)
	})

	it('says nothing that the advertising rules of 弁護士 and 司法書士 forbid', () => {
		const bound = new Set(['bengoshi', 'shihoshoshi'])
		const idsOf = (slugs: readonly string[]) => professions.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id)
		const textsIn = (value: unknown): string[] =>
			typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
		const faults = block.offices.flatMap(({ office, experts: members }) =>
			office.professions.some((slug) => bound.has(slug))
				? textsIn([office.name, office.headline, office.description, office.cases, office.tasks, members]).flatMap(
						(text) => advertisingFault(text, idsOf(office.professions)) ?? [],
					)
				: [],
		)
		expect([...new Set(faults)]).toEqual([])
	})

	it('spreads over the prefectures in proportion to their inhabitants', () => {
		const total = [...prefecturePopulations.values()].reduce((sum, one) => sum + one, 0)
		for (let prefectureId = 1; prefectureId <= 47; prefectureId++) {
			const expected = (DEFAULT_OFFICES * (prefecturePopulations.get(prefectureId) ?? 0)) / total
			const found = offices().filter(({ place }) => place.prefectureId === prefectureId).length
			expect(Math.abs(found - expected), `prefecture ${prefectureId}`).toBeLessThanOrEqual(3)
		}
	})

	it('places each office in a mesh of its municipality, near its stations', () => {
		const outside = offices().filter(({ place }) => !world.places.liesIn(place, place.municipality.id))
		expect(outside.map((office) => office.name)).toEqual([])
		const withStation = offices().filter(({ place }) => (place.nearStations[0]?.distance ?? Infinity) <= 1_000)
		expect(share(withStation.length, DEFAULT_OFFICES)).toBeGreaterThan(0.85)
		for (const { place } of offices().slice(0, 200)) {
			for (const { station, distance, walkMinutes: minutes } of place.nearStations) {
				expect(Math.abs(distanceMetres(place, station) - distance)).toBeLessThanOrEqual(1)
				expect(minutes).toBe(walkMinutes(distance))
			}
		}
	})

	it('uses towns with the postal code that belongs to them', () => {
		const wrong = offices().filter(({ cast, place }) => {
			const towns = world.places.townsIn(place.municipality.id)
			return !cast && towns.length > 0 && !towns.some((town) => town.name === place.town.name && town.postalCode === place.town.postalCode)
		})
		expect(wrong.map(({ name }) => name)).toEqual([])
	})

	it('has several offices where clients look first', () => {
		const near = (municipalityId: number, station: string, taskId: number) => {
			const place = world.places.findStation(municipalityId, station)
			return offices().filter(
				(office) => distanceMetres(office.place, place) <= 2_000 && office.tasks.some(({ task }) => task.id === taskId),
			)
		}
		const taxOffices = near(13204, '三鷹', 501)
		expect(taxOffices.length).toBeGreaterThanOrEqual(6)
		expect(new Set(taxOffices.map(({ kind }) => kind)).size).toBeGreaterThan(1)
		const cities = [
			[13104, '新宿'],
			[13113, '渋谷'],
			[13101, '東京'],
			[14103, '横浜'],
			[23105, '名古屋'],
			[27127, '大阪'],
			[40132, '博多'],
			[1101, '札幌'],
			[4101, '仙台'],
			[34103, '広島'],
		] as const
		for (const [municipalityId, station] of cities) {
			for (const taskId of [402, 501, 502, 503, 602])
				expect(near(municipalityId, station, taskId).length, `${station}: ${taskId}`).toBeGreaterThanOrEqual(5)
		}
	})

	it('knows the towns around the stations where offices gather', () => {
		for (const { municipalityId, station, towns } of centres.flatMap(({ stops }) => stops)) {
			const known = new Set(world.places.townsIn(municipalityId).map(({ name }) => name))
			expect(towns.filter((town) => !known.has(town))).toEqual([])
			expect(world.places.findStation(municipalityId, station).name).toBe(station)
		}
	})

	it('lets no office offer a task that its professions may not do', () => {
		for (const office of offices()) {
			expect(office.tasks).not.toEqual([])
			for (const { task } of office.tasks) {
				const may = taskById.get(task.id)?.professions ?? []
				expect(
					office.professions.some((slug) => may.includes(slug)),
					`${office.name}: ${task.name}`,
				).toBe(true)
			}
		}
	})

	it('lets no expert offer a task beyond his own credentials', () => {
		const slugOf = new Map(professions.map(({ id, slug }) => [id, slug]))
		for (const expert of experts()) {
			for (const id of expert.taskIds) {
				const may = taskById.get(id)?.professions ?? []
				expect(expert.credentials.some(({ professionId }) => may.includes(slugOf.get(professionId) as never))).toBe(true)
			}
		}
	})

	it('an office has only professions of its experts, and a corporation only one', () => {
		for (const { office, experts: members } of block.offices) {
			const held = new Set(members.flatMap((one) => one.credentials.map(({ professionId }) => professionId)))
			for (const slug of office.professions) expect(held.has(profiles[slug].id), `${office.name}: ${slug}`).toBe(true)
			expect(office.professions.length).toBeLessThanOrEqual(office.kind === 'corporation' ? 1 : 2)
		}
	})

	it('names every office differently, and none after a well-known firm', () => {
		const names = offices().map(({ name }) => name)
		expect(new Set(names).size).toBe(names.length)
		const wellKnown =
			/辻・本郷|デロイト|トーマツ|あずさ|新日本|山田＆|アディーレ|ベリーベスト|西村あさひ|森・濱田|長島・大野|アンダーソン|TMI|PwC|KPMG|TOMA|汐留|レガシィ|ミラーマスター/
		expect(names.filter((name) => wellKnown.test(name))).toEqual([])
		// Only lawyers may call their office 法律事務所, only those on the tax register 税理士.
		const lawFirms = offices().filter(({ name }) => name.includes('法律事務所'))
		expect(lawFirms.filter(({ professions: held }) => held.join() !== 'bengoshi')).toEqual([])
		const taxFirms = offices().filter(({ name }) => name.includes('税理士'))
		expect(taxFirms.filter(({ professions: held }) => !held.includes('zeirishi'))).toEqual([])
	})

	it('numbers are well formed and unique', () => {
		const corporate = offices().flatMap(({ corporateNumber }) => corporateNumber ?? [])
		expect(new Set(corporate).size).toBe(corporate.length)
		for (const number of corporate) expect(withCheckDigit(number.slice(1))).toBe(number)
		const invoices = offices().flatMap(({ invoiceNumber }) => invoiceNumber ?? [])
		expect(new Set(invoices).size).toBe(invoices.length)
		for (const number of invoices) expect(number).toBe(`T${withCheckDigit(number.slice(2))}`)
		const patternOf = new Map(professions.map(({ id, registrationPattern }) => [id, new RegExp(registrationPattern, 'u')]))
		const seen = new Set<string>()
		for (const { professionId, number } of experts().flatMap((one) => one.credentials)) {
			expect(number).toMatch(patternOf.get(professionId) as RegExp)
			seen.add(`${professionId} ${number}`)
		}
		expect(seen.size).toBe(experts().flatMap((one) => one.credentials).length)
		// An exchange that begins with 0 does not exist: no real telephone rings.
		for (const { phone } of offices()) expect(phone).toMatch(/^0\d{1,4}-0{1,4}-\d{4}$/)
		for (const { phone } of offices()) expect(phone.replaceAll('-', '')).toHaveLength(10)
	})

	it('describes everyone differently', () => {
		const biographies = new Set(experts().map(({ biography }) => biography.join('')))
		expect(share(biographies.size, experts().length)).toBeGreaterThan(0.99)
		const descriptions = new Set(offices().map(({ description }) => description.join('')))
		expect(share(descriptions.size, DEFAULT_OFFICES)).toBeGreaterThan(0.99)
		expect(share(new Set(experts().map(({ headline }) => headline)).size, experts().length)).toBeGreaterThan(0.5)
		const reviews = offices().flatMap((office) => office.reviews.map(({ body }) => body))
		expect(share(new Set(reviews).size, reviews.length)).toBeGreaterThan(0.8)
		const texts = [
			...biographies,
			...descriptions,
			...reviews,
			...offices().flatMap(({ cases }) => cases.flatMap((one) => [one.title, one.body])),
		]
		expect(texts.filter((text) => /[{}|$#]|undefined|、。|。。|、、/.test(text))).toEqual([])
	})

	it('keeps to the lengths that the tables allow', () => {
		for (const office of offices()) {
			expect(office.headline.length).toBeLessThanOrEqual(120)
			expect(office.name.length).toBeLessThanOrEqual(100)
			for (const review of office.reviews) expect(review.body.length).toBeGreaterThanOrEqual(10)
		}
		for (const { headline } of experts()) expect(headline.length).toBeLessThanOrEqual(120)
	})

	it('keeps fees within the usual band of the task and hours in order', () => {
		for (const office of offices()) {
			for (const { task, feeMin, feeMax } of office.tasks) {
				expect(feeMin).toBeGreaterThanOrEqual(task.fee.min * 0.9)
				expect(feeMax ?? feeMin).toBeGreaterThanOrEqual(feeMin)
				expect(feeMax ?? feeMin).toBeLessThanOrEqual(task.fee.max * 1.1)
			}
			for (const { opensAt, closesAt } of office.hours) expect(opensAt < closesAt).toBe(true)
			expect(office.weekend).toBe(office.hours.some(({ weekday }) => [0, 6, 7].includes(weekday)))
			expect(office.evening).toBe(office.hours.some(({ closesAt }) => closesAt > '18:30'))
		}
	})

	it('has given names that the drawn portraits understand', () => {
		const ofCast = castOffices.map(({ owner }) => ({ kanji: owner.givenName.kanji, gender: owner.gender }))
		const wrong = [...allGivenNames, ...ofCast].filter(({ kanji, gender }) => guessGender(`山田 ${kanji}`) !== gender)
		expect(wrong.map(({ kanji }) => kanji)).toEqual([])
	})

	it('has only events before its own day, in order', () => {
		for (const office of offices()) {
			expect(office.createdAt < office.publishedAt).toBe(true)
			expect(office.publishedAt.slice(0, 10) <= DEMO_TODAY).toBe(true)
			expect(office.updatedAt >= office.publishedAt).toBe(true)
			for (const review of office.reviews) {
				expect(review.createdAt >= office.publishedAt).toBe(true)
				expect(review.repliedAt === null || review.repliedAt > review.createdAt).toBe(true)
			}
		}
	})

	it('has a complete tax office 200 m from 三鷹駅', () => {
		const [office] = offices()
		expect(office?.name).toBe('三鷹つむぎ税理士事務所')
		expect(office?.place.municipality.name).toBe('三鷹市')
		expect(office?.place.nearStations[0]).toMatchObject({ distance: 200, walkMinutes: 4, station: { name: '三鷹' } })
		expect(office?.tasks.map(({ task }) => task.name)).toContain('確定申告')
		expect(office?.cases).toHaveLength(3)
		expect(office?.reviews.length).toBeGreaterThan(10)
	})
})

describe('seeding', () => {
	it('continues after the last complete block, and counts the rows it wrote', async () => {
		const { db, close } = await freshDatabase()
		try {
			expect(await insertDemo(db, { offices: 120, experts: 150 }, () => undefined)).toBe(true)
			expect(await insertDemo(db, { offices: 120, experts: 150 }, () => undefined)).toBe(false)
			expect(await insertDemo(db, { offices: 200, experts: 250 }, () => undefined)).toBe(true)
			expect(await readDemoMark(db)).toMatchObject({ offices: 200, experts: 250 })
			const { rows } = await sql<{ offices: number; experts: number; last: number; wrong: number; names: number; owners: number }>`
				select (select count(*)::int from offices where is_demo and state = 'published') as offices,
					(select count(*)::int from experts where state = 'verified') as experts,
					(select max(id) from offices) as last,
					(select count(distinct name)::int from offices) as names,
					(select count(distinct office_id)::int from office_members where role = 'owner') as owners,
					(select count(*)::int from offices o where (o.rating_count, o.rating_sum) <> (
						select count(*), coalesce(sum(r.stars), 0) from reviews r where r.office_id = o.id)) as wrong
			`.execute(db)
			expect(rows[0]).toEqual({ offices: 200, experts: 250, last: 200, wrong: 0, names: 200, owners: 200 })
			const picks = await db.selectFrom('pickups').selectAll().execute()
			expect(picks).toHaveLength(8)
			// The sequences continue after the given ids.
			const user = await db.insertInto('users').values({ uid: 'somebody-new', updated_at: null }).returning('id').executeTakeFirstOrThrow()
			expect(Number(user.id)).toBe(251)
		} finally {
			await close()
		}
	})
})
