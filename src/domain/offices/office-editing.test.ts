import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import { decideOnChange, getOfficeForStaff, readChange, suspendOffice, withdrawChange } from './office-changes.ts'
import {
	applyDrafts,
	createOffice,
	discardDrafts,
	getOfficeForEdit,
	previewOffice,
	publishOffice,
	saveSection,
	setAccepting,
	unlistOffice,
} from './office-editing.ts'
import { distanceMetres } from '../geography/distance.ts'
import { getStation } from '../geography/stations.ts'
import { placeChoices, withNearestStations } from './office-location.ts'
import { readPin } from './office-pin.ts'
import { officeSite, save } from './offices-for-test.ts'
import { getOffice } from './offices.ts'

const MITAKA_AREA = 13204

async function listed(ctx: TestCtx, officeId: number) {
	const rows = await ctx.db
		.selectFrom('office_listings')
		.select(['scope_id', 'attributes', 'municipality_id'])
		.where('office_id', '=', officeId)
		.orderBy('scope_id')
		.execute()
	return rows.map((row) => ({ ...row }))
}

test('a draft is stored with its errors, its valid parts show in the preview, and it is public only when applied', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const mine = await owner.ctx()
		const bad = await save(mine, officeId, 'hours', { 'open-1-1': '09:00', 'close-1-1': '08:00' })
		expect(bad).toMatchObject({ kind: 'saved', faults: { 'open-1-1': '終わりの時刻は、始まりより後にしてください。' } })
		await save(mine, officeId, 'about', { headline: '駅から二分、開業の相談所', area: ['13', '14'], industries: '飲食業、美容業' })
		expect((await getOffice(ctx, officeId)).headline).toBe('三鷹駅から歩いて3分')

		const { office, faulty } = await previewOffice(mine, officeId)
		expect(office).toMatchObject({ headline: '駅から二分、開業の相談所', industries: ['飲食業', '美容業'] })
		expect(faulty).toEqual(['hours'])
		expect((await getOffice(ctx, officeId)).headline).toBe('三鷹駅から歩いて3分')

		expect(await domainErrorOf(applyDrafts(mine, officeId))).toMatchObject({
			kind: 'invalid',
			sentences: expect.stringContaining('営業時間'),
		})
		await save(mine, officeId, 'hours', { 'close-1-1': '19:00', 'open-6-1': '10:00', 'close-6-1': '12:00', 'appointment-6-1': '1' })
		expect(await applyDrafts(mine, officeId)).toEqual({ isWaiting: false })
		expect(await getOffice(ctx, officeId)).toMatchObject({ headline: '駅から二分、開業の相談所', weekend: true, evening: true })
		// A stretch by appointment leaves the others of its day as they are.
		await save(mine, officeId, 'hours', { 'open-6-2': '13:00', 'close-6-2': '15:00' })
		await applyDrafts(mine, officeId)
		expect((await getOffice(ctx, officeId)).hours.filter(({ weekday }) => weekday === 6)).toEqual([
			{ weekday: 6, opensAt: '10:00', closesAt: '12:00', byAppointment: true },
			{ weekday: 6, opensAt: '13:00', closesAt: '15:00', byAppointment: false },
		])
		expect((await getOfficeForEdit(mine, officeId)).sections.some(({ isDraft }) => isDraft)).toBe(false)
	})
})

test('rejects a form of an older version and writes nothing', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const mine = await owner.ctx()
		const about = (await getOfficeForEdit(mine, officeId)).sections.find(({ section }) => section === 'about')
		const typed = { section: 'about', edition: about?.edition ?? '', values: { ...about?.values, headline: '一人目の見出し' } } as const
		const first = await saveSection(mine, officeId, typed)
		const second = await saveSection(mine, officeId, { ...typed, values: { headline: '二人目の見出し' } })
		expect(second).toMatchObject({ kind: 'overtaken', edition: first.edition, current: { headline: '一人目の見出し' } })
		// Changes of other sections do not matter; a form loaded before publishing is outdated.
		expect(await save(mine, officeId, 'consultation', { online: '1' })).toMatchObject({ kind: 'saved' })
		await applyDrafts(mine, officeId)
		expect(await saveSection(mine, officeId, typed)).toMatchObject({ kind: 'overtaken' })
		await discardDrafts(mine, officeId, null)
	})
})

