import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeExpert } from '../../../../test/factories.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { report } from '../../moderation/reports.ts'
import { as, makeMember, makeThread, refusal } from '../../questions/questions-for-test.ts'
import type { Ctx, StaffRole } from '../../shared/context.ts'
import { settleDueVerdicts } from '../desk.ts'
import { deskQueues, deskVerdicts } from '../desk-input.ts'
import { listDeskItems } from '../desk-lists.ts'
import { bulkVerdicts, giveVerdicts, readItemVersions, undoVerdicts } from './bulk-verdicts.ts'
import { listQueueViews, removeQueueView, saveQueueView } from './queue-views.ts'

async function makeStaff(ctx: Ctx, role: StaffRole) {
	const staff = requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.viewer.userId, role }).execute()
	return staff
}
const later = <C extends Ctx>(ctx: C, seconds: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + seconds * 1_000) })
const because = '連絡先が書かれているため'

async function makeReports(ctx: TestCtx, count: number): Promise<number[]> {
	for (let made = 0; made < count; made += 1) {
		const { questionId } = await makeThread(ctx)
		await report(as(ctx, await makeMember(ctx)), { kind: 'question', id: questionId }, { reason: 'abuse', body: '' })
	}
	return (await ctx.db.selectFrom('reports').select('id').orderBy('id').execute()).map(({ id }) => id)
}

test('a verdict on several items is one line of the audit log for each, and one that is refused holds up no other', () =>
	withCtx(async (ctx) => {
		const staff = await makeStaff(ctx, 'moderator')
		const [first = 0, second = 0, third = 0] = await makeReports(ctx, 3)
		const items = [first, 999_999, second].map((itemId) => ({ itemId, version: null }))
		const { given, refused } = await giveVerdicts(staff, 'reports', { items, verdict: 'hide', reason: because })
		expect([given.length, refused.map(({ itemId }) => itemId)]).toEqual([2, [999_999]])
		expect((await listDeskItems(staff, 'reports')).items.map(({ id }) => id)).toEqual([third])
		await settleDueVerdicts(later(ctx, 10))
		const lines = await ctx.db.selectFrom('audit_log').select(['action', 'reason']).where('action', '=', 'report.hide').execute()
		expect(lines).toEqual([1, 2].map(() => ({ action: 'report.hide', reason: because })))
	}))

test('all verdicts of a bulk can be taken back in time', () =>
	withCtx(async (ctx) => {
		const staff = await makeStaff(ctx, 'moderator')
		const items = (await makeReports(ctx, 2)).map((itemId) => ({ itemId, version: null }))
		const { given } = await giveVerdicts(staff, 'reports', { items, verdict: 'dismiss', reason: because })
		expect(await undoVerdicts(await makeStaff(ctx, 'moderator'), given)).toBe(0)
		expect(await undoVerdicts(staff, given)).toBe(2)
		expect(await settleDueVerdicts(later(ctx, 60))).toBe(0)
		expect((await listDeskItems(staff, 'reports')).items).toHaveLength(2)
	}))

test('nothing that must be read first is decided in bulk, in no queue', () =>
	withCtx(async (ctx) => {
		const forbidden = ['verified', 'rejected', 'approve', 'publish', 'grant', 'answer', 'reply', 'cancel', 'suppress']
		for (const queue of deskQueues) {
			const offered = bulkVerdicts(queue).map(({ verdict }) => verdict)
			expect(offered).not.toEqual([])
			expect(offered.filter((verdict) => forbidden.includes(verdict))).toEqual([])
			expect(deskVerdicts[queue].map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(offered))
		}
		const reviewer = await makeStaff(ctx, 'reviewer')
		const items = [{ itemId: 1, version: 1 }]
		expect(await refusal(giveVerdicts(reviewer, 'experts', { items, verdict: 'verified', reason: '' }))).toBe('invalid')
		expect(await refusal(giveVerdicts(reviewer, 'reports', { items, verdict: 'hide', reason: because }))).toBe('forbidden')
	}))

