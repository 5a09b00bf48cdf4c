import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeExpert, makeUser } from '../../../../test/factories.ts'
import { codeOf, testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { decideOnExpert } from '../../experts/expert-verification.ts'
import { listSuspensionRequests } from '../../experts/suspensions/consent.ts'
import { CONSENT_ABOVE_FOLLOWERS } from '../../experts/suspensions/consent-input.ts'
import { decideExpertSuspension, requestExpertSuspension, withdrawExpertSuspension } from '../../experts/suspensions/expert-suspension.ts'
import { refusal } from '../../questions/questions-for-test.ts'
import { suspendPerson } from '../restrictions.ts'
import { decidePersonSuspension, readPersonConsent, requestPersonSuspension, withdrawPersonSuspension } from './person-suspension.ts'

const reason = '名簿から登録が外れていることを確認したため'

async function follow(ctx: TestCtx, expertId: number): Promise<void> {
	const { id } = await makeUser(ctx)
	await ctx.db.insertInto('follows').values({ user_id: id, expert_id: expertId, created_at: ctx.now() }).execute()
}

/** A verified expert with an account and `followers` followers, and staff. */
async function world(ctx: TestCtx, followers: number) {
	const site = testSite(ctx)
	const account = await site.account('followed@example.com')
	const expertId = await makeExpert(ctx, { user_id: account.docId })
	for (let n = 0; n < followers; n += 1) await follow(ctx, expertId)
	const staffOf = async (email: string, role: 'reviewer' | 'support' | 'moderator') => {
		const staff = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: staff.docId, role }).execute()
		const browser = site.browser()
		await browser.enter(staff.uid)
		return requireRecentStaff(await browser.ctx())
	}
	return { site, account, expertId, staffOf }
}

const stateOf = async (ctx: TestCtx, id: number) =>
	ctx.db.selectFrom('experts').select(['state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

const actionsOn = async (ctx: TestCtx, subject: string) =>
	(await ctx.db.selectFrom('audit_log').select('action').where('subject', '=', subject).orderBy('id').execute()).map(({ action }) => action)

test('an expert with many followers is suspended only when a second reviewer consents, with the reason of the first', () =>
	withCtx(async (ctx) => {
		const { expertId, staffOf } = await world(ctx, CONSENT_ABOVE_FOLLOWERS)
		const [first, second] = [await staffOf('first@example.com', 'reviewer'), await staffOf('second@example.com', 'reviewer')]
		const { version } = await stateOf(ctx, expertId)
		// At the limit one person is enough, so there is nothing to ask for.
		expect(await refusal(requestExpertSuspension(first, expertId, { reason, version }))).toBe('conflict')
		await follow(ctx, expertId)

		expect(await codeOf(decideOnExpert(first, expertId, { state: 'suspended', reason, version }))).toBe('experts/consent-needed')
		await requestExpertSuspension(first, expertId, { reason, version })
		expect(await refusal(requestExpertSuspension(second, expertId, { reason, version }))).toBe('conflict')
		expect(await refusal(decideExpertSuspension(first, expertId, { grants: true, reason, version }))).toBe('forbidden')
		expect(await codeOf(decideOnExpert(first, expertId, { state: 'suspended', reason, version }))).toBe('experts/consent-needed')
		expect((await stateOf(ctx, expertId)).state).toBe('verified')
		expect(await listSuspensionRequests(second)).toMatchObject([{ scope: 'expert', expertId }])
		expect(await listSuspensionRequests(await staffOf('support@example.com', 'support'))).toEqual([])

		await decideExpertSuspension(second, expertId, { grants: true, reason: '名簿を確認した', version })
		expect((await stateOf(ctx, expertId)).state).toBe('suspended')
		const decision = await ctx.db
			.selectFrom('expert_decisions')
			.select(['reason', 'decided_by'])
			.where('expert_id', '=', expertId)
			.execute()
		expect(decision).toEqual([{ reason, decided_by: second.viewer.userId }])
		expect(await refusal(decideExpertSuspension(second, expertId, { grants: true, reason: '名簿を確認した', version }))).toBe('conflict')
		expect(await actionsOn(ctx, `expert:${expertId}`)).toEqual(['expert.suspend-request', 'expert.suspend-consent', 'expert.suspend'])
	}))

test('a refused or withdrawn request changes nothing; a change in between keeps a consent from applying', () =>
	withCtx(async (ctx) => {
		const { expertId, staffOf } = await world(ctx, CONSENT_ABOVE_FOLLOWERS + 1)
		const [first, second] = [await staffOf('first@example.com', 'reviewer'), await staffOf('second@example.com', 'reviewer')]
		const { version } = await stateOf(ctx, expertId)
		const ask = () => requestExpertSuspension(first, expertId, { reason, version })
		await ask()
		await decideExpertSuspension(second, expertId, { grants: false, reason: '番号の読み違いだったため', version })
		await ask()
		expect(await refusal(withdrawExpertSuspension(second, expertId))).toBe('forbidden')
		await withdrawExpertSuspension(first, expertId)
		expect(await refusal(withdrawExpertSuspension(first, expertId))).toBe('conflict')
		await ask()
		await ctx.db
			.updateTable('experts')
			.set({ version: version + 1 })
			.where('id', '=', expertId)
			.execute()
		expect(await refusal(decideExpertSuspension(second, expertId, { grants: true, reason: '名簿を確認した', version }))).toBe('conflict')
		expect((await stateOf(ctx, expertId)).state).toBe('verified')
	}))

test('the account of a followed expert takes two people as well, and one with few followers only one', () =>
	withCtx(async (ctx) => {
		const { account, staffOf, site } = await world(ctx, CONSENT_ABOVE_FOLLOWERS + 1)
		const [first, second] = [await staffOf('first@example.com', 'support'), await staffOf('second@example.com', 'moderator')]
		expect(await codeOf(suspendPerson(first, account.uid, reason))).toBe('experts/consent-needed')
		await requestPersonSuspension(first, account.uid, reason)
		await withdrawPersonSuspension(first, account.uid)
		await requestPersonSuspension(first, account.uid, reason)
		expect(await readPersonConsent(second, account.docId)).toMatchObject({ isNeeded: true, request: { reason, isOwn: false } })
		expect(
			await refusal(decidePersonSuspension(await staffOf('reviewer@example.com', 'reviewer'), account.uid, { grants: true, reason })),
		).toBe('forbidden')
		const before = site.mails.length
		await decidePersonSuspension(second, account.uid, { grants: true, reason: '投稿の履歴を確認した' })
		expect(await codeOf(site.browser().enter(account.uid))).toBe('auth/user-disabled')
		expect(site.mails.slice(before)).toMatchObject([{ to: 'followed@example.com', text: expect.stringContaining(reason) }])

		const other = await site.account('quiet@example.com')
		await suspendPerson(first, other.uid, reason)
		expect(await codeOf(site.browser().enter(other.uid))).toBe('auth/user-disabled')
	}))
