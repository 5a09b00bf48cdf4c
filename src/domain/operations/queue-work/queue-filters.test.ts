import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../../test/factories.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { report } from '../../moderation/reports.ts'
import { as, makeMember, makeThread, refusal } from '../../questions/questions-for-test.ts'
import type { Ctx, StaffRole } from '../../shared/context.ts'
import { hours } from '../../shared/japan-time.ts'
import { claimItem, giveVerdict, settleDueVerdicts } from '../desk.ts'
import { type DeskQueue, deskQueues } from '../desk-input.ts'
import { listDeskItems, listQueueAssociations } from '../desk-lists.ts'
import { assignItems, countOwnItems, listColleagues } from './assignments.ts'
import { type QueueFilters, readQueueFilters, risksOf } from './queue-filters.ts'
import { allWaiting, momentOf, waitingItems } from './waiting-items.ts'

async function makeStaff(ctx: Ctx, role: StaffRole) {
	const staff = requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.viewer.userId, role }).execute()
	return staff
}
type Staff = Awaited<ReturnType<typeof makeStaff>>
const idsOf = async (staff: Staff, queue: DeskQueue, filters: Partial<QueueFilters> = {}) =>
	(await listDeskItems(staff, queue, filters)).items.map(({ id }) => id)
const noticesOf = async (ctx: Ctx) =>
	(await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()).flatMap(({ event }) =>
		event.event === 'notice' && event.kind === 'staff-work' ? [{ userId: event.userId, text: event.text, path: event.path }] : [],
	)
const ago = (hoursAgo: number) => new Date(TEST_NOW.getTime() - hours(hoursAgo))

/** Three applicants, the first of whom waits longest. */
async function makeApplicants(ctx: TestCtx) {
	const make = (hoursAgo: number) => makeExpert(ctx, { state: 'submitted', submitted_at: ago(hoursAgo), verified_at: null })
	const [first, second, third] = [await make(72), await make(2), await make(1)]
	await ctx.db.deleteFrom('expert_credentials').where('expert_id', 'in', [first, second, third]).execute()
	const credential = (expert_id: number, registration_number: string, association: string) =>
		ctx.db
			.insertInto('expert_credentials')
			.values({ expert_id, profession_id: 3, registration_number, association, registered_on: null, claimed_at: TEST_NOW })
			.execute()
	await credential(first, '第19130001号', '東京都行政書士会')
	await credential(second, '第19130002号', '東京都行政書士会')
	await credential(third, 'なし', '愛知県行政書士会')
	return { first, second, third, reviewer: await makeStaff(ctx, 'reviewer') }
}

test('applications are narrowed to an association, which is offered with its number of items', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		expect(await listQueueAssociations(reviewer, 'experts')).toEqual([
			{ association: '東京都行政書士会', count: 2 },
			{ association: '愛知県行政書士会', count: 1 },
		])
		expect(await idsOf(reviewer, 'experts', { association: '東京都行政書士会' })).toEqual([first, second])
		expect(await idsOf(reviewer, 'experts', { association: '愛知県行政書士会', own: '3' })).toEqual([third])
		expect(await idsOf(reviewer, 'experts', { association: '東京' })).toEqual([])
		expect(await listQueueAssociations(await makeStaff(ctx, 'support'), 'leads')).toEqual([])
	}))

test('what is late by the target of the queue is so on every page of the list', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		expect(await idsOf(reviewer, 'experts', { only: 'late' })).toEqual([first])
		const { items } = await listDeskItems(reviewer, 'experts')
		expect(items.map(({ isLate }) => isLate)).toEqual([true, false, false])
		await claimItem(await makeStaff(ctx, 'reviewer'), 'experts', first)
		expect(await idsOf(reviewer, 'experts', { only: 'free' })).toEqual([second, third])
	}))

test('an application shows what deserves a closer look, and is found by it', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		const { items } = await listDeskItems(reviewer, 'experts', { risk: 'unusual' })
		expect(items).toMatchObject([{ id: third, risks: expect.arrayContaining(['unusual', 'proofless']) }])
		expect(await idsOf(reviewer, 'experts', { risk: 'taken' })).toEqual([])
		const { first_name, last_name } = await ctx.db
			.selectFrom('experts as e')
			.innerJoin('users as u', 'u.id', 'e.user_id')
			.select(['u.first_name', 'u.last_name'])
			.where('e.id', '=', first)
			.executeTakeFirstOrThrow()
		await ctx.db
			.updateTable('experts')
			.set({ display_name: `${last_name}　${first_name}` })
			.where('id', '=', first)
			.execute()
		expect(await idsOf(reviewer, 'experts', { risk: 'name' })).toEqual([second, third])
		await ctx.db
			.insertInto('credential_changes')
			.values(takenBy(await makeExpert(ctx)))
			.execute()
		expect(await idsOf(reviewer, 'experts', { risk: 'taken' })).toEqual([second])
	}))