test('an application that changed since the list was opened is refused', () =>
	withCtx(async (ctx) => {
		const reviewer = await makeStaff(ctx, 'reviewer')
		const id = await makeExpert(ctx, { state: 'submitted', submitted_at: TEST_NOW, verified_at: null, version: 3 })
		const { items: rows } = await listDeskItems(reviewer, 'experts')
		expect(rows).toMatchObject([{ id }])
		expect(await readItemVersions(reviewer, 'experts', [id])).toEqual(new Map([[id, 3]]))
		await ctx.db.updateTable('experts').set({ version: 4 }).where('id', '=', id).execute()
		const bulk = { items: [{ itemId: id, version: 3 }], verdict: 'needs_fix', reason: '書類の文字が読み取れません。撮り直してください。' }
		expect(await giveVerdicts(reviewer, 'experts', bulk)).toMatchObject({ given: [], refused: [{ itemId: id }] })
	}))

test('every queue is listed for bulk acts with the versions of its items', () =>
	withCtx(async (ctx) => {
		const admin = await makeStaff(ctx, 'admin')
		for (const queue of deskQueues) {
			expect((await listDeskItems(admin, queue, { showsSkipped: true })).items).toEqual([])
			expect(await readItemVersions(admin, queue, [1])).toEqual(new Map())
		}
	}))

test('a view that is not shared is its maker’s: a name is replaced, and nobody else sees or removes it', () =>
	withCtx(async (ctx) => {
		const [staff, colleague] = [await makeStaff(ctx, 'support'), await makeStaff(ctx, 'support')]
		await saveQueueView(staff, 'leads', { name: '動かない依頼', query: 'filter=stalled', isShared: false })
		await saveQueueView(staff, 'leads', { name: '動かない依頼', query: 'filter=waiting', isShared: false })
		const [view] = await listQueueViews(staff, 'leads')
		expect(view).toMatchObject({ name: '動かない依頼', query: 'filter=waiting' })
		expect([await listQueueViews(staff, 'mail'), await listQueueViews(colleague, 'leads')]).toEqual([[], []])
		expect(await refusal(removeQueueView(colleague, view?.id ?? 0))).toBe('not-found')
		expect(await refusal(saveQueueView(staff, 'leads', { name: ' ', query: '', isShared: false }))).toBe('invalid')
		expect(await refusal(saveQueueView(staff, 'reports', { name: '報告', query: '', isShared: false }))).toBe('forbidden')
		await removeQueueView(staff, view?.id ?? 0)
		expect(await listQueueViews(staff, 'leads')).toEqual([])
	}))

test('a shared view is seen by all who work on the queue, and its maker or an admin removes it, on record', () =>
	withCtx(async (ctx) => {
		const [staff, colleague, admin] = [await makeStaff(ctx, 'support'), await makeStaff(ctx, 'support'), await makeStaff(ctx, 'admin')]
		const view = { name: '動かない依頼', query: 'filter=stalled', isShared: true }
		await saveQueueView(staff, 'leads', view)
		const [seen] = await listQueueViews(colleague, 'leads')
		expect(seen).toMatchObject({ name: view.name, query: view.query, isShared: true, mayRemove: false })
		expect(await refusal(removeQueueView(colleague, seen?.id ?? 0))).toBe('not-found')
		// A name that all see is one view; under one's own the colleague may use it.
		expect(await refusal(saveQueueView(colleague, 'leads', view))).toBe('invalid')
		await saveQueueView(colleague, 'leads', { ...view, isShared: false })
		expect(await listQueueViews(colleague, 'leads')).toHaveLength(2)
		expect(await listQueueViews(staff, 'leads')).toHaveLength(1)
		await removeQueueView(admin, seen?.id ?? 0)
		expect((await listQueueViews(colleague, 'leads')).map(({ isShared }) => isShared)).toEqual([false])
		const acts = await ctx.db.selectFrom('audit_log').select('action').where('action', 'like', 'queue.%').orderBy('id').execute()
		expect(acts.map(({ action }) => action)).toEqual(['queue.share-view', 'queue.remove-view'])
	}))
