import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { submitted } from '../articles/articles-for-test.ts'
import { estimateConsents } from '../estimates/estimate-input.ts'
import { listLeadCares, noteLead } from '../estimates/estimate-care.ts'
import { maintainEstimates } from '../estimates/estimate-maintenance.ts'
import { getMyEstimate } from '../estimates/estimate-requests.ts'
import { sendDraft } from '../estimates/estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { appeal } from '../moderation/appeals.ts'
import { report } from '../moderation/reports.ts'
import { readChange } from '../offices/office-changes.ts'
import { applyDrafts } from '../offices/office-editing.ts'
import { officeSite, save } from '../offices/offices-for-test.ts'
import { makeMember, as, makeThread, refusal } from '../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail, StaffRole } from '../shared/context.ts'
import { days, hours } from '../shared/japan-time.ts'
import { sendSupportRequest } from '../support/support-requests.ts'
import { supportInput } from '../support/support-for-test.ts'
import type { DeskQueue } from './desk-input.ts'
import { giveVerdict, listFailedVerdicts, settleDueVerdicts } from './desk.ts'
import { listDeskItems } from './desk-lists.ts'

const after = <C extends Ctx>(ctx: C, ms: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + ms) })
const because = '届け出た名称と違うため、確認できませんでした。'

async function asStaff<C extends Ctx>(ctx: C, role: StaffRole) {
	const staff = requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.viewer.userId, role }).execute()
	return staff
}
const idsOf = async (ctx: Parameters<typeof listDeskItems>[0], queue: DeskQueue, own = '') =>
	(await listDeskItems(ctx, queue, { own })).items.map(({ id }) => id)

test('a change of an office is returned after its undo, and not one that was asked for again', () =>
	withCtx(async (ctx) => {
		const { owner, officeId, reviewer } = await officeSite(ctx)
		const ask = async (name: string) => {
			await save(await owner.ctx(), officeId, 'basics', { name })
			await applyDrafts(await owner.ctx(), officeId)
			return (await readChange(ctx, officeId))!
		}
		const change = await ask('名を改めた税理士事務所')
		const staff = await reviewer()
		const give = (verdict: 'approve' | 'return', version: number) =>
			giveVerdict(staff, 'offices', { itemId: change.id, verdict, reason: verdict === 'return' ? because : '', version })

		expect((await listDeskItems(staff, 'offices')).items).toMatchObject([{ id: change.id, about: '東京都三鷹市' }])
		expect((await listDeskItems(staff, 'offices', { prefectureId: 27 })).items).toEqual([])
		expect(await refusal(give('approve', change.askedAt.getTime() - 1))).toBe('conflict')
		await give('return', change.askedAt.getTime())
		expect(await idsOf(staff, 'offices')).toEqual([])
		await settleDueVerdicts(after(ctx, 10_000))
		expect(await readChange(ctx, officeId)).toMatchObject({ state: 'returned', reason: because })
	}))

test('a submitted article is published at the address that the editor types, as it stood', () =>
	withCtx(async (ctx) => {
		const { id } = await submitted(ctx)
		const staff = await asStaff(ctx, 'editor')
		const { version } = await ctx.db.selectFrom('articles').select('version').where('id', '=', id).executeTakeFirstOrThrow()
		const give = (slug: string, seen = version) =>
			giveVerdict(staff, 'articles', { itemId: id, verdict: 'publish', reason: '', version: seen, slug })

		expect(await idsOf(staff, 'articles', 'new')).toEqual([id])
		expect(await idsOf(staff, 'articles', 'revision')).toEqual([])
		expect(await refusal(give(''))).toBe('invalid')
		expect(await refusal(give('a-first-return', version + 1))).toBe('conflict')
		await give('a-first-return')
		await settleDueVerdicts(after(ctx, 10_000))
		expect(await ctx.db.selectFrom('articles').select(['stage', 'slug']).where('id', '=', id).executeTakeFirst()).toEqual({
			stage: 'settled',
			slug: 'a-first-return',
		})
	}))

test('an appeal that is granted brings the post back', () =>
	withCtx(async (ctx) => {
		const { questionId, asker } = await makeThread(ctx)
		await report(as(ctx, await makeMember(ctx)), { kind: 'question', id: questionId }, { reason: 'abuse', body: '' })
		const { id: reportId } = await ctx.db.selectFrom('reports').select('id').executeTakeFirstOrThrow()
		const staff = await asStaff(ctx, 'moderator')
		await giveVerdict(staff, 'reports', { itemId: reportId, verdict: 'hide', reason: because, version: null })
		await settleDueVerdicts(after(ctx, 10_000))
		await appeal(as(ctx, asker), { kind: 'question', id: questionId }, '該当する箇所を書き直しました。')
		const [id = 0] = await idsOf(staff, 'appeals', 'question')
		expect(await idsOf(staff, 'appeals', 'review')).toEqual([])
		await giveVerdict(staff, 'appeals', { itemId: id, verdict: 'grant', reason: because, version: null })
		await settleDueVerdicts(after(ctx, 10_000))
		const { hidden_at } = await ctx.db.selectFrom('questions').select('hidden_at').where('id', '=', questionId).executeTakeFirstOrThrow()
		expect([hidden_at, await idsOf(staff, 'appeals')]).toEqual([null, []])
	}))