test('fees, the accepting state and leaving the site show in lists, facets and counts at once', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const mine = await owner.ctx()
		const countOf = async (scopeId: number) =>
			(
				await ctx.db
					.selectFrom('listing_totals')
					.select('office_count')
					.where('area_id', '=', MITAKA_AREA)
					.where('scope_id', '=', scopeId)
					.executeTakeFirst()
			)?.office_count ?? 0
		const before = await countOf(501)
		await save(mine, officeId, 'fees', { 'fee-basis-501': 'monthly', 'fee-min-501': '２２,０００', 'fee-max-501': '33000' })
		await applyDrafts(mine, officeId)
		expect((await listed(ctx, officeId)).map(({ scope_id: scope }) => scope)).toContain(501)
		expect(await countOf(501)).toBe(before + 1)
		const [row] = await listed(ctx, officeId)
		await setAccepting(mine, officeId, 'paused')
		expect((await listed(ctx, officeId))[0]?.attributes).toBe((row?.attributes ?? 0) - 16)
		await unlistOffice(mine, officeId)
		expect(await listed(ctx, officeId)).toEqual([])
		expect(await domainErrorOf(getOffice(ctx, officeId))).toMatchObject({ kind: 'not-found' })
		await publishOffice(mine, officeId)
		expect(await countOf(501)).toBe(before + 1)
	})
})

test('work that a law reserves to others, a wrong check digit and impossible dates are refused', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const mine = await owner.ctx()
		const reserved = await ctx.db
			.selectFrom('tasks as t')
			.select('t.id')
			.where('t.exclusive_law', 'is not', null)
			.where('t.id', 'not in', (eb) => eb.selectFrom('task_professions').select('task_id').where('profession_id', '=', 1))
			.executeTakeFirstOrThrow()
		expect(
			await save(mine, officeId, 'fees', { [`fee-basis-${reserved.id}`]: 'per_case', [`fee-min-${reserved.id}`]: '10000' }),
		).toMatchObject({ faults: { [`fee-min-${reserved.id}`]: expect.stringContaining('だけが行えます') } })
		// The preview shows the page without them.
		expect((await previewOffice(mine, officeId)).faulty).toEqual(['fees'])
		expect(await domainErrorOf(applyDrafts(mine, officeId))).toMatchObject({
			kind: 'invalid',
			sentences: expect.stringContaining('業務と料金'),
		})
		await discardDrafts(mine, officeId, 'fees')
		expect(await save(mine, officeId, 'basics', { corporateNumber: '5010401000018', foundedOn: '2027-02-30' })).toMatchObject({
			faults: { corporateNumber: expect.stringContaining('13桁'), foundedOn: expect.stringContaining('日付') },
		})
		expect(await save(mine, officeId, 'cases', { 'case-title-1': '飲食店の法人成り' })).toMatchObject({
			faults: { 'case-consented-1': expect.stringContaining('同意'), 'case-body-1': expect.stringContaining('内容') },
		})
		expect(await save(mine, officeId, 'place', { point: 'exact', lat: '43.0', lng: '141.3' })).toMatchObject({
			faults: { point: expect.stringContaining('離れすぎ') },
		})
		const taken = await makeOffice(ctx, { kind: 'corporation', corporate_number: '5010401089998' })
		expect(taken).not.toBe(officeId)
		expect(await save(mine, officeId, 'basics', { corporateNumber: '5010401089998', foundedOn: '' })).toMatchObject({
			faults: { corporateNumber: expect.stringContaining('登録されています') },
		})
	})
})

const LIVE = { lat: 35.7, lng: 139.56, municipalityId: 13204 }

test('stations near the place are proposed, with the minutes on foot where the point is known', async () => {
	await withCtx(async (ctx) => {
		const typed = { postalCode: '1810013', municipalityId: '13204', point: 'exact', lat: '35.7', lng: '139.56' }
		const values = await withNearestStations(ctx, typed, LIVE)
		const station = await ctx.db
			.selectFrom('stations')
			.select('name')
			.where('id', '=', Number(values['station-1']))
			.executeTakeFirstOrThrow()
		expect(station.name).toBe('三鷹')
		expect(Number(values['walk-1'])).toBeGreaterThan(2)
		expect(Number(values['walk-1'])).toBeLessThan(9)
		expect(await withNearestStations(ctx, { ...typed, point: 'stations' }, LIVE)).toMatchObject({
			'station-1': values['station-1'],
			'walk-1': '',
		})
		const choices = await placeChoices(ctx, { ...values, 'station-3': '1' }, LIVE)
		expect(choices.here.name).toBe('三鷹市')
		expect(choices.here.stations[0]).toMatchObject({ name: '三鷹', lines: expect.stringContaining('中央') })
		expect(choices.around.length).toBeGreaterThan(5)
	})
})

