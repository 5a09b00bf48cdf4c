import type { TestCtx } from '../../../test/database.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { decideOnExpert } from './expert-verification.ts'

/** Signs in a fresh reviewer. Returns a function that decides on an expert in the current version. */
export async function makeReviewer(ctx: TestCtx): Promise<(expertId: number, state: 'suspended' | 'verified') => Promise<void>> {
	const site = testSite(ctx)
	const account = await site.account('decisions.reviewer@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'reviewer' }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return async (expertId, state) => {
		const { version } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
		await decideOnExpert(requireRecentStaff(await browser.ctx(), 'reviewer'), expertId, { state, reason: '確認のため', version })
	}
}
