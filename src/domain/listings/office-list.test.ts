import { describe, expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { MITAKA, makeExpert, makeOffice } from '../../../test/factories.ts'
import { type Area, japan } from '../geography/areas.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { findStation } from '../geography/stations.ts'
import { findScope } from '../taxonomy/categories.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import { loadCardsOf } from './cards.ts'
import { type ListQuery, emptyQuery, parseListQuery } from './list-query.ts'
import { listOffices, listOfficesOfPrefecture } from './office-list.ts'

const tokyo = getPrefecture(13)

async function stationOf(ctx: TestCtx, name: string, prefectureId = 13) {
	const station = await findStation(ctx, prefectureId, name)
	if (station?.kind !== 'station') throw new Error(`${name} is no station`)
	return station
}

const list = (ctx: TestCtx, area: Area, search = '', scopeId = 503) =>
	listOffices(ctx, { scopeId, area, query: parseListQuery(new URLSearchParams(search), area.kind) })

const ids = (items: { id: number }[]) => items.map(({ id }) => id)

describe('areas', () => {
	test('an office is in the lists of its station, city, prefecture and Japan, of its task and category', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx)
			const elsewhere = await makeOffice(ctx, { municipality_id: 14104, lat: 35.4437, lng: 139.638 })
			for (const area of [await stationOf(ctx, '三鷹'), await getMunicipality(ctx, MITAKA.municipalityId), tokyo])
				for (const scopeId of [503, 5, 0]) expect(ids((await list(ctx, area, '', scopeId)).items)).toEqual([id])
			expect(ids((await list(ctx, japan)).items).toSorted((a, b) => a - b)).toEqual([id, elsewhere])
			expect((await list(ctx, tokyo, '', 601)).items).toEqual([])
		}))

	test('a designated city holds the offices of its wards, a ward its own', () =>
		withCtx(async (ctx) => {
			const naka = await makeOffice(ctx, { municipality_id: 14104, lat: 35.4437, lng: 139.638 })
			const nishi = await makeOffice(ctx, { municipality_id: 14103, lat: 35.4658, lng: 139.6223 })
			const city = await list(ctx, await getMunicipality(ctx, 14100))
			expect(city.total).toBe(2)
			expect(city.children).toMatchObject({
				kind: 'wards',
				wards: [
					{ area: { id: 14103 }, officeCount: 1 },
					{ area: { id: 14104 }, officeCount: 1 },
				],
			})
			const ward = await list(ctx, await getMunicipality(ctx, 14104))
			expect(ids(ward.items)).toEqual([naka])
			expect(ids(ward.widened?.items ?? [])).toContain(nishi)
		}))

	test('each level lists the areas it can be narrowed to, with counts', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx)
			await makeOffice(ctx, { municipality_id: 13203, lat: 35.7036, lng: 139.5796 })
			const all = await list(ctx, japan)
			expect(all.children).toMatchObject({ kind: 'regions' })
			if (all.children.kind !== 'regions') throw new Error()
			expect(all.children.regions.map((region) => [region.name, region.officeCount])).toContainEqual(['関東', 2])
			const inTokyo = await list(ctx, tokyo)
			if (inTokyo.children.kind !== 'municipalities') throw new Error()
			expect(inTokyo.children.municipalities.map((one) => [one.area.name, one.officeCount])).toEqual([
				['武蔵野市', 1],
				['三鷹市', 1],
			])
			expect(inTokyo.children.stations.map((one) => one.area.name)).toContain('三鷹')
			const station = await list(ctx, await stationOf(ctx, '三鷹'))
			if (station.children.kind !== 'neighbours') throw new Error()
			expect(station.children.stations.map((one) => one.area.name)).toContain('吉祥寺')
		}))

	test('with facets the count of an area matches its own list, and areas without a match are omitted', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx)
			await makeOffice(ctx, { online: true })
			await makeOffice(ctx, { municipality_id: 13203, lat: 35.7036, lng: 139.5796 })
			const search = 'online=1'
			const all = await list(ctx, japan, search)
			if (all.children.kind !== 'regions') throw new Error()
			expect(all.children.regions.map((region) => [region.name, region.officeCount])).toContainEqual(['関東', 1])
			const inTokyo = await list(ctx, tokyo, search)
			if (inTokyo.children.kind !== 'municipalities') throw new Error()
			expect(inTokyo.children.municipalities.map((one) => [one.area.name, one.officeCount])).toEqual([['三鷹市', 1]])
			for (const { area, officeCount } of inTokyo.children.stations) expect((await list(ctx, area, search)).total).toBe(officeCount)
			const station = await list(ctx, await stationOf(ctx, '吉祥寺'), search)
			if (station.children.kind !== 'neighbours') throw new Error()
			expect(station.children.stations.map((one) => [one.area.name, one.officeCount])).toContainEqual(['三鷹', 1])
			expect(inTokyo.areChildrenCounted).toBe(true)
		}))
})

