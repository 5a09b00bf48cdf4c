import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { report } from '../moderation/reports.ts'
import { makeMember, as, makeThread, refusal } from '../questions/questions-for-test.ts'
import type { Ctx, StaffRole } from '../shared/context.ts'
import {
	claimItem,
	countColleagues,
	findPendingVerdict,
	giveVerdict,
	listFailedVerdicts,
	settleDueVerdicts,
	skipItem,
	undoVerdict,
} from './desk.ts'
import { fillTemplate, reasonTemplates } from './desk-input.ts'
import { listDeskItems } from './desk-lists.ts'

async function asStaff(ctx: Ctx, role: StaffRole) {
	const staff = requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.viewer.userId, role }).execute()
	return staff
}
const later = <C extends Ctx>(ctx: C, seconds: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + seconds * 1_000) })
const because = '連絡先が書かれているため'
const everything = {}
const listReportItems = async (ctx: Parameters<typeof listDeskItems>[0], filters: Parameters<typeof listDeskItems>[2]) =>
	(await listDeskItems(ctx, 'reports', filters)).items

async function makeReport(ctx: TestCtx, reason: 'abuse' | 'personal' = 'abuse') {
	const { questionId } = await makeThread(ctx)
	await report(as(ctx, await makeMember(ctx)), { kind: 'question', id: questionId }, { reason, body: '' })
	const { id } = await ctx.db.selectFrom('reports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
	const isHidden = async () =>
		(await ctx.db.selectFrom('questions').select('hidden_at').where('id', '=', questionId).executeTakeFirstOrThrow()).hidden_at !== null
	return { id, isHidden }
}

test('a verdict leaves the list at once and takes effect after ten seconds, in the name of who gave it', () =>
	withCtx(async (ctx) => {
		const { id, isHidden } = await makeReport(ctx)
		const staff = await asStaff(ctx, 'moderator')
		const given = await giveVerdict(staff, 'reports', { itemId: id, verdict: 'hide', reason: because, version: null })

		expect(await listReportItems(staff, everything)).toEqual([])
		expect(await findPendingVerdict(staff, given.id)).toMatchObject({ itemId: id, dueAt: new Date(TEST_NOW.getTime() + 10_000) })
		expect(await settleDueVerdicts(later(ctx, 9))).toBe(0)
		expect(await isHidden()).toBe(false)
		expect(await settleDueVerdicts(later(ctx, 10))).toBe(1)
		expect(await settleDueVerdicts(later(ctx, 11))).toBe(0)
		expect(await isHidden()).toBe(true)
		const acts = await ctx.db.selectFrom('audit_log').select(['action', 'user_id', 'reason']).where('action', '=', 'report.hide').execute()
		expect(acts).toEqual([{ action: 'report.hide', user_id: staff.viewer.userId, reason: because }])
	}))

test('a verdict is recorded with the address of who gave it, not of whoever lets it take effect', () =>
	withCtx(async (ctx) => {
		const at = (block: string) => ({ caller: { block } })
		for (const [giver, recorded] of [
			[at('203.0.113.7'), '203.0.113.7'],
			[{}, undefined],
		] as const) {
			const { id } = await makeReport(ctx)
			const staff = { ...(await asStaff(ctx, 'moderator')), ...giver }
			await giveVerdict(staff, 'reports', { itemId: id, verdict: 'hide', reason: because, version: null })
			await settleDueVerdicts({ ...later(ctx, 10), ...at('198.51.100.9') })
			const act = ctx.db.selectFrom('audit_log').select('detail').where('action', '=', 'report.hide').orderBy('id', 'desc')
			const { detail } = await act.executeTakeFirstOrThrow()
			expect(detail?.['callerBlock']).toBe(recorded)
		}
	}))

test('a verdict that was taken back in time does nothing, and its item comes back', () =>
	withCtx(async (ctx) => {
		const { id, isHidden } = await makeReport(ctx)
		const staff = await asStaff(ctx, 'moderator')
		const given = await giveVerdict(staff, 'reports', { itemId: id, verdict: 'hide', reason: because, version: null })
		expect(await refusal(undoVerdict(await asStaff(ctx, 'moderator'), given.id))).toBe('conflict')
		expect(await undoVerdict(staff, given.id)).toMatchObject({ queue: 'reports', itemId: id })
		await settleDueVerdicts(later(ctx, 60))

		expect(await isHidden()).toBe(false)
		expect(await listReportItems(staff, everything)).toMatchObject([{ id }])
		expect(await refusal(undoVerdict(staff, given.id))).toBe('conflict')
	}))

test('of two verdicts on one item the first counts', () =>
	withCtx(async (ctx) => {
		const { id } = await makeReport(ctx)
		await giveVerdict(await asStaff(ctx, 'moderator'), 'reports', { itemId: id, verdict: 'hide', reason: because, version: null })
		const second = giveVerdict(await asStaff(ctx, 'moderator'), 'reports', {
			itemId: id,
			verdict: 'dismiss',
			reason: because,
			version: null,
		})

		expect(await refusal(second)).toBe('conflict')
	}))

test('a verdict that is not possible any more is kept with the reason for who gave it', () =>
	withCtx(async (ctx) => {
		const expertId = await makeExpert(ctx, { state: 'submitted', display_name: '桐谷 冬' })
		const staff = await asStaff(ctx, 'reviewer')
		const { version } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
		await giveVerdict(staff, 'experts', { itemId: expertId, verdict: 'verified', reason: '', version })
		await ctx.db
			.updateTable('experts')
			.set({ version: version + 1 })
			.where('id', '=', expertId)
			.execute()
		await settleDueVerdicts(later(ctx, 10))

		expect(await listFailedVerdicts(staff, 'experts')).toMatchObject([
			{ itemId: expertId, failure: expect.stringContaining('申請の状態が変わりました') },
		])
		expect((await listDeskItems(staff, 'experts')).items).toMatchObject([{ id: expertId }])
	}))

test('a verdict of somebody who is no longer staff does not take effect', () =>
	withCtx(async (ctx) => {
		const { id, isHidden } = await makeReport(ctx)
		const staff = await asStaff(ctx, 'moderator')
		await giveVerdict(staff, 'reports', { itemId: id, verdict: 'hide', reason: because, version: null })
		await ctx.db.deleteFrom('staff_roles').where('user_id', '=', staff.viewer.userId).execute()
		await settleDueVerdicts(later(ctx, 10))

		expect(await isHidden()).toBe(false)
		expect(await listReportItems(await asStaff(ctx, 'moderator'), everything)).toMatchObject([{ id }])
	}))

test('personal data comes first, then what waits longest', () =>
	withCtx(async (ctx) => {
		const abuse = await makeReport(ctx)
		const personal = await makeReport(ctx, 'personal')
		const staff = await asStaff(ctx, 'moderator')

		expect((await listReportItems(staff, everything)).map(({ id }) => id)).toEqual([personal.id, abuse.id])
		expect((await listReportItems(staff, { own: 'abuse' })).map(({ id }) => id)).toEqual([abuse.id])
	}))

test('an item that one puts off leaves one’s own list for a day', () =>
	withCtx(async (ctx) => {
		const { id } = await makeReport(ctx)
		const [staff, colleague] = [await asStaff(ctx, 'moderator'), await asStaff(ctx, 'moderator')]
		await skipItem(staff, 'reports', id, '詳しい担当者に相談する')

		expect(await listReportItems(staff, everything)).toEqual([])
		expect(await listReportItems(staff, { showsSkipped: true })).toMatchObject([{ id }])
		expect(await listReportItems(colleague, everything)).toMatchObject([{ id }])
		expect(await listReportItems(later(staff, 86_401), everything)).toMatchObject([{ id }])
	}))

test('the second who opens an item is told of the first, for five minutes', () =>
	withCtx(async (ctx) => {
		const { id } = await makeReport(ctx)
		const [first, second] = [await asStaff(ctx, 'moderator'), await asStaff(ctx, 'moderator')]

		expect(await claimItem(first, 'reports', id)).toBeNull()
		expect(await claimItem(second, 'reports', id)).toMatchObject({ seenAt: TEST_NOW })
		expect(await claimItem(first, 'reports', id)).toBeNull()
		expect(await listReportItems(second, everything)).toMatchObject([{ id, claimedBy: expect.any(String) }])
		expect([await countColleagues(first), await countColleagues(second), await countColleagues(later(second, 301))]).toEqual([0, 1, 0])
		expect(await claimItem(later(second, 301), 'reports', id)).toBeNull()
	}))

test('a queue is closed to staff without its role', () =>
	withCtx(async (ctx) => {
		const { id } = await makeReport(ctx)
		const reviewer = await asStaff(ctx, 'reviewer')

		expect(await refusal(listReportItems(reviewer, everything))).toBe('forbidden')
		expect(await refusal(claimItem(reviewer, 'reports', id))).toBe('forbidden')
		expect(await refusal(giveVerdict(reviewer, 'reports', { itemId: id, verdict: 'hide', reason: because, version: null }))).toBe(
			'forbidden',
		)
	}))

test('every offered text is short enough, and its placeholders are those that the desk fills', () => {
	for (const { body } of Object.values(reasonTemplates).flat()) {
		expect(body.length).toBeLessThanOrEqual(300)
		expect(fillTemplate(body, { 氏名: '桐谷 冬', 番号: '第1号', 会: '東京税理士会' })).not.toMatch(/[{}]/)
	}
})
