import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { makeInquiry } from '../../inquiries/inquiries-for-test.ts'
import { as, makeMember, refusal } from '../../questions/questions-for-test.ts'
import type { StaffRole } from '../../shared/context.ts'
import { readPersonCases } from './person-cases.ts'

const staffOf = async (ctx: TestCtx, ...roles: StaffRole[]) => requireRecentStaff(as(ctx, await makeMember(ctx, roles)))

test('cases are facts without a word of what was written, and money is for the accounting role', () =>
	withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		if (member.kind !== 'member') throw new Error('no member')
		const seen = await readPersonCases(await staffOf(ctx, 'support'), member.uid, null)
		expect(seen).toMatchObject({ items: [{ kind: 'inquiry', id, state: 'waiting', count: 1 }], billing: null })
		expect(JSON.stringify(seen)).not.toMatch(/確定申告を頼みたい|さくら/)
		expect((await readPersonCases(await staffOf(ctx, 'support', 'accounting'), member.uid, null)).billing).toEqual({
			subscription: null,
			invoices: [],
		})
		for (const role of ['moderator', 'accounting'] as const)
			expect(await refusal(readPersonCases(await staffOf(ctx, role), member.uid, null))).toBe('forbidden')
		expect(await ctx.db.selectFrom('audit_log').select('action').execute()).toEqual([{ action: 'user.cases' }, { action: 'user.cases' }])
	}))