describe('cards', () => {
	test('a card shows what a visitor compares by', () =>
		withCtx(async (ctx) => {
			const expert = await makeExpert(ctx, { display_name: '三鷹 花子' })
			const hidden = await makeExpert(ctx, { state: 'submitted', verified_at: null })
			await makeOffice(ctx, {
				name: '三鷹税務会計事務所',
				expertIds: [hidden, expert],
				taskIds: [501, 503],
				feeMin: 55_000,
				rating_sum: 9,
				rating_count: 2,
				online: true,
			})
			const [card] = (await list(ctx, tokyo)).items
			expect(card).toMatchObject({
				name: '三鷹税務会計事務所',
				professions: [{ slug: 'zeirishi', name: '税理士' }],
				prefectureName: '東京都',
				municipalityName: '三鷹市',
				fee: { taskId: 503, basis: 'per_case', min: 55_000, max: null },
				rating: { average: 4.5, count: 2 },
				online: true,
				experts: [{ id: expert, name: '三鷹 花子', portrait: null }],
				distanceMetres: null,
				reasons: ['新規受付中', '口コミ 4.5（2件）', '料金を公開'],
			})
		}))

	test('the face of a card shows an expert whose profession does the task of the list', () =>
		withCtx(async (ctx) => {
			const [scrivener, accountant] = [await makeExpert(ctx, { professions: ['gyoseishoshi'] }), await makeExpert(ctx)]
			const office = await makeOffice(ctx, { expertIds: [scrivener, accountant], taskIds: [503] })
			for (const scopeId of [503, 5])
				expect(ids((await list(ctx, tokyo, '', scopeId)).items[0]?.experts ?? [])).toEqual([accountant, scrivener])
			expect(ids((await loadCardsOf(ctx, [office], ALL_OFFICES))[0]?.experts ?? [])).toEqual([scrivener, accountant])
		}))

	test('a category shows its lowest fee and the task that it is for', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx, { taskIds: [501, 503] })
			await ctx.db.updateTable('office_tasks').set({ fee_min: 11_000 }).where('office_id', '=', id).where('task_id', '=', 501).execute()
			await ctx.db
				.updateTable('office_tasks')
				.set({ fee_min: 5, fee_basis: 'percentage' })
				.where('office_id', '=', id)
				.where('task_id', '=', 503)
				.execute()
			expect((await list(ctx, tokyo, '', 5)).items[0]?.fee).toMatchObject({ taskId: 501, min: 11_000 })
		}))
})

