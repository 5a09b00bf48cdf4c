import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice, makeUser } from '../../../test/factories.ts'
import { isDomainError } from '../shared/errors.ts'
import { findExpertByUid, getExpert, yearsSince } from '../experts/experts.ts'
import { getOffice } from './offices.ts'

test('a verified expert is shown with credentials, tasks and public offices', () =>
	withCtx(async (ctx) => {
		const user = await makeUser(ctx, { email: 'secret@example.com', isExpert: true })
		const id = await makeExpert(ctx, {
			user_id: user.id,
			display_name: '三鷹 花子',
			professions: ['bengoshi', 'zeirishi'],
			taskIds: [701, 503],
		})
		const office = await makeOffice(ctx, { expertIds: [id] })
		await makeOffice(ctx, { expertIds: [id], state: 'unlisted' })
		const expert = await getExpert(ctx, id)
		expect(expert).toMatchObject({
			uid: user.uid,
			name: '三鷹 花子',
			practisingYears: 16,
			credentials: [
				{ profession: { slug: 'zeirishi' }, association: '東京税理士会', registeredOn: '2010-04-01' },
				{ profession: { slug: 'bengoshi' } },
			],
			tasks: [{ id: 503, taskCategoryId: 5 }, { id: 701 }],
			offices: [{ id: office }],
		})
		expect(JSON.stringify(expert)).not.toContain('secret@example.com')
		expect(await findExpertByUid(ctx, user.uid)).toEqual(expert)
	}))

test('shows no one as an expert before or without verification', () =>
	withCtx(async (ctx) => {
		for (const state of ['draft', 'submitted', 'needs_fix', 'rejected', 'suspended'] as const) {
			const user = await makeUser(ctx)
			const id = await makeExpert(ctx, { user_id: user.id, state })
			await expect(getExpert(ctx, id)).rejects.toSatisfy((error) => isDomainError(error) && error.kind === 'not-found')
			expect(await findExpertByUid(ctx, user.uid)).toBeNull()
		}
		for (const id of [0, -3, 2 ** 31, Number.NaN]) await expect(getExpert(ctx, id)).rejects.toSatisfy(isDomainError)
		for (const uid of ['', 'a\u0000bcdef', 'x'.repeat(1000)]) expect(await findExpertByUid(ctx, uid)).toBeNull()
	}))

test('experts of an office keep its order', () =>
	withCtx(async (ctx) => {
		const first = await makeExpert(ctx)
		const second = await makeExpert(ctx)
		const office = await makeOffice(ctx, { expertIds: [second, first] })
		expect((await getOffice(ctx, office)).experts.map(({ id }) => id)).toEqual([second, first])
	}))

test('years of practice are full years in Japan', () => {
	expect(yearsSince('2010-06-16', new Date('2026-06-15T14:59:00Z'))).toBe(15)
	expect(yearsSince('2010-06-16', new Date('2026-06-15T15:00:00Z'))).toBe(16)
	expect(yearsSince(null, new Date())).toBeNull()
})