test('the filters of risks agree with the risks that are shown, whatever they depend on changes', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		const agree = async (...expected: string[][]) => {
			const { items } = await listDeskItems(reviewer, 'experts')
			expect(items.map(({ risks }) => risks.toSorted())).toEqual(expected)
			const having = (test: (risks: readonly string[]) => boolean) => items.filter(({ risks }) => test(risks)).map(({ id }) => id)
			expect(await idsOf(reviewer, 'experts', { risk: 'some' })).toEqual(having((risks) => risks.length > 0))
			expect(await idsOf(reviewer, 'experts', { risk: 'none' })).toEqual(having((risks) => risks.length === 0))
			for (const risk of Object.keys(risksOf('experts')))
				expect([risk, await idsOf(reviewer, 'experts', { risk })]).toEqual([risk, having((risks) => risks.includes(risk))])
		}
		const all = [first, second, third]
		await agree(['name', 'proofless'], ['name', 'proofless'], ['name', 'proofless', 'unusual'])
		await sql`update experts e set display_name = u.last_name || ' ' || u.first_name from users u
			where u.id = e.user_id and e.id = any (${all}::integer[])`.execute(ctx.db)
		await agree(['proofless'], ['proofless'], ['proofless', 'unusual'])
		await sql`update users set last_name = '別の名' where id = (select user_id from experts where id = ${first}::integer)`.execute(ctx.db)
		await agree(['name', 'proofless'], ['proofless'], ['proofless', 'unusual'])
		await sql`update expert_credentials set registration_number = '第19130003号' where expert_id = ${third}::integer`.execute(ctx.db)
		await agree(['name', 'proofless'], ['proofless'], ['proofless'])
		await ctx.db
			.insertInto('credential_changes')
			.values(takenBy(await makeExpert(ctx)))
			.execute()
		await agree(['name', 'proofless'], ['proofless', 'taken'], ['proofless'])
		await sql`delete from credential_changes`.execute(ctx.db)
		await agree(['name', 'proofless'], ['proofless'], ['proofless'])
		await sql`delete from expert_credentials where expert_id = ${third}::integer`.execute(ctx.db)
		await agree(['name', 'proofless'], ['proofless'], [])
	}))

test('risks are found for the applications of a page, in the order of an index, and not for all experts', () =>
	withCtx(async (ctx) => {
		const { reviewer } = await makeApplicants(ctx)
		// With few rows a plan would read them all if it could.
		await sql`set local enable_seqscan = off`.execute(ctx.db)
		await sql`set local enable_hashjoin = off`.execute(ctx.db)
		for (const risk of ['some', 'none', 'unusual', 'proofless']) {
			const { rows } = await sql`explain (format json) select item.id
				from (${waitingItems.experts(reviewer, { ...allWaiting, risk })}) item order by item.rank, ${momentOf('experts')}, item.id limit 51`.execute(
				ctx.db,
			)
			const plan = JSON.stringify(rows)
			expect(plan).toContain('experts_queue')
			expect(plan).not.toMatch(/"Sort"|hashed SubPlan/)
		}
	}))

/** A change of another expert that has the number of the second applicant. */
const takenBy = (expert_id: number) =>
	({
		expert_id,
		profession_id: 3,
		registration_number: '19130002',
		association: '東京都行政書士会',
		registered_on: null,
		state: 'submitted',
		submitted_at: TEST_NOW,
		created_at: TEST_NOW,
		updated_at: TEST_NOW,
		decided_by: null,
		decided_at: null,
		sub_qualification_id: null,
		valid_until: null,
	}) as const

test('an application that came back after a fix is in its second round', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		const state = {
			state: 'needs_fix',
			reason: '書類を撮り直してください。',
			decided_by: reviewer.viewer.userId,
			decided_at: TEST_NOW,
		} as const
		await ctx.db
			.insertInto('expert_decisions')
			.values({ expert_id: second, ...state })
			.execute()
		expect(await idsOf(reviewer, 'experts', { round: 'again' })).toEqual([second])
		expect(await idsOf(reviewer, 'experts', { round: 'first' })).toEqual([first, third])
		expect((await listDeskItems(reviewer, 'experts')).items.map(({ round }) => round)).toEqual([1, 2, 1])
	}))