describe('facets', () => {
	test('the count of each option equals the list with that option', () =>
		withCtx(async (ctx) => {
			const both = await makeOffice(ctx, { online: true, weekend: true, professions: ['zeirishi'] })
			const online = await makeOffice(ctx, { online: true, professions: ['zeirishi', 'bengoshi'] })
			await makeOffice(ctx, { weekend: true, professions: ['bengoshi'], accepting: 'paused' })
			const plain = await list(ctx, tokyo)
			const countsOf = (one: typeof plain) => ({
				...Object.fromEntries(one.facets.flags.map((flag) => [flag.value, flag.count])),
				...Object.fromEntries(one.facets.professions.map((profession) => [profession.value, profession.count])),
			})
			expect(countsOf(plain)).toEqual({
				'first-free': 0,
				online: 2,
				weekend: 2,
				evening: 0,
				accepting: 2,
				english: 0,
				soon: 0,
				zeirishi: 2,
				bengoshi: 2,
			})
			const narrowed = await list(ctx, tokyo, 'online=1')
			expect(ids(narrowed.items).toSorted((a, b) => a - b)).toEqual([both, online])
			expect(narrowed).toMatchObject({ total: 2, totalWithoutFacets: 3 })
			expect(countsOf(narrowed)).toEqual({
				'first-free': 0,
				online: 2,
				weekend: 1,
				evening: 0,
				accepting: 2,
				english: 0,
				soon: 0,
				zeirishi: 2,
				bengoshi: 1,
			})
			const either = await list(ctx, tokyo, 'profession=zeirishi&profession=bengoshi&weekend=1')
			expect(either.total).toBe(2)
			for (const option of [...narrowed.facets.flags, ...narrowed.facets.professions].filter(({ selected }) => !selected)) {
				const followed = await listOffices(ctx, { scopeId: 503, area: tokyo, query: option.query })
				expect([option.label, followed.total]).toEqual([option.label, option.count])
				expect(followed.items).toHaveLength(option.count)
			}
		}))

	test('a station counts its own offices', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { online: true })
			await makeOffice(ctx)
			const station = await stationOf(ctx, '三鷹')
			expect((await list(ctx, station, 'online=1')).total).toBe(1)
			expect((await list(ctx, station)).facets.flags.find(({ value }) => value === 'online')?.count).toBe(1)
		}))
})

describe('orders', () => {
	test('a station lists the nearest first and nothing beyond 2 km', () =>
		withCtx(async (ctx) => {
			const far = await makeOffice(ctx, { lat: MITAKA.lat + 0.012 })
			const near = await makeOffice(ctx)
			await makeOffice(ctx, { lat: MITAKA.lat + 0.03 })
			const station = await list(ctx, await stationOf(ctx, '三鷹'))
			expect(ids(station.items)).toEqual([near, far])
			const distances = station.items.map(({ distanceMetres }) => distanceMetres ?? 0)
			expect(distances[0]).toBeLessThan(100)
			expect(distances[1]).toBeGreaterThan(1200)
			expect(station.items[1]?.reasons[0]).toMatch(/^駅から約1\.\dkm$/)
			expect(station.widened?.items.map(({ distanceMetres }) => (distanceMetres ?? 0) > 2000)).toEqual([true])
		}))

	test('by rating, and newest first', () =>
		withCtx(async (ctx) => {
			const loved = await makeOffice(ctx, { rating_sum: 48, rating_count: 10, published_at: new Date('2025-01-01') })
			const fresh = await makeOffice(ctx, { published_at: new Date('2026-06-01') })
			const poor = await makeOffice(ctx, { rating_sum: 10, rating_count: 8, published_at: new Date('2025-06-01') })
			expect(ids((await list(ctx, tokyo, 'order=rating')).items)).toEqual([loved, fresh, poor])
			expect(ids((await list(ctx, tokyo, 'order=newest')).items)).toEqual([fresh, poor, loved])
			const orders = (await list(ctx, tokyo)).orders
			expect(orders.map(({ order, selected }) => [order, selected])).toEqual([
				['recommended', true],
				['rating', false],
				['newest', false],
			])
		}))
})