test('a contact is answered and closed by one key, by the role of its category', () =>
	withCtx(async (plain) => {
		const mails: OutgoingMail[] = []
		const ctx = leadsCtx(plain, mails)
		const id = await sendSupportRequest(ctx, supportInput({ category: 'usage' }))
		const claim = await sendSupportRequest(ctx, supportInput())
		const support = await asStaff(ctx, 'support')
		const body = 'ご連絡をありがとうございます。掲載の内容を直しました。'
		const answer = (staff: typeof support, itemId: number, verdict: 'answer' | 'reply' | 'close') =>
			giveVerdict(staff, 'contacts', { itemId, verdict, reason: verdict === 'close' ? '' : body, version: null })

		expect(await idsOf(support, 'contacts')).toEqual([id])
		expect(await idsOf(support, 'contacts', 'rights')).toEqual([id])
		expect(await refusal(answer(support, claim, 'reply'))).toBe('not-found')
		expect(await refusal(answer(await asStaff(ctx, 'moderator'), claim, 'answer'))).toBe('invalid')
		await answer(support, id, 'answer')
		mails.length = 0
		await settleDueVerdicts(after(ctx, 10_000))
		await settleDueVerdicts(after(ctx, 20_000))
		expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(`受付番号 ${id}`)])
		expect(await idsOf(support, 'contacts')).toEqual([])
	}))

async function aLead(plain: TestCtx) {
	const ctx = leadsCtx(plain)
	const member = as(ctx, await makeVerifiedMember(ctx))
	const offices = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)]
	const key = await makeDraft(
		member,
		offices.map(({ officeId }) => officeId),
	)
	const sent = await sendDraft(
		member,
		key,
		estimateConsents.map(({ kind }) => kind),
	)
	const id = sent.kind === 'sent' ? sent.requestId : 0
	const states = async () => (await getMyEstimate(member, { id })).deliveries.map(({ state }) => state)
	return { ctx, id, states, support: await asStaff(ctx, 'support') }
}

test('a request without a quote is reminded of, and rests for a day', () =>
	withCtx(async (plain) => {
		const { ctx, id, support } = await aLead(plain)
		await giveVerdict(support, 'leads', { itemId: id, verdict: 'remind', reason: '', version: null })
		await settleDueVerdicts(after(ctx, 10_000))

		const { rows } = await sql`select from pending_events where event ->> 'subject' like ${'lead:%:care-%'}`.execute(ctx.db)
		expect(rows).toHaveLength(2)
		expect(await idsOf(after(support, hours(23)), 'leads')).toEqual([])
		expect(await idsOf(after(support, hours(25)), 'leads')).toEqual([id])
		await noteLead(support, id, '依頼者に電話で確認した。')
		expect((await listLeadCares(support, id)).map(({ kind }) => kind)).toEqual(['note', 'remind'])
	}))

test('an office that let the deadline pass gets another one, but not beyond the request', () =>
	withCtx(async (plain) => {
		const { ctx, id, states, support } = await aLead(plain)
		const give = (verdict: 'extend' | 'suggest' | 'remind', at: number) =>
			giveVerdict(after(support, at), 'leads', { itemId: id, verdict, reason: '', version: null })
		expect(await refusal(give('suggest', 0))).toBe('conflict')
		expect(await refusal(give('extend', 0))).toBe('conflict')
		await maintainEstimates(after(ctx, days(9)))
		expect(await states()).toEqual(['timed_out', 'timed_out'])
		const fresh = { ...support, viewer: { ...support.viewer, loggedInAt: new Date(TEST_NOW.getTime() + days(10)) } }
		const giveLater = (verdict: 'extend' | 'suggest' | 'remind') =>
			giveVerdict(requireRecentStaff(after(fresh, days(10)), 'support'), 'leads', { itemId: id, verdict, reason: '', version: null })
		expect(await refusal(giveLater('remind'))).toBe('conflict')
		await giveLater('extend')
		await settleDueVerdicts(after(ctx, days(10) + 10_000))

		expect(await states()).toEqual(['delivered', 'delivered'])
		const { rows } = await sql`
			select from estimate_deliveries d join estimate_requests r on r.id = d.request_id where r.id = ${id} and d.due_at > r.expires_at
		`.execute(ctx.db)
		expect(rows).toHaveLength(0)
	}))

test('support ends a request with a reason; what ended meanwhile fails with the reason why', () =>
	withCtx(async (plain) => {
		const { ctx, id, support } = await aLead(plain)
		await giveVerdict(support, 'leads', { itemId: id, verdict: 'cancel', reason: because, version: null })
		await ctx.db.updateTable('estimate_requests').set({ state: 'expired', ended_at: ctx.now() }).where('id', '=', id).execute()
		await settleDueVerdicts(after(ctx, 10_000))
		expect(await listFailedVerdicts(support, 'leads')).toMatchObject([{ itemId: id, failure: expect.stringContaining('依頼が終わった') }])

		await ctx.db.updateTable('estimate_requests').set({ state: 'sent', ended_at: null }).where('id', '=', id).execute()
		await giveVerdict(support, 'leads', { itemId: id, verdict: 'cancel', reason: because, version: null })
		await settleDueVerdicts(after(ctx, 10_000))
		const { state } = await ctx.db.selectFrom('estimate_requests').select('state').where('id', '=', id).executeTakeFirstOrThrow()
		const acts = await ctx.db.selectFrom('audit_log').select(['action', 'reason']).where('subject', '=', `estimate:${id}`).execute()
		expect([state, acts]).toEqual(['cancelled', [{ action: 'estimate.cancel', reason: because }]])
	}))

test('a queue lists nothing for staff without its role', () =>
	withCtx(async (ctx) => {
		const editor = await asStaff(ctx, 'editor')
		for (const queue of ['credentials', 'offices', 'appeals', 'contacts', 'leads'] as const)
			expect(await refusal(listDeskItems(editor, queue))).toBe('forbidden')
	}))