test('a report is found by how many sent one, and by an earlier one about the same thing', () =>
	withCtx(async (ctx) => {
		const staff = await makeStaff(ctx, 'moderator')
		const { questionId } = await makeThread(ctx)
		const send = async (reason: 'abuse' | 'personal') =>
			report(as(ctx, await makeMember(ctx)), { kind: 'question', id: questionId }, { reason, body: '' })
		await send('abuse')
		const [id = 0] = await idsOf(staff, 'reports')
		expect(await idsOf(staff, 'reports', { risk: 'none' })).toEqual([id])
		await send('abuse')
		expect((await listDeskItems(staff, 'reports')).items).toMatchObject([{ id, risks: ['several'], round: 1 }])
		await giveVerdict(staff, 'reports', { itemId: id, verdict: 'uphold', reason: '書いた方に連絡しました。', version: null })
		await settleDueVerdicts({ ...ctx, now: () => new Date(TEST_NOW.getTime() + 10_000) })
		await send('personal')
		const { items } = await listDeskItems(staff, 'reports', { round: 'again' })
		expect(items).toMatchObject([{ risks: ['personal', 'before'], round: 2 }])
	}))

test('every filter of every queue is a statement that answers', () =>
	withCtx(async (ctx) => {
		const admin = await makeStaff(ctx, 'admin')
		const cursor = (await pageOf(ctx, admin)).next?.cursor ?? null
		expect(cursor).not.toBeNull()
		for (const queue of deskQueues) {
			if (queue === 'reports') continue
			for (const filters of [
				{ only: 'late' },
				{ only: 'free' },
				{ round: 'again' },
				{ assignee: 'me' },
				{ assignee: 'nobody' },
				{ assignee: admin.viewer.uid },
				{ association: '東京都行政書士会' },
				{ prefectureId: 13 },
				{ cursor },
				...['some', 'none', ...Object.keys(risksOf(queue))].map((risk) => ({ risk })),
			] as Partial<QueueFilters>[])
				expect((await listDeskItems(admin, queue, filters)).items).toEqual([])
			expect(await listQueueAssociations(admin, queue)).toEqual([])
		}
		expect(await countOwnItems(admin)).toEqual([])
	}))

/** More reports than a page holds, the newest of them about personal data. */
async function pageOf(ctx: TestCtx, staff: Staff) {
	const rows = Array.from({ length: 60 }, (_, place) => ({
		reporter_id: staff.viewer.userId,
		kind: 'question' as const,
		subject_id: 900_000 + place,
		reason: place < 55 ? ('abuse' as const) : ('personal' as const),
		created_at: new Date(TEST_NOW.getTime() - hours(1) + place * 7),
		decided_at: null,
		decided_by: null,
		decision_reason: null,
	}))
	await ctx.db.insertInto('reports').values(rows).execute()
	return (await listDeskItems(staff, 'reports')).page
}

test('a queue is read to its end and back, page by page, personal data first', () =>
	withCtx(async (ctx) => {
		const staff = await makeStaff(ctx, 'moderator')
		await pageOf(ctx, staff)
		const first = await listDeskItems(staff, 'reports')
		const second = await listDeskItems(staff, 'reports', { cursor: first.page.next?.cursor ?? '' })
		const back = await listDeskItems(staff, 'reports', { cursor: second.page.previous?.cursor ?? null })
		const ids = [...first.items, ...second.items].map(({ id }) => id)
		expect([first.items.length, second.items.length, new Set(ids).size]).toEqual([50, 10, 60])
		expect(first.items.slice(0, 6).map(({ risks }) => risks)).toEqual([...Array.from({ length: 5 }, () => ['personal']), []])
		expect([back.items, second.page.next]).toEqual([first.items, null])
	}))

test('what waits is narrowed to a prefecture by the office that it is about', () =>
	withCtx(async (ctx) => {
		const { first, second, reviewer } = await makeApplicants(ctx)
		const tokyo = await makeOffice(ctx, { expertIds: [first], listed: false })
		const aichi = await makeOffice(ctx, { expertIds: [second], listed: false, municipality_id: 23101 })
		expect(await idsOf(reviewer, 'experts', { prefectureId: 13 })).toEqual([first])
		expect(await idsOf(reviewer, 'experts', { prefectureId: 23 })).toEqual([second])
		const askChange = (office_id: number) =>
			ctx.db
				.insertInto('office_changes')
				.values({
					office_id,
					fields: JSON.stringify({}),
					reason: '',
					asked_by: null,
					asked_at: TEST_NOW,
					decided_by: null,
					decided_at: null,
				})
				.returning('id')
				.executeTakeFirstOrThrow()
		const [change] = [await askChange(tokyo), await askChange(aichi)]
		expect(await idsOf(reviewer, 'offices', { prefectureId: 13 })).toEqual([change.id])
		expect(await idsOf(reviewer, 'offices')).toHaveLength(2)
	}))