describe('pages', () => {
	test.each(['', 'order=newest', 'online=1', 'order=rating&online=1'])(
		'all pages of "%s" forward and back hold each office once',
		(search) =>
			withCtx(async (ctx) => {
				// All have the same rank, so only the id orders them.
				for (let index = 0; index < 45; index++) await makeOffice(ctx, { online: true, lat: 35.9, lng: 139.1 })
				const forward: number[][] = []
				let query: ListQuery = parseListQuery(new URLSearchParams(search), 'prefecture')
				let page = await listOffices(ctx, { scopeId: 503, area: tokyo, query })
				forward.push(ids(page.items))
				while (page.page.next) {
					query = { ...query, cursor: page.page.next.cursor }
					expect(parseListQuery(new URLSearchParams(`${search}&page=${query.cursor}`), 'prefecture')).toEqual(query)
					page = await listOffices(ctx, { scopeId: 503, area: tokyo, query })
					forward.push(ids(page.items))
				}
				expect(forward.map((one) => one.length)).toEqual([20, 20, 5])
				expect(new Set(forward.flat()).size).toBe(45)
				expect(page.page).toMatchObject({ number: 3, from: 41, to: 45 })
				const backward = [ids(page.items)]
				while (page.page.previous) {
					query = { ...query, cursor: page.page.previous.cursor }
					page = await listOffices(ctx, { scopeId: 503, area: tokyo, query })
					backward.unshift(ids(page.items))
				}
				expect(backward).toEqual(forward)
				expect(query.cursor).toBeNull()
			}),
	)

	test('a page does not shift when an earlier office is removed', () =>
		withCtx(async (ctx) => {
			const made: number[] = []
			for (let index = 0; index < 25; index++) made.push(await makeOffice(ctx, { published_at: new Date(Date.UTC(2026, 0, 1, 0, index)) }))
			const first = await list(ctx, tokyo, 'order=newest')
			const second = `order=newest&page=${first.page.next?.cursor}`
			const before = ids((await list(ctx, tokyo, second)).items)
			await ctx.db
				.deleteFrom('offices')
				.where('id', '=', made.at(-1) ?? 0)
				.execute()
			expect(ids((await list(ctx, tokyo, second)).items)).toEqual(before)
		}))
})

describe('thin lists', () => {
	test('fewer than five widen to neighbouring areas, with the same facets and apart from the list', () =>
		withCtx(async (ctx) => {
			const own = await makeOffice(ctx, { online: true })
			const neighbour = await makeOffice(ctx, { online: true, municipality_id: 13203, lat: 35.7178, lng: 139.566 })
			await makeOffice(ctx, { municipality_id: 13203, lat: 35.7178, lng: 139.566 })
			const thin = await list(ctx, await getMunicipality(ctx, MITAKA.municipalityId), 'online=1')
			expect(ids(thin.items)).toEqual([own])
			expect(thin.widened).toMatchObject({ areaNames: ['武蔵野市'] })
			expect(ids(thin.widened?.items ?? [])).toEqual([neighbour])
		}))

	test('a place without offices in neighbouring areas widens to its prefecture and then to the prefectures beside it', () =>
		withCtx(async (ctx) => {
			const rumoi = await getMunicipality(ctx, 1212)
			expect((await list(ctx, rumoi)).widened).toBeNull()
			const aomori = await makeOffice(ctx, { municipality_id: 2201, lat: 40.82, lng: 140.74 })
			expect((await list(ctx, rumoi)).widened).toMatchObject({ areaNames: ['青森県'], isFar: true })
			const sapporo = await makeOffice(ctx, { municipality_id: 1101, lat: 43.06, lng: 141.35 })
			const asahikawa = await makeOffice(ctx, { municipality_id: 1204, lat: 43.77, lng: 142.36 })
			for (const place of [rumoi, await stationOf(ctx, '稚内', 1)]) {
				const { widened } = await list(ctx, place)
				expect(widened).toMatchObject({ areaNames: ['旭川市', '札幌市中央区', '青森県'], isFar: true })
				expect(ids(widened?.items ?? [])).toEqual([asahikawa, sapporo, aomori])
			}
		}))

	test('a prefecture widens to its neighbours, Japan and a full list to nothing', () =>
		withCtx(async (ctx) => {
			const yamanashi = await makeOffice(ctx, { municipality_id: 19201, lat: 35.66, lng: 138.57 })
			const empty = await list(ctx, tokyo)
			expect(empty).toMatchObject({ total: 0, items: [], page: { number: 1, from: 0, to: 0 } })
			expect(ids(empty.widened?.items ?? [])).toEqual([yamanashi])
			expect((await list(ctx, japan)).widened).toBeNull()
			for (let index = 0; index < 5; index++) await makeOffice(ctx)
			expect((await list(ctx, tokyo)).widened).toBeNull()
		}))
})

test('a prefecture lists all its offices, whatever their tasks', () =>
	withCtx(async (ctx) => {
		const first = await makeOffice(ctx, { taskIds: [601] })
		const second = await makeOffice(ctx, { taskIds: [101, 503] })
		const found = await listOfficesOfPrefecture(ctx, tokyo, emptyQuery('prefecture'))
		expect(found.total).toBe(2)
		expect(ids(found.items).toSorted((a, b) => a - b)).toEqual([first, second])
	}))

