import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postQuestion } from '../../questions/questions.ts'
import type { StaffRole } from '../../shared/context.ts'
import { isDomainError } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { purgeSupportRequests, exportFromSupport } from '../../support/support-personal.ts'
import { readSupportRequest } from '../../support/support-admin.ts'
import { supportInput } from '../../support/support-for-test.ts'
import { sendSupportRequest } from '../../support/support-requests.ts'
import {
	decidePrivacyRequest,
	listPrivacyRequests,
	readPrivacyRequest,
	recordIdentityCheck,
	takeInPrivacyRequest,
	tellOutlook,
} from '../../support/privacy-requests.ts'
import { eraseForRequest, exportForRequest } from './privacy-acts.ts'

const note = '運転免許証の氏名と住所が、登録と一致した'
const letter = {
	kind: 'correction',
	channel: 'letter',
	claimant: 'self',
	requesterName: '請田 求',
	email: null,
	account: '',
	receivedOn: '2026-06-10',
	body: '掲載されている氏名の漢字を直してください。',
	clientKey: 'letter-1',
} as const
const fieldsOf = async (promise: Promise<unknown>) => {
	const error: unknown = await promise.catch((thrown: unknown) => thrown)
	return isDomainError(error) ? Object.keys(error.fields) : null
}

/** A member who has written to /contact for `topic`, and the staff. */
async function people(ctx: TestCtx, topic: 'disclosure' | 'suspension' | 'complaint' = 'suspension', claimant: 'self' | 'agent' = 'self') {
	const site = testSite(ctx)
	const member = await site.account('member@example.com')
	const browser = site.browser()
	await browser.enter(member.uid)
	const supportId = await sendSupportRequest(await browser.ctx(), supportInput({ category: 'privacy', topic, claimant }))
	const staffOf = async (email: string, role: StaffRole) => {
		const account = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const staffBrowser = site.browser()
		await staffBrowser.enter(account.uid)
		return requireRecentStaff(await staffBrowser.ctx())
	}
	const [first, second] = [await staffOf('first@example.com', 'support'), await staffOf('second@example.com', 'support')]
	const id = (await listPrivacyRequests(first, { isOpen: true, cursor: null })).items[0]?.id ?? 0
	return { site, member, browser, supportId, staffOf, first, second, id }
}

const audited = async (ctx: TestCtx, id: number) =>
	(await ctx.db.selectFrom('audit_log').select('action').where('subject', '=', `privacy:${id}`).orderBy('id').execute()).map(
		({ action }) => action,
	)

test('what /contact takes in is due after 14 days, and a complaint is no request', () =>
	withCtx(async (ctx) => {
		const { first, supportId, id } = await people(ctx, 'disclosure')
		const { items } = await listPrivacyRequests(first, { isOpen: true, cursor: null })
		expect(items).toMatchObject([{ kind: 'disclosure', receivedOn: '2026-06-15', dueOn: '2026-06-29', isChecked: false }])
		expect(await readPrivacyRequest(first, id)).toMatchObject({ support_id: supportId, requester_name: '権田 利子', claimant: 'self' })
		expect((await readSupportRequest(first, supportId)).privacyRequestId).toBe(id)
		expect(await audited(ctx, id)).toEqual(['privacy.read'])
	}))

test('a complaint is answered as a message alone', () =>
	withCtx(async (ctx) => {
		const { first } = await people(ctx, 'complaint')
		expect((await listPrivacyRequests(first, { isOpen: true, cursor: null })).items).toEqual([])
	}))

test('a letter counts from the day it arrived, is kept once, and knows no day to come and no unknown account', () =>
	withCtx(async (ctx) => {
		const { first, member, staffOf } = await people(ctx)
		const id = await takeInPrivacyRequest(first, letter)
		expect(await takeInPrivacyRequest(first, letter)).toBe(id)
		expect(await readPrivacyRequest(first, id)).toMatchObject({ due_on: '2026-06-24', uid: null, channel: 'letter' })
		expect(await fieldsOf(takeInPrivacyRequest(first, { ...letter, clientKey: '2', receivedOn: '2026-06-16' }))).toEqual(['receivedOn'])
		expect(await fieldsOf(takeInPrivacyRequest(first, { ...letter, clientKey: '3', account: 'nobody@example.com' }))).toEqual(['account'])
		const known = await takeInPrivacyRequest(first, { ...letter, clientKey: '4', account: 'Member@example.com' })
		expect((await readPrivacyRequest(first, known)).uid).toBe(member.uid)
		const moderator = await staffOf('moderator@example.com', 'moderator')
		expect(await refusal(takeInPrivacyRequest(moderator, { ...letter, clientKey: '5' }))).toBe('forbidden')
		expect(await refusal(readPrivacyRequest(moderator, id))).toBe('forbidden')
	}))