test('a colleague is put in charge of items, each with a line of the audit log, and is found by that', () =>
	withCtx(async (ctx) => {
		const { first, second, third, reviewer } = await makeApplicants(ctx)
		const colleague = await makeStaff(ctx, 'reviewer')
		const give = (itemIds: number[], assignee: string) => assignItems(reviewer, 'experts', { itemIds, assignee })
		expect(await give([first, second, 999_999], colleague.viewer.uid)).toEqual({ changed: 2, gone: [999_999] })
		expect(await give([second, third], reviewer.viewer.uid)).toEqual({ changed: 2, gone: [] })
		// Whoever is in charge already is no change, and none in the log.
		expect(await give([third], reviewer.viewer.uid)).toEqual({ changed: 0, gone: [] })
		expect(await idsOf(reviewer, 'experts', { assignee: 'me' })).toEqual([second, third])
		expect(await idsOf(colleague, 'experts', { assignee: 'me' })).toEqual([first])
		expect(await idsOf(reviewer, 'experts', { assignee: colleague.viewer.uid })).toEqual([first])
		expect([await countOwnItems(reviewer), await countOwnItems(colleague)]).toEqual([
			[{ queue: 'experts', count: 2 }],
			[{ queue: 'experts', count: 1 }],
		])
		expect(await give([second], '')).toEqual({ changed: 1, gone: [] })
		expect(await noticesOf(ctx)).toEqual([
			{
				userId: colleague.viewer.userId,
				text: '専門家の審査の2件の担当になりました。',
				path: '/admin/queues/experts?assignee=me',
			},
		])
		expect(await idsOf(colleague, 'experts', { assignee: 'nobody' })).toEqual([second])
		const lines = await ctx.db
			.selectFrom('audit_log')
			.select(['action', 'subject', 'detail'])
			.where('action', 'in', ['queue.assign', 'queue.unassign'])
			.orderBy('id')
			.execute()
		expect(lines).toEqual([
			{ action: 'queue.assign', subject: `expert:${first}`, detail: { assignee: colleague.viewer.uid } },
			{ action: 'queue.assign', subject: `expert:${second}`, detail: { assignee: colleague.viewer.uid } },
			{ action: 'queue.assign', subject: `expert:${second}`, detail: { assignee: reviewer.viewer.uid } },
			{ action: 'queue.assign', subject: `expert:${third}`, detail: { assignee: reviewer.viewer.uid } },
			{ action: 'queue.unassign', subject: `expert:${second}`, detail: null },
		])
		await give([second], colleague.viewer.uid)
		expect((await noticesOf(ctx))[1]).toMatchObject({
			text: '専門家の審査の1件の担当になりました。',
			path: `/admin/queues/experts?assignee=me&item=${second}`,
		})
	}))

test('only who may decide in a queue is put in charge there, and is in charge while they may', () =>
	withCtx(async (ctx) => {
		const { first, reviewer } = await makeApplicants(ctx)
		const [colleague, support, admin] = [await makeStaff(ctx, 'reviewer'), await makeStaff(ctx, 'support'), await makeStaff(ctx, 'admin')]
		const colleagues = await listColleagues(reviewer, 'experts')
		expect(colleagues[0]).toMatchObject({ uid: reviewer.viewer.uid, isMe: true })
		expect(colleagues.map(({ uid }) => uid).toSorted()).toEqual([reviewer.viewer.uid, colleague.viewer.uid, admin.viewer.uid].toSorted())
		for (const assignee of [support.viewer.uid, 'nobody-of-this-name'])
			expect(await refusal(assignItems(reviewer, 'experts', { itemIds: [first], assignee }))).toBe('invalid')
		expect(await refusal(assignItems(support, 'experts', { itemIds: [first], assignee: support.viewer.uid }))).toBe('forbidden')
		expect(await refusal(listColleagues(support, 'experts'))).toBe('forbidden')
		expect(await refusal(assignItems(reviewer, 'experts', { itemIds: [], assignee: '' }))).toBe('invalid')
		await assignItems(reviewer, 'experts', { itemIds: [first], assignee: colleague.viewer.uid })
		await ctx.db.deleteFrom('staff_roles').where('user_id', '=', colleague.viewer.userId).execute()
		expect((await listDeskItems(reviewer, 'experts', { assignee: 'nobody' })).items[0]).toMatchObject({ id: first, assignee: null })
	}))

test('an address that names no known filter shows everything', () => {
	const read = (queue: DeskQueue, query: string) => readQueueFilters(queue, new URLSearchParams(query))
	expect(read('mail', 'only=soon&risk=taken&round=again&association=x&prefecture=13&filter=bounced')).toEqual({
		own: 'bounced',
		only: '',
		association: '',
		prefectureId: null,
		risk: '',
		round: '',
		assignee: '',
		showsSkipped: false,
		cursor: null,
	})
	expect(
		read('experts', 'profession=1&only=late&risk=taken&round=first&association=x&prefecture=23&assignee=me&skipped=1&page=a2-1'),
	).toEqual({
		own: '1',
		only: 'late',
		association: 'x',
		prefectureId: 23,
		risk: 'taken',
		round: 'first',
		assignee: 'me',
		showsSkipped: true,
		cursor: 'a2-1',
	})
})
