import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { hasSecondFactor } from '../accounts/sign-in/confirmed-factor.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { refusal } from '../questions/questions-for-test.ts'
import { decideFactorReset, findFactorReset, listFactorResets, requestFactorReset } from './factor-reset.ts'

const reason = '電話で本人と確認した。認証アプリの端末を紛失したため'

async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const member = await site.account('member@example.com')
	await ctx.db
		.insertInto('second_factors')
		.values({ uid: member.uid, sealed_secret: 'x', created_at: ctx.now(), confirmed_at: ctx.now(), last_step: '0' })
		.execute()
	const browser = site.browser()
	await browser.enter(member.uid)
	const staffOf = async (email: string, role: 'support' | 'moderator') => {
		const account = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const staffBrowser = site.browser()
		await staffBrowser.enter(account.uid)
		return requireRecentStaff(await staffBrowser.ctx())
	}
	return {
		site,
		member,
		browser,
		first: await staffOf('first@example.com', 'support'),
		second: await staffOf('second@example.com', 'support'),
		staffOf,
	}
}

test('a second factor is removed only when another of the staff approves', () =>
	withCtx(async (ctx) => {
		const { site, member, browser, first, second, staffOf } = await people(ctx)
		const before = site.mails.length
		expect(await refusal(requestFactorReset(await staffOf('moderator@example.com', 'moderator'), member.uid, reason))).toBe('forbidden')
		await requestFactorReset(first, member.uid, reason)
		expect(await refusal(requestFactorReset(second, member.uid, reason))).toBe('conflict')
		expect(await refusal(decideFactorReset(first, member.uid, { grants: true, reason }))).toBe('forbidden')
		expect(await hasSecondFactor(ctx, member.uid)).toBe(true)
		expect((await listFactorResets(second)).map(({ uid }) => uid)).toEqual([member.uid])
		await decideFactorReset(second, member.uid, { grants: true, reason })
		expect(await hasSecondFactor(ctx, member.uid)).toBe(false)
		expect((await browser.ctx()).viewer.kind).toBe('visitor')
		expect(await refusal(decideFactorReset(second, member.uid, { grants: true, reason }))).toBe('conflict')
		expect(site.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
			['member@example.com', expect.stringContaining('お申し出')],
			['member@example.com', expect.stringContaining('解除しました')],
		])
	}))

test('a refused request changes nothing, and may be made again', () =>
	withCtx(async (ctx) => {
		const { member, browser, first, second } = await people(ctx)
		await requestFactorReset(first, member.uid, reason)
		await decideFactorReset(second, member.uid, { grants: false, reason: '本人と確認できなかったため' })
		expect(await hasSecondFactor(ctx, member.uid)).toBe(true)
		expect((await browser.ctx()).viewer.kind).toBe('member')
		await requestFactorReset(second, member.uid, reason)
		expect(await findFactorReset(first, member.docId)).toMatchObject({ isOwn: false, reason })
		const actions = await ctx.db
			.selectFrom('audit_log')
			.select('action')
			.where('subject', '=', `user:${member.docId}`)
			.orderBy('id')
			.execute()
		expect(actions.map(({ action }) => action)).toEqual(['user.factor-request', 'user.factor-refuse', 'user.factor-request'])
	}))
