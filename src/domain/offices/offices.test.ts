import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { MITAKA, makeExpert, makeOffice, makeReview } from '../../../test/factories.ts'
import { isDomainError } from '../shared/errors.ts'
import { getOffice, listOfficesForComparison, listSimilarOffices } from './offices.ts'

const kindOf = async (promise: Promise<unknown>) =>
	promise.then(
		() => null,
		(error: unknown) => (isDomainError(error) ? error.kind : error),
	)

describe('one office', () => {
	test('shows all its public data', () =>
		withCtx(async (ctx) => {
			const expert = await makeExpert(ctx, {
				display_name: '三鷹 花子',
				professions: ['zeirishi', 'gyoseishoshi'],
				practising_since: '2010-07-01',
			})
			const id = await makeOffice(ctx, {
				name: '三鷹税務会計事務所',
				expertIds: [expert],
				taskIds: [501, 503],
				hours: [
					{ weekday: 2, opens_at: '13:00', closes_at: '18:30', by_appointment: true },
					{ weekday: 1, opens_at: '09:00', closes_at: '12:00', by_appointment: false },
				],
				founded_on: '2015-04-01',
				software: ['弥生会計'],
			})
			const station = await ctx.db
				.selectFrom('stations')
				.select('id')
				.where('name', '=', '三鷹')
				.where('prefecture_id', '=', 13)
				.executeTakeFirstOrThrow()
			await ctx.db
				.insertInto('office_stations')
				.values({ office_id: id, position: 1, station_id: station.id, distance_m: 40, walk_minutes: 1 })
				.execute()
			await ctx.db
				.insertInto('office_cases')
				.values({
					office_id: id,
					task_id: 503,
					title: '初めての確定申告',
					client: '飲食店',
					body: '期限までに申告できました。',
					consented_on: '2026-01-05',
					position: 1,
				})
				.execute()
			await makeReview(ctx, id, { stars: 4 })
			expect(await getOffice(ctx, id)).toMatchObject({
				id,
				name: '三鷹税務会計事務所',
				prefecture: { slug: 'tokyo' },
				municipality: { name: '三鷹市' },
				foundedOn: '2015-04-01',
				software: ['弥生会計'],
				professions: [{ slug: 'zeirishi' }],
				rating: { average: 4, count: 1 },
				hours: [
					{ weekday: 1, opensAt: '09:00', closesAt: '12:00', byAppointment: false },
					{ weekday: 2, opensAt: '13:00', closesAt: '18:30', byAppointment: true },
				],
				tasks: [{ taskId: 501 }, { taskId: 503, taskCategoryId: 5, basis: 'per_case', min: 33_000, max: null }],
				experts: [
					{
						id: expert,
						practisingYears: 15,
						credentials: [{ profession: { slug: 'zeirishi' } }, { profession: { slug: 'gyoseishoshi' } }],
					},
				],
				stations: [{ station: { name: '三鷹', urlSegment: '三鷹' }, walkMinutes: 1, lines: expect.arrayContaining([expect.any(String)]) }],
				cases: [{ title: '初めての確定申告', consentedOn: '2026-01-05' }],
				areas: [{ slug: 'tokyo' }],
			})
		}))

	test('keeps the fraction of a fee in percent', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx, { taskIds: [503] })
			await ctx.db
				.updateTable('office_tasks')
				.set({ fee_basis: 'percentage', fee_min: 5.5, fee_max: 10 })
				.where('office_id', '=', id)
				.execute()
			expect((await getOffice(ctx, id)).tasks).toMatchObject([{ taskId: 503, basis: 'percentage', min: 5.5, max: 10 }])
		}))

	test('hides its phone number until it is made public', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx, { phone: '0422-99-9999' })
			expect((await getOffice(ctx, id)).phone).toBeNull()
			await ctx.db.updateTable('offices').set({ phone_public_at: new Date() }).where('id', '=', id).execute()
			expect((await getOffice(ctx, id)).phone).toBe('0422-99-9999')
		}))

	test('is found only while it is published', () =>
		withCtx(async (ctx) => {
			for (const state of ['draft', 'unlisted', 'suspended', 'deleted'] as const)
				expect(await kindOf(getOffice(ctx, await makeOffice(ctx, { state })))).toBe('not-found')
			for (const id of [0, -1, 1.5, 2 ** 31, Number.NaN]) expect(await kindOf(getOffice(ctx, id))).toBe('not-found')
		}))

	test('names only experts whose credentials were verified', () =>
		withCtx(async (ctx) => {
			const suspended = await makeExpert(ctx, { state: 'suspended' })
			expect((await getOffice(ctx, await makeOffice(ctx, { expertIds: [suspended] }))).experts).toEqual([])
		}))
})

test('up to four offices are compared in the order asked for', () =>
	withCtx(async (ctx) => {
		const made: number[] = []
		for (let index = 0; index < 5; index++) made.push(await makeOffice(ctx))
		const hidden = await makeOffice(ctx, { state: 'unlisted' })
		const compared = await listOfficesForComparison(ctx, [made[2], hidden, made[0], made[2], made[1], made[3]].map(Number))
		expect(compared.map(({ id }) => id)).toEqual([made[2], made[0], made[1]])
		expect(await listOfficesForComparison(ctx, [Number.NaN, 2 ** 40])).toEqual([])
	}))

test('similar offices share tasks and lie near by: a shared task makes up for a kilometre', () =>
	withCtx(async (ctx) => {
		const id = await makeOffice(ctx, { taskIds: [501, 503] })
		const near = await makeOffice(ctx, { taskIds: [503], lat: MITAKA.lat + 0.001 })
		const both = await makeOffice(ctx, { taskIds: [501, 503], lat: MITAKA.lat + 0.005 })
		const far = await makeOffice(ctx, { taskIds: [501, 503], lat: MITAKA.lat + 0.02 })
		await makeOffice(ctx, { taskIds: [601] })
		await makeOffice(ctx, { taskIds: [501, 503], municipality_id: 1101, lat: 43.06, lng: 141.35 })
		const similar = await listSimilarOffices(ctx, await getOffice(ctx, id))
		expect(similar.map((office) => office.id)).toEqual([both, near, far])
		expect(similar[1]?.distanceMetres).toBe(111)
	}))
