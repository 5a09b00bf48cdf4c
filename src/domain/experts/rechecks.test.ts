import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import { makeExpert } from '../../../test/factories.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import type { StaffRole } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { findRecheck, listDueRechecks, recordRecheck } from './rechecks.ts'

const note = '日本税理士会連合会の名簿で、氏名と番号が一致した'
const ago = (count: number) => new Date(TEST_NOW.getTime() - days(count))
const refusal = async (promise: Promise<unknown>) => (await domainErrorOf(promise)).kind

async function staffOf(ctx: TestCtx, role: StaffRole = 'reviewer') {
	const site = testSite(ctx)
	const account = await site.account(`${role}@example.com`)
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return requireRecentStaff(await browser.ctx())
}
const dueIds = async (ctx: Parameters<typeof listDueRechecks>[0]) => (await listDueRechecks(ctx, null)).items.map(({ id }) => id)

test('a verified expert is due a year after the last check, the longest wait first, and not after a recheck', () =>
	withCtx(async (ctx) => {
		const [long, due] = [await makeExpert(ctx, { verified_at: ago(800) }), await makeExpert(ctx, { verified_at: ago(365) })]
		const fresh = await makeExpert(ctx, { verified_at: ago(364) })
		await makeExpert(ctx, { verified_at: ago(900), state: 'suspended' })
		const staff = await staffOf(ctx)
		expect(await dueIds(staff)).toEqual([long, due])
		await recordRecheck(staff, long, note)
		expect(await dueIds(staff)).toEqual([due])
		expect(await findRecheck(staff, long)).toEqual({ checkedAt: TEST_NOW, isDue: false })
		expect(await findRecheck(staff, fresh)).toMatchObject({ isDue: false })
		expect(await ctx.db.selectFrom('audit_log').select(['action', 'reason']).execute()).toEqual([
			{ action: 'expert.recheck', reason: note },
		])
	}))

test('only reviewers recheck, and only somebody else who is verified', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx)
		const own = await makeExpert(ctx, { user_id: staff.viewer.userId, verified_at: ago(400) })
		const suspended = await makeExpert(ctx, { state: 'suspended' })
		expect(await refusal(recordRecheck(staff, own, note))).toBe('forbidden')
		expect(await refusal(recordRecheck(staff, suspended, note))).toBe('conflict')
		expect(await refusal(recordRecheck(staff, 999_999, note))).toBe('not-found')
		const support = await staffOf(ctx, 'support')
		expect(await refusal(recordRecheck(support, own, note))).toBe('forbidden')
	}))
