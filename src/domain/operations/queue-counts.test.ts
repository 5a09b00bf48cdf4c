import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import { requireStaff } from '../accounts/staff.ts'
import { report } from '../moderation/reports.ts'
import { makeMember, as, makeThread } from '../questions/questions-for-test.ts'
import type { Ctx, StaffRole } from '../shared/context.ts'
import { hours } from '../shared/japan-time.ts'
import { countQueues } from './queue-counts.ts'

const asStaff = async (ctx: Ctx, role: StaffRole) => requireStaff(as(ctx, await makeMember(ctx, [role])), role)

test('counts the queues of the viewer’s roles and no other', () =>
	withCtx(async (ctx) => {
		const namesFor = async (role: StaffRole) => (await countQueues(await asStaff(ctx, role))).map(({ queue }) => queue)

		expect(await namesFor('reviewer')).toEqual(['experts', 'credentials', 'offices', 'claims'])
		expect(await namesFor('moderator')).toEqual(['reports', 'appeals', 'contacts'])
		expect(await namesFor('support')).toEqual(['contacts', 'privacy', 'diagnoses', 'leads', 'mail'])
		expect(await namesFor('accounting')).toEqual(['transfers', 'refunds'])
		expect(await namesFor('admin')).toHaveLength(15)
	}))

test('returns since when the oldest item waits, and whether that exceeds the target', () =>
	withCtx(async (ctx) => {
		const oldest = new Date(TEST_NOW.getTime() - hours(49))
		await makeExpert(ctx, { state: 'submitted', submitted_at: new Date(TEST_NOW.getTime() - hours(2)) })
		const [young] = await countQueues(await asStaff(ctx, 'reviewer'))
		await makeExpert(ctx, { state: 'submitted', submitted_at: oldest })
		const [experts] = await countQueues(await asStaff(ctx, 'reviewer'))

		expect(young).toMatchObject({ count: 1, isLate: false })
		expect(experts).toEqual({ queue: 'experts', count: 2, oldestAt: oldest, isLate: true })
	}))

test('counts several reports of one subject as one item', () =>
	withCtx(async (ctx) => {
		const { questionId } = await makeThread(ctx)
		for (let n = 0; n < 3; n++)
			await report(as(ctx, await makeMember(ctx)), { kind: 'question', id: questionId }, { reason: 'abuse', body: '' })
		expect((await countQueues(await asStaff(ctx, 'moderator')))[0]).toMatchObject({ queue: 'reports', count: 1 })
	}))