test('without coordinates an office is placed by its stations, and its page says that this is not exact', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx, { lat: 35.70012, lng: 139.56231 })
		const mine = await owner.ctx()
		expect(await getOffice(ctx, officeId)).toMatchObject({ lat: 35.70012, isPointApproximate: false })
		const place = (await getOfficeForEdit(mine, officeId)).sections.find(({ section }) => section === 'place')
		expect(place?.values).toMatchObject({ point: 'exact', lat: '35.70012' })
		const [mitaka] = (await placeChoices(ctx, place?.values ?? {}, LIVE)).here.stations
		const { lat, lng } = await getStation(ctx, mitaka?.id ?? 0)
		expect(await save(mine, officeId, 'place', { point: 'stations', 'station-1': `${mitaka?.id}`, 'walk-1': '' })).toMatchObject({
			faults: { 'walk-1': expect.stringContaining('徒歩の分数') },
		})
		await save(mine, officeId, 'place', { 'walk-1': '5' })
		await applyDrafts(mine, officeId)
		const office = await getOffice(ctx, officeId)
		expect(office.isPointApproximate).toBe(true)
		expect(distanceMetres(office, { lat, lng })).toBeCloseTo(320, -1)
		expect(office.stations).toMatchObject([{ walkMinutes: 5, distanceMetres: 320 }])

		expect(office.pointBasis).toBe('stations')

		// A station as a landmark, without a walk from it.
		expect(await save(mine, officeId, 'place', { point: 'near', pinStation: '' })).toMatchObject({
			faults: { pinStation: expect.stringContaining('駅を選んでください') },
		})
		const near = { point: 'near', pinStation: `${mitaka?.id}`, 'station-1': '', 'walk-1': '' }
		await save(mine, officeId, 'place', near)
		await applyDrafts(mine, officeId)
		expect(await getOffice(ctx, officeId)).toMatchObject({ lat, lng, pointBasis: 'near_station', isPointApproximate: true, stations: [] })
		const landmark = (await getOfficeForEdit(mine, officeId)).sections.find(({ section }) => section === 'place')
		expect(landmark?.values).toMatchObject({ point: 'near', pinStation: `${mitaka?.id}`, lat: '' })
		expect(await readPin(mine, landmark?.values ?? {}, LIVE)).toMatchObject({ lat, lng, basis: 'near_station' })

		// The postal code alone: the middle of its municipality.
		await save(mine, officeId, 'place', { point: 'stations' })
		await applyDrafts(mine, officeId)
		expect(await getOffice(ctx, officeId)).toMatchObject({ pointBasis: 'municipality', isPointApproximate: true })
		const middle = await getOffice(ctx, officeId)

		// Another postal code: what was known of the former address goes; a point that stays behind is refused.
		await save(mine, officeId, 'place', { postalCode: '160-0022' })
		const moved = (await getOfficeForEdit(mine, officeId)).sections.find(({ section }) => section === 'place')
		expect(moved?.values).toMatchObject({ municipalityId: '13104', 'station-1': '', 'walk-1': '', point: 'stations' })
		expect(
			await save(mine, officeId, 'place', { point: 'exact', lat: `${middle.lat}`, lng: `${middle.lng}`, municipalityId: '13104' }),
		).toMatchObject({ faults: { point: expect.stringContaining('市区町村が変わりました') } })
	})
})

test('a new name and address of a public page wait for staff while the old ones stay; approved, the lists follow', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId, reviewer, site } = await officeSite(ctx)
		const mine = await owner.ctx()
		await save(mine, officeId, 'basics', { name: '新しい税理士事務所', staffCount: '7' })
		await save(mine, officeId, 'place', {
			postalCode: '160-0022',
			municipalityId: '13104',
			addressLine: '新宿3丁目1-1',
			point: 'stations',
		})
		expect(await applyDrafts(mine, officeId)).toEqual({ isWaiting: true })
		const live = await getOffice(ctx, officeId)
		expect(live.name).toMatch(/^試験/)
		expect(live).toMatchObject({ staffCount: 7, municipality: { id: 13204 } })
		const change = await readChange(ctx, officeId)
		expect(change?.fields.map(({ label, after }) => [label, after])).toEqual([
			['事務所の名前', '新しい税理士事務所'],
			['郵便番号', '160-0022'],
			['市区町村', '東京都新宿区'],
			['町名・番地', '新宿3丁目1-1'],
			['地図の位置', expect.stringMatching(/^北緯35\.\d{5}・東経139\.\d{5}$/)],
		])

		// Returned, what was typed is a draft again.
		const staff = { ...(await owner.ctx()), ...(await reviewer()) }
		await decideOnChange(staff, officeId, {
			changeId: change?.id ?? 0,
			askedAt: change?.askedAt.getTime() ?? 0,
			reason: '登記の名前を確認してください。',
		})
		expect(site.mails.at(-1)).toMatchObject({ to: 'owner@example.com', text: expect.stringContaining('登記の名前') })
		const returned = await getOfficeForEdit(mine, officeId)
		expect(returned.change).toMatchObject({ state: 'returned', reason: '登記の名前を確認してください。' })
		expect(returned.sections.filter(({ isDraft }) => isDraft).map(({ section }) => section)).toEqual(['basics', 'place'])

		await applyDrafts(mine, officeId)
		const again = (await getOfficeForStaff(await reviewer(), officeId)).change
		await decideOnChange(staff, officeId, { changeId: again?.id ?? 0, askedAt: again?.askedAt.getTime() ?? 0, reason: null })
		expect(await getOffice(ctx, officeId)).toMatchObject({ name: '新しい税理士事務所', municipality: { id: 13104 } })
		expect((await listed(ctx, officeId)).every((row) => row.municipality_id === 13104)).toBe(true)
		const acts = await ctx.db.selectFrom('audit_log').select('action').where('subject', '=', `office:${officeId}`).orderBy('id').execute()
		expect(acts.map(({ action }) => action)).toEqual(['office.return', 'office.approve'])
		expect(await domainErrorOf(decideOnChange(staff, officeId, { changeId: again?.id ?? 0, askedAt: 0, reason: null }))).toMatchObject({
			kind: 'conflict',
		})
		await withdrawChange(mine, officeId)
	})
})

