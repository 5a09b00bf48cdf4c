import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import { makeExpert } from '../../../test/factories.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import type { StaffRole } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { announceRechecks, askForRecheck, countDueRechecks, findRecheck, listDueRechecks, recordRecheck } from './rechecks.ts'

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
		expect(await countDueRechecks(staff)).toBe(2)
		await recordRecheck(staff, long, note)
		expect(await dueIds(staff)).toEqual([due])
		expect(await findRecheck(staff, long)).toEqual({ checkedAt: TEST_NOW, isDue: false, askedAt: null })
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

test('an expert is notified once, a month before the year is over, and again after the next recheck', () =>
	withCtx(async (ctx) => {
		await makeExpert(ctx, { verified_at: ago(334) })
		const soon = await makeExpert(ctx, { verified_at: ago(335) })
		const noticed = async () =>
			(await ctx.db.selectFrom('pending_events').select('event').execute()).filter(
				({ event }) => 'kind' in event && event.kind === 'expert-decision',
			)
		expect(await announceRechecks(ctx)).toBe(1)
		expect(await announceRechecks(ctx)).toBe(0)
		expect(await noticed()).toHaveLength(1)
		const staff = await staffOf(ctx)
		await recordRecheck(staff, soon, note)
		expect(await announceRechecks({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(335)) })).toBe(2)
	}))

test('an expert whom the register does not show is asked by mail, stays public and stays due', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx)
		const user = await testSite(ctx).account('expert@example.com')
		const expert = await makeExpert(ctx, { user_id: user.docId, verified_at: ago(400) })
		const mails: string[] = []
		const mailing = {
			...staff,
			enqueueMail: async (_db: unknown, mail: { to: string; text: string }) => void mails.push(`${mail.to} ${mail.text}`),
		}
		await askForRecheck(mailing, expert, '名簿で番号を確認できませんでした')
		expect(mails).toHaveLength(1)
		expect(mails[0]).toContain('名簿で番号を確認できませんでした')
		expect(await findRecheck(staff, expert)).toMatchObject({ isDue: true, askedAt: TEST_NOW })
		expect(await ctx.db.selectFrom('experts').select('state').where('id', '=', expert).executeTakeFirst()).toEqual({ state: 'verified' })
		await recordRecheck(staff, expert, note)
		expect(await findRecheck(staff, expert)).toMatchObject({ isDue: false, askedAt: null })
	}))