describe('lists of what only 弁護士 and 司法書士 may do', () => {
	const neutral = async (ctx: TestCtx, now: Date, area: Area = japan, search = '') => {
		const scope = await findScope(ctx, 703)
		return listOffices(
			{ ...ctx, now: () => now },
			{ scopeId: 703, area, query: parseListQuery(new URLSearchParams(search), area.kind, scope?.isNeutral) },
		)
	}
	const lawyers = async (ctx: TestCtx, count: number) => {
		const made: number[] = []
		for (let n = 0; n < count; n++) {
			const expertIds = [await makeExpert(ctx, { professions: ['bengoshi'], taskIds: [703] })]
			made.push(
				await makeOffice(ctx, {
					professions: ['bengoshi'],
					taskIds: [703],
					expertIds,
					rating_sum: n % 2 ? 50 : 0,
					rating_count: n % 2 ? 10 : 0,
				}),
			)
		}
		return made
	}

	test('recommend no office: they rotate daily, whatever order is asked for, and go through all offices once in pages', () =>
		withCtx(async (ctx) => {
			const made = await lawyers(ctx, 23)
			const noon = new Date('2026-06-15T03:00:00Z')
			const first = await neutral(ctx, noon, japan, 'order=rating')
			expect(first.orders.map(({ order }) => order)).toEqual(['rotation'])
			expect(first.query.order).toBe('rotation')
			expect(first.items.flatMap(({ reasons }) => reasons)).toEqual([])
			const second = await neutral(ctx, noon, japan, `page=${first.page.next?.cursor ?? ''}`)
			expect([...ids(first.items), ...ids(second.items)].toSorted((a, b) => a - b)).toEqual(made)
			// The same until midnight in Japan, and another order after it.
			expect(ids((await neutral(ctx, new Date('2026-06-15T14:59:00Z'))).items)).toEqual(ids(first.items))
			expect(ids((await neutral(ctx, new Date('2026-06-15T15:00:00Z'))).items)).not.toEqual(ids(first.items))
			expect((await list(ctx, await stationOf(ctx, '三鷹'), 'order=recommended', 703)).query.order).toBe('nearest')
			expect((await list(ctx, japan, 'order=rating', 503)).query.order).toBe('rating')
		}))

	test('give every office the first place equally often', () =>
		withCtx(async (ctx) => {
			const made = await lawyers(ctx, 4)
			const firsts = new Map(made.map((id) => [id, 0]))
			for (let day = 0; day < 200; day++) {
				const [first] = (await neutral(ctx, new Date(Date.UTC(2026, 0, 1 + day)))).items
				if (first) firsts.set(first.id, (firsts.get(first.id) ?? 0) + 1)
			}
			// 50 each on average; 25 lies four standard deviations below.
			for (const count of firsts.values()) expect(count).toBeGreaterThan(25)
		}))
})

test('offices are narrowed by what their members have besides their registrations, with counts', () =>
	withCtx(async (ctx) => {
		const plain = await makeOffice(ctx)
		const expertId = await makeExpert(ctx)
		await ctx.db
			.insertInto('expert_sub_qualifications')
			.values({ expert_id: expertId, profession_id: 1, sub_qualification_id: 7, registration_number: '1', verified_at: ctx.now() })
			.execute()
		const supporting = await makeOffice(ctx, { expertIds: [expertId] })
		const all = await list(ctx, japan)
		expect(ids(all.items).toSorted((a, b) => a - b)).toEqual([plain, supporting])
		expect(all.facets.subQualifications).toMatchObject([{ value: 'nintei-shien', label: '認定支援機関', count: 1, selected: false }])
		const narrowed = await list(ctx, japan, 'sub=nintei-shien,ma-shien&profession=zeirishi')
		expect(narrowed.items).toEqual([])
		const [card, ...others] = (await list(ctx, japan, 'sub=nintei-shien')).items
		expect(card).toMatchObject({ id: supporting, subQualifications: ['認定支援機関'] })
		expect(others).toEqual([])
	}))