test('data is exported once it is known who asks, without letters and money', () =>
	withCtx(async (ctx) => {
		const { first, browser, member, id } = await people(ctx, 'disclosure')
		await postQuestion(await browser.ctx(), questionInput({ title: '書き出しに入る質問の題名です' }))
		expect(await refusal(exportForRequest(first, id))).toBe('conflict')
		expect(await fieldsOf(recordIdentityCheck(first, id, { method: 'mandate', note, account: '' }))).toEqual(['method'])
		await recordIdentityCheck(first, id, { method: 'account', note: 'ログインした会員本人の申出', account: '' })
		const exported = await exportForRequest(first, id)
		expect(exported).toMatchObject({ request: id, user: { uid: member.uid }, identity: { email: 'member@example.com' } })
		expect(JSON.stringify(exported)).toContain('書き出しに入る質問の題名です')
		expect(Object.keys(exported)).not.toEqual(expect.arrayContaining(['inquiries']))
		for (const withheld of ['inquiries', 'estimates', 'appointments', 'invoices', 'subscriptions'])
			expect(exported).not.toHaveProperty(withheld)
		expect(exported['withheld']).toHaveLength(5)
		// What was handed out rests on the check.
		expect(await refusal(recordIdentityCheck(first, id, { method: 'document', note, account: '' }))).toBe('conflict')
		expect(await audited(ctx, id)).toEqual(['privacy.identify', 'privacy.export'])
	}))

test('an account is erased by another person than the one who checked who asks', () =>
	withCtx(async (ctx) => {
		const { site, first, second, browser, member, id, supportId } = await people(ctx)
		const reason = '本人が消去を求め、使い続ける理由がないため'
		expect(await refusal(eraseForRequest(second, id, reason))).toBe('conflict')
		await recordIdentityCheck(first, id, { method: 'document', note, account: member.uid })
		expect(await refusal(eraseForRequest(first, id, reason))).toBe('forbidden')
		await eraseForRequest(second, id, reason)
		expect((await browser.ctx()).viewer.kind).toBe('visitor')
		expect(await readPrivacyRequest(first, id)).toMatchObject({ uid: null, hasLeft: true, erased_at: site.clock.now() })
		expect(await refusal(eraseForRequest(second, id, reason))).toBe('conflict')

		const decision = 'アカウントとデータを消去しました。'
		await decidePrivacyRequest(second, id, { outcome: 'granted', decision })
		expect(site.mails.at(-1)).toMatchObject({ to: 'member@example.com', text: expect.stringContaining(decision) })
		expect((await readSupportRequest(first, supportId)).closedAt).toEqual(site.clock.now())
		expect(await refusal(decidePrivacyRequest(first, id, { outcome: 'refused', decision }))).toBe('conflict')
	}))

test('an account of staff is not erased by support', () =>
	withCtx(async (ctx) => {
		const { first, second, staffOf } = await people(ctx)
		await staffOf('editor@example.com', 'editor')
		const id = await takeInPrivacyRequest(first, { ...letter, kind: 'suspension', account: 'editor@example.com' })
		await recordIdentityCheck(first, id, { method: 'document', note, account: 'editor@example.com' })
		expect(await refusal(eraseForRequest(second, id, '本人の請求のため'))).toBe('forbidden')
	}))

test('an agent needs a mandate, and nothing is granted before it is known who asks', () =>
	withCtx(async (ctx) => {
		const { first, id } = await people(ctx, 'disclosure', 'agent')
		const decision = '請求に応じ、データをお渡しします。'
		expect(await fieldsOf(recordIdentityCheck(first, id, { method: 'account', note, account: '' }))).toEqual(['method'])
		expect(await fieldsOf(decidePrivacyRequest(first, id, { outcome: 'granted', decision }))).toEqual(['outcome'])
		await recordIdentityCheck(first, id, { method: 'mandate', note, account: 'member@example.com' })
		await decidePrivacyRequest(first, id, { outcome: 'partly', decision })
		expect((await listPrivacyRequests(first, { isOpen: false, cursor: null })).items).toMatchObject([{ id, outcome: 'partly' }])
	}))

test('an outlook tells the person the day and moves the deadline, to 60 days from the arrival at most', () =>
	withCtx(async (ctx) => {
		const { site, first, id } = await people(ctx, 'disclosure')
		const outlook = '記録を集めるのに時間がかかっています。'
		for (const until of ['2026-06-29', '2026-08-15']) expect(await fieldsOf(tellOutlook(first, id, { until, outlook }))).toEqual(['until'])
		await tellOutlook(first, id, { until: '2026-07-20', outlook })
		expect(site.mails.at(-1)?.text).toContain('2026年7月20日までに結果をお知らせします。')
		expect(await readPrivacyRequest(first, id)).toMatchObject({ due_on: '2026-07-20', outlook, closed_at: null })
	}))

test('a request is in its person’s export, and is deleted a year after its end', () =>
	withCtx(async (ctx) => {
		const { site, first, id, member } = await people(ctx, 'disclosure')
		await decidePrivacyRequest(first, id, { outcome: 'withdrawn', decision: '本人が請求を取り下げました。' })
		expect(await exportFromSupport(ctx, { id: member.docId })).toMatchObject({ privacyRequests: [{ number: id, outcome: 'withdrawn' }] })
		const after = (count: number) => ({ ...ctx, now: () => new Date(site.clock.now().getTime() + days(count)) })
		await purgeSupportRequests(after(364))
		expect((await listPrivacyRequests(first, { isOpen: false, cursor: null })).items).toHaveLength(1)
		await purgeSupportRequests(after(365))
		expect((await listPrivacyRequests(first, { isOpen: false, cursor: null })).items).toEqual([])
	}))
