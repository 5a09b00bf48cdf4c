import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postQuestion } from '../../questions/questions.ts'
import type { StaffRole } from '../../shared/context.ts'
import { limitPerson } from '../restrictions.ts'
import { readAsPerson } from './person-view.ts'

async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const member = await site.account('member@example.com')
	const browser = site.browser()
	await browser.enter(member.uid)
	const staffOf = async (email: string, role: StaffRole) => {
		const account = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const staffBrowser = site.browser()
		await staffBrowser.enter(account.uid)
		return requireRecentStaff(await staffBrowser.ctx())
	}
	return { member, browser, support: await staffOf('support@example.com', 'support'), staffOf }
}

test('support sees what a member’s own pages say, and the look alone is written', () =>
	withCtx(async (ctx) => {
		const { member, browser, support, staffOf } = await people(ctx)
		const { id } = await postQuestion(await browser.ctx(), questionInput({ title: '家賃はどう分けますか' }))
		await limitPerson(support, member.uid, { until: '2026-06-20', reason: '同じ宣伝を何度も投稿したため' })
		const seen = await readAsPerson(support, member.uid)
		expect(seen).toMatchObject({
			isProved: true,
			limit: { reason: '同じ宣伝を何度も投稿したため' },
			questions: [{ id, title: '家賃はどう分けますか', awaitsAddress: false }],
			waiting: { hasBegun: true },
			registration: null,
		})
		const { rows } = await sql`select from sessions where uid = ${member.uid}`.execute(ctx.db)
		expect(rows).toHaveLength(1)
		expect(await ctx.db.selectFrom('audit_log').select('action').orderBy('id').execute()).toMatchObject([
			{ action: 'user.limit' },
			{ action: 'user.view' },
		])
		expect(await refusal(readAsPerson(await staffOf('moderator@example.com', 'moderator'), member.uid))).toBe('forbidden')
		expect(await refusal(readAsPerson(support, 'nobody'))).toBe('not-found')
	}))
