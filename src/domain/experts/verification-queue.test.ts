import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import { listWaitingChanges } from './credential-verification.ts'
import { listApplicants } from './expert-verification.ts'
import { registrationSite } from './registration-for-test.ts'

/** More than a page, all within one second, the last created first in the queue. */
const PEOPLE = 25
const momentOf = (place: number) => new Date(Date.parse('2026-06-01T00:00:00.900Z') - place * 30)
const people = Array.from({ length: PEOPLE }, (_, place) => place)

type Cursor = { cursor: string | null } | null

/** Reads the list forwards to its end, then back to its first page. */
async function walk(read: (cursor: string | null) => Promise<{ ids: number[]; previous: Cursor; next: Cursor }>) {
	const first = await read(null)
	const second = await read(first.next?.cursor ?? '')
	const back = await read(second.previous?.cursor ?? null)
	expect(second.next).toBeNull()
	expect(back.ids).toEqual(first.ids)
	return [...first.ids, ...second.ids]
}

test('applicants who applied within one second are listed once each, in the order of their applications', () =>
	withCtx(async (ctx) => {
		const { reviewer } = await registrationSite(ctx)
		const ids: number[] = []
		for (const place of people) ids.push(await makeExpert(ctx, { state: 'submitted', submitted_at: momentOf(place), verified_at: null }))
		const staff = await reviewer()
		const listed = await walk(async (cursor) => {
			const { applicants, page } = await listApplicants(staff, { state: 'submitted', cursor })
			return { ids: applicants.map(({ id }) => id), previous: page.previous, next: page.next }
		})
		expect(listed).toEqual(ids.toReversed())
	}))

test('changes of credentials sent within one second are listed once each, in their order', () =>
	withCtx(async (ctx) => {
		const { reviewer } = await registrationSite(ctx)
		const ids: number[] = []
		for (const place of people) {
			const submitted_at = momentOf(place)
			const change = await ctx.db
				.insertInto('credential_changes')
				.values({
					expert_id: await makeExpert(ctx),
					profession_id: 3,
					registration_number: `第${10_000_000 + place}号`,
					association: '東京都行政書士会',
					registered_on: '2020-04-01',
					state: 'submitted',
					submitted_at,
					created_at: submitted_at,
					updated_at: submitted_at,
					decided_by: null,
					decided_at: null,
					sub_qualification_id: null,
					valid_until: null,
				})
				.returning('id')
				.executeTakeFirstOrThrow()
			ids.push(change.id)
		}
		const staff = await reviewer()
		const listed = await walk(async (cursor) => {
			const { changes, page } = await listWaitingChanges(staff, cursor)
			return { ids: changes.map(({ id }) => id), previous: page.previous, next: page.next }
		})
		expect(listed).toEqual(ids.toReversed())
	}))
