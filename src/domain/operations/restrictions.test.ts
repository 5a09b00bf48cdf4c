import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { codeOf, testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { exportFromModeration, withdrawFromModeration } from '../moderation/personal.ts'
import { refusal } from '../questions/questions-for-test.ts'
import { requireMember, requirePoster } from '../shared/context.ts'
import { readPerson } from './person-overview.ts'
import { readStanding } from './person-standing.ts'
import { limitPerson, restorePerson, suspendPerson } from './restrictions.ts'

const reason = '同じ宣伝の質問を何度も投稿したため'

async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const member = await site.account('member@example.com')
	const browser = site.browser()
	await browser.enter(member.uid)
	const staffOf = async (email: string, role: 'support' | 'moderator' | 'reviewer' | 'admin') => {
		const account = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const staffBrowser = site.browser()
		await staffBrowser.enter(account.uid)
		return { ...account, ctx: requireRecentStaff(await staffBrowser.ctx()) }
	}
	return { site, member, browser, moderator: await staffOf('moderator@example.com', 'moderator'), staffOf }
}

test('a limited account reads and goes on, but does not post until the day is over', () =>
	withCtx(async (ctx) => {
		const { site, member, browser, moderator } = await people(ctx)
		const before = site.mails.length
		await limitPerson(moderator.ctx, member.uid, { until: '2026-06-20', reason })
		const limited = await browser.ctx()
		expect(requireMember(limited).uid).toBe(member.uid)
		expect(await codeOf((async () => requirePoster(limited))())).toBe('account/limited')
		expect(site.mails.slice(before)).toMatchObject([
			{ to: 'member@example.com', subject: expect.stringContaining('制限'), text: expect.stringContaining(reason) },
		])
		// The same form once more is neither another limit nor another mail.
		await limitPerson(moderator.ctx, member.uid, { until: '2026-06-20', reason })
		expect(site.mails.length).toBe(before + 1)
		await limitPerson(moderator.ctx, member.uid, { until: '2026-06-15', reason })
		const standing = await readStanding(moderator.ctx, member.uid, null)
		expect(standing.restrictions.map(({ isInForce }) => isInForce)).toEqual([true, false])
		site.clock.pass(24 * 60)
		expect(requirePoster(await browser.ctx()).uid).toBe(member.uid)
	}))

test('a day that is past or more than a year away is refused in its field', () =>
	withCtx(async (ctx) => {
		const { member, moderator } = await people(ctx)
		for (const until of ['2026-06-14', '2027-06-16'])
			await expect(limitPerson(moderator.ctx, member.uid, { until, reason })).rejects.toMatchObject({
				fields: { until: expect.any(String) },
			})
	}))

test('a suspended account is logged out everywhere and cannot sign in until it is restored', () =>
	withCtx(async (ctx) => {
		const { site, member, browser, moderator } = await people(ctx)
		const before = site.mails.length
		await suspendPerson(moderator.ctx, member.uid, reason)
		expect((await browser.ctx()).viewer.kind).toBe('visitor')
		expect(await codeOf(site.browser().enter(member.uid))).toBe('auth/user-disabled')
		expect(await refusal(suspendPerson(moderator.ctx, member.uid, reason))).toBe('conflict')
		expect(await refusal(limitPerson(moderator.ctx, member.uid, { until: '2026-06-20', reason }))).toBe('conflict')
		await restorePerson(moderator.ctx, member.uid, '本人と話し、再発しないと確認したため')
		await browser.enter(member.uid)
		expect((await browser.ctx()).viewer.kind).toBe('member')
		expect(await refusal(restorePerson(moderator.ctx, member.uid, reason))).toBe('conflict')
		expect(site.mails.slice(before).map(({ subject }) => subject)).toEqual([
			expect.stringContaining('停止しました'),
			expect.stringContaining('停止を解きました'),
		])
		const actions = await ctx.db
			.selectFrom('audit_log')
			.select('action')
			.where('subject', '=', `user:${member.docId}`)
			.orderBy('id')
			.execute()
		expect(actions.map(({ action }) => action)).toEqual(['user.suspend', 'user.restore'])
	}))

test('reviewers restrict nobody, moderators no staff, and nobody themselves', () =>
	withCtx(async (ctx) => {
		const { member, moderator, staffOf } = await people(ctx)
		const reviewer = await staffOf('reviewer@example.com', 'reviewer')
		const admin = await staffOf('admin@example.com', 'admin')
		expect(await refusal(suspendPerson(reviewer.ctx, member.uid, reason))).toBe('forbidden')
		expect(await refusal(readStanding(reviewer.ctx, member.uid, null))).toBe('forbidden')
		expect(await refusal(suspendPerson(moderator.ctx, reviewer.uid, reason))).toBe('forbidden')
		expect(await refusal(suspendPerson(admin.ctx, admin.uid, reason))).toBe('forbidden')
		await suspendPerson(admin.ctx, reviewer.uid, reason)
		expect((await readPerson(admin.ctx, reviewer.uid)).restriction).toBe('suspended')
		expect(await refusal(readStanding(moderator.ctx, 'nobody', null))).toBe('not-found')
	}))

test('what was decided about an account is in its export, and goes when the person leaves', () =>
	withCtx(async (ctx) => {
		const { member, moderator } = await people(ctx)
		await limitPerson(moderator.ctx, member.uid, { until: '2026-06-20', reason })
		expect(await exportFromModeration(ctx, { id: member.docId })).toMatchObject({ restrictions: [{ kind: 'limited', reason }] })
		await withdrawFromModeration(ctx, { id: member.docId })
		expect(await exportFromModeration(ctx, { id: member.docId })).toMatchObject({ restrictions: [] })
	}))