test('staff suspend an office with a reason; its owner can publish it again only after the suspension', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId, reviewer } = await officeSite(ctx)
		const staff = { ...(await owner.ctx()), ...(await reviewer()) }
		await suspendOffice(staff, officeId, '登録番号の確認が必要なため')
		expect(await listed(ctx, officeId)).toEqual([])
		const mine = await owner.ctx()
		expect(await getOfficeForEdit(mine, officeId)).toMatchObject({ state: 'suspended', suspendedReason: '登録番号の確認が必要なため' })
		expect(await domainErrorOf(publishOffice(mine, officeId))).toMatchObject({ kind: 'forbidden' })
		await suspendOffice(staff, officeId, null)
		await publishOffice(mine, officeId)
		expect((await getOffice(ctx, officeId)).id).toBe(officeId)
	})
})

test('a verified expert makes another office, which is public once it has a fee', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, member } = await officeSite(ctx)
		const mine = await owner.ctx()
		const typed = {
			kind: 'sole',
			name: '二つ目の事務所',
			kana: 'フタツメノジムショ',
			postalCode: '181-0013',
			addressLine: '下連雀3丁目2-2',
		}
		const id = await createOffice(mine, typed)
		expect(await domainErrorOf(publishOffice(mine, id))).toMatchObject({ sentences: expect.stringContaining('料金') })
		await save(mine, id, 'fees', { 'fee-basis-503': 'per_case', 'fee-min-503': '33000' })
		await publishOffice(mine, id)
		expect(await getOffice(ctx, id)).toMatchObject({ kana: 'ふたつめのじむしょ', professions: [{ id: 1 }] })
		// Nobody else may edit it, whatever their role.
		for (const action of [getOfficeForEdit, applyDrafts, publishOffice, unlistOffice, previewOffice])
			expect(await domainErrorOf(action(await other.ctx(), id))).toMatchObject({ kind: 'not-found' })
		const nobody = await member('nobody@example.com', null)
		expect(await domainErrorOf(createOffice(await nobody.ctx(), typed))).toMatchObject({ kind: 'forbidden' })
		expect(await domainErrorOf(getOfficeForEdit(ctx, officeId))).toMatchObject({ kind: 'unauthenticated' })
	})
})

test('special days are published with the hours, reach bookings, and leave when they are removed', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const mine = await owner.ctx()
		const week = { 'open-1-1': '09:00', 'close-1-1': '18:00' }
		const bad = await save(mine, officeId, 'hours', { ...week, 'special-first-1': '2099-12-29', 'special-kind-1': 'hours' })
		expect(bad).toMatchObject({ faults: { 'special-open-1': '始まりと終わりの時刻を、両方入力してください。' } })
		const yearEnd = { 'special-kind-1': 'closed', 'special-last-1': '2100-01-03', 'special-yearly-1': '1', 'special-label-1': '年末年始' }
		await save(mine, officeId, 'hours', yearEnd)
		await applyDrafts(mine, officeId)
		const stored = {
			kind: 'closed',
			firstOn: '2099-12-29',
			lastOn: '2100-01-03',
			opensAt: null,
			closesAt: null,
			isYearly: true,
			label: '年末年始',
		}
		expect((await getOffice(ctx, officeId)).specialDays).toEqual([stored])
		const { sections } = await getOfficeForEdit(mine, officeId)
		expect(sections.find(({ section }) => section === 'hours')?.values).toMatchObject({
			...week,
			...yearEnd,
			'special-first-1': '2099-12-29',
		})
		await save(mine, officeId, 'hours', { 'special-remove-1': '1' })
		await applyDrafts(mine, officeId)
		expect((await getOffice(ctx, officeId)).specialDays).toEqual([])
	})
})
